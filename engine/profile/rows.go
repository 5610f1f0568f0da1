package profile

// Rows returns the built-in servers, in the order of the catalogue. A release differs from its neighbour
// by the cited lines only.
func Rows() []Profile {
	return []Profile{
		MySQL84(), MySQL97(), MySQL80(), MySQL8019(), MySQL57(), MySQL56(),
		Percona848(), Percona8410(), Percona8411(), Percona80(), Percona57(),
		MariaDB1011(), MariaDB114(), MariaDB121(),
	}
}
