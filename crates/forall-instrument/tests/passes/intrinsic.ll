; Arithmetic with overflow, as rustc makes it of `a + b`: a term for each part of the result.
define { i32, i1 } @intrinsic(i32 %a, i32 %b) {
  %both = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
  ret { i32, i1 } %both
}

declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
