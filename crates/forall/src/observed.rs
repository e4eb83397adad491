//! Telling what a test returned, so that a case can demand it.
//!
//! Which way a value is told is decided where its type is known, in the expansion of `#[forall]`:
//! `(&&&Observer(&value)).told()` takes the first of these traits that fits, because each is for one
//! reference less.

use forall_protocol::replay::RecordedReturn;
use forall_spec::__private::{Tell, shown};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub struct Observer<'a, T>(pub &'a T);

/// Types of which a value can be written as code, and compared.
pub trait ByValue {
    fn told(&self) -> Option<RecordedReturn>;
}

impl<T: Tell + PartialEq + Debug> ByValue for &&Observer<'_, T> {
    fn told(&self) -> Option<RecordedReturn> {
        let text = caught(|| format!("{:?}", self.0));
        Some(text.map_or(RecordedReturn::Unknown, |text| RecordedReturn::Value(self.0.tell(), text)))
    }
}

/// Types of which a value can be shown.
pub trait ByText {
    fn told(&self) -> Option<RecordedReturn>;
}

impl<T: Debug> ByText for &Observer<'_, T> {
    fn told(&self) -> Option<RecordedReturn> {
        let text = caught(|| shown(self.0)).and_then(|(text, is_complete)| is_complete.then_some(text));
        Some(text.map_or(RecordedReturn::Unknown, RecordedReturn::Text))
    }
}

/// Nobody demands that it can be shown: a panic there is not the test's.
fn caught<T>(text: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(text)).ok()
}

/// All others.
pub trait ByNothing {
    fn told(&self) -> Option<RecordedReturn>;
}

impl<T> ByNothing for Observer<'_, T> {
    fn told(&self) -> Option<RecordedReturn> {
        Some(RecordedReturn::Unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall_protocol::inputs::InputKind;
    use forall_protocol::value::{Shape, Value};

    fn node(shape: Shape, parts: Vec<Value>) -> Value {
        Value::Node { shape, parts }
    }

    #[derive(Debug)]
    struct Shown;

    struct Hidden;

    #[test]
    #[allow(clippy::needless_borrow)] // The number of references is the point.
    fn the_type_decides_how_it_is_told() {
        let five = Value::Leaf { kind: InputKind::U8, bits: 5 };
        assert_eq!((&&&Observer(&5_u8)).told(), Some(RecordedReturn::Value(five.clone(), "5".into())));
        let list = node(Shape::Vec, vec![node(Shape::Some, vec![five])]);
        assert_eq!(
            (&&&Observer(&vec![Some(5_u8)])).told(),
            Some(RecordedReturn::Value(list, "[Some(5)]".into()))
        );
        assert_eq!((&&&Observer(&Shown)).told(), Some(RecordedReturn::Text("Shown".into())));
        assert_eq!((&&&Observer(&vec![Shown])).told(), Some(RecordedReturn::Text("[Shown]".into())));
        assert_eq!((&&&Observer(&Hidden)).told(), Some(RecordedReturn::Unknown));
    }
}
