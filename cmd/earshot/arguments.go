package main

import (
	"errors"
	"fmt"
	"slices"
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

// fromOne marks a flag that takes a number above 0: its absence, not 0, leaves it out.
func fromOne(flags *pflag.FlagSet, names ...string) {
	for _, name := range names {
		flags.Lookup(name).Annotations = map[string][]string{positive: nil}
	}
}

// positive is the annotation of a flag that fromOne marks.
const positive = "earshot_positive"

// worthwhile refuses values that no flag has a use for. An empty text would be taken for a flag that was not
// given, and a script whose variable is not set would lose what the flag is for unseen; numbers and lengths of
// time are not below zero, and not infinite.
func worthwhile(cmd *cobra.Command) error {
	var wrong error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		kind, write := flagKind(f)
		_, above := f.Annotations[positive]
		switch value := f.Value.String(); f.Value.Type() {
		case "string":
			if strings.TrimSpace(value) == "" {
				name, _ := pflag.UnquoteUsage(f)
				wrong = usage(fmt.Sprintf("--%s is empty.", f.Name), fmt.Sprintf("Write --%s %s, or leave it out.", f.Name, strings.ToUpper(name)))
			}
		case "stringArray":
			if slices.Contains(f.Value.(pflag.SliceValue).GetSlice(), "") {
				wrong = usage(fmt.Sprintf("--%s is empty.", f.Name), "Give it a value, or leave it out.")
			}
		case "duration", "int", "int64", "float64":
			number := strings.TrimRight(value, "s") // of a length of time: its zero is 0s
			switch {
			case strings.HasPrefix(value, "-") && !strings.HasPrefix(value, "-Inf"):
				wrong = usage(fmt.Sprintf("--%s cannot be negative.", f.Name), write)
			case strings.HasSuffix(value, "Inf") || value == "NaN":
				wrong = usage(fmt.Sprintf("--%s %s is no %s.", f.Name, value, kind), write)
			case above && number == "0":
				wrong = usage(fmt.Sprintf("--%s 0 says nothing.", f.Name), fmt.Sprintf("Give --%s a number above 0, or leave it out.", f.Name))
			}
		}
	})
	return wrong
}

// worthwhileArguments refuses an argument that is empty, which is a script's empty variable, and standard input
// given twice, which can be read once.
func worthwhileArguments(cmd *cobra.Command, args []string) error {
	stdin := 0
	for _, arg := range args {
		if strings.TrimSpace(arg) == "" {
			return usage(fmt.Sprintf("An argument of %q is empty.", cmd.CommandPath()), "Usage: "+cmd.UseLine()+".")
		}
		if arg == "-" {
			stdin++
		}
	}
	if stdin > 1 {
		return usage("Standard input is named twice, and can be read once.", "Name it once.")
	}
	return nil
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
