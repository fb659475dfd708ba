package main

import (
	"fmt"

	"earshot/tui"
)

// notify is what the person wants to be called for, and how; everything is off until it is asked for.
type notify struct {
	Arrived bool    `toml:"arrived" comment:"call when an ask to me arrives"`
	Due     bool    `toml:"due" comment:"call when an ask to me is due"`
	Default bool    `toml:"default" comment:"call when silence has decided an ask to me"`
	Bell    bool    `toml:"bell" comment:"call by the terminal's bell"`
	Desktop desktop `toml:"desktop" comment:"call by the terminal's notification: off, osc9 or osc777"`
	Title   bool    `toml:"title" comment:"keep the counts in the window's title"`
}

// shown is the choice as the interface takes it.
func (n notify) shown() tui.Notify {
	return tui.Notify{Arrived: n.Arrived, Due: n.Due, Default: n.Default, Bell: n.Bell, Desktop: n.Desktop.by, Title: n.Title}
}

// desktop is how the terminal is asked for a notification.
type desktop struct{ by tui.Desktop }

// desktops are the words of the config file.
func desktops() map[string]tui.Desktop {
	return map[string]tui.Desktop{"off": tui.NoDesktop, "osc9": tui.OSC9, "osc777": tui.OSC777}
}

func (d desktop) MarshalText() ([]byte, error) {
	for word, by := range desktops() {
		if by == d.by {
			return []byte(word), nil
		}
	}
	return nil, fmt.Errorf("no word for notification %d", d.by)
}

func (d *desktop) UnmarshalText(text []byte) error {
	by, known := desktops()[string(text)]
	if !known {
		return fmt.Errorf("there is no notification %q; write off, osc9 or osc777", text)
	}
	d.by = by
	return nil
}
