//! The code that evaluates conditions. It decides nothing itself: its branches would count as the user's own.

use forall_contract::clause::{Clause, Condition, Conjunct, Operand};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, Ident};

/// The clause as a constant.
pub fn constant(clause: &Clause) -> TokenStream {
    let text = &clause.text;
    quote_spanned! {clause.span=>
        &::forall::__private::contract::Clause { text: #text, file: ::core::file!(), line: ::core::line!() }
    }
}

/// An expression that says whether the condition holds, and if not, what of it does not.
pub fn condition(clause: &Clause) -> TokenStream {
    let mut conjuncts = clause.conjuncts.iter().map(conjunct);
    let first = conjuncts.next().unwrap_or_default();
    conjuncts.fold(first, |before, next| quote!(::core::result::Result::and_then(#before, |()| #next)))
}

fn conjunct(Conjunct { text, condition }: &Conjunct) -> TokenStream {
    match condition {
        Condition::Plain(condition) => {
            quote!(::forall::__private::contract::held(#condition, #text))
        }
        Condition::Comparison { left, sign, right } => {
            let (first, second) = (enclosed(left), enclosed(right));
            let texts = [&left.text, &right.text];
            let shown = [shown(left, quote!(__left)), shown(right, quote!(__right))];
            quote! {
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
