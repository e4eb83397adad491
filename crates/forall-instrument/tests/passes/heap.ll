; Memory of the C library: sizes are fixed, and the runtime hears of blocks that come and go.
define i32 @heap(i64 %size, ptr %other) {
  %block = call ptr @malloc(i64 %size)
  %order = call i32 @memcmp(ptr %block, ptr %other, i64 %size)
  call void @free(ptr %block)
  ret i32 %order
}

declare ptr @malloc(i64)
declare i32 @memcmp(ptr, ptr, i64)
declare void @free(ptr)
