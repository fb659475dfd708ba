package main

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"earshot/client"
	"earshot/client/wire"
	"earshot/cmd/internal/demo"
)

// demoStage is a transport that opens the demo at the first connection and has its seats play.
type demoStage struct {
	open func(context.Context) (*demo.Demo, error)

	mu     sync.Mutex
	demo   *demo.Demo
	stop   context.CancelFunc
	played chan error
}

// Capabilities are told by the room itself.
func (s *demoStage) Capabilities() wire.Capabilities { return nil }

// Connect connects to the demo's room.
func (s *demoStage) Connect(ctx context.Context, r client.Resume) (client.Conn, error) {
	d, err := s.begun(ctx)
	if err != nil {
		return nil, errors.Join(client.ErrRefused, err)
	}
	return sitAsYu(d).Connect(ctx, r)
}

func (s *demoStage) begun(ctx context.Context) (*demo.Demo, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.demo != nil {
		return s.demo, nil
	}
	d, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	playing, stop := context.WithCancel(context.WithoutCancel(ctx))
	s.demo, s.stop, s.played = d, stop, make(chan error, 1)
	go s.play(playing)
	return d, nil
}

// play has the seats play; a fault of the play must not take the terminal with it.
func (s *demoStage) play(ctx context.Context) {
	defer func() {
		if fault := recover(); fault != nil {
			s.played <- fmt.Errorf("internal error: %v", fault)
		}
	}()
	s.played <- s.demo.Play(ctx, true)
}

// close ends the play and the room.
func (s *demoStage) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.demo == nil {
		return nil
	}
	s.stop()
	err := <-s.played
	if errors.Is(err, context.Canceled) {
		err = nil
	} else if err != nil {
		err = fmt.Errorf("the demo stopped: %w", err)
	}
	return errors.Join(err, s.demo.Close())
}
