; A condition with a term is a decision: the slow copy reports it and the side that is taken. The fast copy has none to report.
define i32 @branch(i32 %x) {
entry:
  %small = icmp ult i32 %x, 10
  br i1 %small, label %then, label %otherwise
then:
  ret i32 1
otherwise:
  ret i32 2
}
