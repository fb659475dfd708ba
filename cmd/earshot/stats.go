package main

import "github.com/spf13/cobra"

func newStats(p process) *cobra.Command { return &cobra.Command{Use: "stats"} }
