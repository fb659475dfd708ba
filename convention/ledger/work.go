package ledger

import (
	"earshot/convention"
	"earshot/convention/evidence"
)

// worker reads the lines of one message that settle reqs and make claims.
type worker struct {
	l      *Ledger
	post   *post
	doc    *convention.Message
	desk   *desk
	proofs []convention.Proof
	done   *done  // the last one of the message
	claim  *claim // likewise
}

// work reads the lines that settle reqs and make claims.
func (l *Ledger) work(p *post, doc *convention.Message) {
	w := worker{l: l, post: p, doc: doc}
	for i := range doc.Facts {
		kind, ok := workKind(doc.Facts[i].Label.Modality)
		if !ok || kind != actDone && kind != actClaim && !p.is(acts) {
			continue
		}
		if w.desk == nil {
			w.desk = p.from.desk(l.topicOf(p))
		}
		a := act{kind: kind, post: p}
		if w.read(i, &a) {
			l.perform(w.desk, a)
		}
	}
}

func workKind(m convention.Modality) (actKind, bool) {
	switch m {
	case convention.Done:
		return actDone, true
	case convention.Claim:
		return actClaim, true
	case convention.Block:
		return actBlock, true
	case convention.Plan, convention.Todo:
		return actProgress, true
	}
	return 0, false
}

// read reads one line; false where it comes to nothing.
func (w *worker) read(i int, a *act) bool {
	f := &w.doc.Facts[i]
	said := w.l.wordsOf(w.post.source, f, w.desk.topic.words)
	switch {
	case a.kind == actDone:
		return w.readDone(i, said, a)
	case a.kind == actClaim && !w.post.is(repeated):
		c := w.l.newClaim(w.post, uint32(f.Line), spanOf(f.TextSpan), said, saysSo, 0)
		w.add(c)
		a.what = c
	default:
		a.what = w.l.made.works.put(work{words: said, text: spanOf(f.TextSpan)})
	}
	return true
}

// add lists a claim with its message.
func (w *worker) add(c *claim) {
	if w.claim == nil {
		w.l.more(w.post).claims = c
	} else {
		w.claim.next = c
	}
	w.claim = c
}

// readDone reads a done line. In a message that does not act it proves nothing:
// it is a claim where its evidence could not prove it either, and else nothing.
func (w *worker) readDone(i int, said words, a *act) bool {
	if w.proofs == nil {
		w.proofs = w.doc.Proofs()
	}
	f, proof := &w.doc.Facts[i], w.proofs[i]
	d := done{post: w.post, line: uint32(f.Line), text: spanOf(f.TextSpan), words: said, proof: proof.Grade, need: evidence.SetOf(proof.Needs...)}
	if !w.post.is(acts) {
		if d.proof == convention.Proved || w.post.is(repeated) {
			return false
		}
		a.kind = actClaim
		c := w.l.newClaim(w.post, d.line, d.text, said, d.why(), d.need)
		w.add(c)
		a.what = c
		return true
	}
	d.cites = w.l.made.cites.take(len(proof.Evidence))
	for n, at := range proof.Evidence {
		ev := &w.doc.Facts[at]
		kind, _ := evidence.KindOf(ev.Text)
		d.cites[n] = cite{line: uint32(ev.Line), ref: spanOf(ev.TextSpan), kind: evidence.SetOf(kind)}
	}
	kept := w.l.made.dones.put(d)
	a.what = kept
	if w.done == nil {
		w.l.more(w.post).dones = kept
	} else {
		w.done.next = kept
	}
	w.done = kept
	return true
}
