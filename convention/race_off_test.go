//go:build !race

package convention

// slowdown is how many times slower the race detector makes things.
const slowdown = 1
