package redo
import ("testing";"fmt";"github.com/innosim/innosim/sim")
func TestZZ(t *testing.T){
	s := standard()
	s.kn.FlushAtCommit, s.kn.Capacity = 0, 32<<30
	s.clients, s.cpus, s.work = 64, 32, 150*us
	s.dev.FlushLatency = 200 * us
	w := newWorld(t, s)
	w.run(200*ms)
	n := map[string]int{}
	w.k.Watch(func(e sim.Event){ n[fmt.Sprint(w.k.Name(e.To)," ",e.Kind)]++ })
	c:=w.commits
	m:=w.run(200*ms)
	fmt.Println(w.commits-c, n)
	fmt.Printf("%+v\n",m)
	fmt.Printf("%+v %v\n",w.log.writer, w.log.current-w.log.written)
}
