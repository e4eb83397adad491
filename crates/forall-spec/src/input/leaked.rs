//! References in types: `Vec<&str>`, `Option<&T>`. What they lead to is never freed, so that they are good for as long as a test wants.

use super::collections::sequence;
use super::text::text;
use super::{Input, Itself, MakeInput};
use crate::source::Source;
use forall_protocol::value::Shape;

impl Input for &'static str {
    type By = Itself;
}

impl MakeInput<Itself> for &'static str {
    fn make(source: &mut Source<'_>) -> &'static str {
        source.whole(Shape::Leaked, |source| text(source, Shape::Str)).leak()
    }
}

impl<T: Input + 'static> Input for &'static [T] {
    type By = T::By;
}

impl<T: MakeInput<By> + 'static, By> MakeInput<By> for &'static [T] {
    fn make(source: &mut Source<'_>) -> &'static [T] {
        source.whole(Shape::Leaked, |source| sequence(source, Shape::Slice)).leak()
    }
}

impl<T: Input + 'static> Input for &'static T {
    type By = T::By;
}

impl<T: MakeInput<By> + 'static, By> MakeInput<By> for &'static T {
    fn make(source: &mut Source<'_>) -> &'static T {
        Box::leak(Box::new(source.whole(Shape::Leaked, T::make)))
    }
}
