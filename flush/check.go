package flush

import "fmt"

// Check reports broken laws.
func (c *Cleaner) Check() error {
	open := 0
	for i := range c.slots {
		if s := c.slots[i].state; s == slotRequested || s == slotFlushing {
			open++
		}
	}
	co := &c.co
	switch {
	case open != co.left:
		return fmt.Errorf("flush: %d slots are open, %d are counted", open, co.left)
	case co.sleeping && co.left > 0:
		return fmt.Errorf("flush: the coordinator sleeps while %d slots are open", co.left)
	case co.waiting && co.left == 0:
		return fmt.Errorf("flush: the coordinator waits for slots, all of them finished")
	}
	return nil
}
