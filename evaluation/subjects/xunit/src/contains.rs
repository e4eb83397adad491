//! Figure 1: the assertion that a container does not have something, in which elements may be missing.

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Object {
    Number(i32),
    Text(String),
}

pub fn assert_does_not_contain(expected: &Option<Object>, container: &[Option<Object>]) {
    if container.contains(expected) {
        panic!("found: {expected:?}");
    }
}
