package convention

// Bounds of the work that goes into trying unsafe fixes: so many of one
// message, and so many bytes checked again in all.
const (
	maxTries     = 16
	maxTryVolume = 64 << 10
)

// keepCleanFixes tries every fix that is not safe and takes it off its
// diagnostic where the mended message would have a new one, because such a
// fix trades one fault for another. Beyond the bounds it offers none.
func keepCleanFixes(m *Message, c *Context, all []Diagnostic) {
	var before map[string]int
	var again *Checker
	tries := min(maxTries, maxTryVolume/(len(m.Source)+1))
	for i := range all {
		d := &all[i]
		if d.Fix == nil || d.Fix.Safe {
			continue
		}
		if before == nil {
			before, again = codes(all), new(Checker)
		}
		if tries == 0 {
			d.Fix = nil
			continue
		}
		tries--
		if !clean(again, m, c, d, before) {
			d.Fix = nil
		}
	}
}

// clean reports whether the fix removes its diagnostic and adds none.
func clean(k *Checker, m *Message, c *Context, d *Diagnostic, before map[string]int) bool {
	body, err := Apply(m.Source, d.Fix.Edits)
	if err != nil {
		return false
	}
	after := codes(k.once(Parse(body), c))
	for code, n := range after {
		if n > before[code] {
			return false
		}
	}
	return after[d.Code] < before[d.Code]
}

func codes(all []Diagnostic) map[string]int {
	n := make(map[string]int, 8)
	for i := range all {
		n[all[i].Code]++
	}
	return n
}
