//! A function with its contract around its body.
//!
//! ```text
//! #[track_caller]
//! pub fn pop(&mut self) -> i64 {
//!     let __call = Call::of(&Function { name: "Stack::pop", .. }, type_name::<Self>());
//!     __call.required(..);                           // a failure is at the place of the call
//!     (&&Object(&*self)).before(&__call);            // the invariant
//!     let __before = __call.before(.., || (self.size(),));
//!     let __ret = __call.run(|| -> i64 { .. });      // the body, as it was written
//!     (|| __call.ensured(.., __before, |(__old_0,)| { let ret = &__ret; .. }))(); // a failure is at the condition
//!     (|| (&&Object(&*self)).after(&__call))();
//!     __ret
//! }
//! ```
//!
//! Conditions are closures that change nothing (`Fn`). What is called at once in a closure has its own place, and not that of the call.

use super::check::{condition, constant, old_names};
use super::exceptions;
use super::frame::{self, Framed};
use super::inherited::{self, Implemented};
use super::words::understood;
use super::{measured, updates};
use crate::problems::Problems;
use forall_contract::clause::{Behavior, Contract, Postcondition};
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Block, FnArg, Ident, Pat, Path, ReceiverKind, ReturnType, Signature, Type};

/// What a function belongs to.
pub struct Owner {
    /// `Stack`, or empty.
    pub name: String,
    /// Does a call from outside of the type have to keep the invariant? Only if it is public.
    pub keeps_invariant: bool,
    /// After the call there is no object any more.
    pub is_drop: bool,
    /// The trait that is implemented, with the types that are its arguments.
    pub implements: Option<(Path, TokenStream)>,
    /// What traits say of all methods of this one's type.
    pub kept: Kept,
}

/// What is checked around each method: before it, of a receiver that stays after it, and of each object that is made.
#[derive(Default)]
pub struct Kept {
    pub before: TokenStream,
    pub after: TokenStream,
    pub made: TokenStream,
}

pub struct Checked<'a> {
    pub signature: &'a Signature,
    pub body: &'a Block,
    pub contract: &'a Contract,
    pub owner: &'a Owner,
    /// `Stack::pop`
    pub name: &'a str,
    pub framed: Option<Framed<'a>>,
}

/// What cannot have a contract.
pub fn validate(signature: &Signature, contract: &Contract, problems: &mut Problems) {
    if let Some(token) = &signature.constness {
        let help = "remove `const`, or state it in a function that calls this one";
        problems.add(token.span(), "a `const fn` cannot have a contract: it runs in the compiler", help);
    }
    if let Some(token) = &signature.asyncness {
        let help = "put the contract on a function that the future calls";
        problems.add(token.span(), "an `async fn` cannot have a contract", help);
    }
    if let Some(variadic) = &signature.variadic {
        problems.add(variadic.span(), "a variadic function cannot have a contract", "wrap it in another one");
    }
    if let Some(frame) = &contract.modifies {
        frame::validate(signature, frame, lends_mutably(signature), problems);
    }
    updates::validate(contract, lends_mutably(signature), problems);
    let Some(pure) = contract.pure else { return };
    let changes = signature.inputs.iter().find(|input| match input {
        FnArg::Receiver(receiver) => matches!(receiver.kind, ReceiverKind::Reference(_, _, Some(_))),
        FnArg::Typed(typed) => matches!(&*typed.ty, Type::Reference(of) if of.mutability.is_some()),
    });
    if changes.is_some() {
        problems.add(
            pure,
            "what is pure changes nothing",
            "remove `#[pure]`, or take `&` in place of `&mut`",
        );
    }
}

impl Checked<'_> {
    pub fn is_needed(&self) -> bool {
        !self.contract.is_empty() || self.owner.keeps_invariant
    }

    /// The signature and the body.
    pub fn generate(&self, visibility: &TokenStream) -> TokenStream {
        let Checked { signature, contract, owner, .. } = self;
        let (mutable, mut signature) = without_mut(signature);
        let implemented = self.implemented();
        let says_what_it_requires = !contract.general.requires.is_empty() || !contract.behaviors.is_empty();
        let inherited = implemented.as_ref().map(|it| it.before(says_what_it_requires));
        let taken_apart = implemented.as_ref().map(|_| inherited::with_names(&mut signature));
        let general = self.required(&contract.general, 0);
        let behaviors = (1..).zip(&contract.behaviors).map(|(number, it)| self.required(it, number));
        let met: Vec<Ident> = (1..=contract.behaviors.len()).map(met_name).collect();
        let one_of = contract.any_behavior().map(|any| {
            let any = constant(&any);
            quote!(let __holds = __call.required_one_of(#any, [#(&#met),*]);)
        });
        let (before, ensured) = ensures(contract);
        let exceptions = exceptions::expected(contract, &quote!(true));
        let framed = self.framed.as_ref();
        let frame_before = framed.map(Framed::before);
        let frame_after = framed.map(|framed| framed.after(&quote!(true)));
        let runs = contract.panics.is_empty() && implemented.is_none();
        let body = exceptions::attempted(contract, framed, self.body(&mutable, runs), implemented.as_ref());
        let settled = implemented.as_ref().map(Implemented::returned);
        let kept = owner.keeps_invariant.then_some(&owner.kept.before);
        let (update_before, updated) = (updates::before(contract), updates::after(contract));
        let measured = measured::before(contract);
        let (call, entered, left) = (self.call(), self.entered(), self.left());
        quote! {
            #[track_caller]
            #[allow(
                clippy::redundant_closure_call,
                clippy::needless_borrow,
                clippy::needless_borrows_for_generic_args,
                clippy::let_unit_value,
                clippy::ignored_unit_patterns
            )]
            #visibility #signature {
                #call
                #entered
                #kept
                #inherited
                #taken_apart
                #general
                __call.required(__met_0);
                #(#behaviors)*
                #one_of
                #exceptions
                #before
                #frame_before
                #update_before
                #measured
                let __ret = #body;
                #updated
                #ensured
                #settled
                #frame_after
                #left
                __ret
            }
        }
    }

    fn call(&self) -> TokenStream {
        let name = self.name;
        let of = match self.owner.name.is_empty() {
            true => quote!(""),
            false => quote!(::core::any::type_name::<Self>()),
        };
        quote! {
            let __call = ::forall::__private::contract::Call::of(
                const {
                    &::forall::__private::contract::Function { name: #name, module: ::core::module_path!() }
                },
                #of,
            );
        }
    }

    fn entered(&self) -> Option<TokenStream> {
        self.receiver().map(|object| {
            quote! {{
                #[allow(unused_imports)]
                use ::forall::__private::contract::{WithInvariant as _, WithoutInvariant as _};
                (&&::forall::__private::contract::Object(#object)).before(&__call);
            }}
        })
    }

    /// Whether the preconditions hold.
    fn required(&self, behavior: &Behavior, number: usize) -> TokenStream {
        let (met, all) = (met_name(number), all_met(behavior));
        match number {
            0 => quote!(let #met: ::forall::__private::contract::Met = #all();),
            // Evaluated where it is asked which of them apply.
            _ => quote!(let #met = #all;),
        }
    }

    fn body(&self, mutable: &[Ident], runs: bool) -> TokenStream {
        let output = &self.signature.output;
        let statements = &self.body.stmts;
        let arrow = (!mentions_impl(output)).then_some(output);
        // What the result is lent from has to be handed over; else the conditions need it, too.
        let moved = lends_mutably(self.signature).then(|| quote!(move));
        let run = format_ident!("{}", if runs { "run" } else { "attempted" });
        let again = (self.implemented().is_some() && !lends_mutably(self.signature))
            .then(|| inherited::lent_again(self.signature));
        let lent = self.framed.iter().flat_map(|framed| framed.lent(self.signature));
        let lent = lent.map(|name| quote!(let #name = &mut *#name;));
        quote! {
            __call.#run(#moved || #arrow { #again #(let mut #mutable = #mutable;)* #(#lent)* #(#statements)* })
        }
    }

    /// The method of a trait that binds it.
    fn implemented(&self) -> Option<Implemented<'_>> {
        let (of, types) = self.owner.implements.as_ref()?;
        self.signature.receiver()?;
        let (lends, is_drop) = (lends_mutably(self.signature), self.owner.is_drop);
        Some(Implemented { of, types, signature: self.signature, lends, is_drop })
    }

    /// The object whose invariant must hold before: `&*self`.
    fn receiver(&self) -> Option<TokenStream> {
        let receiver = self.signature.receiver().filter(|_| self.owner.keeps_invariant)?;
        let this = &receiver.self_token;
        Some(match receiver.kind {
            ReceiverKind::Value => quote!(&#this),
            // `self: Box<Self>`, `self: &mut Self`
            _ => quote!(&*#this),
        })
    }

    /// The objects whose invariant must hold after.
    fn left(&self) -> TokenStream {
        let Kept { after: kept, made: kept_by_made, .. } = &self.owner.kept;
        if !self.owner.keeps_invariant {
            return TokenStream::new();
        }
        let span = self.signature.ident.span();
        let after = |object: TokenStream| {
            quote_spanned! {span=>
                (|| {
                    #[allow(unused_imports)]
                use ::forall::__private::contract::{WithInvariant as _, WithoutInvariant as _};
                    (&&::forall::__private::contract::Object(#object)).after(&__call)
                })();
            }
        };
        let stays = self.signature.receiver().filter(|receiver| {
            matches!(receiver.kind, ReceiverKind::Reference(..))
                && !self.owner.is_drop
                && !lends_mutably(self.signature)
        });
        let object = stays.map(|receiver| {
            let this = &receiver.self_token;
            let object = after(quote!(&*#this));
            quote!(#object #kept)
        });
        let made = self.made().map(|each| {
            let checked = after(quote!(__made));
            quote_spanned!(span=> #each.for_each(|__made| { #checked #kept_by_made });)
        });
        quote!(#object #made)
    }

    /// The objects among what is returned.
    fn made(&self) -> Option<TokenStream> {
        let ReturnType::Type(_, ty) = &self.signature.output else { return None };
        let words: Vec<String> = ty.to_token_stream().into_iter().map(|token| token.to_string()).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["Self"] => Some(quote!(::core::iter::once(&__ret))),
            ["Option", "<", "Self", ">"] | ["Result", "<", "Self", ..] => {
                Some(quote!(::core::iter::IntoIterator::into_iter(&__ret)))
            }
            [name] if *name == self.owner.name => Some(quote!(::core::iter::once(&__ret))),
            _ => None,
        }
    }
}

/// What is evaluated before, and what is checked in the end, of all behaviors.
fn ensures(contract: &Contract) -> (TokenStream, TokenStream) {
    let all: Vec<&Behavior> = std::iter::once(&contract.general).chain(&contract.behaviors).collect();
    let before = all.iter().enumerate().map(|(number, behavior)| {
        let applies = match number.checked_sub(1) {
            Some(behavior) => quote!(__call.applies(__returns, __holds[#behavior])),
            None => quote!(__returns),
        };
        before(&behavior.ensures, &number.to_string(), &applies)
    });
    let ensured = all
        .iter()
        .enumerate()
        .map(|(number, behavior)| ensured(&behavior.ensures, &number.to_string(), &quote!(&__ret)));
    (before.collect(), ensured.collect())
}

pub fn met_name(number: usize) -> Ident {
    format_ident!("__met_{number}")
}

fn before_name(part: &str, clause: usize) -> Ident {
    format_ident!("__before_{part}_{clause}")
}

/// Evaluates what the postconditions need of the state before, where they apply.
pub fn before(ensures: &[Postcondition], part: &str, applies: &TokenStream) -> TokenStream {
    let each = ensures.iter().enumerate().map(|(at, Postcondition { clause, old, .. })| {
        let (name, constant) = (before_name(part, at), constant(clause));
        let old = old.iter().map(understood);
        quote_spanned!(clause.span=> let #name = (|| __call.before(#applies, #constant, || (#(#old,)*)))();)
    });
    quote!(#(#each)*)
}

/// Checks what is ensured of a result.
pub fn ensured(ensures: &[Postcondition], part: &str, of: &TokenStream) -> TokenStream {
    owed("ensured", ensures, part, of)
}

/// The same of what the trait ensures, or of what no method may do.
pub fn owed(check: &str, ensures: &[Postcondition], part: &str, of: &TokenStream) -> TokenStream {
    let each = ensures.iter().enumerate().map(|(at, Postcondition { result, clause, old })| {
        let (name, constant, condition) = (before_name(part, at), constant(clause), condition(clause));
        let old = old_names(old.len());
        let check = Ident::new(check, clause.span);
        let named = match result {
            Pat::Type(typed) => (*typed.pat).clone(),
            other => other.clone(),
        };
        quote_spanned! {clause.span=>
            (|| __call.#check(#constant, #name, |(#(#old,)*)| {
                let #named = #of;
                #condition
            }))();
        }
    });
    quote!(#(#each)*)
}

/// Parameters keep for the conditions what they are called with: those that the body changes are its own.
fn without_mut(signature: &Signature) -> (Vec<Ident>, Signature) {
    let mut signature = signature.clone();
    let mut mutable = Vec::new();
    for input in &mut signature.inputs {
        if let FnArg::Typed(typed) = input
            && let Pat::Ident(pattern) = &mut *typed.pat
            && pattern.mutability.take().is_some()
        {
            mutable.push(pattern.ident.clone());
        }
    }
    (mutable, signature)
}

/// A function that says whether the preconditions hold.
pub fn all_met(behavior: &Behavior) -> TokenStream {
    let clauses = behavior.requires.iter().map(|clause| {
        let (constant, condition) = (constant(clause), condition(clause));
        quote_spanned!(clause.span=> __call.met(#constant, || #condition))
    });
    let all = clauses.reduce(|before, next| quote!(::core::result::Result::and_then(#before, |()| #next)));
    let all = all.unwrap_or_else(|| quote!(::core::result::Result::Ok(())));
    quote!((|| #all))
}

/// Is the result lent from something that can be changed through it?
fn lends_mutably(signature: &Signature) -> bool {
    let ReturnType::Type(_, ty) = &signature.output else { return false };
    let is_lent = |tokens: TokenStream| has_sign(tokens, &['&', '\'']);
    let has_mutable = signature.inputs.iter().any(|input| match input {
        FnArg::Receiver(receiver) => matches!(receiver.kind, ReceiverKind::Reference(_, _, Some(_))),
        FnArg::Typed(typed) => typed.ty.to_token_stream().to_string().contains("mut "),
    });
    has_mutable && is_lent(ty.to_token_stream())
}

pub fn mentions_impl(output: &ReturnType) -> bool {
    output.to_token_stream().into_iter().any(|token| has_word(token, "impl"))
}

fn has_word(token: TokenTree, word: &str) -> bool {
    match token {
        TokenTree::Ident(ident) => ident == word,
        TokenTree::Group(group) => group.stream().into_iter().any(|token| has_word(token, word)),
        _ => false,
    }
}

fn has_sign(tokens: TokenStream, signs: &[char]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Punct(sign) => signs.contains(&sign.as_char()),
        TokenTree::Group(group) => has_sign(group.stream(), signs),
        _ => false,
    })
}
