; A stack slot that nobody else can reach: the fast copy clears it once and does not watch it; the slow one gets its address.
define i32 @private_slot(i32 %x, ptr %from) {
entry:
  %slot = alloca i32
  store i32 %x, ptr %slot
  %read = load i32, ptr %from
  %kept = load i32, ptr %slot
  %sum = add i32 %read, %kept
  ret i32 %sum
}
