; Which function is called may depend on inputs, so the address is fixed. What is called may be machine code, which leaves a note.
define i32 @call_through_a_pointer(ptr %f, i32 %x) {
  %result = call i32 %f(i32 %x)
  ret i32 %result
}
