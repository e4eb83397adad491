//! Rewrites LLVM IR so that a program reports what it does with symbolic data
