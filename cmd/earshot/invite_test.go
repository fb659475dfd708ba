package main

import (
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// curlLine is a request as the text for curl writes it.
var curlLine = regexp.MustCompile(`(?m)^    curl -sS (-X POST )?'?(\S+?)'? -H (.*)$`)

// An agent that does what the text for curl says sits in the room, reads, waits, posts, and is told what it
// owes.
func TestAnAgentFollowsTheTextForCurl(t *testing.T) {
	said := serving(t)
	p, out, told := bench(strings.NewReader(""))
	p.env = func(name string) string { return map[string]string{tokenEnv: said.Rooms[0].Operator}[name] }
	if code := run(t.Context(), []string{"invite", said.Rooms[0].URL, "--for", "curl", "--name", "scout"}, p); code != exitFine {
		t.Fatalf("exit code %d; it says %s", code, told)
	}
	token := ""
	var answers []string
	lines := curlLine.FindAllStringSubmatch(out.String(), -1)
	for _, line := range lines {
		method, body := http.MethodGet, ""
		if line[1] != "" {
			method = http.MethodPost
			_, body, _ = strings.Cut(line[3], " -d '")
			body = strings.TrimSuffix(body, "'")
		}
		request, err := http.NewRequestWithContext(t.Context(), method, strings.Replace(line[2], "timeout=25", "timeout=0", 1), strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		for _, header := range regexp.MustCompile(`["']([A-Z][A-Za-z-]+): ([^"']+)["']`).FindAllStringSubmatch(strings.NewReplacer("$TOKEN", token, "$(uuidgen)", uuid.NewString()).Replace(line[3]), -1) {
			request.Header.Set(header[1], header[2])
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(response.Body)
		_ = response.Body.Close() // it was only read
		if err != nil || response.StatusCode > 299 {
			t.Fatalf("%s is answered %d %s, %v", line[0], response.StatusCode, data, err)
		}
		answers = append(answers, string(data))
		var joined struct {
			Token string `json:"member_token"`
		}
		if json.Unmarshal(data, &joined) == nil && joined.Token != "" {
			token = joined.Token
		}
	}
	if len(answers) != 4 || !strings.Contains(answers[0], `"name":"scout"`) || !strings.Contains(answers[1], `"text":"v1 brief`) ||
		!strings.Contains(answers[3], `"diagnostics":[]`) {
		t.Errorf("answers %q", answers)
	}
}
