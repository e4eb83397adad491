//! Table 2.3, row by row: constants, linear and non-linear arithmetic, inequalities.

use forall_spec::contract;

/// `a = true`
#[contract]
#[requires(a == true)]
pub fn boolean_constant(a: bool) -> bool {
    true
}

/// `a = b`
#[contract]
#[requires(a == b)]
pub fn boolean_linear(a: bool, b: bool) -> bool {
    true
}

/// `a != false`
#[contract]
#[requires(a != false)]
pub fn boolean_inequality(a: bool) -> bool {
    true
}

/// `a = 'b'`
#[contract]
#[requires(a == 'b')]
pub fn character_constant(a: char) -> bool {
    true
}

/// `a > 'b'`
#[contract]
#[requires(a > 'b')]
pub fn character_inequality(a: char) -> bool {
    true
}

/// `a = 3`
#[contract]
#[requires(a == 3)]
pub fn integer_constant(a: i32) -> bool {
    true
}

/// `a = 3 + 5`
#[contract]
#[requires(a == 3 + 5)]
pub fn integer_linear(a: i32) -> bool {
    true
}

/// `a = 3 * 5`
#[contract]
#[requires(a == 3 * 5)]
pub fn integer_non_linear(a: i32) -> bool {
    true
}

/// `a > 5`
#[contract]
#[requires(a > 5)]
pub fn integer_inequality(a: i32) -> bool {
    true
}

/// `a = 3.2f`
#[contract]
#[requires(a == 3.2)]
pub fn float_constant(a: f32) -> bool {
    true
}

/// `a = 3.2f + 5.1f`
#[contract]
#[requires(a == 3.2 + 5.1)]
pub fn float_linear(a: f32) -> bool {
    true
}

/// `a = 3.2f * 5.1f`
#[contract]
#[requires(a == 3.2 * 5.1)]
pub fn float_non_linear(a: f32) -> bool {
    true
}

/// `a > 5.1f`
#[contract]
#[requires(a > 5.1)]
pub fn float_inequality(a: f32) -> bool {
    true
}

/// `a = 3.2d`
#[contract]
#[requires(a == 3.2)]
pub fn double_constant(a: f64) -> bool {
    true
}

/// `a = 3.2d + 5.1d`
#[contract]
#[requires(a == 3.2 + 5.1)]
pub fn double_linear(a: f64) -> bool {
    true
}

/// `a = 3.2d * 5.1d`
#[contract]
#[requires(a == 3.2 * 5.1)]
pub fn double_non_linear(a: f64) -> bool {
    true
}

/// `a > 3.2d`
#[contract]
#[requires(a > 3.2)]
pub fn double_inequality(a: f64) -> bool {
    true
}

/// `a = "abcd"`
#[contract]
#[requires(a.as_deref() == Some("abcd"))]
pub fn string_constant(a: Option<String>) -> bool {
    true
}

/// `a != null && a.matches("[a-z][0-9]+")`
#[contract]
#[requires(a.is_some() && matches("[a-z][0-9]+", a.as_deref().unwrap()))]
pub fn string_linear(a: Option<String>) -> bool {
    true
}

/// `a != null && a != "" && a != "abcd"`
#[contract]
#[requires(a.is_some() && a.as_deref() != Some("") && a.as_deref() != Some("abcd"))]
pub fn string_inequality(a: Option<String>) -> bool {
    true
}
