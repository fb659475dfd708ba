package tui

import tea "charm.land/bubbletea/v2"

// Model is the program's state. It is the only tea.Model; make it with [New].
type Model struct{ opts Options }

// New builds the model. It reads no file and starts no goroutine.
func New(opts Options) *Model { return &Model{opts: opts} }

// Init implements tea.Model.
func (m *Model) Init() tea.Cmd { return nil }

// Update implements tea.Model.
func (m *Model) Update(tea.Msg) (tea.Model, tea.Cmd) { return m, nil }

// View implements tea.Model.
func (m *Model) View() tea.View { return tea.View{} }
