package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// editText prepares the person's own editor on a text: the one in VISUAL or EDITOR, else vi. The text
// goes through a file that only the user can read and that is removed when the result is read.
func (p process) editText(text string) (tea.ExecCommand, func() (string, error), error) {
	editor := strings.Fields(p.env("VISUAL"))
	if len(editor) == 0 {
		editor = strings.Fields(p.env("EDITOR"))
	}
	if len(editor) == 0 {
		editor = []string{"vi"}
	}
	file, err := os.CreateTemp("", "earshot-*.txt")
	if err != nil {
		return nil, nil, fmt.Errorf("make a file for %s: %w", editor[0], err)
	}
	_, err = file.WriteString(text)
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err != nil {
		_ = os.Remove(file.Name())
		return nil, nil, fmt.Errorf("make a file for %s: %w", editor[0], err)
	}
	read := func() (string, error) {
		defer os.Remove(file.Name())
		data, err := os.ReadFile(file.Name())
		if err != nil {
			return "", fmt.Errorf("read what %s wrote: %w", editor[0], err)
		}
		return string(data), nil
	}
	return &editing{exec.Command(editor[0], append(editor[1:], file.Name())...)}, read, nil
}

// editing is an editor that takes over the terminal.
type editing struct{ *exec.Cmd }

// SetStdin, SetStdout and SetStderr hand the terminal over.
func (e *editing) SetStdin(r io.Reader)  { e.Stdin = r }
func (e *editing) SetStdout(w io.Writer) { e.Stdout = w }
func (e *editing) SetStderr(w io.Writer) { e.Stderr = w }
