; A phi has a phi of terms beside it, and the slow copy can be entered in the middle of the loop, with all that is still needed.
define i32 @loop(ptr %bytes, i64 %count) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %done = icmp eq i64 %i, %count
  br i1 %done, label %end, label %body
body:
  %place = getelementptr i8, ptr %bytes, i64 %i
  %byte = load i8, ptr %place
  %wide = zext i8 %byte to i32
  %more = add i32 %sum, %wide
  %next = add i64 %i, 1
  br label %head
end:
  ret i32 %sum
}
