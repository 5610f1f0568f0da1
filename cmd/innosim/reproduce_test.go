package main

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine/lab/reproduce"
)

// TestReproduceList: every experiment is named with its source, or those that were asked for.
func TestReproduceList(t *testing.T) {
	c := innosim(context.Background(), "reproduce", "--list")
	require.Equal(t, exitDone, c.code, c.stderr)
	for _, e := range reproduce.Experiments() {
		assert.Contains(t, c.stdout, e.Name+" ")
		assert.Contains(t, c.stdout, e.Source)
	}
	c = innosim(context.Background(), "reproduce", "bulk-import", "--list", "--format", "json")
	require.Equal(t, exitDone, c.code, c.stderr)
	var one []reproduce.Listed
	require.NoError(t, json.Unmarshal([]byte(c.stdout), &one))
	require.Len(t, one, 1)
	assert.Equal(t, "bulk-import", one[0].Name)
}

// TestReproduceBadInput: each unknown experiment is one error with the nearest name; nothing runs.
func TestReproduceBadInput(t *testing.T) {
	c := innosim(context.Background(), "reproduce", "bulk-imports", "percona")
	require.Equal(t, exitBadInput, c.code)
	assert.Empty(t, c.stdout)
	assert.Contains(t, c.stderr, "experiment = bulk-imports: known are bulk-import, ")
	assert.Contains(t, c.stderr, "did you mean bulk-import?")
	assert.Contains(t, c.stderr, "experiment = percona: ")
	c = innosim(context.Background(), "reproduce", "--format", "html")
	require.Equal(t, exitBadInput, c.code)
	assert.Contains(t, c.stderr, "--format = html: known are text, json, csv")
}

// TestReproduceInterrupted: an interrupt before anything has run prints what there is and has its own code.
func TestReproduceInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c := innosim(ctx, "reproduce", "rds-16k-atomic", "--quick", "--format", "json")
	require.Equal(t, exitInterrupted, c.code)
	var rows []reproduce.Row
	require.NoError(t, json.Unmarshal([]byte(c.stdout), &rows))
	require.NotEmpty(t, rows)
	for _, r := range rows {
		assert.Nil(t, r.Predicted, r.Arm)
		assert.NotEmpty(t, r.Unpredicted)
	}
}
