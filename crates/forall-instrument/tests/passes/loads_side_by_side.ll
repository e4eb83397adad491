; The fast copy watches what it reads: two fields that lie side by side with one look, before the first effect. If there is a term, the slow
; copy does both reads again.
define i32 @loads_side_by_side(ptr %pair) {
  %first = load i32, ptr %pair
  %second.address = getelementptr i8, ptr %pair, i64 4
  %second = load i32, ptr %second.address
  %sum = add i32 %first, %second
  ret i32 %sum
}
