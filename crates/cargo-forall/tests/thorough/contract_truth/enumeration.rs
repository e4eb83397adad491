//! The truth about contracts: a program that tries all inputs and checks what the attributes say, in the plainest way, with copies of
//! everything. It knows nothing of `forall`: contracts are read from the source, and `oracle.rs` says what they mean.

use super::conditions::{Conditions, arguments, met, models, text};
use super::{checked, every};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use syn::{
    Block, Expr, FnArg, Ident, ImplItem, Item, ItemImpl, ItemMod, ReceiverKind, Signature, Type, Visibility,
};

/// What is true of a contract.
#[derive(Debug)]
pub struct Truth {
    pub meaningful: u64,
    /// Who is to blame for what; nothing if it holds.
    pub blames: BTreeSet<String>,
}

/// The truth about all contracts, by the names of their tests.
pub fn truths(directory: &Path, files: &[(String, String)]) -> BTreeMap<String, Truth> {
    let mut program = Program::default();
    let modules: Vec<TokenStream> = files.iter().map(|(name, source)| program.file(name, source)).collect();
    let calls = &program.calls;
    let oracle: TokenStream = include_str!("oracle.rs").parse().expect("it is Rust");
    let program = quote! {
        #![allow(warnings)]
        pub mod oracle { #oracle }
        #(#modules)*
        fn main() { #calls }
    };
    let source = directory.join("enumeration.rs");
    std::fs::write(&source, program.to_string()).expect("the directory is ours");
    let built = Command::new("rustc")
        .args(["--edition", "2024", "--error-format", "short", "-O", "-C", "overflow-checks=on", "-o"])
        .arg(directory.join("enumeration"))
        .arg(&source)
        .output()
        .expect("there is a compiler");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let run = Command::new(directory.join("enumeration")).output().expect("it was built");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8_lossy(&run.stdout).lines().map(truth).collect()
}

fn truth(line: &str) -> (String, Truth) {
    let mut parts = line.split('\t');
    let mut next = || parts.next().expect("a line has all its parts");
    let (name, _tried, meaningful) = (next().to_owned(), next(), next());
    let meaningful = meaningful.parse().expect("a number");
    let blames = parts.filter(|blame| !blame.is_empty()).map(str::to_owned).collect();
    (name, Truth { meaningful, blames })
}

#[derive(Default)]
struct Program {
    /// Tests of functions; none where they are written down already, in the module of the function.
    tests: Vec<Option<TokenStream>>,
    calls: TokenStream,
    /// Of each type, in the order in which they stand: a type comes before its methods.
    public_fields: BTreeMap<String, Vec<Ident>>,
}

/// Where a function stands.
struct Place<'a> {
    module: &'a str,
    owner: Option<&'a Type>,
    has_invariant: bool,
    /// What can be seen of an object from outside, as expressions with `self`.
    observers: &'a [Expr],
    /// The names of its model fields.
    models: &'a [String],
}

impl Program {
    fn file(&mut self, name: &str, source: &str) -> TokenStream {
        let items = syn::parse_file(source).unwrap_or_else(|error| panic!("{name}: {error}\n{source}")).items;
        let name_of_module = format_ident!("{name}");
        let items = self.items(name, items);
        quote!(pub mod #name_of_module { #items })
    }

    fn items(&mut self, module: &str, items: Vec<Item>) -> TokenStream {
        let invariants: BTreeSet<String> = items.iter().filter_map(type_with_invariant).collect();
        let begin = self.tests.len();
        let mut written: TokenStream =
            items.into_iter().map(|item| self.item(module, item, &invariants)).collect();
        let path: Expr = syn::parse_str(&format!("crate::{module}")).expect("a path");
        for number in begin..self.tests.len() {
            // What is in the module itself: tests of modules in it are calls by now.
            let Some(test) = self.tests[number].take() else { continue };
            let name = format_ident!("test_{number}");
            written.extend(quote!(pub fn #name() { use crate::oracle::Every; #test }));
            self.calls.extend(quote!(#path::#name();));
        }
        written
    }

    fn item(&mut self, module: &str, item: Item, invariants: &BTreeSet<String>) -> TokenStream {
        match item {
            Item::Mod(ItemMod { vis, ident, content: Some((_, items)), .. }) => {
                let items = self.items(&format!("{module}::{ident}"), items);
                quote!(#vis mod #ident { #items })
            }
            Item::Use(item) if item.to_token_stream().to_string().contains("forall_spec") => {
                TokenStream::new()
            }
            Item::Fn(mut function) => {
                let conditions = Conditions::taken_from(&mut function.attrs, &[]);
                let place = Place { module, owner: None, has_invariant: false, observers: &[], models: &[] };
                self.function(&place, &function.vis, &function.sig, &function.block, &conditions)
            }
            Item::Impl(block) => self.block(module, block, invariants),
            Item::Struct(item) => {
                let public = item.fields.iter().filter(|field| matches!(field.vis, Visibility::Public(_)));
                let public = public.filter_map(|field| field.ident.clone()).collect();
                self.public_fields.insert(item.ident.to_string(), public);
                every::of_struct(item, invariants)
            }
            Item::Enum(item) => every::of_enum(item),
            item => item.to_token_stream(),
        }
    }

    fn block(&mut self, module: &str, mut block: ItemImpl, invariants: &BTreeSet<String>) -> TokenStream {
        let ty = (*block.self_ty).clone();
        let name = ty.to_token_stream().to_string();
        let has_invariant = invariants.contains(&name);
        let models = models(&block.attrs);
        let names: Vec<String> = models.iter().map(|(name, ..)| name.clone()).collect();
        let observers = self.observers(&block, &name, &names);
        let place = Place { module, owner: Some(&ty), has_invariant, observers: &observers, models: &names };
        let mut items = TokenStream::new();
        for item in &mut block.items {
            let ImplItem::Fn(function) = item else { panic!("only functions in {name}") };
            let conditions = Conditions::taken_from(&mut function.attrs, place.models);
            items.extend(self.function(&place, &function.vis, &function.sig, &function.block, &conditions));
        }
        for (name, ty, value) in &models {
            let name = format_ident!("model_{name}");
            items.extend(quote!(pub fn #name(&self) -> #ty { #value }));
        }
        let clauses = arguments(&block.attrs, "invariant");
        if !clauses.is_empty() {
            let met = clauses.iter().map(|clause| {
                let (text, met) = (text(clause), met(clause));
                quote!(call.evaluated(#text, || #met)?;)
            });
            items.extend(quote! {
                pub fn invariant__(&self) -> crate::oracle::Met {
                    let call = crate::oracle::Call::of(#name, None);
                    #(#met)*
                    Ok(())
                }
            });
        }
        quote!(impl #ty { #items })
    }

    /// Pure methods that ask for nothing, public fields, model fields.
    fn observers(&self, block: &ItemImpl, name: &str, models: &[String]) -> Vec<Expr> {
        let mut observers: Vec<Expr> = Vec::new();
        for item in &block.items {
            let ImplItem::Fn(function) = item else { continue };
            let is_pure = function.attrs.iter().any(|attribute| attribute.path().is_ident("pure"));
            let is_asked = !arguments(&function.attrs, "requires").is_empty();
            if is_pure && !is_asked && function.sig.inputs.len() == 1 {
                let name = &function.sig.ident;
                observers.push(syn::parse_quote!(self.#name()));
            }
        }
        for field in self.public_fields.get(name).into_iter().flatten() {
            observers.push(syn::parse_quote!(self.#field));
        }
        for model in models {
            let model = format_ident!("model_{model}");
            observers.push(syn::parse_quote!(self.#model()));
        }
        observers
    }

    fn function(
        &mut self,
        place: &Place<'_>,
        vis: &Visibility,
        sig: &Signature,
        body: &Block,
        conditions: &Conditions,
    ) -> TokenStream {
        let is_public = !matches!(vis, Visibility::Inherited);
        let keeps_invariant = place.has_invariant && is_public;
        if conditions.is_empty() && !keeps_invariant {
            return quote!(#vis #sig #body);
        }
        let owner = place.owner.map(|owner| owner.to_token_stream().to_string());
        let name = owner.iter().cloned().chain([sig.ident.to_string()]).collect::<Vec<_>>().join("::");
        self.test(place, sig, &name, conditions.behaviors.len());
        let of = keeps_invariant.then_some(owner).flatten();
        checked::function(vis, sig, body, conditions, place.observers, &name, of)
    }

    /// Tries the function on all its inputs, of each behavior.
    fn test(&mut self, place: &Place<'_>, sig: &Signature, name: &str, behaviors: usize) {
        let (mut inputs, mut calls) = (Vec::new(), Vec::new());
        for (number, input) in sig.inputs.iter().enumerate() {
            let variable = format_ident!("input_{number}");
            let (ty, call) = match input {
                FnArg::Receiver(receiver) => {
                    let owner = place.owner.expect("a method has a type");
                    let ty = quote!(#owner);
                    match &receiver.kind {
                        ReceiverKind::Reference(_, _, Some(_)) => (ty, quote!(&mut #variable.clone())),
                        ReceiverKind::Reference(_, _, None) => (ty, quote!(&#variable)),
                        _ => (ty, quote!(#variable.clone())),
                    }
                }
                FnArg::Typed(typed) => match &*typed.ty {
                    Type::Reference(of) => {
                        let ty = match &*of.elem {
                            Type::Slice(slice) => {
                                let elem = &slice.elem;
                                quote!(Vec<#elem>)
                            }
                            ty => ty.to_token_stream(),
                        };
                        let mutable = &of.mutability;
                        (ty, quote!(& #mutable #variable.clone()))
                    }
                    ty => (ty.to_token_stream(), quote!(#variable.clone())),
                },
            };
            let ty = match place.owner {
                Some(owner) => replaced(ty, &quote!(#owner)),
                None => ty,
            };
            inputs.push((variable, ty));
            calls.push(call);
        }
        let function = &sig.ident;
        let called = match place.owner {
            Some(owner) => quote!(<#owner>::#function),
            None => quote!(#function),
        };
        let each = inputs.iter().rev().fold(
            quote!(run(&mut || drop(#called(#(#calls),*)))),
            |inner, (name, ty)| quote!(<#ty as Every>::each(&mut |#name| #inner)),
        );
        for behavior in 0..behaviors.max(1) {
            let (title, number) = match behaviors {
                0 => (format!("{}::contract of {name}", place.module), quote!(None)),
                _ => {
                    let title = format!("{}::contract of {name}, behavior {}", place.module, behavior + 1);
                    (title, quote!(Some(#behavior)))
                }
            };
            self.tests.push(Some(quote!(crate::oracle::test(#title, #number, |run| #each);)));
        }
    }
}

/// `Self` in a type.
fn replaced(ty: TokenStream, owner: &TokenStream) -> TokenStream {
    ty.into_iter()
        .flat_map(|token| match &token {
            proc_macro2::TokenTree::Ident(word) if word == "Self" => owner.clone(),
            _ => token.into(),
        })
        .collect()
}

fn type_with_invariant(item: &Item) -> Option<String> {
    match item {
        Item::Impl(block) if !arguments(&block.attrs, "invariant").is_empty() => {
            Some(block.self_ty.to_token_stream().to_string())
        }
        _ => None,
    }
}
