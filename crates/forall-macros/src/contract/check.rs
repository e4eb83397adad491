//! The code that evaluates conditions. It decides nothing itself: its branches would count as the user's own.

use super::words::{understood, without_branches};
use forall_contract::clause::Clause;
use forall_contract::conjunct::{Condition, Conjunct, Operand, Quantified, Quantifier};
use forall_contract::spelled::spelled;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Ident, Pat};

/// The clause as a constant.
pub fn constant(clause: &Clause) -> TokenStream {
    let text = &clause.text;
    quote_spanned! {clause.span=>
        &::forall::__private::contract::Clause { text: #text, file: ::core::file!(), line: ::core::line!() }
    }
}

/// An expression that says whether the condition holds, and if not, what of it does not.
pub fn condition(clause: &Clause) -> TokenStream {
    all(&clause.conjuncts)
}

fn all(conjuncts: &[Conjunct]) -> TokenStream {
    let mut conjuncts = conjuncts.iter().map(conjunct);
    let first = conjuncts.next().unwrap_or_default();
    conjuncts.fold(first, |before, next| quote!(::core::result::Result::and_then(#before, |()| #next)))
}

fn conjunct(Conjunct { text, condition }: &Conjunct) -> TokenStream {
    match condition {
        Condition::Plain(condition) => {
            let condition = understood(condition);
            quote!(::forall::__private::contract::held(#condition, #text))
        }
        Condition::Matched { condition, text: of } => {
            let (condition, value, name) = (understood(condition), understood(&of.tokens), &of.text);
            let shown = shown(of, quote!(&#value));
            quote!(::forall::__private::contract::held_of(#condition, #text, #name, #shown))
        }
        Condition::Quantified(quantified) => self::quantified(quantified, text),
        Condition::Comparison { left, sign, right } => {
            let (first, second) = (understood(&enclosed(left)), understood(&enclosed(right)));
            let texts = [&left.text, &right.text];
            let shown = [shown(left, quote!(__left)), shown(right, quote!(__right))];
            quote_spanned! {sign.span()=>
                match (&#first, &#second) {
                    (__left, __right) => ::forall::__private::contract::compared(
                        *__left #sign *__right,
                        #text,
                        [#(#texts),*],
                        [#(#shown),*],
                    ),
                }
            }
        }
    }
}

fn quantified(of: &Quantified, text: &str) -> TokenStream {
    let Quantified { quantifier, over, element, body, conjuncts } = of;
    let met = format_ident!(
        "{}",
        match quantifier {
            Quantifier::ForAll => "all_meet",
            Quantifier::Exists => "one_meets",
            Quantifier::ExistsOne => "only_one_meets",
        }
    );
    let over = match understood(over) {
        // The values from before the call are there once, and the elements are asked for twice.
        old if is_old(&old) => quote!(::core::clone::Clone::clone(&#old)),
        over => over,
    };
    let holds = without_branches(body);
    let said = all(conjuncts);
    let called = match &**element {
        Pat::Type(typed) => spelled(&typed.pat.to_token_stream()),
        element => spelled(&element.to_token_stream()),
    };
    let bound = match &**element {
        Pat::Type(typed) => (*typed.pat).clone(),
        element => element.clone(),
    };
    let called = format!("{called} = ");
    quote_spanned! {over.span()=>
        ::forall::__private::contract::#met(#text, || #over, |#element| #holds, |__element| {
            // At the place of the elements, the compiler would speak of it.
            #[allow(unused_imports)]
            use ::forall::__private::fake::{ByDebug as _, ByName as _};
            let __said = [#called, &(&&::forall::__private::fake::Shown(&__element)).shown()].concat();
            let #bound = __element;
            (__said, #said)
        })
    }
}

fn is_old(over: &TokenStream) -> bool {
    syn::parse2::<Ident>(over.clone()).is_ok_and(|name| name.to_string().starts_with("__old_"))
}

/// The text of a value, for those who read of it.
fn shown(operand: &Operand, value: TokenStream) -> TokenStream {
    if operand.text.is_empty() {
        return quote!(&::std::string::String::new);
    }
    quote! {
        &|| {
            use ::forall::__private::fake::{ByDebug as _, ByName as _};
            (&&::forall::__private::fake::Shown(#value)).shown()
        }
    }
}

/// In parentheses, if it is not one thing anyway.
fn enclosed(operand: &Operand) -> TokenStream {
    let tokens = &operand.tokens;
    let is_one = match syn::parse2::<Expr>(tokens.clone()) {
        Ok(expression) => matches!(
            expression,
            Expr::Path(_)
                | Expr::Lit(_)
                | Expr::Call(_)
                | Expr::MethodCall(_)
                | Expr::Field(_)
                | Expr::Index(_)
                | Expr::Paren(_)
                | Expr::Macro(_)
                | Expr::Unary(_)
                | Expr::Reference(_)
                | Expr::Tuple(_)
                | Expr::Array(_)
        ),
        Err(_) => false,
    };
    if is_one {
        return tokens.clone();
    }
    TokenTree::Group(Group::new(Delimiter::Parenthesis, tokens.clone())).to_token_stream()
}

/// `__old_0, __old_1`
pub fn old_names(count: usize) -> Vec<Ident> {
    (0..count).map(|number| quote::format_ident!("__old_{number}")).collect()
}
