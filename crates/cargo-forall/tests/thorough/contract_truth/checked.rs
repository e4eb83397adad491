//! A function that checks its contract.

use super::conditions::{self, Conditions, met, text};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, FnArg, Ident, Pat, ReceiverKind, ReturnType, Signature, Type, Visibility};

pub fn function(
    vis: &Visibility,
    sig: &Signature,
    body: &Block,
    conditions: &Conditions,
    observers: &[Expr],
    name: &str,
    keeps_invariant_of: Option<String>,
) -> TokenStream {
    let conditions = &conditions.with_models();
    let mut inner = sig.clone();
    inner.ident = format_ident!("{}__body", sig.ident);
    let outer = without_mut(sig);
    let run = called(sig, &inner.ident, name);
    let of = match &keeps_invariant_of {
        Some(of) => quote!(Some(#of)),
        None => quote!(None),
    };
    let (before, after) = match keeps_invariant_of {
        Some(_) => invariants(sig),
        None => Default::default(),
    };
    let (looked_at, stays) = frame(sig, conditions, observers);
    let requires = accepts(&conditions.requires);
    let behaviors: Vec<TokenStream> =
        conditions.behaviors.iter().map(|(requires, _)| accepts(requires)).collect();
    let one_of = (!behaviors.is_empty()).then(|| {
        let all = conditions
            .behaviors
            .iter()
            .map(|(requires, _)| requires.iter().map(text).collect::<Vec<_>>().join("&&"));
        let all = all.collect::<Vec<_>>().join("||");
        quote!(call.requires_one_of(#all, &applies);)
    });

    let mut olds = Olds::default();
    let general = conditions.ensures.iter().map(|clause| olds.ensured(clause, &quote!(true)));
    let general: TokenStream = general.collect();
    let mut of_behaviors = TokenStream::new();
    for (number, (_, ensures)) in conditions.behaviors.iter().enumerate() {
        of_behaviors.extend(ensures.iter().map(|clause| olds.ensured(clause, &quote!(applies[#number]))));
    }
    let Exceptions { held, panicked, must } = exceptions(conditions, &mut olds);
    let old_values = &olds.values;
    let before = quote! {
        #before
        call.requires(#requires);
        let applies: Vec<bool> = vec![#(#behaviors.is_ok()),*];
        #one_of
        let held: Vec<bool> = vec![#(#held),*];
        #(#old_values)*
        #looked_at
    };
    let after = quote!(#general #of_behaviors #stays #after);
    let must = quote!(#(#must)*);
    let call = quote!(crate::oracle::Call::of(#name, #of));
    let checked = around(&call, &before, &run, &panicked, &must, &after);
    quote!(#vis #outer { #checked } #inner #body)
}

/// What is asked around the call of the body.
fn around(
    call: &TokenStream,
    before: &TokenStream,
    run: &TokenStream,
    panicked: &TokenStream,
    must: &TokenStream,
    after: &TokenStream,
) -> TokenStream {
    quote! {
        let call = #call;
        #before
        let result = call.run(|| #run);
        let mut blames = Vec::new();
        if !call.is_checked {
            return result.unwrap_or_else(|payload| std::panic::resume_unwind(payload));
        }
        let result = match result {
            Ok(result) => result,
            Err(payload) => {
                let mut is_expected = false;
                #panicked
                if !blames.is_empty() { crate::oracle::raise(blames); }
                if is_expected { call.panics(payload); }
                #must
                std::panic::resume_unwind(payload)
            }
        };
        #must
        {
            let ret = &result;
            #after
        }
        if !blames.is_empty() { crate::oracle::raise(blames); }
        result
    }
}

/// The call of the body.
fn called(sig: &Signature, body: &Ident, name: &str) -> TokenStream {
    let (receiver, arguments) = passed(sig);
    match receiver {
        Some(receiver) => quote!(#receiver.#body(#(#arguments),*)),
        None if name.contains("::") => quote!(Self::#body(#(#arguments),*)),
        None => quote!(#body(#(#arguments),*)),
    }
}

/// The checks of the invariant before the call and after it.
fn invariants(sig: &Signature) -> (TokenStream, TokenStream) {
    let (mut before, mut after) = (TokenStream::new(), TokenStream::new());
    if let Some(receiver) = sig.receiver() {
        before.extend(quote!(call.is_kept_before(|| self.invariant__());));
        if matches!(receiver.kind, ReceiverKind::Reference(..)) {
            after.extend(quote!(call.is_kept_after(&mut blames, || self.invariant__());));
        }
    }
    if let Some(object) = returned(&sig.output) {
        after.extend(quote!(if let Some(object) = #object {
            call.is_kept_after(&mut blames, || object.invariant__());
        }));
    }
    (before, after)
}

/// Whether the preconditions hold.
fn accepts(clauses: &[Expr]) -> TokenStream {
    let each = clauses.iter().map(|clause| {
        let (text, met) = (text(clause), met(clause));
        quote!(call.accepts(#text, || #met)?;)
    });
    quote!((|| -> crate::oracle::Met { #(#each)* Ok(()) })())
}

/// What is checked of each `panics`: whether it holds before, what then follows a panic, and that there is one.
#[derive(Default)]
struct Exceptions {
    held: Vec<TokenStream>,
    panicked: TokenStream,
    must: Vec<TokenStream>,
}

fn exceptions(conditions: &Conditions, olds: &mut Olds) -> Exceptions {
    let mut all = Exceptions::default();
    for (number, (condition, said, ensures)) in conditions.panics.iter().enumerate() {
        let (text, met) = (text(condition), met(condition));
        all.held.push(quote! {
            call.is_checked && call.evaluated(#text, || -> crate::oracle::Met #met).is_ok()
        });
        let ensured: TokenStream =
            ensures.iter().map(|clause| olds.ensured(clause, &quote!(held[#number]))).collect();
        all.panicked.extend(quote!(if held[#number] && crate::oracle::says(&payload, #said) {
            let ret = &();
            #ensured
            is_expected = true;
        }));
        all.must.push(quote!(if held[#number] { crate::oracle::raise(vec![call.must_panic(#text)]); }));
    }
    all
}

/// What of an object and of parameters that are lent to be changed has to stay: copies before, and comparisons after.
fn frame(sig: &Signature, conditions: &Conditions, observers: &[Expr]) -> (TokenStream, TokenStream) {
    let Some(modifies) = &conditions.modifies else { return Default::default() };
    let said: Vec<String> = modifies.iter().map(text).collect();
    let clause = format!("modifies({})", said.join(","));
    let may_change = |seen: &Expr| {
        let text = text(seen);
        said.iter().any(|it| *it == text || it == "self" && text.starts_with("self"))
    };
    let changes_self =
        sig.receiver().is_some_and(|it| matches!(it.kind, ReceiverKind::Reference(_, _, Some(_))));
    let mut seen: Vec<Expr> = if changes_self { observers.to_vec() } else { Vec::new() };
    for input in &sig.inputs {
        if let FnArg::Typed(typed) = input
            && let (Pat::Ident(name), Type::Reference(of)) = (&*typed.pat, &*typed.ty)
            && of.mutability.is_some()
            && !said.contains(&name.ident.to_string())
        {
            let name = &name.ident;
            seen.push(syn::parse_quote!(*#name));
        }
    }
    let (mut before, mut after) = (TokenStream::new(), TokenStream::new());
    for (number, seen) in seen.iter().filter(|seen| !may_change(seen)).enumerate() {
        let name = format_ident!("seen_{number}");
        before.extend(quote!(let #name = (#seen).clone();));
        after.extend(quote!(call.stays(#clause, &mut blames, #name == #seen);));
    }
    (before, after)
}

/// What is evaluated before the call, as copies.
#[derive(Default)]
struct Olds {
    values: Vec<TokenStream>,
}

impl Olds {
    /// The check of a postcondition that applies where this holds.
    fn ensured(&mut self, clause: &Expr, applies: &TokenStream) -> TokenStream {
        let text = text(clause);
        let Expr::Closure(closure) = clause else { panic!("no closure: {text}") };
        let mut condition = (*closure.body).clone();
        let mut taken = TakenOut { first: self.values.len(), taken: Vec::new() };
        // The texts of the conjuncts are those of the source.
        let met = {
            let mut conjuncts = Vec::new();
            conditions::conjuncts_of(&closure.body, &mut conjuncts);
            let texts: Vec<String> = conjuncts.iter().map(|conjunct| conditions::text(conjunct)).collect();
            taken.visit_expr_mut(&mut condition);
            let mut conjuncts = Vec::new();
            conditions::conjuncts_of(&condition, &mut conjuncts);
            quote!({
                use crate::oracle::{exists, exists_one, for_all};
                #(if !(#conjuncts) { return Err(#texts); })*
                Ok(())
            })
        };
        for (name, expr) in &taken.taken {
            self.values.push(quote! {
                let #name = (call.is_checked && #applies)
                    .then(|| call.evaluated(#text, || (#expr).clone()));
            });
        }
        let parameter = match &closure.inputs[0] {
            Pat::Ident(name) => quote!(let #name = ret;),
            _ => TokenStream::new(),
        };
        quote!(if #applies { #parameter call.ensures(#text, &mut blames, || #met); })
    }
}

struct TakenOut {
    first: usize,
    taken: Vec<(Ident, Expr)>,
}

impl VisitMut for TakenOut {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Call(call) = expr
            && call.func.to_token_stream().to_string() == "old"
        {
            let name = format_ident!("old_{}", self.first + self.taken.len());
            self.taken.push((name.clone(), call.args[0].clone()));
            *expr = syn::parse_quote!(#name.clone().unwrap());
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}

fn without_mut(sig: &Signature) -> Signature {
    let mut sig = sig.clone();
    for input in &mut sig.inputs {
        if let FnArg::Typed(typed) = input
            && let Pat::Ident(name) = &mut *typed.pat
        {
            name.mutability = None;
        }
    }
    sig
}

/// What the body is called with: parameters keep their values for the conditions.
fn passed(sig: &Signature) -> (Option<TokenStream>, Vec<TokenStream>) {
    let (mut receiver, mut arguments) = (None, Vec::new());
    for input in &sig.inputs {
        match input {
            FnArg::Receiver(of) => {
                let is_lent = matches!(of.kind, ReceiverKind::Reference(..));
                receiver = Some(if is_lent { quote!(self) } else { quote!(self.clone()) });
            }
            FnArg::Typed(typed) => {
                let Pat::Ident(name) = &*typed.pat else { panic!("parameters have names") };
                let name = &name.ident;
                arguments.push(match &*typed.ty {
                    Type::Reference(of) if of.mutability.is_some() => quote!(&mut *#name),
                    Type::Reference(_) => quote!(#name),
                    _ => quote!(#name.clone()),
                });
            }
        }
    }
    (receiver, arguments)
}

/// The object that is returned, if one is.
fn returned(output: &ReturnType) -> Option<TokenStream> {
    let ReturnType::Type(_, ty) = output else { return None };
    match conditions::plain(&ty.to_token_stream().to_string()).as_str() {
        "Self" => Some(quote!(Some(&result))),
        "Option<Self>" => Some(quote!(&result)),
        _ => None,
    }
}
