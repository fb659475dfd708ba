package render

import (
	"fmt"
	"html/template"
	"io"
)

// HTML writes messages as one document that loads nothing, runs nothing and
// whose only links are http and https. Text from outside is cleaned and escaped.
type HTML struct {
	w io.Writer
	t *template.Template
}

// NewHTML writes the head of a document. Close ends it.
func NewHTML(w io.Writer, title string) (*HTML, error) {
	t, err := template.New("export").Parse(htmlTemplates)
	if err != nil {
		return nil, fmt.Errorf("read the templates of the HTML export: %w", err)
	}
	h := &HTML{w: w, t: t}
	return h, h.run("head", CleanLine(title).String())
}

// Message writes one message.
func (h *HTML) Message(in MessageInput) error {
	d := newDrawing(in, unbounded, NewMeasure(false))
	m := htmlMessage{
		ID:    in.Sequence,
		Who:   htmlSegs(d.who()[1:]),
		What:  htmlSegs(d.what()),
		Right: htmlSegs(beside(1, d.when(), d.cost())),
		Flags: htmlFlags(messageFlags(in)),
	}
	if in.ReplyTo != nil {
		m.Reply = htmlSegs(d.reply())
	}
	for _, p := range d.parts() {
		m.Lines = append(m.Lines, htmlLine{
			Code: p.kind == codePart, Label: htmlSegs(p.label), Text: htmlSegs(p.text), Flags: htmlFlags(p.flags),
		})
	}
	return h.run("message", m)
}

// Close ends the document; the writer stays open.
func (h *HTML) Close() error { return h.run("foot", nil) }

func (h *HTML) run(name string, data any) error {
	if err := h.t.ExecuteTemplate(h.w, name, data); err != nil {
		return fmt.Errorf("write the HTML export: %w", err)
	}
	return nil
}

type htmlMessage struct {
	ID                      int64
	Who, What, Right, Reply []htmlSeg
	Flags                   []htmlSeg
	Lines                   []htmlLine
}

type htmlLine struct {
	Code        bool
	Label, Text []htmlSeg
	Flags       []htmlSeg
}

type htmlSeg struct{ Text, Class, Href string }

func htmlSegs(r Row) []htmlSeg {
	var out []htmlSeg
	for _, s := range r {
		seg := htmlSeg{Text: flat(s.Text.s), Class: s.Role.String()}
		if s.Role == Link {
			seg.Href, _ = SafeURL(seg.Text)
		}
		out = append(out, seg)
	}
	return out
}

func htmlFlags(flags []Flag) []htmlSeg {
	var out []htmlSeg
	for _, f := range flags {
		out = append(out, htmlSeg{Text: f.Word.s, Class: f.Role.String()})
	}
	return out
}

// The colours are those of the light palette.
const htmlTemplates = `{{define "segs"}}{{range .}}{{if .Href}}<a href="{{.Href}}" rel="noopener noreferrer nofollow">{{.Text}}</a>{{else}}<span class="{{.Class}}">{{.Text}}</span>{{end}}{{end}}{{end}}` +
	`{{define "flags"}}{{range .}} <strong class="{{.Class}}">{{.Text}}</strong>{{end}}{{end}}` +
	`{{define "head"}}<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width"><title>{{.}}</title>
<style>
body{font:14px/1.5 ui-monospace,monospace;max-width:110ch;margin:2em auto;padding:0 1em;color:#1c1f26;background:#fff}
article{margin:0 0 1em}header{display:flex;gap:2ch;flex-wrap:wrap}header .right{margin-left:auto}
.line{display:grid;grid-template-columns:9ch 1fr;padding-left:2ch}.line.plain{display:block}
.text,.code{white-space:pre-wrap;overflow-wrap:anywhere}
.dim,.border,.hint{color:#5a5f6b}.strong,.title{font-weight:bold}
.demand,.flag-warn,.warning{color:#8a4b00}.prohibition,.flag-bad,.error{color:#b3152a}.permission{color:#006a75}
.proved,.good{color:#1f6a12}.unproven{color:#6a3fc0}.obstacle{color:#a1246f}.option,.flag-info{color:#1a53c0}
</style></head><body><h1>{{.}}</h1>
{{end}}` +
	`{{define "message"}}<article{{if .ID}} id="m{{.ID}}"{{end}}><header><span>{{template "segs" .Who}}</span><span>{{template "segs" .What}}</span>{{template "flags" .Flags}}<span class="right">{{template "segs" .Right}}</span></header>
{{if .Reply}}<div class="line plain">{{template "segs" .Reply}}</div>
{{end}}{{range .Lines}}{{if .Label}}<div class="line"><b>{{template "segs" .Label}}</b><span class="text">{{template "segs" .Text}}{{template "flags" .Flags}}</span></div>
{{else}}<div class="line plain {{if .Code}}code{{else}}text{{end}}">{{template "segs" .Text}}{{template "flags" .Flags}}</div>
{{end}}{{end}}</article>
{{end}}` +
	`{{define "foot"}}</body></html>
{{end}}`
