; What is written in the fast copy is concrete, so terms that lay there go. The slow copy passes on the term of the value.
define void @store(i64 %value, ptr %to) {
  store i64 %value, ptr %to
  ret void
}
