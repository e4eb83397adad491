; A stack slot whose address is stored somewhere is not private: others may write to it, so the fast copy watches what it reads there.
define i32 @escaping_slot(ptr %to) {
  %slot = alloca i32
  store i32 0, ptr %slot
  store ptr %slot, ptr %to
  call void @others()
  %read = load i32, ptr %slot
  ret i32 %read
}

declare void @others()
