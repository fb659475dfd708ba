package main

import (
	"bytes"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"earshot/convention/scp"
)

// What the help shows of SCP.
const (
	exampleDictionary = `  {"version":"1","fields":{"action":"A","target":"X"},
   "values":{"action":{"deploy":"1","roll back":"2"},"target":{"limiter":"7"}}}`
	examplePayload = `{"action":"roll back","target":"limiter"}`
	exampleBody    = `A2:X7`
)

func newSCP(p process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "scp",
		Short: "Write and read SCP bodies with a dictionary",
		Long: `scp writes a JSON object of strings as a body of short ids and reads it back, by a dictionary that both ends
hold. A dictionary is a file of JSON: a version, an id for each field, and for each field the ids of its values, as in
` + exampleDictionary + `
With it, encode makes ` + examplePayload + ` ` + exampleBody + `, and decode makes that of it again.`,
	}
	cmd.AddCommand(
		newCodec(p, "encode", "Write a JSON payload from standard input or a file as SCP",
			func(d *scp.Dictionary, in []byte) ([]byte, error) {
				body, err := d.Encode(in)
				return []byte(body), err
			}),
		newCodec(p, "decode", "Read an SCP body from standard input or a file as JSON",
			func(d *scp.Dictionary, in []byte) ([]byte, error) { return d.Decode(string(bytes.TrimSpace(in))) }),
		newSCPBench(p),
	)
	return cmd
}

// newCodec is one direction of the codec. The dictionary's version is told with every run.
func newCodec(p process, name, does string, convert func(*scp.Dictionary, []byte) ([]byte, error)) *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use:   name + " [FILE]",
		Short: does,
		Args:  takes(0, 1, ""),
		RunE: func(cmd *cobra.Command, args []string) error {
			dictionary, err := loadDictionary(path)
			if err != nil {
				return err
			}
			file := "-"
			if len(args) > 0 {
				file = args[0]
			}
			data, err := readAll(cmd.Context(), file, p.in)
			if err != nil {
				return err
			}
			out, err := convert(dictionary, data)
			if err != nil {
				return unreadable(err, sentence(err), "Compare the text with the dictionary "+path+".")
			}
			say(p.err, "Dictionary "+path+" is version "+dictionary.Version()+".")
			_, err = fmt.Fprintln(p.out, plainText(string(out)))
			return err
		},
	}
	cmd.Flags().StringVar(&path, "dict", "", "the dictionary `FILE`")
	return cmd
}

func loadDictionary(path string) (*scp.Dictionary, error) {
	if path == "" {
		return nil, usage("No dictionary is named.", "Give one with --dict FILE; \"earshot scp --help\" shows what it holds.")
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, unreadable(err, fmt.Sprintf("The dictionary %s cannot be read: %v.", path, cause(err)), "Check the path given with --dict.")
	}
	defer file.Close()
	dictionary, err := scp.Load(file)
	if err != nil {
		return nil, unreadable(err, fmt.Sprintf("The dictionary %s cannot be used: %v.", path, err), "Mend the file; \"earshot scp --help\" shows what it holds.")
	}
	return dictionary, nil
}
