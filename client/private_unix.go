//go:build unix

package client

import "io/fs"

// openToOthers tells whether group or others have any right to a file.
func openToOthers(info fs.FileInfo) bool { return info.Mode().Perm()&0o077 != 0 }
