package client

import (
	"os"
	"path/filepath"
	"testing"
)

// That a full disk keeps no seat is said before one is taken: a file that can be made is not one that can be
// written.
func TestReserveSeesAFullDisk(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "seats")
	s, err := OpenStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	s.create = func(dir, pattern string) (*os.File, error) {
		made, err := os.CreateTemp(dir, pattern)
		if err != nil {
			return nil, err
		}
		if err := made.Close(); err != nil {
			return nil, err
		}
		return os.Open(made.Name()) // to be read alone: what is written fails, as on a full disk
	}
	release, err := s.Reserve()
	if p := Explain(err); err == nil || p.Exit != ExitUsage {
		t.Errorf("a store that cannot be written: %v, %v", release != nil, err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestReserveGivesTheRoomBack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "seats")
	s, err := OpenStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	release, err := s.Reserve()
	if err != nil {
		t.Fatal(err)
	}
	if held, err := os.ReadDir(dir); err != nil || len(held) != 1 {
		t.Errorf("held: %v, %v", held, err)
	}
	if seats, err := s.List(); err != nil || len(seats) > 0 {
		t.Errorf("it counts as a seat: %v, %v", seats, err)
	}
	if err := release(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
