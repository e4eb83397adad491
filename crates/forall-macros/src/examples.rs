//! Arguments that a test begins with: `examples((1, "a"), (2, "b"))`.

use crate::derive::mentions;
use crate::draw::plain_name;
use crate::problems::Problems;
use crate::retarget::deeper;
use crate::ungrouped;
use crate::validate::{Parameter, Passing};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, ExprTuple, Ident, Type};

/// One expression for each parameter.
pub struct Example(pub Vec<Expr>);

/// The examples, each with as many arguments as there are parameters. `elements` are the type parameters for which forall has chosen a
/// type of its own.
pub fn validated(
    examples: Vec<Expr>,
    parameters: &[Parameter],
    elements: &[&Ident],
    problems: &mut Problems,
) -> Vec<Example> {
    let Some(first) = examples.first() else { return Vec::new() };
    if parameters.is_empty() {
        let help = "give the test a parameter, or remove `examples`";
        problems.add(first.span(), "a test without parameters has no examples", help);
        return Vec::new();
    }
    for parameter in parameters {
        let is_element = |ident: &Ident| elements.contains(&ident);
        if mentions(parameter.ty.to_token_stream(), &is_element) {
            problems.add(
                first.span(),
                &format!(
                    "there can be no example of the parameter `{}`: its type is not known",
                    parameter.name
                ),
                "list the types that the test is to be run with, as in `types(T = [u8])`",
            );
        }
    }
    examples.into_iter().filter_map(|example| arguments(example, parameters, problems)).collect()
}

fn arguments(example: Expr, parameters: &[Parameter], problems: &mut Problems) -> Option<Example> {
    match (example, parameters) {
        (Expr::Tuple(tuple), [single]) if is_list(&tuple, single) => Some(Example::of(tuple)),
        (Expr::Paren(single), [_]) => Some(Example(vec![*single.expr])),
        (single, [_]) => Some(Example(vec![single])),
        (Expr::Tuple(tuple), _) if tuple.elems.len() == parameters.len() => Some(Example::of(tuple)),
        (other, _) => {
            let has = match &other {
                Expr::Tuple(tuple) => tuple.elems.len(),
                _ => 1,
            };
            let names: Vec<String> = parameters.iter().map(|parameter| parameter.name.to_string()).collect();
            problems.add(
                other.span(),
                &format!(
                    "this example has {has} argument{} (the test has {} parameters)",
                    if has == 1 { "" } else { "s" },
                    parameters.len()
                ),
                &format!("write a tuple with one for each: `({})`", names.join(", ")),
            );
            None
        }
    }
}

impl Example {
    fn of(tuple: ExprTuple) -> Example {
        Example(tuple.elems.into_iter().map(ungrouped::expression).collect())
    }
}

/// Of a single parameter, a tuple is the list of its arguments if it has one part, and that part could be the argument.
fn is_list(tuple: &ExprTuple, parameter: &Parameter) -> bool {
    let is_tuple = matches!(&parameter.ty, Type::Tuple(ty) if ty.elems.len() == 1);
    match tuple.elems.first() {
        Some(part) if tuple.elems.len() == 1 => !is_tuple || matches!(part, Expr::Tuple(_)),
        _ => false,
    }
}

/// The code that finds the leaves of an argument. It is handed to a function of its own, so that it becomes what the test would be given.
pub fn leaves(parameter: &Parameter, argument: &TokenStream, levels: usize) -> TokenStream {
    let referred = match &parameter.ty {
        Type::Reference(reference) => &*reference.elem,
        ty => ty,
    };
    let stands_for_itself =
        parameter.drawn.to_token_stream().to_string() == referred.to_token_stream().to_string();
    let is_drawn = stands_for_itself && parameter.function.is_none() && parameter.candidates.is_empty();
    // Which of several objects a handle leads to is not seen.
    if !is_drawn || parameter.shared {
        return quote!(__to.unknown(););
    }
    let (name, ty) = (plain_name(&parameter.name), deeper(&parameter.ty, levels));
    let lent = match parameter.passing {
        Passing::Value => quote!(&__value),
        Passing::Reference | Passing::MutableReference => quote!(&*__value),
    };
    quote! {{
        fn __add(__value: #ty, __to: &mut ::forall::__private::Sink<'_>) {
            (&&::forall::__private::Probe(#lent)).add(__to);
        }
        __add(#argument, &mut __to.part(#name));
    }}
}
