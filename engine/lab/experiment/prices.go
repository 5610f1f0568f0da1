package experiment

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/innosim/innosim/engine/profile"
)

// Prices say what values cost, in any currency and for any time. The prices of all parameters add up.
//
//	[device]                     # a price per value
//	gp3 = 80
//	io2 = 320
//	[innodb_buffer_pool_size]
//	per = 4.1 / 1G               # a price per amount
type Prices struct {
	fixed map[string]map[string]float64
	per   map[string]float64 // per unit of the value
}

// ParsePrices reads a price file; the error names every fault with its line.
func ParsePrices(r io.Reader, name string) (*Prices, error) {
	p := &Prices{fixed: map[string]map[string]float64{}, per: map[string]float64{}}
	section := ""
	var errs []error
	in := bufio.NewScanner(r)
	for n := 1; in.Scan(); n++ {
		text, _, _ := strings.Cut(in.Text(), "#")
		text = strings.TrimSpace(text)
		switch {
		case text == "":
		case strings.HasPrefix(text, "["):
			section = strings.Trim(text, "[] ")
		default:
			if err := p.line(section, text); err != nil {
				errs = append(errs, fmt.Errorf("%s:%d: %w", name, n, err))
			}
		}
	}
	return p, errors.Join(append(errs, in.Err())...)
}

// line reads a price.
func (p *Prices) line(section, text string) error {
	value, price, ok := strings.Cut(text, "=")
	value, price = strings.TrimSpace(value), strings.TrimSpace(price)
	if !ok || value == "" || section == "" {
		return fmt.Errorf("%s: allowed is VALUE = PRICE or per = PRICE / AMOUNT, below a [PARAMETER]", text)
	}
	if value == "per" {
		return p.perAmount(section, text, price)
	}
	x, err := priceOf(price)
	if err != nil {
		return fmt.Errorf("%s: %w", text, err)
	}
	if p.fixed[section] == nil {
		p.fixed[section] = map[string]float64{}
	}
	p.fixed[section][value] = x
	return nil
}

func (p *Prices) perAmount(section, text, price string) error {
	left, amount, _ := strings.Cut(price, "/")
	x, err := priceOf(strings.TrimSpace(left))
	n, _, bad := profile.ParseNumber(strings.TrimSpace(amount), true)
	if err != nil || bad != "" || n < 1 {
		return fmt.Errorf("%s: allowed is per = PRICE / AMOUNT, such as 4.1 / 1G", text)
	}
	p.per[section] = x / float64(n)
	return nil
}

func priceOf(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || x < 0 || math.IsInf(x, 0) || math.IsNaN(x) {
		return 0, fmt.Errorf("%q is not a price: allowed is a number of 0 or more", text)
	}
	return x, nil
}

// Check names the prices that no choice can use: they are slips.
func (p *Prices) Check(params []Parameter) error {
	var errs []error
	for _, name := range sortedNames(p.fixed) {
		i := slices.IndexFunc(params, func(q Parameter) bool { return q.Name == name })
		if i < 0 {
			errs = append(errs, fmt.Errorf("[%s]: not one of the values to choose from (--over)", name))
			continue
		}
		for _, v := range sortedNames(p.fixed[name]) {
			if !slices.Contains(params[i].Values, v) {
				errs = append(errs, fmt.Errorf("[%s] %s: not one of %s", name, v, strings.Join(params[i].Values, ", ")))
			}
		}
	}
	for _, name := range sortedNames(p.per) {
		if !slices.ContainsFunc(params, func(q Parameter) bool { return q.Name == name }) {
			errs = append(errs, fmt.Errorf("[%s]: not one of the values to choose from (--over)", name))
		}
	}
	return errors.Join(errs...)
}

// of is the price of a combination. A value without a price is an error: an invented one would decide the
// answer.
func (p *Prices) of(set []Change) (float64, error) {
	sum := 0.0
	for _, c := range set {
		if x, ok := p.fixed[c.Name][c.Value]; ok {
			sum += x
			continue
		}
		per, ok := p.per[c.Name]
		n, _, bad := profile.ParseNumber(c.Value, true)
		if !ok || bad != "" {
			return 0, fmt.Errorf("no price for %s; write it below [%s]", c, c.Name)
		}
		sum += per * float64(n)
	}
	return sum, nil
}
