package main

import "earshot/render"

// plainText is text from outside as a terminal may show it, with its lines.
func plainText(text string) string { return render.Clean(text).String() }
