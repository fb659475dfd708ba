package demo

import (
	"testing"
	"time"
)

func TestSeatsTakeWhatThePersonSays(t *testing.T) {
	const sec = time.Second
	tests := []struct {
		name  string
		said  []interjection
		check func(s *stage)
	}{
		{"an option in the convention", []interjection{yu(40*sec, keyProposal, "v1 decide limiter to lead n=1\nB in-memory bucket, Redis is being moved")}, func(s *stage) {
			s.has(Lead, 40*sec, "v1 request limiter to worker", "build option B")
			s.has(Worker, 40*sec, "accepted", "plan option B")
			s.hasNot(Lead, "is in force")
		}},
		{"an option in prose", []interjection{yu(40*sec, keyProposal, "Let's take A with the fail-open, it is the one we can test.")}, func(s *stage) {
			s.has(Lead, 40*sec, "build option A")
			s.hasNot(Lead, "silence→A with the fail-open is in force")
		}},
		{"words of one's own", []interjection{yu(40*sec, keyProposal, "v1 decide limiter to lead n=1\nuse the edge cache instead")}, func(s *stage) {
			s.has(Lead, 40*sec, "v1 request limiter to worker", "in the words of #")
		}},
		{"too late", []interjection{yu(112*sec, keyProposal, "v1 decide limiter to lead n=1\nB in-memory bucket")}, func(s *stage) {
			s.has(Lead, 100*sec, "is in force")
			s.has(Lead, 112*sec, "v1 note limiter to yu", "A was in force since")
			s.has(Lead, 112*sec, "build option B")
		}},
		{"a hold", []interjection{yu(40*sec, keyProposal, "v1 hold limiter to lead n=1\nneed the Redis prices first, 20260917T131300Z")}, func(s *stage) {
			s.has(Lead, 40*sec, "held until 20260917T131300Z")
			s.has(Lead, 180*sec, "no answer by 20260917T131300Z", "in force")
			if got := s.by(Lead, 100*sec); len(got) > 0 {
				for _, body := range s.by(Lead, 100*sec)[:1] {
					if at := s.said[s.find(body)-1].At; at.Before(opening.Add(100 * sec)) {
						s.t.Errorf("the default was called in force before the time it was held to: %s", body)
					}
				}
			}
		}},
		{"a hold, then an answer", []interjection{
			yu(40*sec, keyProposal, "v1 hold limiter to lead n=1\nneed the prices first, 20260917T131300Z"),
			yu(150*sec, keyProposal, "v1 decide limiter to lead n=1\nA"),
		}, func(s *stage) {
			s.has(Lead, 150*sec, "build option A")
			s.hasNot(Lead, "is in force")
		}},
		{"a question back", []interjection{yu(40*sec, keyProposal, "v1 ask limiter to lead n=1\nask what does the hop cost under load, 20260917T131200Z")}, func(s *stage) {
			s.has(Lead, 40*sec, "v1 answer limiter to yu", "stays open until")
			s.has(Lead, 100*sec, "is in force")
		}},
		{"the wrong count pointed out", []interjection{yu(20*sec, keyReport, "v1 note limiter to worker n=1\nthe count says 10, there are 9 facts")}, func(s *stage) {
			s.has(Worker, 20*sec, "v1 report limiter to lead n=9")
			s.hasNot(Lead, "is headed n=10 and carries 9 facts")
		}},
		{"proof asked for", []interjection{yu(60*sec, keyTests, "v1 prove limiter to worker n=1\nask which run shows it, 20260917T131300Z")}, func(s *stage) {
			s.has(Worker, 60*sec, "v1 report limiter to yu", "ev#1 run ")
			s.hasNot(Lead, "a commit proves code and no test")
		}},
		{"a nudge", []interjection{yu(50*sec, keyOwner, "v1 nudge redis to scout n=1\nask who owns maxmemory, 20260917T131200Z")}, func(s *stage) {
			s.has(Scout, 50*sec, "v1 answer redis to lead", "platform team owns maxmemory")
		}},
		{"a withdrawal", []interjection{
			yu(30*sec, "", "v1 request upload to scout n=1\nreq look at the upload endpoint, 20260917T1400Z"),
			yu(34*sec, "req look at the upload endpoint", "v1 withdraw upload to scout n=1\nno longer needed"),
		}, func(s *stage) {
			s.has(Scout, 34*sec, "dropped")
		}},
		{"a loop stopped", []interjection{yu(50*sec, "", "v1 request deploy to runner n=1\nreq stop sending the same line, 20260917T131200Z")}, func(s *stage) {
			s.has(Runner, 50*sec, "stopped")
		}},
		{"a request", []interjection{yu(50*sec, "", "v1 request upload to scout n=1\nreq look at the upload endpoint, 20260917T1400Z")}, func(s *stage) {
			s.has(Scout, 50*sec, "v1 accept upload to yu")
			s.has(Scout, 50*sec, "done#1 look at the upload endpoint", "ev#1 commit")
		}},
		{"an ask", []interjection{yu(50*sec, "", "v1 ask limiter to worker n=1\nask how long until the PR is open, 20260917T1400Z")}, func(s *stage) {
			s.has(Worker, 50*sec, "v1 answer limiter to yu")
		}},
		{"a wrong count of yu's own", []interjection{yu(50*sec, keyProposal, "v1 decide limiter to lead n=3\nB")}, func(s *stage) {
			s.has(Lead, 50*sec, "headed n=3 and carries 1 facts")
			s.has(Lead, 100*sec, "is in force")
		}},
		{"a wrong count, corrected", []interjection{
			yu(50*sec, keyProposal, "v1 decide limiter to lead n=3\nB"),
			yu(58*sec, "n=3", "v1 decide limiter to lead n=1\nB"),
		}, func(s *stage) {
			s.has(Lead, 58*sec, "build option B")
			s.hasNot(Lead, "is in force")
		}},
		{"a header that cannot be read", []interjection{yu(50*sec, "", "v1 decide to lead\nB")}, func(s *stage) {
			s.has(Lead, 50*sec, "cannot be read")
		}},
		{"prose to nobody", []interjection{yu(50*sec, "", "Looks good so far.")}, func(s *stage) {
			s.has(Lead, 50*sec, "has no header")
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { tt.check(play(t, tt.said...)) })
	}
}
