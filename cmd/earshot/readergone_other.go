//go:build !unix

package main

import (
	"context"
	"os"
)

// readerLeaves cannot be told here before something is written.
func readerLeaves(context.Context, *os.File) bool { return false }

// writeErrors changes nothing: there are no signals for pipes here.
func writeErrors() (restore func()) { return func() {} }
