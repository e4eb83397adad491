; Every kind of arithmetic with overflow has a term for just that kind.
define i1 @overflows(i32 %a, i32 %b) {
  %sadd = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
  %o0 = extractvalue { i32, i1 } %sadd, 1
  %uadd = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %a, i32 %b)
  %o1 = extractvalue { i32, i1 } %uadd, 1
  %ssub = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 %a, i32 %b)
  %o2 = extractvalue { i32, i1 } %ssub, 1
  %usub = call { i32, i1 } @llvm.usub.with.overflow.i32(i32 %a, i32 %b)
  %o3 = extractvalue { i32, i1 } %usub, 1
  %smul = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %a, i32 %b)
  %o4 = extractvalue { i32, i1 } %smul, 1
  %umul = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %a, i32 %b)
  %o5 = extractvalue { i32, i1 } %umul, 1
  %o6 = or i1 %o0, %o1
  %o7 = or i1 %o2, %o3
  %o8 = or i1 %o4, %o5
  %o9 = or i1 %o6, %o7
  %o10 = or i1 %o8, %o9
  ret i1 %o10
}

declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.ssub.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.usub.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32)
