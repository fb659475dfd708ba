package convention

// Text returns the convention in our own words, for a seat to hold.
func Text() string { return "" }

// StudyText returns the block of the study, word for word.
func StudyText() string { return "" }
