//! Inputs of types that implement `Arbitrary`, which are made of bytes.

use crate::__private::{discard, material};
use arbitrary::{Arbitrary, Unstructured};
use forall_protocol::value::Form;
use forall_spec::__private::Construction;
use forall_spec::Source;

/// Makes types of inputs of types that implement `arbitrary::Arbitrary`, whoever they belong to:
/// `forall::arbitrary!(Order, Customer);`
///
/// The bytes they are made of are explored, up to `max_len` of them. Cases are written with
/// [`from_bytes`](crate::from_bytes).
#[macro_export]
macro_rules! arbitrary {
    ($($type:ty),+ $(,)?) => { $(
        const _: () = {
            #[allow(dead_code)]
            pub struct __By;

            impl $crate::__private::MakeInput<__By> for $type {
                fn make(source: &mut $crate::Source<'_>) -> Self {
                    $crate::__private::from_drawn_bytes(source)
                }
            }
        };
    )+ };
}

/// The value that `Arbitrary` makes of these bytes.
///
/// # Panics
///
/// When it makes none.
pub fn from_bytes<T: for<'a> Arbitrary<'a>>(bytes: &[u8]) -> T {
    T::arbitrary(&mut Unstructured::new(bytes)).expect("`Arbitrary` makes no value of these bytes")
}

pub fn from_drawn_bytes<T: for<'a> Arbitrary<'a>>(source: &mut Source<'_>) -> T {
    const HOW: Construction = Construction::of(Form::Parentheses, "forall::from_bytes", "");
    source.made(&HOW, |source| {
        let bytes = material(&mut source.part("bytes"));
        source.ready();
        match T::arbitrary(&mut Unstructured::new(&bytes)) {
            Ok(value) => value,
            Err(_) => discard(),
        }
    })
}
