package ledger

// topic is what the room says about one topic.
type topic struct {
	name     string
	number   uint32
	words    words // of its name: they distinguish nothing on it
	posts    []*post
	deciding []*deciding // asks whose decider is named, by decider
	rules    []*ruleBook // prohibitions by sender
	budgets  []*budget
}

func (l *Ledger) topic(name string) *topic {
	t := l.topics[name]
	if t == nil {
		t = &topic{name: name, number: uint32(len(l.topicOrder)), words: textWords(name)}
		l.topics[name] = t
		l.topicOrder = append(l.topicOrder, t)
	}
	return t
}
