; Cases that lead to one place are one outcome, and stand together in the table; those that lead where the default does are in no group.
define i32 @switch_with_groups(i8 %x) {
entry:
  switch i8 %x, label %default [ i8 0, label %even
                                 i8 1, label %odd
                                 i8 2, label %even
                                 i8 3, label %odd
                                 i8 9, label %default ]
even:
  ret i32 10
odd:
  ret i32 11
default:
  ret i32 0
}
