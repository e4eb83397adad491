//! What of a type can be seen from outside: its virtual state. It stands on the type and in several blocks; those in the module of a contract
//! are read for it.

use super::callers::{Reach, called};
use crate::place::Surroundings;
use crate::problems::Problems;
use forall_contract::clause::Contract;
use forall_contract::model::{self, Models};
use forall_contract::specification::can_observe;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Fields, GenericParam, ImplItem, ImplItemFn, Item, ItemImpl, Member, Path, Signature, Token,
    Type, Visibility,
};

/// Something of an object that can be seen.
#[derive(Clone)]
pub struct Seen {
    pub name: String,
    pub kind: Kind,
    /// `#[cfg(…)]` around it.
    pub conditions: Vec<Attribute>,
    /// Where it stands; what is read from a file is nowhere.
    pub span: Option<Span>,
}

#[derive(Clone)]
pub enum Kind {
    Field,
    /// Model state; perhaps of a trait.
    Model(Option<Path>),
    /// Perhaps of a trait.
    Observer(Option<Path>),
    /// Of a trait, and it gets a copy of the object.
    OfCopy(Path),
    /// A method that observes nothing, or not without arguments.
    Other,
}

/// What stands in a module.
#[derive(Default)]
pub struct Module(Vec<Item>);

impl Module {
    /// The module around something. Where its file cannot be read, nothing is known of it.
    pub fn of(around: Option<Surroundings>) -> Module {
        let file = around.as_ref().and_then(|around| syn::parse_file(&around.file.text).ok());
        let (Some(around), Some(file)) = (around, file) else { return Module::default() };
        let mut items = file.items;
        for block in &around.blocks {
            let crate::nesting::Block::Module(name) = block else { return Module::default() };
            let inner = items.into_iter().find_map(|item| match item {
                Item::Mod(module) if module.ident == name => module.content,
                _ => None,
            });
            items = inner.map(|(_, items)| items).unwrap_or_default();
        }
        Module(items)
    }

    /// What can be seen of the type of a block: in it, and in what stands beside it with the same type and parameters.
    pub fn seen_beside(&self, block: &ItemImpl, contracts: &[Contract], own: &Models) -> Vec<Seen> {
        let functions = block.items.iter().filter_map(|item| match item {
            ImplItem::Fn(function) => Some(function),
            _ => None,
        });
        let is_copy = self.is_copy(&block.self_ty);
        let mut seen: Vec<Seen> = models(own, block.trait_.as_ref().map(|(path, _)| path), Some)
            .chain(self.models_of(&block.self_ty, |other| head(other) == head(block)))
            .collect();
        let own = functions
            .zip(contracts)
            .filter_map(|(function, contract)| method(block, function, contract.pure.is_some(), is_copy));
        add(&mut seen, own);
        let mut others = self.public_fields(&block.self_ty);
        for other in self.blocks_of(&block.self_ty) {
            if head(other) == head(block) {
                others.extend(methods(other, is_copy));
            }
        }
        add(&mut seen, others);
        seen
    }

    /// What can be seen of a type by its name; nothing if no contract stands on it here.
    pub fn seen_of(&self, ty: &Type) -> Option<Vec<Seen>> {
        let blocks: Vec<&ItemImpl> = self.blocks_of(ty).filter(|block| block.trait_.is_none()).collect();
        if blocks.is_empty() || blocks.iter().any(|block| !block.generics.params.is_empty()) {
            return None;
        }
        let mut seen: Vec<Seen> = self.models_of(ty, |block| block.trait_.is_none()).collect();
        add(&mut seen, self.public_fields(ty));
        let is_copy = self.is_copy(ty);
        add(&mut seen, blocks.into_iter().flat_map(|block| methods(block, is_copy)));
        Some(seen)
    }

    /// How far a type can be seen, if it stands here.
    pub fn reach_of(&self, ty: &Type) -> Option<Reach> {
        self.0.iter().find_map(|item| match item {
            Item::Struct(item) if is_named(ty, &item.ident) => Some(Reach::of(&item.vis)),
            Item::Enum(item) if is_named(ty, &item.ident) => Some(Reach::of(&item.vis)),
            _ => None,
        })
    }

    /// How far the fields and functions of a type can be seen, as far as they stand here.
    pub fn parts_of(&self, ty: &Type) -> Vec<(String, Reach)> {
        let mut parts = Vec::new();
        for item in &self.0 {
            match item {
                Item::Struct(item) if is_named(ty, &item.ident) => {
                    let named =
                        item.fields.iter().filter_map(|field| Some((field.ident.as_ref()?, &field.vis)));
                    parts.extend(named.map(|(name, visibility)| (name.to_string(), Reach::of(visibility))));
                }
                Item::Impl(block) if block.trait_.is_none() && name_of(&block.self_ty) == name_of(ty) => {
                    parts.extend(block.items.iter().filter_map(|item| match item {
                        ImplItem::Fn(function) => {
                            Some((called(&function.sig.ident), Reach::of(&function.vis)))
                        }
                        _ => None,
                    }));
                }
                _ => {}
            }
        }
        parts
    }

    /// Model fields, of the type itself and of such blocks.
    fn models_of(&self, ty: &Type, is_meant: impl Fn(&ItemImpl) -> bool) -> impl Iterator<Item = Seen> {
        let name = ty.to_token_stream().to_string();
        let of_item = |attributes: &[Attribute], of_trait: Option<&Path>| {
            let mut attributes = attributes.to_vec();
            let read = Models::taken_from(&mut attributes, &mut Problems::default());
            models(&read, of_trait, |_| None).collect::<Vec<Seen>>()
        };
        let of_items = self.0.iter().flat_map(|item| match item {
            Item::Struct(item) if item.ident == name => of_item(&item.attrs, None),
            Item::Enum(item) if item.ident == name => of_item(&item.attrs, None),
            _ => Vec::new(),
        });
        let blocks = self.blocks_of(ty).filter(|block| is_meant(block));
        let of_blocks =
            blocks.flat_map(|block| of_item(&block.attrs, block.trait_.as_ref().map(|(path, _)| path)));
        of_items.chain(of_blocks).collect::<Vec<Seen>>().into_iter()
    }

    fn is_copy(&self, ty: &Type) -> bool {
        let name = ty.to_token_stream().to_string();
        let is_derived = |attributes: &[Attribute], ident: &Ident| {
            let derives = attributes.iter().filter(|attribute| attribute.path().is_ident("derive"));
            let is_copy = |path: &Path| path.segments.last().is_some_and(|last| last.ident == "Copy");
            let parser = Punctuated::<Path, Token![,]>::parse_terminated;
            let mut named = derives.filter_map(|it| it.parse_args_with(parser).ok()).flatten();
            *ident == name && named.any(|path| is_copy(&path))
        };
        self.0.iter().any(|item| match item {
            Item::Struct(item) => is_derived(&item.attrs, &item.ident),
            Item::Enum(item) => is_derived(&item.attrs, &item.ident),
            _ => false,
        })
    }

    fn blocks_of(&self, ty: &Type) -> impl Iterator<Item = &ItemImpl> {
        let ty = ty.to_token_stream().to_string();
        self.0.iter().filter_map(move |item| match item {
            Item::Impl(block)
                if is_marked(&block.attrs, "contract")
                    && block.self_ty.to_token_stream().to_string() == ty =>
            {
                Some(block)
            }
            _ => None,
        })
    }

    fn public_fields(&self, ty: &Type) -> Vec<Seen> {
        let Type::Path(path) = ty else { return Vec::new() };
        let Some(name) = path.path.segments.last().map(|last| &last.ident) else { return Vec::new() };
        let item = self.0.iter().find_map(|item| match item {
            Item::Struct(item) if item.ident == *name && path.path.segments.len() == 1 => Some(item),
            _ => None,
        });
        item.map(|item| public(&item.fields)).unwrap_or_default()
    }
}

/// The name of a type of this module.
fn name_of(ty: &Type) -> Option<&Ident> {
    match ty {
        Type::Path(path) if path.path.segments.len() == 1 => {
            path.path.segments.last().map(|last| &last.ident)
        }
        _ => None,
    }
}

fn is_named(ty: &Type, name: &Ident) -> bool {
    name_of(ty).is_some_and(|of| of == name)
}

fn models(
    models: &Models,
    of_trait: Option<&Path>,
    span: impl Fn(Span) -> Option<Span>,
) -> impl Iterator<Item = Seen> {
    let names = models.names().into_iter();
    names.map(move |name| Seen {
        name: name.to_string(),
        kind: Kind::Model(of_trait.cloned()),
        conditions: Vec::new(),
        span: span(name.span()),
    })
}

fn public(fields: &Fields) -> Vec<Seen> {
    let public = |(_, field): &(usize, &syn::Field)| !matches!(field.vis, Visibility::Inherited);
    let seen = |(number, field): (usize, &syn::Field)| Seen {
        name: field.ident.as_ref().map_or_else(|| number.to_string(), ToString::to_string),
        kind: Kind::Field,
        conditions: conditions(&field.attrs),
        span: None,
    };
    fields.iter().enumerate().filter(public).map(seen).collect()
}

fn methods(block: &ItemImpl, is_copy: bool) -> impl Iterator<Item = Seen> {
    block.items.iter().filter_map(move |item| match item {
        ImplItem::Fn(function) => {
            let seen = method(block, function, is_marked(&function.attrs, "pure"), is_copy)?;
            Some(Seen { span: None, ..seen })
        }
        _ => None,
    })
}

/// A pure method with arguments is observed where conditions do so.
fn method(block: &ItemImpl, function: &ImplItemFn, is_pure: bool, is_copy: bool) -> Option<Seen> {
    let of_trait = block.trait_.as_ref().map(|(path, _)| path.clone());
    let observes = is_pure && can_observe(&function.sig, is_copy);
    let is_lent = can_observe(&function.sig, false);
    let kind = match (observes, of_trait) {
        (true, _) if !needs_no_argument(&function.sig) => return None,
        (true, Some(of_trait)) if !is_lent => Kind::OfCopy(of_trait),
        (true, of_trait) => Kind::Observer(of_trait),
        (false, _) => Kind::Other,
    };
    let mut conditions = conditions(&block.attrs);
    conditions.extend(self::conditions(&function.attrs));
    let name = &function.sig.ident;
    Some(Seen { name: name.to_string(), kind, conditions, span: Some(name.span()) })
}

fn needs_no_argument(signature: &Signature) -> bool {
    let is_plain = signature.generics.params.iter().all(|it| matches!(it, GenericParam::Lifetime(_)));
    is_plain && signature.inputs.len() == 1
}

fn add(seen: &mut Vec<Seen>, others: impl IntoIterator<Item = Seen>) {
    for other in others {
        if !seen.iter().any(|seen| seen.name == other.name && seen.is_field() == other.is_field()) {
            seen.push(other);
        }
    }
}

fn head(block: &ItemImpl) -> String {
    let (generics, where_clause) = (&block.generics, &block.generics.where_clause);
    generics.to_token_stream().to_string() + &where_clause.to_token_stream().to_string()
}

fn is_marked(attributes: &[Attribute], name: &str) -> bool {
    attributes.iter().any(|it| it.path().segments.last().is_some_and(|last| last.ident == name))
}

fn conditions(attributes: &[Attribute]) -> Vec<Attribute> {
    attributes.iter().filter(|attribute| attribute.path().is_ident("cfg")).cloned().collect()
}

impl Seen {
    /// Is it named like a field?
    pub fn is_field(&self) -> bool {
        matches!(self.kind, Kind::Field | Kind::Model(_))
    }

    /// The look at it, if it is one.
    pub fn of(&self, object: &Ident, span: Span) -> Option<TokenStream> {
        let Seen { name, kind, .. } = self;
        match kind {
            Kind::Field => {
                let member: Member = syn::parse_str(name).ok()?;
                Some(quote_spanned!(span=> &#object.#member))
            }
            Kind::Model(of_trait) => {
                let method = model::method(&named(name, span)?);
                Some(match of_trait {
                    Some(of_trait) => quote_spanned!(span=> <Self as #of_trait>::#method(&*#object)),
                    None => quote_spanned!(span=> #object.#method()),
                })
            }
            Kind::Observer(None) => {
                let name = named(name, span)?;
                Some(quote_spanned!(span=> #object.#name()))
            }
            Kind::Observer(Some(of_trait)) => {
                let name = named(name, span)?;
                Some(quote_spanned!(span=> <Self as #of_trait>::#name(&*#object)))
            }
            Kind::OfCopy(of_trait) => {
                let name = named(name, span)?;
                Some(quote_spanned!(span=> <Self as #of_trait>::#name(*#object)))
            }
            Kind::Other => None,
        }
    }

    /// `self.size()`
    pub fn text(&self, object: &Ident) -> String {
        match self.is_field() {
            true => format!("{object}.{}", self.name),
            false => format!("{object}.{}()", self.name),
        }
    }
}

fn named(name: &str, span: Span) -> Option<Ident> {
    let mut name: Ident = syn::parse_str(name).ok()?;
    name.set_span(span);
    Some(name)
}
