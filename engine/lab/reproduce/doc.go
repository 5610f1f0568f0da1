// Package reproduce predicts published experiments and puts the predictions beside what was published.
//
//	Experiment ──arms──▶ scenario.Parse ──▶ engine ──▶ Prediction ──▶ Row (published, predicted, ratio)
//	     └─ open facts: the same arms with another assumption ──▶ range      └─▶ Statement (held, not held)
//
// An experiment is an embedded scenario file; its arms set over it what the publication says of them. No
// published result is an input, but for the fits that an experiment announces and prints. Where a publication
// leaves a fact open, the experiment assumes one and predicts some arms again with others: the range. An arm
// whose server, service or script is not modelled is reported as not predicted, with the reason.
//
// Units: rates per second, times of responses in milliseconds, times of imports in seconds. Errors: of output
// only; what is wrong with an arm is said in its rows. Chance: the seeds of the scenarios. Source: named by
// each experiment.
package reproduce
