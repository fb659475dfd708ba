package client_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"earshot/client"
	"earshot/client/wire"
)

const here = "ws://127.0.0.1:7788/rooms/main"

func TestSeatsAreKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "seats")
	s, err := client.OpenStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Token(here, ""); !errors.Is(err, client.ErrNoSeat) {
		t.Errorf("empty store: %v", err)
	}
	for _, name := range []string{"yu", "Lead"} {
		if err := s.Save(here, wire.Seat{Name: name, MemberID: "i_" + name}, client.Token("sni_"+name+secret)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Save("ws://other/rooms/main", wire.Seat{Name: "yu"}, token); err != nil {
		t.Fatal(err)
	}
	again, err := client.OpenStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := again.Token(here, "lead"); err != nil || got != client.Token("sni_Lead"+secret) {
		t.Errorf("lead: %v, %v", got, err)
	}
	if seat, err := again.Seat("ws://other/rooms/main", ""); err != nil || seat.Token != token || seat.Seat.Name != "yu" || seat.Saved.IsZero() {
		t.Errorf("the only seat: %+v, %v", seat, err)
	}
	_, err = again.Token(here, "")
	if p := client.Explain(err); p.Exit != 2 || !strings.Contains(p.What, "Lead, yu") || !strings.Contains(p.Do, "--as") {
		t.Errorf("two seats, none named: %+v", p)
	}
	if _, err := again.Token(here, "scout"); !errors.Is(err, client.ErrNoSeat) {
		t.Errorf("another name: %v", err)
	}
	if err := again.Save(here, wire.Seat{Name: "YU"}, "sni_new"); err != nil {
		t.Fatal(err)
	}
	if err := again.Remove(here, "lead"); err != nil {
		t.Fatal(err)
	}
	if got, err := again.Token(here, ""); err != nil || got != "sni_new" {
		t.Errorf("after saving anew and removing: %v, %v", got, err)
	}
	if all, err := again.List(); err != nil || len(all) != 2 {
		t.Errorf("%d seats, %v", len(all), err)
	}
}

func TestSeatFilesArePrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // rights are no mode bits there
	}
	dir := filepath.Join(t.TempDir(), "seats")
	s, err := client.OpenStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Save(here, wire.Seat{Name: "yu"}, token); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("folder %v, %v", info.Mode(), err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("files %v, %v", files, err)
	}
	if info, err := os.Stat(files[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("file %v, %v", info.Mode(), err)
	}
	if err := os.Chmod(files[0], 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = s.Token(here, "")
	if p := client.Explain(err); p.Exit != 2 || !strings.Contains(p.What, "other users") || !strings.Contains(p.Do, "chmod 600") || strings.Contains(p.Error(), secret) {
		t.Errorf("open to others: %+v", p)
	}
}

func TestDamagedSeatFilesArePassedOver(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.seat": "{", "b.seat": "", "c.seat": `{"url":"x"}`, "notes.txt": "x"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := client.OpenStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Save(here, wire.Seat{Name: "yu"}, token); err != nil {
		t.Fatal(err)
	}
	if all, err := s.List(); err != nil || len(all) != 1 {
		t.Errorf("%v, %v", all, err)
	}
}

func TestAFolderThatCannotBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := client.OpenStore(file)
	if p := client.Explain(err); p.Exit != 2 || p.Do == "" {
		t.Errorf("a file for a folder: %+v", p)
	}
	s, err := client.OpenStore(filepath.Join(file, "below"))
	if err != nil {
		t.Fatal(err)
	}
	err = s.Save(here, wire.Seat{Name: "yu"}, token)
	if p := client.Explain(err); err == nil || p.Exit != 2 || !strings.Contains(p.What, "cannot be kept") || p.Do == "" || strings.Contains(p.Error(), secret) {
		t.Errorf("below a file: %+v", p)
	}
}

func TestManyProgramsSaveAtOnce(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			s, err := client.OpenStore(dir)
			if err != nil {
				t.Error(err)
				return
			}
			for _, name := range []string{"a", "b", "c", "d"} {
				if err := s.Save(here, wire.Seat{Name: name}, token); err != nil {
					t.Error(err)
				}
				if got, err := s.Token(here, name); err != nil || got != token {
					t.Errorf("%s: %v, %v", name, got, err)
				}
			}
		})
	}
	wg.Wait()
	if files, err := os.ReadDir(dir); err != nil || len(files) != 4 {
		t.Errorf("%d files, %v", len(files), err)
	}
}

func TestReadTokenFile(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	if got, err := client.ReadTokenFile(write("good", token+"\n", 0o600)); err != nil || got != token {
		t.Errorf("%v, %v", got, err)
	}
	for path, says := range map[string]string{
		write("blank", " \n", 0o600):                       "holds no token",
		write("two", token+" "+token, 0o600):               "holds no token",
		write("large", strings.Repeat(token, 4000), 0o600): "too large",
		filepath.Join(dir, "none"):                         "does not exist",
		dir:                                                "it is a folder",
	} {
		_, err := client.ReadTokenFile(path)
		if p := client.Explain(err); err == nil || p.Exit != 2 || !strings.Contains(p.What, says) || p.Do == "" || strings.Contains(p.Error(), secret) {
			t.Errorf("%s: %+v", path, p)
		}
	}
	if runtime.GOOS == "windows" {
		return
	}
	for _, mode := range []os.FileMode{0o644, 0o640, 0o604, 0o620} {
		path := write("open", token, 0o600)
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		_, err := client.ReadTokenFile(path)
		if p := client.Explain(err); err == nil || p.Exit != 2 || !strings.Contains(p.What, "other users") {
			t.Errorf("%v: %+v", mode, p)
		}
	}
}
