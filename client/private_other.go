//go:build !unix

package client

import "io/fs"

// openToOthers cannot be told from the mode where the system keeps lists of rights; a user's own folders are closed there.
func openToOthers(fs.FileInfo) bool { return false }
