package client

// Problem is an error for a person: what happened, what to do about it, and the exit code of a headless command (2 wrong
// usage or unreadable input, 3 the room cannot be reached or refuses).
type Problem struct {
	What, Do string
	Err      error
	Exit     int
}

// Error is both sentences.
func (p *Problem) Error() string {
	if p.Do == "" {
		return p.What
	}
	return p.What + " " + p.Do
}

// Unwrap gives the cause.
func (p *Problem) Unwrap() error { return p.Err }

// Explain turns any error of this package into a Problem. It never shows a token.
func Explain(err error) Problem { return Problem{What: err.Error(), Err: err, Exit: 3} }
