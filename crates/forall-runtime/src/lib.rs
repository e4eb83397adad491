//! The hooks an instrumented program calls: shadow memory, terms, trace, and the process that runs it
