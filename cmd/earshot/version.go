package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// newVersion prints what the binary was built from.
func newVersion(p process) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version of this program",
		Args:  takes(0, 0, ""),
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return writeJSON(p.out, map[string]string{"version": builtFrom(), "go": runtime.Version()})
			}
			_, err := fmt.Fprintln(p.out, "earshot", builtFrom())
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	return cmd
}

// builtFrom names the module's version, or the commit where the build knows it.
func builtFrom() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	version := info.Main.Version
	if version == "" || version == "(devel)" {
		version = "devel"
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" && len(setting.Value) >= 12 && version == "devel" {
			version += " " + setting.Value[:12]
		}
	}
	return version
}
