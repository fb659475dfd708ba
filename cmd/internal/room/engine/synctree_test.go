package engine

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// The files of a removed stream go in the background: one that is listed and gone when it is opened, as a
// link to nowhere is, is no fault of the rest.
func TestWhatVanishesNeedsNoSync(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "kept"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(root, "nowhere"), filepath.Join(root, "gone")); err != nil {
		t.Fatal(err)
	}
	if err := syncTree(root); err != nil {
		t.Errorf("a file that vanished: %v", err)
	}
	if err := syncTree(filepath.Join(root, "nowhere")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
}
