//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"earshot/tui/tuitest"
)

// transcript writes messages into a file under the terminal's home.
func (p *pane) transcript(name string, bodies ...[2]string) {
	p.t.Helper()
	var lines strings.Builder
	at := time.Date(2026, 9, 17, 9, 0, 0, 0, time.UTC)
	for i, body := range bodies {
		line, err := json.Marshal(map[string]any{
			"sequence": i + 1, "id": fmt.Sprint("msg_", i+1), "content": body[1], "created_at": at.Add(time.Duration(i) * time.Minute),
			"sender": map[string]string{"member_id": "i_" + body[0], "name": body[0]},
		})
		if err != nil {
			p.t.Fatal(err)
		}
		lines.Write(line)
		lines.WriteByte('\n')
	}
	if err := os.WriteFile(filepath.Join(p.home, name), []byte(lines.String()), 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// ruled checks that the panes stand side by side: the rule between them is in one column from the
// title row down, where no sentence lies over it.
func (p *pane) ruled(s size, what string) {
	p.t.Helper()
	p.until(what+": the rule stands in one column", func(screen string) bool {
		rows := strings.Split(strings.TrimSuffix(screen, "\n"), "\n")
		column := s.width - max(s.width*36/100, 34) - 1
		for _, row := range rows[1 : s.height-4] {
			if at := cell(row, column); at != "│" && at != "┬" {
				return false
			}
		}
		return true
	})
}

// cell is what stands in a column of a row as tmux copies it: a wide character once, marks with what
// they stand on.
func cell(row string, column int) string {
	x := 0
	for _, r := range row {
		if x == column {
			return string(r)
		}
		x += cells(r)
	}
	return ""
}

// cells is how many columns a character takes in tmux: only those that these journeys write matter.
func cells(r rune) int {
	switch {
	case r == 0x200d, r == 0xfe0f, r == 0x20e3, r >= 0x300 && r < 0x370, r == 0x0e31, r >= 0x0e34 && r <= 0x0e3a, r >= 0x0e47 && r <= 0x0e4e, r == 0x093f-1, r == 0x094d, r == 0x0947:
		return 0
	case r >= 0x1100 && r < 0x1160, r >= 0x2e80 && r < 0xa4d0, r >= 0xac00 && r < 0xd7a4, r >= 0xff00 && r < 0xff61, r >= 0x1f300 && r < 0x1fb00:
		return 2
	}
	return 1
}

// What messages, names and topics hold does nothing to a real terminal: each text stands alone with
// the sign of what it was, the panes stay where they are, nothing is coloured by it, the title and
// the shell's input are untouched.
func TestHostileTextInARealTerminal(t *testing.T) {
	s := size{110, 30}
	p := open(t, s, "NO_COLOR=1")
	texts := tuitest.HostileTexts()
	texts = append(texts, tuitest.Hostile{Name: "letters that combine", Raw: "EVIL नमस्ते กำ x", Sign: "EVIL "})
	for i, evil := range texts {
		name := evil.Raw[:min(len(evil.Raw), 300)]
		file := fmt.Sprintf("evil-%d\x1b]0;EVIL\a.jsonl", i)
		p.transcript(file, [2]string{"worker", evil.Raw}, [2]string{name, "v1 request " + strings.Join(strings.Fields(name), "-") + " to yu n=1\nask " + name})
		p.command("clear; echo; cd; earshot evil-" + fmt.Sprint(i) + "*.jsonl --as yu; echo exit-$?")
		p.shows("● ended", "needs you")
		p.keys("g")
		sign := evil.Sign
		if at := strings.IndexFunc(sign, func(r rune) bool { return r > 0x2000 && r != '\ufffd' }); at > 0 {
			sign = sign[:at]
		}
		p.shows(sign)
		if evil.Name != "emoji" { // which tmux copies otherwise than it draws them
			p.ruled(s, evil.Name)
		}
		p.whole(s, "● ended", "help", evil.Name)
		p.keys("Enter")
		p.shows("in detail", "as sent")
		p.whole(s, "● ended", "close", evil.Name+" in detail")
		if found := colour.FindString(p.coloured()); found != "" {
			t.Errorf("%s: the screen has %q", evil.Name, found)
		}
		if title := p.flag("pane_title"); strings.Contains(title, "EVIL") {
			t.Errorf("%s: the title is %q", evil.Name, title)
		}
		p.keys("Escape")
		p.hides("in detail")
		p.keys("q")
		p.exitCode(0)
		// Had the terminal been made to answer, the answer would stand at the prompt now.
		p.prompt()
		if screen := strings.TrimRight(p.screen(), "\n "); !strings.HasSuffix(screen, "\nready>") {
			t.Errorf("%s: something was typed:\n%s", evil.Name, screen)
		}
	}
	if out := p.tmux("list-buffers"); strings.TrimSpace(out) != "" {
		t.Errorf("something was copied: %q", out)
	}
	p.givenBack()
}

// Emoji that this terminal's tables do not know are replaced unless they are asked for, and leave
// what stands behind them in its place.
func TestNewEmojiLeaveTheRowsWhole(t *testing.T) {
	s := size{110, 24}
	p := open(t, s)
	p.transcript("emoji.jsonl", [2]string{"worker", "goose \U0001fabf face \U0001fae0 tuba \U0001fa75 end"}, [2]string{"lead", "plain 🙂 end"})
	p.command("cd; earshot emoji.jsonl --as yu; echo exit-$?")
	p.shows("● ended", "goose ▯  face ▯  tuba ▯  end")
	p.ruled(s, "new emoji")
	p.keys("q")
	p.exitCode(0)
	if err := os.MkdirAll(filepath.Join(p.home, ".config", "earshot"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(p.home, ".config", "earshot", "config.toml"), []byte("emoji = \"plain\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.transcript("emoji.jsonl", [2]string{"worker", "goose \U0001fabf end"}, [2]string{"lead", "family 👨‍👩‍👧‍👦 thumb 👍🏽 sign ⚠️ flag 🇩🇪 end"})
	p.command("clear; earshot config | grep emoji; earshot emoji.jsonl --as yu; echo exit-$?")
	p.shows("● ended", "goose ▯ ", "thumb 👍+", "sign ⚠ flag DE end")
	p.ruled(s, "plain emoji")
	p.keys("q")
	p.exitCode(0)
	p.shows("emoji = 'plain'")
	p.givenBack()
}
