package shape

import "testing"

func TestPath(t *testing.T) {
	yes := []string{"lib/rate-limit.ts", "app/api/", "./x", "../x", "~/notes", "/etc/hosts", "/api/messages", "README.md", "feat/rate-limit",
		`C:\tmp\x`, "src/*.go", "a/b/c", ".github/workflows", "データ/一覧.csv", "main.go", "@scope/pkg"}
	no := []string{"", "/", "and/or", "n/a", "12/12", "3/4", "60/min", "10.0.0.7:6379", "1.2", "v1.2.3", "https://x.test/a", "a//b",
		"word", "done.", "...", "req/min", "10.0.0.0/8", "-/-", "a b/c"}
	for _, s := range yes {
		if !Path(s) {
			t.Errorf("Path(%q) = false", s)
		}
	}
	for _, s := range no {
		if Path(s) {
			t.Errorf("Path(%q) = true", s)
		}
	}
}

func TestHash(t *testing.T) {
	for s, want := range map[string]bool{"3f9a2c1": true, "3F9A2C1": true, "1234567": false, "abcdefa": false, "3f9a2c": false, "3f9a2g1": false,
		"da39a3ee5e6b4b0d3255bfef95601890afd80709": true, "da39a3ee5e6b4b0d3255bfef95601890afd807090": false} {
		if Hash(s) != want {
			t.Errorf("Hash(%q) = %v", s, !want)
		}
	}
	if !LongHash("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855") {
		t.Error("a SHA-256 digest is a long hash")
	}
}

func TestURL(t *testing.T) {
	for s, want := range map[string]bool{"https://a.test/x": true, "HTTP://a": true, "http://": false, "ftp://a": false, "https:///x": false, "http://[::1]:80": true} {
		if URL(s) != want {
			t.Errorf("URL(%q) = %v", s, !want)
		}
	}
}

func TestTrim(t *testing.T) {
	for s, want := range map[string]string{"(lib/x.ts),": "lib/x.ts", "`a`": "a", "<https://x.test>.": "https://x.test", "...": "", "“x”": "x"} {
		if got := Trim(s); got != want {
			t.Errorf("Trim(%q) = %q, want %q", s, got, want)
		}
	}
}
