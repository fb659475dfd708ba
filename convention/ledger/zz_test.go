package ledger
import ("testing";"earshot/convention";"earshot/convention/tokens")
func TestZZ(t *testing.T){
	c,_:=tokens.Load("")
	for _,now:=range []string{"20260918T0850Z","20260918T0910Z","20260919T1300Z"}{
	l:=New(Options{})
	for _,m:=range transcript(t,"testdata/limiter.jsonl"){ if !m.At.After(instant(t,now)){l.Feed(m)}}
	v:=l.At(instant(t,now))
	show:=func(s string){ t.Log("\n"+s); for _,d:=range convention.Check(convention.Parse(s),convention.Context{Tokens:c.Count}){t.Log(d.Severity,d.Code,d.Message,s[d.Span.Start:d.Span.End])}}
	show(v.Record("limiter",c.Count).Text); show(v.Record("",c.Count).Text); show(v.Brief("",Seat{Name:"worker"},c.Count).Text); show(v.Brief("limiter",Seat{Name:"yu"},c.Count).Text)
	show(v.Record("deploy",c.Count).Text)
	}
}
