package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// version of the program, printed with every result.
const version = "0.1.0"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(newApp(os.Stdout, os.Stderr).execute(ctx, os.Args[1:]))
}
