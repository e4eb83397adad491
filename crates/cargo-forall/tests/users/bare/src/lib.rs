//! Temperatures, in a crate that names everything it uses.
#![no_implicit_prelude]

/// From degrees of Celsius to Fahrenheit.
pub fn fahrenheit(celsius: i16) -> i16 {
    celsius * 9 / 5 + 32
}

/// From Fahrenheit to Celsius, rounded towards zero.
pub fn celsius(fahrenheit: i16) -> i32 {
    (<i32 as ::std::convert::From<i16>>::from(fahrenheit) - 32) * 5 / 9
}

#[cfg(test)]
mod tests {
    use ::forall::{assume, forall};
    use ::std::assert;

    #[forall]
    fn fahrenheit_is_a_larger_number(celsius: i16) {
        assume!(celsius > -40);
        assert!(super::fahrenheit(celsius) > celsius);
    }

    #[forall]
    fn celsius_is_a_smaller_distance(fahrenheit: i16) {
        assert!(super::celsius(fahrenheit) < 20_000);
    }
}
