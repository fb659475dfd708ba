package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"earshot/convention/scp"
	"earshot/convention/tokens"
)

// newSCPBench counts what a payload costs as SCP, as JSON and as prose.
func newSCPBench(p process) *cobra.Command {
	var dictionary, encoding string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "bench [FILE]",
		Short: "Count a payload as SCP, as JSON and as prose",
		Long: `bench counts the tokens of one payload in English, Russian, Arabic, Japanese and Hindi: as prose, as compact
JSON with its values in that language, and as SCP, whose ids are the same in every language. With --dict it
counts a payload of your own, from a file or standard input, as JSON and as SCP.`,
		Args: takes(0, 1, ""),
		RunE: func(cmd *cobra.Command, args []string) error {
			counter, err := loadCounter(encoding)
			if err != nil {
				return err
			}
			rows, err := benchRows(cmd.Context(), p, dictionary, args, counter)
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(p.out, scpBenchJSON{encoding, rows})
			}
			return writeBench(p.out, encoding, rows)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&dictionary, "dict", "", "the dictionary `FILE` of a payload of your own")
	flags.StringVar(&encoding, "encoding", string(tokens.O200k), "the `NAME` of the vocabulary: "+strings.Join(encodings(), " or "))
	flags.BoolVar(&asJSON, "json", false, "print one JSON document")
	return cmd
}

// The JSON of scp bench. Field names are stable.
type (
	scpBenchJSON struct {
		Encoding string       `json:"encoding"`
		Rows     []scpRowJSON `json:"rows"`
	}
	scpRowJSON struct {
		Language string `json:"language,omitempty"`
		Prose    int    `json:"prose,omitempty"`
		JSON     int    `json:"json"`
		SCP      int    `json:"scp"`
		Stack    string `json:"stack"`
	}
)

func benchRows(ctx context.Context, p process, dictionary string, args []string, counter *tokens.Counter) ([]scpRowJSON, error) {
	if dictionary == "" {
		if len(args) > 0 {
			return nil, usage("A payload of your own needs its dictionary.", "Give one with --dict FILE.")
		}
		return benchLanguages(counter)
	}
	d, err := loadDictionary(dictionary)
	if err != nil {
		return nil, err
	}
	file := "-"
	if len(args) > 0 {
		file = args[0]
	}
	payload, err := readAll(ctx, file, p.in)
	if err != nil {
		return nil, err
	}
	row, err := benchRow(d, payload, counter)
	if err != nil {
		return nil, unreadable(err, sentence(err), "Compare the payload with the dictionary "+dictionary+".")
	}
	return []scpRowJSON{row}, nil
}

// benchRow counts a payload as compact JSON and as SCP, which has to read back as what it was.
func benchRow(d *scp.Dictionary, payload []byte, counter *tokens.Counter) (scpRowJSON, error) {
	stack, err := d.Encode(payload)
	if err != nil {
		return scpRowJSON{}, err
	}
	if _, err := d.Decode(stack); err != nil {
		return scpRowJSON{}, err
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, payload); err != nil {
		return scpRowJSON{}, fmt.Errorf("compact the payload: %w", err)
	}
	return scpRowJSON{JSON: counter.Count(compact.String()), SCP: counter.Count(stack), Stack: stack}, nil
}

// spoken is one message in one language: the sentence, and the values of its fields.
type spoken struct{ language, sentence, system, action, target, reason string }

// sayings are one message in five languages.
func sayings() []spoken {
	return []spoken{
		{"English", "The deploy system should restart the payment queue because connections are refused.",
			"deploy system", "restart", "payment queue", "connections refused"},
		{"Russian", "Системе развёртывания следует перезапустить очередь платежей, потому что соединения отклоняются.",
			"система развёртывания", "перезапустить", "очередь платежей", "соединения отклоняются"},
		{"Arabic", "ينبغي لنظام النشر أن يعيد تشغيل قائمة انتظار المدفوعات لأن الاتصالات مرفوضة.",
			"نظام النشر", "إعادة التشغيل", "قائمة انتظار المدفوعات", "الاتصالات مرفوضة"},
		{"Japanese", "接続が拒否されているため、デプロイシステムは支払いキューを再起動する必要があります。",
			"デプロイシステム", "再起動", "支払いキュー", "接続拒否"},
		{"Hindi", "परिनियोजन प्रणाली को भुगतान कतार पुनः आरंभ करनी चाहिए क्योंकि कनेक्शन अस्वीकार किए जा रहे हैं।",
			"परिनियोजन प्रणाली", "पुनः आरंभ", "भुगतान कतार", "कनेक्शन अस्वीकृत"},
	}
}

// dictionary gives the message's values the same ids in every language.
func (s spoken) dictionary() (*scp.Dictionary, error) {
	quoted := func(text string) string {
		quoted, _ := json.Marshal(text) // a string has an encoding
		return string(quoted)
	}
	return scp.Load(strings.NewReader(fmt.Sprintf(
		`{"version":"1","fields":{"system":"P","action":"A","target":"X","reason":"R"},
		"values":{"system":{%s:"1"},"action":{%s:"2"},"target":{%s:"0"},"reason":{%s:"4"}}}`,
		quoted(s.system), quoted(s.action), quoted(s.target), quoted(s.reason))))
}

// benchLanguages counts the message in every language.
func benchLanguages(counter *tokens.Counter) ([]scpRowJSON, error) {
	var rows []scpRowJSON
	for _, s := range sayings() {
		d, err := s.dictionary()
		if err != nil {
			return nil, fmt.Errorf("bench %s: %w", s.language, err)
		}
		var payload bytes.Buffer
		err = writeJSON(&payload, struct {
			System string `json:"system"`
			Action string `json:"action"`
			Target string `json:"target"`
			Reason string `json:"reason"`
		}{s.system, s.action, s.target, s.reason})
		if err != nil {
			return nil, fmt.Errorf("bench %s: %w", s.language, err)
		}
		row, err := benchRow(d, payload.Bytes(), counter)
		if err != nil {
			return nil, fmt.Errorf("bench %s: %w", s.language, err)
		}
		row.Language, row.Prose = s.language, counter.Count(s.sentence)
		rows = append(rows, row)
	}
	return rows, nil
}

// writeBench writes the counts as a table, with how many times as much as SCP each form costs.
func writeBench(w io.Writer, encoding string, rows []scpRowJSON) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(table, "prose\tJSON\tSCP\tprose/SCP\tJSON/SCP\t  tokens in %s\n", encoding)
	for _, r := range rows {
		prose, times := "–", "–"
		if r.Prose > 0 {
			prose, times = fmt.Sprint(r.Prose), fmt.Sprintf("%.2f", float64(r.Prose)/float64(r.SCP))
		}
		name := r.Language
		if name == "" {
			name = plainText(r.Stack)
		}
		fmt.Fprintf(table, "%s\t%d\t%d\t%s\t%.2f\t  %s\n", prose, r.JSON, r.SCP, times, float64(r.JSON)/float64(r.SCP), name)
	}
	return table.Flush()
}
