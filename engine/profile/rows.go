package profile

// Rows returns the built-in servers, in the order of the catalogue. A release differs from its neighbour
// by the cited lines only.
func Rows() []Profile {
	return []Profile{
		MySQL84(), MySQL97(), MySQL80(), MySQL8019(), MySQL57(), MySQL56(),
		Percona848(), Percona8411(), Percona80(), Percona57(),
		mariaDB("10.11", Version{10, 11, 0}), mariaDB("11.4", Version{11, 4, 0}), mariaDB("12.1", Version{12, 1, 0}),
	}
}
