//! The conditions of a function, as they are read from its attributes.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr, FnArg, LitStr, Member, Token, Type};

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

/// The conditions of all attributes of this name.
pub fn arguments(attributes: &[Attribute], name: &str) -> Vec<Expr> {
    let of_name = attributes.iter().filter(|attribute| attribute.path().is_ident(name));
    of_name.map(|attribute| attribute.parse_args().expect("a condition")).collect()
}

impl Conditions {
    pub fn taken_from(attributes: &mut Vec<Attribute>, models: &[String]) -> Conditions {
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

    pub fn is_empty(&self) -> bool {
        let Conditions { requires, ensures, behaviors, panics, modifies, models: _ } = self;
        let is_any = requires.is_empty() && ensures.is_empty() && behaviors.is_empty() && panics.is_empty();
        is_any && modifies.is_none()
    }
}

/// `#[model(items: Vec<u8>)]` with its `#[represents(items = …)]`: name, type and value.
pub fn models(attributes: &[Attribute]) -> Vec<(String, Type, Expr)> {
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
