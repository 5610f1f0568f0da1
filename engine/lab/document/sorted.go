package document

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Sorted returns an error that names the first key of a JSON text that stands behind a larger one of its object.
func Sorted(text []byte) error {
	in := json.NewDecoder(bytes.NewReader(text))
	for in.More() {
		if err := sorted(in); err != nil {
			return err
		}
	}
	return nil
}

// sorted reads one value.
func sorted(in *json.Decoder) error {
	token, err := in.Token()
	if err != nil {
		return err
	}
	if token != json.Delim('{') && token != json.Delim('[') {
		return nil
	}
	last := ""
	for in.More() {
		if token == json.Delim('{') {
			key, err := in.Token()
			if err != nil {
				return err
			}
			name := fmt.Sprint(key)
			if name < last {
				return fmt.Errorf("key %q stands behind %q", name, last)
			}
			last = name
		}
		if err := sorted(in); err != nil {
			return err
		}
	}
	_, err = in.Token()
	return err
}
