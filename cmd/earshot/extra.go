//go:build !e2e

package main

import "github.com/spf13/cobra"

// extraCommands are none in the program that people get.
func extraCommands(process) []*cobra.Command { return nil }
