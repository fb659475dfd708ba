package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxTemplate bounds a template file, in bytes: the largest message a room takes.
const maxTemplate = 32 << 10

// loadTemplates reads the message templates of the config folder: the files templates/NAME.txt. What
// cannot be read is left out and comes back as one sentence.
func (f folders) loadTemplates() (map[string]string, error) {
	if f.config == "" {
		return nil, nil
	}
	dir := below(f.config, "templates")
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the templates in %s cannot be read: %w", dir, cause(err))
	}
	templates, left := map[string]string{}, []string{}
	for _, entry := range entries {
		name, isText := strings.CutSuffix(entry.Name(), ".txt")
		if !isText || entry.IsDir() {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil || len(data) > maxTemplate {
			left = append(left, entry.Name())
			continue
		}
		templates[name] = string(data)
	}
	if len(left) > 0 {
		return templates, fmt.Errorf("templates in %s that cannot be read or are larger than %d KiB were left out: %s", dir, maxTemplate>>10, strings.Join(left, ", "))
	}
	return templates, nil
}
