//! Words that conditions have and Rust has not: quantifiers and patterns.

use crate::pattern::Pattern;
use crate::problems::Problems;
use forall_contract::conjunct::Quantifier;
use forall_contract::model;
use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::{BinOp, Expr, ExprField, ExprLit, Lit, LitStr, Member, Token, UnOp};

/// The condition, as the compiler understands it: `for_all`, `exists` and `exists_one` need no import, and the pattern in `matches("…", text)` is
/// an automaton.
pub fn understood(condition: &TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = condition.clone().into_iter().collect();
    let mut result: Vec<TokenTree> = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        match (token, tokens.get(at)) {
            (TokenTree::Ident(word), Some(TokenTree::Group(arguments)))
                if arguments.delimiter() == Delimiter::Parenthesis =>
            {
                match called(word, arguments, &result) {
                    Some((call, qualifiers)) => {
                        at += 1;
                        result.truncate(result.len() - qualifiers);
                        result.push(enclosed(call));
                    }
                    None => result.push(token.clone()),
                }
            }
            (TokenTree::Group(group), _) => {
                let mut inner = Group::new(group.delimiter(), understood(&group.stream()));
                inner.set_span(group.span());
                result.push(inner.into());
            }
            _ => result.push(token.clone()),
        }
    }
    result.into_iter().collect()
}

/// The call of such a word, and how many tokens before it belong to its path.
fn called(word: &Ident, arguments: &Group, before: &[TokenTree]) -> Option<(TokenStream, usize)> {
    let name = word.to_string();
    let qualifiers = qualifiers(before)?;
    let inner = understood(&arguments.stream());
    if name == "matches" {
        let call = matched(arguments, qualifiers > 0)?;
        return Some((call, qualifiers));
    }
    if name == "model" && qualifiers == 0 {
        return Some((model(arguments)?, 0));
    }
    if name == "ghost" && qualifiers == 0 {
        return Some((ghost(arguments)?, 0));
    }
    let is_quantifier = Quantifier::ALL.iter().any(|quantifier| quantifier.name() == name);
    let call = quote_spanned!(word.span()=> ::forall::__private::contract::#word(#inner));
    (is_quantifier && qualifiers == 0).then_some((call, 0))
}

/// The length of `forall_spec::` before a word; nothing where it is not such a word: a method, a function of somebody else.
fn qualifiers(before: &[TokenTree]) -> Option<usize> {
    let is_colon =
        |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(sign)) if sign.as_char() == ':');
    match before.last() {
        Some(TokenTree::Punct(sign)) if sign.as_char() == '.' => None,
        Some(TokenTree::Ident(word)) if word == "fn" => None,
        last if is_colon(last) => {
            let mut count = 0;
            let mut is_ours = false;
            let mut rest = before;
            while let [head @ .., a, b] = rest
                && is_colon(Some(a))
                && is_colon(Some(b))
            {
                count += 2;
                rest = head;
                if let [head @ .., TokenTree::Ident(word)] = rest {
                    is_ours |= count == 2 && ["forall_spec", "spec"].iter().any(|ours| word == ours);
                    count += 1;
                    rest = head;
                }
            }
            is_ours.then_some(count)
        }
        _ => Some(0),
    }
}

/// `model(stack.items)`; nothing if it is a function of the user's.
fn model(arguments: &Group) -> Option<TokenStream> {
    let field = syn::parse2(arguments.stream()).ok()?;
    let Expr::Field(ExprField { base, member: Member::Named(name), .. }) = field else { return None };
    let (of, method) = (understood(&base.to_token_stream()), model::method(&name));
    Some(quote_spanned!(name.span()=> #of.#method()))
}

/// `ghost(self.calls)`; nothing if it is a function of the user's.
fn ghost(arguments: &Group) -> Option<TokenStream> {
    let field: Expr = syn::parse2(arguments.stream()).ok()?;
    let of = matches!(field, Expr::Field(_)).then(|| understood(&arguments.stream()))?;
    Some(quote_spanned!(arguments.span()=> (*::forall::__private::contract::value_of_ghost(&#of))))
}

/// `matches("[a-z]+", text)`; nothing if it is a function of the user's.
fn matched(arguments: &Group, is_ours: bool) -> Option<TokenStream> {
    let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
    let parsed = syn::parse::Parser::parse2(parser, arguments.stream()).ok();
    let parsed: Option<Vec<Expr>> = parsed.map(|all| all.into_iter().collect());
    let (pattern, text): (LitStr, Expr) = match parsed.as_deref() {
        Some([Expr::Lit(ExprLit { lit: Lit::Str(pattern), .. }), text]) => (pattern.clone(), text.clone()),
        _ if is_ours => {
            let problem = "`matches` takes a pattern, as a literal, and a text";
            return Some(refused(arguments.span(), problem, "write `matches(\"[a-z]+\", self.name())`"));
        }
        _ => return None,
    };
    let text = understood(&text.to_token_stream());
    Some(match Pattern::new(&pattern.value()) {
        Ok(automaton) => {
            let states = automaton.states();
            quote_spanned!(pattern.span()=> ::forall::__private::contract::matches(#states, &(#text)))
        }
        Err((problem, help)) => refused(pattern.span(), &problem, help),
    })
}

fn refused(at: proc_macro2::Span, problem: &str, help: &str) -> TokenStream {
    let mut problems = Problems::default();
    problems.add(at, problem, help);
    problems.none().map_or_else(|error| error.to_compile_error(), |()| TokenStream::new())
}

/// One thing, whatever stands around it.
fn enclosed(tokens: TokenStream) -> TokenTree {
    Group::new(Delimiter::None, tokens).into()
}

/// A condition of which both sides may be looked at always: so it is one decision. Where the first side guards the second, it stays as it is.
pub fn without_branches(condition: &Expr) -> TokenStream {
    match condition {
        Expr::Paren(inner) => without_branches(&inner.expr),
        Expr::Group(inner) => without_branches(&inner.expr),
        Expr::Binary(both) if needs_no_guard(&both.right) => {
            let sign = match both.op {
                BinOp::And(_) => quote!(&),
                BinOp::Or(_) => quote!(|),
                _ => return understood(&condition.to_token_stream()),
            };
            let (left, right) = (without_branches(&both.left), without_branches(&both.right));
            quote!(((#left) #sign (#right)))
        }
        condition => understood(&condition.to_token_stream()),
    }
}

/// Can it be evaluated whatever holds, and costs next to nothing?
fn needs_no_guard(condition: &Expr) -> bool {
    match condition {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Field(field) => needs_no_guard(&field.base),
        Expr::Paren(inner) => needs_no_guard(&inner.expr),
        Expr::Group(inner) => needs_no_guard(&inner.expr),
        Expr::Reference(of) => needs_no_guard(&of.expr),
        Expr::Unary(of) => matches!(of.op, UnOp::Not(_) | UnOp::Deref(_)) && needs_no_guard(&of.expr),
        Expr::Binary(both) => {
            let is_safe = matches!(
                both.op,
                BinOp::And(_)
                    | BinOp::Or(_)
                    | BinOp::Eq(_)
                    | BinOp::Ne(_)
                    | BinOp::Lt(_)
                    | BinOp::Le(_)
                    | BinOp::Gt(_)
                    | BinOp::Ge(_)
            );
            is_safe && needs_no_guard(&both.left) && needs_no_guard(&both.right)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(condition: &str, expected: &str) {
        let tokens = understood(&condition.parse().unwrap());
        let expected: TokenStream = expected.parse().unwrap();
        assert_eq!(tokens.to_string(), expected.to_string());
    }

    #[test]
    fn quantifiers_need_no_import() {
        check("!exists(a, |x| *x > 0)", "! ::forall::__private::contract::exists(a, |x| *x > 0)");
        check("self.exists(a)", "self.exists(a)");
        check("mine::exists(a)", "mine::exists(a)");
        check("forall_spec::for_all(a, b)", "forall_spec::for_all(a, b)");
        check("exists", "exists");
    }

    #[test]
    fn patterns_are_automata() {
        let automaton = "::forall::__private::contract::matches(&[\
            ::forall::__private::PatternState { accepts: false, edges: &[(1usize, &[(97u32, 97u32)] as &[(u32, u32)])] }, \
            ::forall::__private::PatternState { accepts: true, edges: &[] }], &(name))";
        check("matches(\"a\", name)", automaton);
        check("::forall_spec::matches(\"a\", name)", automaton);
        check("forall::spec::matches(\"a\", name)", automaton);
        check("matches!(\"a\", name)", "matches!(\"a\", name)");
        check("matches(pattern, name)", "matches(pattern, name)");
    }

    #[test]
    fn model_fields_are_methods() {
        check("model(self.items).len()", "self.__represents_items().len()");
        check("model(a.b.items)[model(c.n)]", "a.b.__represents_items()[c.__represents_n()]");
        check("model(a)", "model(a)");
        check("self.model(a.b)", "self.model(a.b)");
        check(
            "ghost(self.calls) + ghost(1)",
            "(* ::forall::__private::contract::value_of_ghost(&self.calls)) + ghost(1)",
        );
    }

    #[test]
    fn what_guards_stays_a_guard() {
        let flat = |condition: &str| without_branches(&syn::parse_str(condition).unwrap()).to_string();
        let expected: TokenStream = "((*x > 0) & (*x < limit))".parse().unwrap();
        assert_eq!(flat("*x > 0 && *x < limit"), expected.to_string());
        for guarded in ["i < n && a[i] > 0", "n == 0 || 10 / n > 2", "a && b()"] {
            assert_eq!(flat(guarded), guarded.parse::<TokenStream>().unwrap().to_string());
        }
    }
}
