; A call of a function that is followed: terms of arguments and of the result go through thread-local words. The fast copy looks at the result, and
; goes on in the slow one behind the call if that is symbolic.
define i32 @call(i32 %x) {
  %result = call i32 @callee(i32 %x, i32 3)
  %more = add i32 %result, 1
  ret i32 %more
}

define internal i32 @callee(i32 %a, i32 %b) {
  ret i32 7
}
