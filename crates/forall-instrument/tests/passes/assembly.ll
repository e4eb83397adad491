; Inline assembly is never followed: every call leaves a note.
define i32 @assembly(i32 %x) {
  %result = call i32 asm "bswap $0", "=r,0"(i32 %x)
  ret i32 %result
}
