package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"earshot/client"
	"earshot/client/wire"
	"earshot/cmd/internal/demo"
	"earshot/tui"
)

// keyToView feeds a model with a room of so many messages and says how long it takes from a key to the finished
// view, and how much memory a message takes.
func keyToView(_ context.Context, o *output, size int) error {
	messages := slices.Collect(demo.Generate(1, size))
	before := heap() // the model keeps texts of its own beside those of the messages
	model := bigModel(messages)
	after := heap()
	runtime.KeepAlive(messages)
	fmt.Fprintf(o.out, "memory of a message on top of its %d bytes on average: %d bytes\n", meanSize(messages), (int64(after)-int64(before))/int64(size)-int64(meanSize(messages)))
	var took []time.Duration
	for _, key := range keysToTime() {
		began := cpuTime()
		next, _ := model.Update(key)
		next.(*tui.Model).View()
		took = append(took, cpuTime()-began)
	}
	figure(o, fmt.Sprintf("key to finished view in CPU, room of %d messages (goal under 1 ms)", size), took)
	return nil
}

// bigModel is a model that shows a room with the messages.
func bigModel(messages []wire.Message) *tui.Model {
	now := messages[len(messages)-1].CreatedAt
	model := tui.New(tui.Options{
		Rooms: []tui.Room{{Name: demo.Room, As: demo.Yu}},
		Now:   func() time.Time { return now },
	})
	var m tea.Model = model
	m.Init()
	m, _ = m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	m, _ = m.Update(tui.Events(0, []client.Event{client.Welcomed{Room: wire.Room{ID: demo.Room, Name: demo.Room}, LastSequence: messages[len(messages)-1].Sequence}}))
	for page := range slices.Chunk(messages, wire.PageMessages) {
		m, _ = m.Update(tui.Events(0, []client.Event{client.Messages{Messages: page, Backlog: true}}))
	}
	m, _ = m.Update(tui.Events(0, []client.Event{client.Status{State: client.StateLive, Since: now}}))
	m.View()
	return m.(*tui.Model)
}

// keysToTime are what a reader presses, over and over.
func keysToTime() []tea.KeyPressMsg {
	round := []tea.KeyPressMsg{
		{Code: 'k', Text: "k"}, {Code: tea.KeyUp}, {Code: tea.KeyPgUp}, {Code: '[', Text: "["}, {Code: '{', Text: "{"},
		{Code: tea.KeyPgUp}, {Code: 'g', Text: "g"}, {Code: tea.KeyPgDown}, {Code: 'j', Text: "j"}, {Code: tea.KeyDown},
		{Code: ']', Text: "]"}, {Code: 'G', Text: "G"}, {Code: '2', Text: "2"}, {Code: '1', Text: "1"},
	}
	var keys []tea.KeyPressMsg
	for range 50 {
		keys = append(keys, round...)
	}
	return keys
}

// heap is how many bytes are in use once what can be freed is freed.
func heap() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

func meanSize(messages []wire.Message) int {
	sum := 0
	for _, m := range messages {
		sum += len(m.Content)
	}
	return sum / len(messages)
}
