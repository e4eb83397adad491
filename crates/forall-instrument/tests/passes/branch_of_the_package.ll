; In code of the tested package the outcomes of a branch are counted for coverage: the fast copy does it by itself, the slow one by the hook.
define i32 @branch_of_the_package(i32 %x) !dbg !4 {
entry:
  %small = icmp ult i32 %x, 10, !dbg !7
  br i1 %small, label %then, label %otherwise, !dbg !8
then:
  ret i32 1, !dbg !9
otherwise:
  ret i32 2, !dbg !10
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !1, producer: "rustc", isOptimized: false, emissionKind: FullDebug)
!1 = !DIFile(filename: "src/lib.rs", directory: "/package")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 2, !"Dwarf Version", i32 4}
!4 = distinct !DISubprogram(name: "branch_of_the_package", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocation(line: 2, column: 8, scope: !4)
!8 = !DILocation(line: 2, column: 5, scope: !4)
!9 = !DILocation(line: 3, column: 9, scope: !4)
!10 = !DILocation(line: 5, column: 9, scope: !4)
