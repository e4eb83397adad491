; Memory that is not aligned may lie across one more granule than its size needs: the fast copy looks at the tags of all.
define i64 @unaligned_load(ptr %p) {
  %read = load i64, ptr %p, align 1
  ret i64 %read
}

define i64 @aligned_load(ptr %p) {
  %read = load i64, ptr %p, align 8
  ret i64 %read
}

define i128 @unaligned_wide_load(ptr %p) {
  %read = load i128, ptr %p, align 1
  ret i128 %read
}
