package profile

// Modifier is a service's change to any row: settings and promises of the data device.
type Modifier struct {
	Name     string
	Title    string
	Settings []Assignment // over what the option file says
	Device   [][2]string  // keys of the data device's section
	Missing  string       // what the model lacks; "" when it is complete
	Source   string
	Date     string
}

// Modifiers returns the built-in modifiers.
func Modifiers() []Modifier {
	off := []Assignment{{Name: doublewrite, Value: "OFF"}}
	atomic := [][2]string{{"atomic-write", "16K"}}
	return []Modifier{
		{Name: "rds-16k-atomic", Title: "Alibaba RDS MySQL with 16K atomic write", Settings: off, Device: atomic,
			Source: "help pages \"16K atomic write\"", Date: "2026-03"},
		{Name: "aws-optimized-writes", Title: "AWS RDS Optimized Writes", Settings: off, Device: atomic,
			Source: "RDS guide, EC2 guide on torn write prevention", Date: "2026-08"},
		{Name: "cloudsql-optimized-writes", Title: "Google Cloud SQL optimized writes",
			Missing: "adaptive io_capacity, adaptive purge and sharded I/O",
			Source:  "Google Cloud blog", Date: "2026-01"},
	}
}
