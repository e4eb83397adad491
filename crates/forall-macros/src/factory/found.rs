//! The factories that stand beside one, in its source file.

use super::maker::Maker;
use crate::nesting::Block;
use crate::place::Surroundings;
use crate::problems::Problems;
use syn::{Attribute, Item, Meta};

/// All factories in the module that is around, in their order. None if the file cannot be read as it is.
pub fn beside(around: &Surroundings) -> Vec<Maker> {
    let Ok(file) = syn::parse_file(&around.file.text) else { return Vec::new() };
    let mut items = file.items;
    for block in &around.blocks {
        let Block::Module(name) = block else { return Vec::new() };
        let inner = items.into_iter().find_map(|item| match item {
            Item::Mod(module) if module.ident == name => module.content.map(|(_, items)| items),
            _ => None,
        });
        let Some(inner) = inner else { return Vec::new() };
        items = inner;
    }
    items
        .into_iter()
        .filter_map(|item| match item {
            Item::Fn(function) if function.attrs.iter().any(is_factory) => {
                // What is wrong with it is said where it stands.
                Maker::of_function(&function.sig, &function.attrs, &mut Problems::default())
            }
            _ => None,
        })
        .collect()
}

/// `#[forall::factory]`, `#[factory]`, or one of them under `cfg_attr`.
pub fn is_factory(attribute: &Attribute) -> bool {
    let is_factory = |path: &syn::Path| path.segments.last().is_some_and(|last| last.ident == "factory");
    match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg_attr") => {
            crate::derive::mentions(list.tokens.clone(), &|ident| ident == "factory")
        }
        meta => is_factory(meta.path()),
    }
}
