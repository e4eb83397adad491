; What an atomic update writes, as a term. None is done twice: a look at its memory leads to before it, a look at what is read later behind it.
define void @exchange(ptr %p, i8 %x) {
  %old = atomicrmw xchg ptr %p, i8 %x seq_cst
  ret void
}

define void @sum(ptr %p, i8 %x) {
  %old = atomicrmw add ptr %p, i8 %x seq_cst
  ret void
}

define void @difference(ptr %p, i8 %x) {
  %old = atomicrmw sub ptr %p, i8 %x seq_cst
  ret void
}

define void @common_bits(ptr %p, i8 %x) {
  %old = atomicrmw and ptr %p, i8 %x seq_cst
  ret void
}

define void @not_common_bits(ptr %p, i8 %x) {
  %old = atomicrmw nand ptr %p, i8 %x seq_cst
  ret void
}

define void @least(ptr %p, i8 %x) {
  %old = atomicrmw min ptr %p, i8 %x seq_cst
  ret void
}

define void @unsigned_least(ptr %p, i8 %x) {
  %old = atomicrmw umin ptr %p, i8 %x seq_cst
  ret void
}

define void @most(ptr %p, i8 %x) {
  %old = atomicrmw max ptr %p, i8 %x seq_cst
  ret void
}

define void @unsigned_most(ptr %p, i8 %x) {
  %old = atomicrmw umax ptr %p, i8 %x seq_cst
  ret void
}

define i8 @read_behind_an_update(ptr %p, ptr %q) {
  %old = atomicrmw add ptr %p, i8 1 seq_cst
  %other = load i8, ptr %q
  %sum = add i8 %old, %other
  ret i8 %sum
}
