// Package unit has the units of settings, and reads and prints them as people write them: "128M", "5ms",
// "125MB/s".
//
//	ParseBytes      K M G T P, KiB … PiB: binary      ParseDuration  ns us ms s min h; bare: seconds
//	ParseBandwidth  KB/s … decimal, KiB/s … binary    ParseCount     K M G T: decimal
//
// What a Format function prints, the Parse function of the same name reads back as the same value.
//
// Units: bytes, nanoseconds, bytes per second. Errors: every Parse function, with the text and what is
// allowed; InRange. Chance: none. Source: the option-file syntax of MySQL for sizes, the habits of fio and of
// cloud vendors for the rest.
package unit
