// Package experiment runs many configurations and says which differences between them are real.
//
//	Arm ──Build──▶ scenario.Scenario ──┐
//	                                   ├──Pool──▶ results ──▶ Compare   factors with paired intervals
//	Parameter ──Grid, LatinHypercube───┘                  ├──▶ Sweep     one line per point, resumable
//	                                                      └──▶ Plan      the smallest choice that holds every requirement
//
// Arms share their random numbers: transaction n of client c draws the same rows in every arm, whatever its
// speed. So an arm is compared with the base seed by seed, and what both have in common cancels out: factors
// are the geometric mean of the ratios of equal seeds, with the interval of Student's t for their logarithms.
//
// Arms that differ only in variables which a running server accepts (SET GLOBAL) may branch from one warm-up:
// the engine is cloned near its end, the variables are set, and the rest of the warm-up lets the arm settle.
//
// Units: those of result names (scenario.Metrics). Errors: what a scenario refuses, per arm; a run that
// breaks a law of the model is an error of its arm, not of the experiment. Simulations are deterministic;
// only the order in which they finish is not, and results are returned in the order of the input.
package experiment
