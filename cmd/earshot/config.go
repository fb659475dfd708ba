package main

import (
	"fmt"

	toml "github.com/pelletier/go-toml/v2"
	"github.com/spf13/cobra"
)

// newConfig prints where things are kept and which settings are in force, as a config file would
// say them.
func newConfig(p process) *cobra.Command {
	var file string
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Print the paths and the settings in force",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			path := p.configPath(file)
			s, problem := loadSettings(path)
			if problem != nil {
				say(p.err, problem.Error())
			}
			text, err := toml.Marshal(s)
			if err != nil {
				return fmt.Errorf("write the settings: %w", err)
			}
			_, err = fmt.Fprintf(p.out, "# config file: %s\n# drafts, marks and seats: %s\n# room history: %s\n\n%s",
				path, p.folders.stateFolder(), p.folders.cacheFolder(), text)
			return err
		},
	}
	cmd.Flags().StringVar(&file, "config", "", "another config `FILE`")
	return cmd
}

// configPath is the config file in force: the one given, else the one in the config folder.
func (p process) configPath(given string) string {
	if given != "" {
		return given
	}
	return p.folders.configFile()
}
