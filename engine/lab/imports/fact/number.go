package fact

import (
	"math"
	"strconv"
	"strings"
)

// Number reads a number as programs print it: with a decimal comma, with blanks around it. Not finite is none.
func Number(text string) (float64, bool) {
	text = strings.TrimSpace(text)
	if strings.Count(text, ",") == 1 && !strings.Contains(text, ".") {
		text = strings.Replace(text, ",", ".", 1)
	}
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil && !math.IsInf(v, 0) && !math.IsNaN(v)
}

// After is the number that follows a word in a line: After("tps: 12.5 qps", "tps:") is 12.5.
func After(line, word string) (float64, bool) {
	_, rest, ok := strings.Cut(line, word)
	if !ok {
		return 0, false
	}
	return Leading(rest)
}

// Leading is the number at the beginning of a text, after blanks; what follows it does not matter.
func Leading(text string) (float64, bool) {
	text = strings.TrimLeft(text, " \t=")
	n := 0
	for n < len(text) && strings.IndexByte("0123456789.+-eE", text[n]) >= 0 {
		n++
	}
	for n > 0 { // "8e" or "12.": the longest beginning that is a number
		if v, ok := Number(strings.TrimRight(text[:n], ".")); ok {
			return v, true
		}
		n--
	}
	return 0, false
}
