//! Table 2.4: several parameters, objects, arrays, quantifiers.

use forall_spec::contract;

/// A stack as in the seed's figure 4.1.
#[cfg_attr(test, derive(forall::Input))]
#[derive(Clone, Debug)]
pub struct Stack {
    items: Vec<f64>,
}

#[contract]
impl Stack {
    #[pure]
    pub fn count(&self) -> usize {
        self.items.len()
    }
}

/// `b != null && b.Length = a && a > 32`
#[contract]
#[requires(b.is_some() && b.as_deref().unwrap().len() == a as usize && a > 32)]
pub fn parameter_dependencies(a: i32, b: Option<String>) -> bool {
    true
}

/// `a = null`
#[contract]
#[requires(a.is_none())]
pub fn null_object(a: Option<Stack>) -> bool {
    true
}

/// `a != null && a.Count >= 2`
#[contract]
#[requires(a.is_some() && a.as_ref().unwrap().count() >= 2)]
pub fn object_type(a: Option<Stack>) -> bool {
    true
}

/// `a != null && a.length > 2 && a[1] = 1`
#[contract]
#[requires(a.is_some() && a.as_ref().unwrap().len() > 2 && a.as_ref().unwrap()[1] == 1)]
pub fn array_type(a: Option<Vec<i32>>) -> bool {
    true
}

/// `a != null && a.Count = 2 && ∀ s ∈ a : s = "abc"`
#[contract]
#[requires(a.is_some() && a.as_ref().unwrap().len() == 2 && for_all(a.as_ref().unwrap(), |s| s == "abc"))]
pub fn forall_quantifier(a: Option<Vec<String>>) -> bool {
    true
}

/// `a != null && a.Count = 2 && ∃ s ∈ a : s = "abc"`
#[contract]
#[requires(a.is_some() && a.as_ref().unwrap().len() == 2 && exists(a.as_ref().unwrap(), |s| s == "abc"))]
pub fn exists_quantifier(a: Option<Vec<String>>) -> bool {
    true
}

/// The example of Myers: `a + b > c && b + c > a && a + c > b && a != b && a != c && b != c`
#[contract]
#[requires(a + b > c && b + c > a && a + c > b && a != b && a != c && b != c)]
pub fn scalene_triangle(a: f64, b: f64, c: f64) -> bool {
    true
}
