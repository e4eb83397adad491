//! Values that have others of their own type inside.

use crate::__private::discard;
use crate::source::Source;
use std::any::type_name;

/// The types of what is being drawn, as far as they can nest: the outermost first.
#[derive(Default)]
pub struct Nesting(Vec<Nested>);

struct Nested {
    type_name: &'static str,
    /// How deep the innermost value of the type lies in the outermost one.
    level: usize,
    /// How deep it may lie; asked for when a value lies in another for the first time.
    limit: Option<usize>,
    /// Length of the name of the outermost one.
    name_length: usize,
}

/// Draws a value of a type that may be recursive. `draw` is told whether there may be no further value of the type below.
pub fn nested<T, R>(source: &mut Source<'_>, draw: impl FnOnce(&mut Source<'_>, bool) -> R) -> R {
    let name = type_name::<T>();
    let known = source.nesting().0.iter().position(|nested| nested.type_name == name);
    let Some(index) = known else {
        let name_length = source.name_length();
        source.nesting().0.push(Nested { type_name: name, level: 0, limit: None, name_length });
        let value = draw(source, false);
        source.nesting().0.pop();
        return value;
    };
    let Nested { level, limit, name_length, .. } = source.nesting().0[index];
    let limit = limit.unwrap_or_else(|| source.above(name_length, |outermost| outermost.depth()));
    source.nesting().0[index].limit = Some(limit);
    if level >= limit {
        discard();
    }
    source.nesting().0[index].level += 1;
    let value = draw(source, level + 1 == limit);
    source.nesting().0[index].level -= 1;
    value
}
