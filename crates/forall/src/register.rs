//! The macros that make up a test's module. They are decided here, when `forall` is compiled, and not in the user's crate: there, a
//! `cfg` of ours would be unknown, and an attribute of ours be reported as unsafe code.
//!
//! See docs/decisions/replay-before-main.md.

#[cfg(forall_explore)]
use crate::__private::{Put, Test};
#[cfg(forall_explore)]
use forall_protocol::put::{SECTION, Text};

/// Draws a parameter; its trait is there for the message that names the parameter. Where the type is known to have a size, the trait
/// gives back the type itself: where it would have to be found out, the compiler points elsewhere.
#[doc(hidden)]
#[macro_export]
macro_rules! __parameter {
    ($source:ident, $name:literal, $passing:ident unsized $type:ty, $message:literal) => {
        $crate::__parameter!(
            @draw $source, $name, $passing $type, $message, $crate::__private::Pointee<By>, Self::Owned, T::Owned,
            [], [type Owned;], [type Owned = T::Owned;]
        )
    };
    ($source:ident, $name:literal, $passing:ident $type:ty, $message:literal) => {
        $crate::__parameter!(
            @draw $source, $name, $passing $type, $message, $crate::__private::MakeInput<By>, Self, T,
            [: ::core::marker::Sized], [], []
        )
    };
    (
        @draw $source:ident, $name:literal, $passing:ident $type:ty, $message:literal, $bound:path, $declared:ty, $owned:ty,
        [$($above:tt)*], [$($declaration:tt)*], [$($definition:tt)*]
    ) => {{
        #[diagnostic::on_unimplemented(message = $message, label = "not a type of inputs")]
        #[diagnostic::on_unimplemented(
            note = "parameters can be numbers, `bool`, `char`, `String`, tuples, arrays, `Option`, `Result`, `Box`, `Rc`, `Arc`, \
                    `Cow`, `Cell`, `RefCell`, `Duration`, `Ordering`, ranges, `Vec`, `VecDeque`, maps, sets, heaps and lists of the standard library, paths, addresses, \
                    and references to these"
        )]
        #[diagnostic::on_unimplemented(
            note = "if the type is yours, add `#[derive(forall::Input)]` to it; if not, say with a `#[forall::factory]` how it is made"
        )]
        // Of a type that is made in two places, the compiler says that it does not satisfy this, and shows both.
        trait FactoriesInOneModule<By> $($above)* {
            $($declaration)*
            fn draw(source: $crate::Source<'_>) -> $declared;
        }
        // Without this the compiler would report what is missing below, which cannot name the parameter.
        #[diagnostic::do_not_recommend]
        impl<T: ?::core::marker::Sized + $bound, By> FactoriesInOneModule<By> for T {
            $($definition)*
            fn draw(mut source: $crate::Source<'_>) -> $owned {
                $crate::__private::Passing::$passing.draw::<T, By>(&mut source)
            }
        }
        <$type as FactoriesInOneModule<_>>::draw($source.part($name))
    }};
}

/// What a test returned: told where it is repeated. Under exploration nobody asks, and telling would be a part of the path.
#[cfg(not(forall_explore))]
#[doc(hidden)]
#[macro_export]
macro_rules! __told {
    ($returned:ty, $value:ident) => {{
        use $crate::__private::{ByNothing as _, ByText as _, ByValue as _};
        <$returned>::value(&$value).and_then(|value| (&&&$crate::__private::Observer(value)).told())
    }};
}

#[cfg(forall_explore)]
#[doc(hidden)]
#[macro_export]
macro_rules! __told {
    ($returned:ty, $value:ident) => {{
        $crate::__private::returned(&$value);
        ::core::option::Option::None
    }};
}

/// The function that committed cases call.
#[cfg(not(forall_explore))]
#[doc(hidden)]
#[macro_export]
macro_rules! __called {
    ($called:item) => {
        $called
    };
}

/// The committed cases. Names of the standard library mean to them what they mean everywhere: what is imported by its name goes before
/// what the test has in scope, and a macro is the one that was defined last. `$d` is a dollar sign.
#[cfg(not(forall_explore))]
#[doc(hidden)]
#[macro_export]
macro_rules! __cases {
    ($path:literal, $called:tt, $scope:path, $d:tt) => {
        use __test::$called;
        use $crate as forall;
        use $crate::__private::names::{
            Box, Err, From as _, None, Ok, Option, Result, Some, String, Vec, bool, char, f32, f64, i8, i16,
            i32, i64, i128, isize, std, str, test, u8, u16, u32, u64, u128, usize,
        };
        use $scope::*;

        macro_rules! assert { ($d($d tokens:tt)*) => { ::core::assert!($d($d tokens)*) } }
        macro_rules! assert_eq { ($d($d tokens:tt)*) => { ::core::assert_eq!($d($d tokens)*) } }
        macro_rules! format { ($d($d tokens:tt)*) => { ::std::format!($d($d tokens)*) } }
        macro_rules! vec { ($d($d tokens:tt)*) => { ::std::vec![$d($d tokens)*] } }

        ::core::include!($path);
    };
}

/// The test that stands in for cases.
#[cfg(not(forall_explore))]
#[doc(hidden)]
#[macro_export]
macro_rules! __boundary_inputs {
    ($test:path) => {
        #[::core::prelude::v1::test]
        fn boundary_inputs() {
            $crate::__private::boundary_inputs(&$test)
        }
    };
}

/// A test of one example.
#[cfg(not(forall_explore))]
#[doc(hidden)]
#[macro_export]
macro_rules! __example {
    ($name:ident, $test:path, $number:literal) => {
        #[::core::prelude::v1::test]
        fn $name() {
            $crate::__private::example(&$test, $number)
        }
    };
}

#[cfg(not(forall_explore))]
#[doc(hidden)]
#[macro_export]
macro_rules! __examples {
    ($($example:expr),*) => { &[$($example),*] };
}

/// Lets the test be repeated on single inputs, before libtest begins.
#[cfg(all(not(forall_explore), target_os = "linux"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __register {
    ($test:ident) => {
        const _: () = {
            extern "C" fn replay(
                count: ::core::ffi::c_int,
                arguments: *const *const ::core::ffi::c_char,
                variables: *const *const ::core::ffi::c_char,
            ) {
                let start = $crate::__private::Start { count, arguments, variables };
                $crate::__private::replay(&$test, replay, start)
            }

            #[used]
            #[unsafe(link_section = ".init_array")]
            static REPLAY: $crate::__private::Constructor = replay;
        };
    };
}

/// Only Linux is replayed on.
#[cfg(all(not(forall_explore), not(target_os = "linux")))]
#[doc(hidden)]
#[macro_export]
macro_rules! __register {
    ($test:ident) => {
        const _: &$crate::__private::Test = &$test;
    };
}

/// Under exploration nothing of the plain tests is wanted: cases of an older signature must not break the build.
#[cfg(forall_explore)]
#[doc(hidden)]
#[macro_export]
macro_rules! __called {
    ($called:item) => {};
}

#[cfg(forall_explore)]
#[doc(hidden)]
#[macro_export]
macro_rules! __cases {
    ($path:literal, $called:tt, $scope:path, $d:tt) => {};
}

#[cfg(forall_explore)]
#[doc(hidden)]
#[macro_export]
macro_rules! __boundary_inputs {
    ($test:path) => {};
}

#[cfg(forall_explore)]
#[doc(hidden)]
#[macro_export]
macro_rules! __example {
    ($name:ident, $test:path, $number:literal) => {};
}

#[cfg(forall_explore)]
#[doc(hidden)]
#[macro_export]
macro_rules! __examples {
    ($($example:expr),*) => {
        &[]
    };
}

/// Lets the test be found and run by an exploration.
#[cfg(forall_explore)]
#[doc(hidden)]
#[macro_export]
macro_rules! __register {
    ($test:ident) => {
        const _: () = {
            extern "C" fn run() {
                $crate::__private::explore(&$test)
            }

            #[used]
            #[unsafe(link_section = "forall_puts")]
            static PUT: $crate::__private::Put = $test.put(run);
        };
    };
}

#[cfg(forall_explore)]
const _: () = assert!(matches!(SECTION.as_bytes(), b"forall_puts"), "the section is spelled out above");

#[cfg(forall_explore)]
impl Test {
    /// As it is linked into an explored program.
    pub const fn put(&self, run: extern "C" fn()) -> Put {
        Put {
            version: forall_protocol::VERSION,
            line: self.line,
            expectation: self.expectation,
            returns: self.returns,
            path: Text::new(self.path),
            module: Text::new(self.module),
            file: Text::new(self.file),
            function: Text::new(self.function),
            cases: Text::new(self.cases),
            parameters: Text::new(self.parameters),
            expected: Text::new(self.expected),
            types: Text::new(self.types),
            bounds: Text::new(self.bounds),
            contract: Text::new(self.contract),
            wanted: Text::new(self.wanted),
            missing: self.missing,
            examples: self.example_count,
            run,
        }
    }
}
