//! The values of an enum in a list that is complete.

/// Gives an enum a constant `ALL` with every value. To leave one out does not compile.
macro_rules! list_values {
    ($visibility:vis $name:ident: $($variant:ident $(($inner:path))?),+ $(,)?) => {
        impl $name {
            $visibility const ALL: [$name; [$($name::$variant $(($inner))?),+].len()] =
                [$($name::$variant $(($inner))?),+];
        }

        // Without a wildcard: who adds a value has to list it.
        const _: fn($name) = |value| match value {
            $($name::$variant $(($inner))? => {})+
        };
    };
}

pub(crate) use list_values;
