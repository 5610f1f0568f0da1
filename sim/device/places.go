package device

// places are the unused numbers of an array whose elements are known by number, the one given up last first; 0 is none.
type places []uint32

// take puts an element into an unused place, or into a new one, and returns its number.
func take[T any](all *[]T, free *places, x T) uint32 {
	n := len(*free)
	if n == 0 {
		*all = append(*all, x)
		return uint32(len(*all) - 1)
	}
	i := (*free)[n-1]
	*free = (*free)[:n-1]
	(*all)[i] = x
	return i
}

// give empties a place, which is unused from now on.
func give[T any](all []T, free *places, i uint32) {
	var none T
	all[i] = none
	*free = append(*free, i)
}
