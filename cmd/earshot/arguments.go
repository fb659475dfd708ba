package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// takes is the check of a command that takes so many arguments; most below 0 is no bound. What the first
// ones are is said where they are missing.
func takes(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return usage(fmt.Sprintf("%q needs %s.", cmd.CommandPath(), what), "Usage: "+cmd.UseLine()+".")
		case most >= 0 && len(args) > most:
			return usage(fmt.Sprintf("%q takes no %q.", cmd.CommandPath(), args[most]), "Usage: "+cmd.UseLine()+".")
		}
		return nil
	}
}

// wrongFlag says in a sentence what is wrong with a flag.
func wrongFlag(cmd *cobra.Command, err error) error {
	do := fmt.Sprintf("See %q.", cmd.CommandPath()+" --help")
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var wrong *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() != "":
		return unreadable(err, fmt.Sprintf("%q has no flag -%s.", cmd.CommandPath(), unknown.GetSpecifiedName()), do)
	case errors.As(err, &unknown):
		return unreadable(err, fmt.Sprintf("%q has no flag --%s.", cmd.CommandPath(), concealed(unknown.GetSpecifiedName())), nearFlag(cmd, unknown.GetSpecifiedName())+do)
	case errors.As(err, &bare):
		name, _ := pflag.UnquoteUsage(bare.GetFlag())
		return unreadable(err, fmt.Sprintf("--%s needs a value.", bare.GetFlag().Name), strings.TrimSpace(fmt.Sprintf("Write --%s %s.", bare.GetFlag().Name, strings.ToUpper(name))))
	case errors.As(err, &wrong):
		kind, write := flagKind(wrong.GetFlag())
		return unreadable(err, fmt.Sprintf("--%s %q is no %s.", wrong.GetFlag().Name, wrong.GetValue(), kind), write)
	}
	return unreadable(err, sentence(err), do)
}

// flagKind says what a flag takes, and how that is written.
func flagKind(f *pflag.Flag) (kind, write string) {
	switch f.Value.Type() {
	case "duration":
		return "length of time", "Write it like 500ms, 10s or 1h30m."
	case "int", "int64":
		return "whole number", "Write it like 12."
	case "uint", "uint64":
		return "whole number from 0 on", "Write it like 12."
	case "float64":
		return "number", "Write it like 1.25."
	case "bool":
		return "yes or no", fmt.Sprintf("Write --%s, or --%s=false.", f.Name, f.Name)
	}
	return f.Value.Type(), fmt.Sprintf("See --help for what --%s takes.", f.Name)
}

// noneNegative refuses numbers and lengths of time below zero, which no flag has a use for.
func noneNegative(cmd *cobra.Command) error {
	var wrong error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Value.Type() {
		case "duration", "int", "int64", "float64":
			if strings.HasPrefix(f.Value.String(), "-") {
				_, write := flagKind(f)
				wrong = usage(fmt.Sprintf("--%s cannot be negative.", f.Name), write)
			}
		}
	})
	return wrong
}

// nearFlag suggests the flag that a mistyped one begins like or is a beginning of.
func nearFlag(cmd *cobra.Command, name string) string {
	near := ""
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if near == "" && !f.Hidden && (strings.HasPrefix(f.Name, name) || len(f.Name) > 2 && strings.HasPrefix(name, f.Name) || closeTo(f.Name, name)) {
			near = f.Name
		}
	})
	if near == "" {
		return ""
	}
	return fmt.Sprintf("Did you mean --%s? ", near)
}

// closeTo tells whether two words differ in one letter that is changed, missing or swapped with its
// neighbour.
func closeTo(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 || len(a) < 3 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch {
	case len(a) < len(b):
		return a[i:] == b[i+1:]
	case i == len(a) || a[i+1:] == b[i+1:]:
		return true
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}
