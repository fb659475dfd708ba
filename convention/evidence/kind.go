package evidence

// KindOf returns the kind of the reference ref, and whether its first word
// names it. The kind is "" where ref is no reference of a known kind.
func KindOf(ref string) (kind Kind, named bool) { return "", false }
