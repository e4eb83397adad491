//! Types of the package of which all fields may have any value: where `#[derive(forall::Input)]` would stand.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Fields, Item, Type, Visibility};

/// Where a type is defined that lacks the attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derive {
    pub name: String,
    pub file: PathBuf,
    /// Behind its attributes.
    pub at: usize,
}

/// Where to derive, so that a type can be drawn: there, and at those that it is made of. Nothing, if some of them have fields that only their own code may
/// set, or of types that cannot be drawn. `is_literal` says that the tests set all fields themselves.
pub fn derives(files: &[(PathBuf, String)], name: &str, is_literal: bool) -> Option<Vec<Derive>> {
    let parsed: Vec<(&Path, syn::File)> =
        files.iter().filter_map(|(path, text)| Some((path.as_path(), syn::parse_file(text).ok()?))).collect();
    let mut search = Search { parsed: &parsed, known: BTreeSet::new(), found: Vec::new() };
    if !search.add(name, is_literal) {
        return None;
    }
    let mut found = search.found;
    for own in &mut found {
        let (_, text) = files.iter().find(|(path, _)| *path == own.file)?;
        own.at += text[own.at..].len() - text[own.at..].trim_start().len();
    }
    Some(found)
}

struct Search<'f> {
    parsed: &'f [(&'f Path, syn::File)],
    known: BTreeSet<String>,
    found: Vec<Derive>,
}

/// Std's types whose inputs are made of those of their arguments.
const MADE_OF_OTHERS: [&str; 8] = ["Vec", "Option", "Box", "Rc", "Arc", "Result", "VecDeque", "Reverse"];
const DRAWN: [&str; 19] = [
    "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "bool", "char",
    "f32", "f64", "String", "Duration", "Ordering",
];

impl Search<'_> {
    fn add(&mut self, name: &str, is_literal: bool) -> bool {
        if !self.known.insert(name.to_owned()) {
            return true;
        }
        let Some(definition) = self.definition(name) else { return false };
        if definition.is_input {
            return true;
        }
        if definition.is_generic || !(definition.is_open || is_literal) {
            return false;
        }
        self.found.push(Derive { name: name.to_owned(), file: definition.file.clone(), at: definition.at });
        definition.types.iter().all(|ty| self.is_drawn(ty))
    }

    fn is_drawn(&mut self, ty: &Type) -> bool {
        match ty {
            Type::Array(array) => self.is_drawn(&array.elem),
            Type::Paren(inner) => self.is_drawn(&inner.elem),
            Type::Tuple(parts) => parts.elems.iter().all(|part| self.is_drawn(part)),
            Type::Path(path) if path.qself.is_none() => {
                let Some(last) = path.path.segments.last() else { return false };
                let name = last.ident.to_string();
                match &last.arguments {
                    syn::PathArguments::None if DRAWN.contains(&name.as_str()) => true,
                    syn::PathArguments::None => self.add(&name, false),
                    syn::PathArguments::AngleBracketed(arguments)
                        if MADE_OF_OTHERS.contains(&name.as_str()) =>
                    {
                        arguments.args.iter().all(|argument| match argument {
                            syn::GenericArgument::Type(ty) => self.is_drawn(ty),
                            _ => false,
                        })
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// The only one of this name.
    fn definition(&self, name: &str) -> Option<Definition> {
        let mut found = Vec::new();
        for (path, file) in self.parsed {
            let mut definitions = Definitions { name, file: path, found: &mut found };
            definitions.visit_file(file);
        }
        found.pop().filter(|_| found.is_empty())
    }
}

struct Definition {
    file: PathBuf,
    at: usize,
    is_input: bool,
    is_generic: bool,
    /// May anybody set its fields?
    is_open: bool,
    types: Vec<Type>,
}

struct Definitions<'a> {
    name: &'a str,
    file: &'a Path,
    found: &'a mut Vec<Definition>,
}

impl<'ast> Visit<'ast> for Definitions<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Struct(item) if item.ident == self.name => {
                let fields: Vec<&syn::Field> = item.fields.iter().collect();
                let is_open = !matches!(item.fields, Fields::Unit)
                    && fields.iter().all(|field| !matches!(field.vis, Visibility::Inherited));
                self.add((&item.attrs, item.span(), &item.generics), is_open, &fields);
            }
            Item::Enum(item) if item.ident == self.name => {
                let fields: Vec<&syn::Field> =
                    item.variants.iter().flat_map(|variant| variant.fields.iter()).collect();
                self.add((&item.attrs, item.span(), &item.generics), !item.variants.is_empty(), &fields);
            }
            _ => {}
        }
        visit::visit_item(self, item);
    }
}

impl Definitions<'_> {
    fn add(
        &mut self,
        (attributes, span, generics): (&[syn::Attribute], proc_macro2::Span, &syn::Generics),
        is_open: bool,
        fields: &[&syn::Field],
    ) {
        let inputs = |attribute: &syn::Attribute| {
            let text = quote::ToTokens::to_token_stream(&attribute.meta).to_string();
            text.contains("derive")
                && text.split(|next: char| !next.is_alphanumeric()).any(|word| word == "Input")
        };
        let whole = span.byte_range();
        let at = attributes.last().map_or(whole.start, |last| last.span().byte_range().end);
        self.found.push(Definition {
            file: self.file.to_owned(),
            at,
            is_input: attributes.iter().any(inputs),
            is_generic: !generics.params.is_empty(),
            is_open,
            types: fields.iter().map(|field| field.ty.clone()).collect(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn derived(source: &str, name: &str, is_literal: bool) -> Option<Vec<String>> {
        let files = [(PathBuf::from("a.rs"), source.to_owned())];
        let found = derives(&files, name, is_literal)?;
        Some(found.into_iter().map(|own| format!("{}{}", own.name, &source[own.at..own.at + 4])).collect())
    }

    #[test]
    fn what_it_is_made_of_is_derived_too() {
        let source = "pub struct Line { pub from: Point, pub to: Vec<Point> } mod m { #[derive(Debug)] pub struct Point(pub i32); }
            pub struct Closed { n: u8 } #[cfg_attr(test, derive(forall::Input))] struct Done(u8); pub struct Odd { pub f: fn() }
            pub enum Shape { Dot, Line(Line), Group(Box<Shape>) } pub struct Of<T> { pub t: T }";
        assert_eq!(derived(source, "Line", false).unwrap(), ["Linepub ", "Pointpub "]);
        assert_eq!(derived(source, "Shape", false).unwrap().len(), 3);
        assert_eq!(derived(source, "Done", false).unwrap().len(), 0);
        for refused in ["Closed", "Odd", "Of", "Missing"] {
            assert_eq!(derived(source, refused, false), None, "{refused}");
        }
        assert_eq!(derived(source, "Closed", true).unwrap().len(), 1);
    }
}
