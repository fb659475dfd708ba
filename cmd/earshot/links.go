package main

import (
	"fmt"
	"net/url"
	"os/exec"
)

// opener is the platform's program that opens a link, and its arguments before the link; "" where
// there is no desktop to open it on.
func opener(platform string, env func(string) string) (program string, args []string) {
	switch platform {
	case "darwin":
		return "open", nil
	case "windows":
		return "rundll32", []string{"url.dll,FileProtocolHandler"}
	}
	if env("DISPLAY") == "" && env("WAYLAND_DISPLAY") == "" {
		return "", nil
	}
	return "xdg-open", nil
}

// linkOpener hands links to the platform's opener; nil where there is none. Links come from other
// people's messages: whatever is not plainly http or https is refused, and no shell reads them.
func (p process) linkOpener(platform string) func(link string) error {
	program, args := opener(platform, p.env)
	if program == "" {
		return nil
	}
	return func(link string) error {
		u, err := url.Parse(link)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return fmt.Errorf("%q is no http or https link", link)
		}
		command := exec.Command(program, append(args, u.String())...)
		if err := command.Start(); err != nil {
			return fmt.Errorf("open the link with %s: %w", program, err)
		}
		go func() { _ = command.Wait() }() // an opener's end is its own matter; it is only reaped
		return nil
	}
}
