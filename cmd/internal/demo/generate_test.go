package demo

import (
	"reflect"
	"slices"
	"testing"

	"earshot/client/wire"
	"earshot/convention"
)

func TestGeneratedRoomIsARoom(t *testing.T) {
	const count = 5000
	messages := slices.Collect(Generate(3, count))
	if len(messages) != count {
		t.Fatalf("%d messages, want %d", len(messages), count)
	}
	forms, ids := map[convention.Form]int{}, map[string]bool{}
	replies, data := 0, 0
	for i, m := range messages {
		if m.Sequence != int64(i+1) || ids[m.ID] || i > 0 && m.CreatedAt.Before(messages[i-1].CreatedAt) {
			t.Fatalf("message %d is %+v: not dense, not unique or out of time", i, m)
		}
		if m.ReplyTo != "" && !ids[m.ReplyTo] {
			t.Fatalf("#%d answers a message that was not sent yet", m.Sequence)
		}
		ids[m.ID] = true
		doc := convention.Parse(m.Content)
		forms[doc.Form]++
		if doc.Data() {
			data++
		}
		if m.ReplyTo != "" {
			replies++
		}
	}
	if forms[convention.V1] < count/2 || forms[convention.Prose] < count/50 || replies < count/50 || data < count/100 {
		t.Errorf("forms %v, %d replies, %d with a wrong count: no busy room", forms, replies, data)
	}
}

func TestGeneratedRoomFollowsItsSeed(t *testing.T) {
	room := func(seed uint64) []wire.Message { return slices.Collect(Generate(seed, 200)) }
	if !reflect.DeepEqual(room(1), room(1)) {
		t.Error("the same seed gave two rooms")
	}
	if reflect.DeepEqual(room(1), room(2)) {
		t.Error("two seeds gave the same room")
	}
}
