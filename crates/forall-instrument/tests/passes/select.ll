; A select makes no decision: its term is a choice between the terms of both values.
define i32 @select(i1 %c, i32 %a, i32 %b) {
  %chosen = select i1 %c, i32 %a, i32 %b
  ret i32 %chosen
}
