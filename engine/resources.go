package engine

// Resources as Bind names them, for explanations.
const (
	ResourceCPU       = resCPU
	ResourceRead      = resRead
	ResourceFree      = resFree
	ResourceRedo      = resRedo
	ResourceCapacity  = resCapacity
	ResourceLogBuffer = resBuffer
	ResourceBinlog    = resBinlog
	ResourceLocks     = resLocks
	ResourcePage      = resPage
	ResourceLatch     = resLatch
	ResourceLRU       = resLRU
	ResourceRseg      = resRseg
	ResourceGate      = resGate
)

// ResourceOf names the resource at which a wait class waits; the class itself where it belongs to none.
func ResourceOf(class string) string {
	if name, ok := resourceOf[class]; ok {
		return name
	}
	return class
}
