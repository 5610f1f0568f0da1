package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// firstRecording is a file with the shortest of the recordings that the truth package tests.
func firstRecording(t *testing.T) string {
	t.Helper()
	all, err := os.ReadFile("../../engine/lab/truth/testdata/series.jsonl")
	require.NoError(t, err)
	lines := strings.SplitAfter(strings.TrimSpace(string(all)), "\n")
	file := filepath.Join(t.TempDir(), "one.jsonl")
	require.NoError(t, os.WriteFile(file, []byte(lines[len(lines)-1]), 0o644))
	return file
}

func TestValidateDrawsRecordings(t *testing.T) {
	svg := filepath.Join(t.TempDir(), "one.svg")
	got := innosim(t.Context(), "validate", "--series", firstRecording(t), "--plot", svg)
	require.Equal(t, exitDone, got.code, got.stderr)
	require.Contains(t, got.stdout, "s-lru-c3")
	require.Contains(t, got.stdout, "Within the bounds")
	drawn, err := os.ReadFile(svg)
	require.NoError(t, err)
	require.Contains(t, string(drawn), "checkpoint age")
}

func TestValidateRefusesFlagsThatDoNotFit(t *testing.T) {
	for want, args := range map[string][]string{
		"or --series FILE":          {"validate"},
		"validated by another call": {"validate", ".", "--series", "a"},
		"--plot: needs --series":    {"validate", ".", "--plot", "a.svg"},
		"text, json or csv":         {"validate", "--series", "a", "--format", "markdown"},
		"cannot be read":            {"validate", "--series", "nowhere.jsonl"},
	} {
		got := innosim(t.Context(), args...)
		require.Equal(t, exitBadInput, got.code, args)
		require.Contains(t, got.stderr, want)
	}
}
