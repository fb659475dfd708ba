package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	toml "github.com/pelletier/go-toml/v2"
	"github.com/spf13/cobra"

	"earshot/tui"
)

// newConfig prints where things are kept and which settings are in force, as a config file would
// say them.
func newConfig(p process) *cobra.Command {
	return &cobra.Command{
		Use:   "config",
		Short: "Print the paths and the settings in force",
		Long:  "config prints where things are kept and the settings in force; it exits 1 where the config file is not used, or keys in it clash.",
		Args:  takes(0, 0, ""),
		RunE: func(*cobra.Command, []string) error {
			path := p.configPath("")
			s, problem := loadSettings(path)
			if problem != nil {
				say(p.err, problem.Error())
			}
			text, err := toml.Marshal(s)
			if err != nil {
				return fmt.Errorf("write the settings: %w", err)
			}
			if _, err = fmt.Fprintf(p.out, "# config file: %s\n# drafts, marks and seats: %s\n# room history: %s\n\n%s",
				path, p.folders.stateFolder(), p.folders.cacheFolder(), text); err != nil {
				return err
			}
			if err := listKeys(p.out, s.Keys); err != nil {
				return err
			}
			clashes := keyProblems(path, s.Keys)
			for _, c := range clashes {
				say(p.err, c)
			}
			if problem != nil || len(clashes) > 0 {
				return errFound
			}
			return nil
		},
	}
}

// listKeys writes the bindings that nobody has rebound as comments behind the table of keys, so that their
// ids are found where they are needed.
func listKeys(w io.Writer, own map[string][]string) error {
	var b strings.Builder
	b.WriteString("# the other bindings; take away the # to rebind one\n")
	for _, k := range tui.Keys() {
		if _, rebound := own[k.ID]; rebound {
			continue
		}
		keys := make([]string, len(k.Keys))
		for i, key := range k.Keys {
			keys[i] = strconv.Quote(key)
		}
		fmt.Fprintf(&b, "# %s = [%s] # %s: %s\n", k.ID, strings.Join(keys, ", "), k.Place, k.Help)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// configPath is the config file in force: the one that a command was given, else the one that the
// program was given, else the one in the config folder.
func (p process) configPath(given string) string {
	if given == "" && p.config != nil {
		given = *p.config
	}
	if given != "" {
		return given
	}
	return p.folders.configFile()
}
