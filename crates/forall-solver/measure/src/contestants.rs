//! Who is measured.

use forall_solver::{Embedded, Solver};

pub struct Contestant {
    pub name: &'static str,
    pub start: fn() -> Box<dyn Solver>,
}

/// The embedded solver comes first.
pub fn all() -> Vec<Contestant> {
    let embedded = Contestant { name: "embedded", start: || Box::new(Embedded::new()) };
    #[cfg(feature = "rivals")]
    return std::iter::once(embedded).chain(crate::rivals::all()).collect();
    #[cfg(not(feature = "rivals"))]
    vec![embedded]
}
