package device

// BurstBalance is the part of the burst credits that is left, 0 … 1; 1 for a device that needs none.
func (d *Device) BurstBalance() float64 {
	if !d.limits.burst {
		return 1
	}
	return min(1, d.limits.ops.credit(d.k.Now())/d.c.BurstCredits)
}
