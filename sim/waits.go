package sim

// Waits of the host itself.
const (
	// WaitCPU is time on a processor.
	WaitCPU Wait = iota + 1
	// WaitRunQueue is time in which the thread was runnable and no processor was free.
	WaitRunQueue
	// WaitWakeup is the time from the event that a sleeping thread waited for until it is runnable.
	WaitWakeup
	// WaitNetwork is time on the way between client and server.
	WaitNetwork
	// WaitThink is time the client spends between transactions.
	WaitThink
)
