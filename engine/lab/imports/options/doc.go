// Package options reads what a server is started with, wherever it stands: option files, command lines, option
// files and arguments inside Kubernetes and docker-compose files, parameter groups and flags of cloud services.
//
//	text ──▶ Settings in the order in which the server reads them, later ones win
//
// Units: none, values stay text. Errors: faults of option files and of JSON. Chance: none. Source: my_default.cc;
// aws rds describe-db-parameters, gcloud sql instances describe, az mysql flexible-server parameter list; manifests
// of the common charts and operators.
package options
