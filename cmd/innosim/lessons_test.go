package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine/lab/scenario"
)

// TestLessonsTeachWhatTheySay: what binds is what the lesson is about, and it says what to change next.
func TestLessonsTeachWhatTheySay(t *testing.T) {
	for _, name := range scenario.LessonNames() {
		t.Run(name, func(t *testing.T) {
			sc, err := scenario.Parse(scenario.Lessons(), name+".cnf")
			require.NoError(t, err)
			require.NotEmpty(t, sc.Title)
			require.NotEmpty(t, sc.Next)
			require.NotEmpty(t, sc.Binds)
			var out, errs bytes.Buffer
			require.Zero(t, newApp(&out, &errs).execute(context.Background(), []string{"run", lessonPrefix + name, "--quiet", "--time", "15s"}), errs.String())
			_, text, _ := strings.Cut(out.String(), "\nWhat binds\n")
			sentence, _, _ := strings.Cut(text, "\n")
			found := false
			for _, want := range strings.Split(sc.Binds, "|") {
				found = found || strings.Contains(sentence, "limited by: "+want) || strings.Contains(sentence, "waited for is "+want)
			}
			require.True(t, found, sentence)
			require.Contains(t, out.String(), "What to change next\n    "+sc.Next)
		})
	}
}

func TestUnknownLesson(t *testing.T) {
	var out, errs bytes.Buffer
	require.Equal(t, exitBadInput, newApp(&out, &errs).execute(context.Background(), []string{"run", "lesson:redo-to-small"}))
	require.Contains(t, errs.String(), "did you mean redo-too-small?")
}
