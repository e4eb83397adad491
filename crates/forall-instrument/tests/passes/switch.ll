; A switch is one decision with as many outcomes as it has cases, and the default.
define i32 @switch(i8 %x) {
entry:
  switch i8 %x, label %default [ i8 0, label %zero
                                 i8 7, label %seven ]
zero:
  ret i32 10
seven:
  ret i32 17
default:
  ret i32 0
}
