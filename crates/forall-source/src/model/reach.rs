//! From a test to the functions that it calls, across the crates of a package.

use super::definition::Definition;
use super::stored::{Model, Summary};
use std::collections::{HashSet, VecDeque};

/// A function, and the model that has its body: for tests outside of the library that of the library.
pub fn find<'m>(models: &[&'m Model], definition: &Definition) -> Option<(&'m Model, &'m Summary)> {
    models.iter().find_map(|model| Some((*model, model.of(definition)?)))
}

/// A body, its closures, and those that they call, directly or not; each once, the nearest first.
pub fn reached<'m>(models: &[&'m Model], from: (&'m Model, &'m Summary)) -> Vec<(&'m Model, &'m Summary)> {
    let key = |body: &Summary| (body.definition.krate.clone(), body.definition.path.clone());
    let mut reached = vec![from];
    let mut known = HashSet::from([key(from.1)]);
    let mut open = VecDeque::from([from]);
    while let Some((model, next)) = open.pop_front() {
        let closures = format!("{}::{{closure#", next.definition.path);
        let inside = model.bodies.iter().filter(|body| body.definition.path.starts_with(&closures));
        let inside = inside.map(|body| (model, body));
        let called = next.functions.iter().filter_map(|function| find(models, function));
        for body in inside.chain(called) {
            if known.insert(key(body.1)) {
                reached.push(body);
                open.push_back(body);
            }
        }
    }
    reached
}
