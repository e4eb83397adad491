//! Clauses of contracts, as data: what is generated from them, checks and later relations, begins here.

use crate::conjunct::{Conjunct, conjuncts_of};
use crate::frame::Frame;
use crate::measure::decreases;
use crate::problems::Problems;
use crate::taken_out::{elements_in, taken_out};
use crate::text::text;
use crate::update::Update;
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Ident, LitStr, Meta, Pat, Token, parse_quote};

/// What attributes say of a function.
#[derive(Default)]
pub struct Contract {
    /// What always applies, then each `behavior(…)`.
    pub general: Behavior,
    pub behaviors: Vec<Behavior>,
    pub panics: Vec<Exception>,
    /// The function only looks.
    pub pure: Option<Span>,
    /// What it may change; without it, everything.
    pub modifies: Option<Frame>,
    /// What decreases where it calls itself.
    pub decreases: Option<Clause>,
    /// What becomes of ghost state.
    pub updates: Vec<Update>,
}

/// What is owed, and what is owed for it.
#[derive(Default)]
pub struct Behavior {
    pub requires: Vec<Clause>,
    pub ensures: Vec<Postcondition>,
}

/// What must be panicked about, and what holds then.
pub struct Exception {
    pub when: Clause,
    pub text: LitStr,
    pub ensures: Vec<Postcondition>,
}

/// A condition: all of its conjuncts.
pub struct Clause {
    pub text: String,
    pub span: Span,
    /// As it was written, with `old(…)`.
    pub written: Expr,
    pub conjuncts: Vec<Conjunct>,
}

pub struct Postcondition {
    /// What the result is called.
    pub result: Pat,
    pub clause: Clause,
    /// What is evaluated before; in the conjuncts, `__old_0` and so on stand for it.
    pub old: Vec<TokenStream>,
}

impl Contract {
    pub fn is_empty(&self) -> bool {
        let Contract { general, behaviors, panics, pure: _, modifies, updates, decreases } = self;
        let has_conditions = !general.requires.is_empty() || !general.ensures.is_empty();
        let changes = modifies.is_some() || !updates.is_empty();
        !has_conditions && behaviors.is_empty() && panics.is_empty() && !changes && decreases.is_none()
    }

    /// That one of the behaviors applies.
    pub fn any_behavior(&self) -> Option<Clause> {
        let first = self.behaviors.iter().find_map(|behavior| behavior.requires.first())?;
        let of_behavior = |behavior: &Behavior| {
            let all: Vec<&str> = behavior.requires.iter().map(|clause| clause.text.as_str()).collect();
            all.join(" && ")
        };
        let all: Vec<String> = self.behaviors.iter().map(of_behavior).collect();
        let conjunction = |behavior: &Behavior| {
            let each = behavior.requires.iter().map(|clause| clause.written.clone());
            each.reduce(|before, next| parse_quote!((#before) && (#next))).unwrap_or(parse_quote!(true))
        };
        let each = self.behaviors.iter().map(conjunction);
        let written = each.reduce(|before, next| parse_quote!((#before) || (#next)))?;
        Some(Clause { text: all.join(" || "), span: first.span, written, conjuncts: Vec::new() })
    }

    /// Takes the attributes that belong to a contract.
    pub fn taken_from(attributes: &mut Vec<Attribute>, problems: &mut Problems) -> Contract {
        let mut contract = Contract::default();
        attributes.retain(|attribute| {
            match name(attribute).as_str() {
                "requires" => contract.general.requires.extend(requires(&attribute.meta, problems)),
                "ensures" => contract.general.ensures.extend(ensures(&attribute.meta, problems)),
                "behavior" => contract.behaviors.extend(behavior(attribute, problems)),
                "panics" => contract.panics.extend(panics(attribute, problems)),
                "pure" => contract.pure = Some(attribute.span()),
                "modifies" if contract.modifies.is_some() => problems.add(
                    attribute.span(),
                    "what may change is said already",
                    "name all of it in one `#[modifies(…)]`",
                ),
                "updates" => contract.updates.extend(Update::of(attribute, problems)),
                "modifies" => contract.modifies = Frame::of(attribute, problems),
                "decreases" => contract.decreases = decreases(attribute, problems),
                "invariant" | "model" | "represents" => problems.add(
                    attribute.span(),
                    "this belongs to a type",
                    "put it on the `impl` block or on the struct, below `#[contract]`",
                ),
                _ => return true,
            }
            false
        });
        contract
    }
}

/// Takes the invariants of a type.
pub fn invariants(attributes: &mut Vec<Attribute>, problems: &mut Problems) -> Vec<Clause> {
    let mut invariants = Vec::new();
    attributes.retain(|attribute| {
        match name(attribute).as_str() {
            "invariant" => {
                let condition = content(&attribute.meta, "write `#[invariant(self.size() >= 0)]`", problems);
                invariants.extend(condition.map(|condition| {
                    refuse(&condition, "an invariant", &["old", "ret"], problems);
                    Clause::of(&condition, &condition)
                }));
            }
            "requires" | "ensures" | "behavior" | "panics" | "pure" | "modifies" | "updates"
            | "decreases" => problems.add(
                attribute.span(),
                "this belongs to a function",
                "put it on a function; what holds of a type is `#[invariant(condition)]`",
            ),
            "constraint" => problems.add(
                attribute.span(),
                "a constraint belongs to a trait",
                "put it on the trait, and `#[keeps(Trait)]` on the `impl` block, below `#[contract]`",
            ),
            _ => return true,
        }
        false
    });
    invariants
}

pub(crate) fn name(attribute: &Attribute) -> String {
    attribute.path().segments.last().map(|last| last.ident.to_string()).unwrap_or_default()
}

/// How conditions are written.
pub const FORMS: &str = "write `#[requires(condition)]` or `#[ensures(|ret| condition)]`";

/// The condition in the parentheses of an attribute.
pub fn content(attribute: &Meta, help: &str, problems: &mut Problems) -> Option<Expr> {
    let Meta::List(list) = attribute else {
        problems.add(attribute.span(), "a condition is missing", help);
        return None;
    };
    match syn::parse2::<Expr>(list.tokens.clone()) {
        Ok(condition) => Some(condition),
        Err(error) => {
            problems.add(error.span(), "this is not one condition", help);
            None
        }
    }
}

/// `behavior(requires(condition), ensures(|ret| condition))`.
fn behavior(attribute: &Attribute, problems: &mut Problems) -> Option<Behavior> {
    let help = "write `#[behavior(requires(condition), ensures(|ret| condition))]`";
    let clauses = match attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated) {
        Ok(clauses) => clauses,
        Err(error) => {
            problems.add(error.span(), "a behavior has preconditions and postconditions", help);
            return None;
        }
    };
    let mut behavior = Behavior::default();
    for clause in &clauses {
        match clause.path().get_ident().map(ToString::to_string).as_deref() {
            Some("requires") => behavior.requires.extend(requires(clause, problems)),
            Some("ensures") => behavior.ensures.extend(ensures(clause, problems)),
            _ => problems.add(clause.span(), "a behavior has preconditions and postconditions", help),
        }
    }
    if behavior.requires.is_empty() && clauses.iter().all(|clause| !clause.path().is_ident("requires")) {
        let help = "say when it applies: `requires(condition)`; what always applies stands outside";
        problems.add(attribute.span(), "a behavior without a precondition always applies", help);
    }
    Some(behavior)
}

/// `panics(condition, "text", ensures(|_| condition))`.
fn panics(attribute: &Attribute, problems: &mut Problems) -> Option<Exception> {
    let help = "write `#[panics(condition, \"part of the message\")]`, and `ensures(|_| condition)` behind it for what holds then";
    let Written { when, text, rest } = match attribute.parse_args() {
        Ok(written) => written,
        Err(error) => {
            problems.add(error.span(), "a panic has a condition and a text", help);
            return None;
        }
    };
    refuse(&when, "a precondition", &["old", "ret"], problems);
    if text.value().is_empty() {
        problems.add(text.span(), "the text is empty and would allow any panic", help);
    }
    let mut postconditions = Vec::new();
    for clause in &rest {
        match clause.path().is_ident("ensures") {
            true => postconditions.extend(ensures(clause, problems)),
            false => problems.add(clause.span(), "what holds after a panic is ensured", help),
        }
    }
    Some(Exception { when: Clause::of(&when, &when), text, ensures: postconditions })
}

/// What stands in `panics(…)`.
struct Written {
    when: Expr,
    text: LitStr,
    rest: Punctuated<Meta, Token![,]>,
}

impl Parse for Written {
    fn parse(input: ParseStream<'_>) -> syn::Result<Written> {
        let when = input.parse()?;
        input.parse::<Token![,]>()?;
        let text = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        Ok(Written { when, text, rest: Punctuated::parse_terminated(input)? })
    }
}

fn requires(attribute: &Meta, problems: &mut Problems) -> Option<Clause> {
    let condition = content(attribute, FORMS, problems)?;
    if let Expr::Closure(closure) = &condition {
        problems.add(
            closure.inputs_begin.span(),
            "what is required is known before there is a result",
            "write `#[requires(condition)]`; what is said of the result is `#[ensures(|ret| condition)]`",
        );
        return None;
    }
    refuse(&condition, "a precondition", &["old", "ret"], problems);
    Some(Clause::of(&condition, &condition))
}

fn ensures(attribute: &Meta, problems: &mut Problems) -> Option<Postcondition> {
    let help = "write `#[ensures(|ret| condition)]`, or `#[ensures(|_| condition)]` where nothing is said of the result";
    match content(attribute, FORMS, problems)? {
        Expr::Closure(closure) if closure.inputs.len() == 1 => {
            refuse(&closure.body, "a postcondition", &[], problems);
            postcondition(closure.inputs[0].clone(), *closure.body, problems)
        }
        other => {
            problems.add(other.span(), "what is ensured is said of the result", help);
            None
        }
    }
}

/// A condition of two states.
pub(crate) fn postcondition(result: Pat, body: Expr, problems: &mut Problems) -> Option<Postcondition> {
    for word in elements_in(&body.to_token_stream(), "old") {
        let help = "say `old(self.items())[i]` in the place of `old(self.items()[i])`";
        problems.add(word.span(), "before the call nobody asks for this element", help);
    }
    let (replaced, old) = old_in(body.to_token_stream(), &result, problems);
    let condition = match syn::parse2::<Expr>(replaced) {
        Ok(condition) => condition,
        Err(error) => {
            problems.add_error(error);
            return None;
        }
    };
    Some(Postcondition { result, clause: Clause::of(&condition, &body), old })
}

/// The code in which names stand for `old(…)`, and what is in these.
pub(crate) fn old_in(
    body: TokenStream,
    result: &Pat,
    problems: &mut Problems,
) -> (TokenStream, Vec<TokenStream>) {
    let mut old = Vec::new();
    let replaced = taken_out(body, "old", &mut old);
    for inner in &old {
        let of_result = words(inner).into_iter().find(|word| is_named_in(result, word));
        let nested = words(inner).into_iter().find(|word| word == "old");
        let (word, problem) = match (of_result, nested) {
            (Some(word), _) => (word, "before the call there is no result"),
            (None, Some(word)) => (word, "there is nothing before the call but the call"),
            (None, None) => continue,
        };
        problems.add(
            word.span(),
            problem,
            "say in `old(…)` what is to be known of the state before the call",
        );
    }
    (replaced, old)
}

impl Postcondition {
    pub(crate) fn replace(&mut self, replaced: &dyn Fn(&TokenStream) -> TokenStream) {
        self.clause.replace(replaced);
        self.old.iter_mut().for_each(|old| *old = replaced(old));
    }
}

impl Clause {
    pub fn replace(&mut self, replaced: &dyn Fn(&TokenStream) -> TokenStream) {
        self.conjuncts.iter_mut().for_each(|conjunct| conjunct.condition.replace(replaced));
    }

    /// The code of it, where names stand for `old(…)`.
    pub fn tokens(&self) -> impl Iterator<Item = TokenStream> {
        self.conjuncts.iter().map(|conjunct| conjunct.condition.tokens())
    }

    /// Of a condition in which names stand for `old(…)`; `written` has it as it was written.
    pub(crate) fn of(condition: &Expr, written: &Expr) -> Clause {
        let mut written_conjuncts = Vec::new();
        conjuncts_of(written, &mut written_conjuncts);
        let mut conjuncts = Vec::new();
        conjuncts_of(condition, &mut conjuncts);
        let several = conjuncts.len() > 1;
        let conjuncts = conjuncts.iter().zip(&written_conjuncts);
        let conjuncts = conjuncts.map(|(condition, written)| Conjunct::of(condition, written, several));
        Clause {
            text: text(written),
            span: condition.span(),
            written: written.clone(),
            conjuncts: conjuncts.collect(),
        }
    }
}

fn is_named_in(pattern: &Pat, word: &Ident) -> bool {
    words(&pattern.to_token_stream()).iter().any(|named| named == word)
}

/// The words of an expression that are no fields, methods or parts of paths.
pub(crate) fn words(tokens: &TokenStream) -> Vec<Ident> {
    use proc_macro2::TokenTree;
    let mut found = Vec::new();
    let mut after_dot = false;
    for token in tokens.clone() {
        match &token {
            TokenTree::Group(group) => found.extend(words(&group.stream())),
            TokenTree::Ident(word) if !after_dot => found.push(word.clone()),
            _ => {}
        }
        after_dot =
            matches!(&token, TokenTree::Punct(sign) if sign.as_char() == '.' || sign.as_char() == ':');
    }
    found
}

/// Names what cannot stand in such a condition.
pub(crate) fn refuse(condition: &Expr, kind: &str, forbidden: &[&str], problems: &mut Problems) {
    for word in words(&condition.to_token_stream()) {
        let text = word.to_string();
        let (problem, help) = match text.as_str() {
            "old" if forbidden.contains(&"old") => (
                format!("{kind} knows no state before: `old(…)` belongs into a postcondition"),
                "say it in `#[ensures(|ret| …)]`",
            ),
            "ret" if forbidden.contains(&"ret") => (
                format!("{kind} knows no result"),
                "say it in `#[ensures(|ret| …)]`; a parameter of this name needs another one",
            ),
            "return" | "break" | "continue" | "await" => {
                (format!("{kind} is a condition and goes nowhere"), "write an expression of type `bool`")
            }
            _ => continue,
        };
        problems.add(word.span(), &problem, help);
    }
    if let Expr::Assign(assign) = condition {
        problems.add(assign.eq_token.span(), &format!("{kind} changes nothing"), "compare with `==`");
    }
}
