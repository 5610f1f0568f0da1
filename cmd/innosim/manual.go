package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// manualCommand writes the manual pages, made from the commands themselves.
func (a *app) manualCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "manual FOLDER",
		Short: "Write the manual pages (man 1) into a folder",
		Args:  cobra.MatchAll(atLeastOne("a folder"), cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return fmt.Errorf("manual = %s: no folder can be made: %w", args[0], withoutPath(err))
			}
			header := doc.GenManHeader{Title: "INNOSIM", Section: "1", Source: "innosim " + version, Manual: "innosim"}
			return doc.GenManTree(cmd.Root(), &header, args[0])
		},
	}
}
