package scp

import (
	"encoding/json"
	"fmt"
	"io"
)

// maxDictionary bounds a dictionary file, in bytes.
const maxDictionary = 8 << 20

// Load reads a dictionary:
//
//	{"version": "…", "fields": {"action": "A", …}, "values": {"action": {"paradigm_shift": "2", …}, …}}
//
// The order of fields is kept. Other members are ignored. It is an error,
// which names what is wrong, if the version or the values of a field are
// missing, an id has the wrong shape, or a name or an id is used twice where
// that leaves two readings ([ErrAmbiguous]).
func Load(r io.Reader) (*Dictionary, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxDictionary+1))
	if err != nil {
		return nil, fmt.Errorf("load dictionary: %w", err)
	}
	if len(text) > maxDictionary {
		return nil, fmt.Errorf("load dictionary: %w: larger than %d bytes", ErrMalformed, maxDictionary)
	}
	d := &Dictionary{byName: map[string]int{}, byID: map[string]int{}}
	if err := d.load(text); err != nil {
		return nil, fmt.Errorf("load dictionary: %w", err)
	}
	return d, nil
}

func (d *Dictionary) load(text []byte) error {
	members := map[string]json.RawMessage{}
	err := readObject(text, func(name string, value json.RawMessage) error {
		if _, twice := members[name]; twice {
			return fmt.Errorf("%w: %s stands twice", ErrAmbiguous, show(name))
		}
		members[name] = value
		return nil
	})
	if err != nil {
		return err
	}
	for _, name := range [...]string{"version", "fields", "values"} {
		if members[name] == nil {
			return fmt.Errorf("%w: %s is missing", ErrMalformed, show(name))
		}
	}
	if d.version, err = plainText(members["version"]); err != nil || d.version == "" {
		return fmt.Errorf("%w: the version is no text", ErrMalformed)
	}
	if err := readObject(members["fields"], d.addField); err != nil {
		return fmt.Errorf("fields: %w", err)
	}
	if err := readObject(members["values"], d.addValues); err != nil {
		return fmt.Errorf("values: %w", err)
	}
	for i := range d.fields {
		if len(d.fields[i].ids) == 0 {
			return fmt.Errorf("%w: field %s has no values", ErrMalformed, show(d.fields[i].name))
		}
	}
	return nil
}

func (d *Dictionary) addField(name string, value json.RawMessage) error {
	id, err := plainText(value)
	if err != nil || !isFieldID(id) {
		return fmt.Errorf("%w: the id of field %s is not ASCII letters", ErrMalformed, show(name))
	}
	if _, twice := d.byName[name]; twice {
		return fmt.Errorf("%w: field %s stands twice", ErrAmbiguous, show(name))
	}
	if other, twice := d.byID[id]; twice {
		return fmt.Errorf("%w: id %s stands for %s and %s", ErrAmbiguous, show(id), show(d.fields[other].name), show(name))
	}
	d.byName[name] = len(d.fields)
	d.byID[id] = len(d.fields)
	d.fields = append(d.fields, field{name: name, id: id, ids: map[string]string{}, values: map[string]string{}})
	return nil
}

func (d *Dictionary) addValues(name string, values json.RawMessage) error {
	i, ok := d.byName[name]
	if !ok {
		return fmt.Errorf("field %s: %w", show(name), ErrUnknown)
	}
	f := &d.fields[i]
	if len(f.ids) > 0 {
		return fmt.Errorf("%w: the values of %s stand twice", ErrAmbiguous, show(name))
	}
	err := readObject(values, f.addValue)
	if err != nil {
		return fmt.Errorf("field %s: %w", show(name), err)
	}
	return nil
}

func (f *field) addValue(value string, raw json.RawMessage) error {
	id, err := plainText(raw)
	if err != nil || !isValueID(id) {
		return fmt.Errorf("%w: the id of value %s does not start with a digit, or holds more than letters and digits", ErrMalformed, show(value))
	}
	if _, twice := f.ids[value]; twice {
		return fmt.Errorf("%w: value %s stands twice", ErrAmbiguous, show(value))
	}
	if other, twice := f.values[id]; twice {
		return fmt.Errorf("%w: id %s stands for %s and %s", ErrAmbiguous, show(id), show(other), show(value))
	}
	f.ids[value] = id
	f.values[id] = value
	return nil
}
