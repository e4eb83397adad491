//! The variants of an enum in a list that is complete.

/// Gives an enum without data a constant `ALL`: every variant, at the index that is its number. To leave one
/// out, to name one twice or in another order does not compile:
///
/// ```
/// enum Direction { North, South }
/// forall_protocol::list_variants!(pub Direction: North, South);
/// assert_eq!(Direction::ALL.len(), 2);
/// ```
///
/// ```compile_fail
/// enum Direction { North, South }
/// forall_protocol::list_variants!(pub Direction: North);
/// ```
///
/// ```compile_fail
/// enum Direction { North, South }
/// forall_protocol::list_variants!(pub Direction: South, North);
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! list_variants {
    ($visibility:vis $name:ident: $($variant:ident),+ $(,)?) => {
        impl $name {
            /// Every variant, at the index that is its number.
            $visibility const ALL: [$name; [$($name::$variant),+].len()] = [$($name::$variant),+];
        }

        const _: () = {
            // Without a wildcard: who adds a variant has to list it.
            const fn number(variant: &$name) -> usize {
                match variant {
                    $($name::$variant => $name::$variant as usize,)+
                }
            }
            let mut index = 0;
            while index < $name::ALL.len() {
                assert!(number(&$name::ALL[index]) == index, "a variant is listed twice, or in another order");
                index += 1;
            }
        };
    };
}
