package server

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine/lab/imports/fact"
)

func read(text string) fact.Facts {
	var f fact.Facts
	Read(fact.NewLines(strings.NewReader(text)), "x", &f)
	return f
}

// TestFormsOfAListing: every form in which clients print the same counters gives the same sample.
func TestFormsOfAListing(t *testing.T) {
	for name, text := range map[string]string{
		"table":    "+--+--+\n| Variable_name | Value |\n+--+--+\n| Uptime | 100 |\n| Com_select | 7 |\n+--+--+\n2 rows in set\n",
		"batch":    "Variable_name\tValue\nUptime\t100\nCom_select\t7\n",
		"no names": "Uptime\t100\r\nCom_select\t7\r\n",
		"vertical": "*** 1. row ***\nVariable_name: Uptime\n        Value: 100\n*** 2. row ***\nVariable_name: Com_select\n        Value: 7\n",
		"capitals": "VARIABLE_NAME\tVARIABLE_VALUE\nUPTIME\t100\nCOM_SELECT\t7\n",
		"csv":      "\"Variable_name\",\"Value\"\n\"Uptime\",\"100\"\n\"Com_select\",\"7\"\n",
		"blanks":   "Uptime 100\nCom_select 7\n",
		"exporter": "mysql_global_status_uptime 1e+02\nmysql_global_status_commands_total{command=\"select\"} 7\n",
	} {
		f := read(text)
		require.Len(t, f.Samples, 1, name)
		require.Equal(t, map[string]float64{"uptime": 100, "com_select": 7}, f.Samples[0].Counters, name)
		require.Empty(t, f.Settings, name)
	}
}

// TestCountersAndVariablesApart: one client session may print both.
func TestCountersAndVariablesApart(t *testing.T) {
	f := read("innodb_buffer_pool_size\t1024\nversion\t8.0.36\nUptime\t5\nInnodb_pages_read\t9\n")
	require.Len(t, f.Settings, 2)
	require.Equal(t, "8.0.36", f.Version.Value)
	require.Equal(t, map[string]float64{"uptime": 5, "innodb_pages_read": 9}, f.Samples[0].Counters)
}

// TestTimeStampsOfPtStalk part its samples.
func TestTimeStampsOfPtStalk(t *testing.T) {
	f := read("TS 1520252696.005 2018-03-05 13:24:56\nUptime\t5\nQuestions\t1\nTS 1520252726.005 2018-03-05 13:25:26\nUptime\t35\nQuestions\t9\n")
	require.Len(t, f.Samples, 2)
	require.InDelta(t, 30, f.Samples[1].At-f.Samples[0].At, 1e-6)
}

// TestScrapesWithTimes: OpenMetrics series are one sample per time, in order.
func TestScrapesWithTimes(t *testing.T) {
	f := read("mysql_global_status_questions 5 20\nmysql_global_status_questions 1 10\nmysql_global_status_uptime 7 10\nmysql_global_status_uptime 17 20\n")
	require.Len(t, f.Samples, 2)
	require.Equal(t, 1.0, f.Samples[0].Counters["questions"])
	require.Equal(t, 10.0, f.Samples[1].At-f.Samples[0].At)
}

// TestWordsOfTheLog: InnoDB 5.0 prints the upper 32 bits first.
func TestWordsOfTheLog(t *testing.T) {
	f := read("091014 11:26:14 INNODB MONITOR OUTPUT\nLog sequence number 1 2\nLast checkpoint at 0 4294967295\nEND OF INNODB MONITOR OUTPUT\n")
	require.Equal(t, float64(1<<32|2), f.Samples[0].Counters["innodb_lsn_current"])
	require.Equal(t, 3.0, f.Samples[0].Counters["innodb_checkpoint_age"])
}

// FuzzRead: any text gives facts or none.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"| Uptime | 5 |", "Variable_name: x\nValue: 1\n", "091014 11:26:14 INNODB MONITOR OUTPUT\nLog sequence number 1 2\n|", "TS 1e400\nUptime 1 2\n",
		"mysql_global_status_buffer_pool_pages{state=\"data\"} 1 1\n", "mysql_version_info{version=\"\"} 1\n", "\"a\",\"", "Trx id counter FFFFFFFFFFFFFFFFF\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		facts := read(text)
		for _, s := range facts.Samples {
			require.NotEmpty(t, s.Kind)
		}
	})
}

// FuzzReadSummary: any text gives facts or none.
func FuzzReadSummary(f *testing.F) {
	f.Add("# InnoDB ####\n Buffer Pool Size | 32.0M\n Log File Size | 2 * 5.0M = 10.0M\n# The End ####\n")
	f.Add("# Configuration File ####\n[mysqld]\na=b\n# Processor ##\n Processors | physical = 1, virtual = 8\n")
	f.Fuzz(func(_ *testing.T, text string) {
		var facts fact.Facts
		ReadSummary(fact.NewLines(strings.NewReader(text)), "x", &facts)
		ReadSystem(fact.NewLines(strings.NewReader(text)), "x", &facts)
	})
}
