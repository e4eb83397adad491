; The term of a sum is made from the terms of its operands. The fast copy looks once whether its caller gave it any.
define i32 @add(i32 %a, i32 %b) {
  %sum = add i32 %a, %b
  ret i32 %sum
}
