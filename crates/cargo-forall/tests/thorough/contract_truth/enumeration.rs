//! The truth about contracts: a program that tries all inputs and checks what the attributes say, in the plainest way, with copies of
//! everything. It knows nothing of `forall`: contracts are read from the source, and `oracle.rs` says what they mean.

use super::{checked, every};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Attribute, Block, Expr, FnArg, Ident, ImplItem, Item, ItemImpl, ItemMod, LitStr, Member, ReceiverKind,
    Signature, Token, Type, Visibility,
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

/// The conditions of a function.
#[derive(Clone, Default)]
pub struct Conditions {
    pub requires: Vec<Expr>,
    pub ensures: Vec<Expr>,
    /// What each requires, and what it ensures.
    pub behaviors: Vec<(Vec<Expr>, Vec<Expr>)>,
    /// When, with what text, and what then holds.
    pub panics: Vec<(Expr, String, Vec<Expr>)>,
    /// What it may change, where that is said.
    pub modifies: Option<Vec<Expr>>,
    /// The model fields that they may speak of.
    pub models: Vec<String>,
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

/// The conditions of all attributes of this name.
pub fn arguments(attributes: &[Attribute], name: &str) -> Vec<Expr> {
    let of_name = attributes.iter().filter(|attribute| attribute.path().is_ident(name));
    of_name.map(|attribute| attribute.parse_args().expect("a condition")).collect()
}

impl Conditions {
    fn taken_from(attributes: &mut Vec<Attribute>, models: &[String]) -> Conditions {
        let mut conditions = Conditions {
            requires: arguments(attributes, "requires"),
            ensures: arguments(attributes, "ensures"),
            ..Conditions::default()
        };
        let list = |attribute: &Attribute| {
            let list = attribute.parse_args_with(Punctuated::<Expr, Token![,]>::parse_terminated);
            list.expect("a list").into_iter().collect::<Vec<_>>()
        };
        for attribute in attributes.iter() {
            if attribute.path().is_ident("behavior") {
                let all = list(attribute);
                conditions.behaviors.push((called(&all, "requires"), called(&all, "ensures")));
            }
            if attribute.path().is_ident("modifies") {
                conditions.modifies = Some(list(attribute));
            }
            if attribute.path().is_ident("panics") {
                let all = list(attribute);
                let [condition, said, ..] = &all[..] else { panic!("a condition and a text") };
                let said: LitStr = syn::parse2(said.to_token_stream()).expect("a text");
                conditions.panics.push((condition.clone(), said.value(), called(&all, "ensures")));
            }
        }
        attributes.clear();
        conditions.models = models.to_vec();
        conditions
    }

    /// With the model fields as what computes them.
    pub fn with_models(&self) -> Conditions {
        let mut conditions = self.clone();
        let Conditions { requires, ensures, behaviors, panics, modifies: _, models } = &mut conditions;
        let of_behaviors =
            behaviors.iter_mut().flat_map(|(requires, ensures)| requires.iter_mut().chain(ensures));
        let of_panics =
            panics.iter_mut().flat_map(|(condition, _, ensures)| ensures.iter_mut().chain([condition]));
        for condition in requires.iter_mut().chain(ensures).chain(of_behaviors).chain(of_panics) {
            Modelled(models).visit_expr_mut(condition);
        }
        conditions
    }

    fn is_empty(&self) -> bool {
        let Conditions { requires, ensures, behaviors, panics, modifies, models: _ } = self;
        let is_any = requires.is_empty() && ensures.is_empty() && behaviors.is_empty() && panics.is_empty();
        is_any && modifies.is_none()
    }
}

/// `#[model(items: Vec<u8>)]` with its `#[represents(items = …)]`: name, type and value.
fn models(attributes: &[Attribute]) -> Vec<(String, Type, Expr)> {
    let declared = attributes.iter().filter(|attribute| attribute.path().is_ident("model"));
    let represented = arguments(attributes, "represents").into_iter();
    let all = declared.zip(represented).map(|(declared, represented)| {
        let declared: FnArg = declared.parse_args().expect("a name and a type");
        let (FnArg::Typed(typed), Expr::Assign(assign)) = (declared, represented) else {
            panic!("a model field and what represents it")
        };
        (typed.pat.to_token_stream().to_string(), *typed.ty, *assign.right)
    });
    all.collect()
}

/// Reads model fields by the methods that compute them.
struct Modelled<'a>(&'a [String]);

impl VisitMut for Modelled<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let Expr::Field(field) = expr else { return };
        let Member::Named(name) = &field.member else { return };
        if field.base.to_token_stream().to_string() == "self" && self.0.contains(&name.to_string()) {
            let method = format_ident!("model_{name}");
            *expr = syn::parse_quote!(self.#method());
        }
    }
}

/// The argument of `requires(…)` in a list.
fn called(list: &[Expr], name: &str) -> Vec<Expr> {
    let calls = list.iter().filter_map(|expr| match expr {
        Expr::Call(call) if call.func.to_token_stream().to_string() == name => Some(call.args[0].clone()),
        _ => None,
    });
    calls.collect()
}

pub fn text(expr: &Expr) -> String {
    let expr = match expr {
        Expr::Closure(closure) => &closure.body,
        Expr::Paren(inner) => &inner.expr,
        expr => expr,
    };
    let text = plain(&expr.to_token_stream().to_string());
    // What `models` made of a model field is written as a field.
    let mut parts = text.split("self.model_");
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        written += "self.";
        written += &part.replacen("()", "", 1);
    }
    written
}

/// A condition without its spaces: who writes them is not asked.
pub fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// The conjuncts one after the other: the first that is false is to blame.
pub fn met(condition: &Expr) -> TokenStream {
    let mut conjuncts = Vec::new();
    conjuncts_of(condition, &mut conjuncts);
    let each = conjuncts.iter().map(|conjunct| {
        let text = text(conjunct);
        quote!(if !(#conjunct) { return Err(#text); })
    });
    quote!({ use crate::oracle::{exists, exists_one, for_all}; #(#each)* Ok(()) })
}

pub fn conjuncts_of<'a>(condition: &'a Expr, all: &mut Vec<&'a Expr>) {
    match condition {
        Expr::Binary(binary) if matches!(binary.op, syn::BinOp::And(_)) => {
            conjuncts_of(&binary.left, all);
            conjuncts_of(&binary.right, all);
        }
        condition => all.push(condition),
    }
}
