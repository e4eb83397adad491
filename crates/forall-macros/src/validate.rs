//! What may stand under `#[forall]`, and what to do instead of what may not.

use crate::elements;
use crate::examples::{self, Example};
use crate::fake::FunctionFake;
use crate::nesting::Block;
use crate::options::Options;
use crate::parse::{Arguments, Function};
use crate::place::Place;
use crate::problems::Problems;
use crate::stand_in::StandIns;
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, FnArg, GenericParam, Ident, Pat, ReturnType, Safety, Signature, Type};

/// A test that can be generated.
pub struct Test {
    pub function: Function,
    pub parameters: Vec<Parameter>,
    pub options: Options,
    pub examples: Vec<Example>,
}

pub struct Parameter {
    pub name: Ident,
    /// As it was written.
    pub ty: Type,
    /// What is drawn: the type itself, what it refers to, or what stands for the trait that it is.
    pub drawn: Type,
    pub passing: Passing,
    /// What stands for it if it is a function.
    pub function: Option<FunctionFake>,
    /// What it is to be, if it is not to be explored.
    pub candidates: Vec<Expr>,
    /// Can what it points to be what an earlier one points to?
    pub shared: bool,
}

/// How an argument is handed over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Passing {
    Value,
    Reference,
    MutableReference,
}

impl Parameter {
    /// Is it drawn as something else, which owns it? A type of the user's that has such a name is drawn in the same way.
    pub fn is_unsized(&self) -> bool {
        let names = ["str", "Path", "OsStr"];
        match &self.drawn {
            Type::Slice(_) => true,
            Type::Path(path) => {
                let last = path.path.segments.last();
                let is_plain = path.qself.is_none() && last.is_some_and(|last| last.arguments.is_none());
                is_plain && last.is_some_and(|last| names.iter().any(|name| last.ident == name))
            }
            _ => false,
        }
    }

    /// Is it a `str`?
    pub fn is_text(&self) -> bool {
        matches!(&self.drawn, Type::Path(path) if path.path.is_ident("str"))
    }
}

/// All that is wrong is said at once.
pub fn validate(arguments: Arguments, mut function: Function, place: &Place) -> syn::Result<Test> {
    let mut problems = Problems::default();
    let mut options = Options::of(arguments, &mut problems);
    validate_attributes(&function.attributes, &mut problems);
    validate_place(&function.signature, place, &mut problems);
    validate_qualifiers(&function.signature, &mut problems);
    validate_return_type(&function.signature.output, &mut problems);
    validate_types(&function.signature, &options, &mut problems);
    let listed = options.types.len();
    elements::complete(&mut options, &function.signature);
    let stand_ins = StandIns::of(&function.signature, &options, &mut problems);
    let mut parameters = parameters(&function.signature, &stand_ins, &mut problems);
    for (name, candidates) in options.values.drain(..) {
        match parameters.iter_mut().find(|parameter| parameter.name == name) {
            Some(parameter) => {
                parameter.candidates = candidates;
                parameter.function = None;
            }
            None => problems.add(
                name.span(),
                &format!("the test has no parameter `{name}`"),
                "`values` names a parameter and its candidates: `values(x = [1, 2])`",
            ),
        }
    }
    for (key, name, most) in options.own_bounds.drain(..) {
        match parameters.iter().any(|parameter| parameter.name == name) {
            // Those of all parameters come first: they are weaker.
            true => options.bounds.push(format!("{key}.{}={most}", crate::draw::plain_name(&name))),
            false => problems.add(
                name.span(),
                &format!("the test has no parameter `{name}`"),
                &format!("`{key}(x = {most})` names a parameter and its bound"),
            ),
        }
    }
    let elements: Vec<&Ident> = options.types[listed..].iter().map(|(name, _)| name).collect();
    let written = std::mem::take(&mut options.examples);
    let examples = examples::validated(written, &parameters, &elements, &mut problems);
    problems.none()?;
    without_attributes(&mut function.signature);
    Ok(Test { function, parameters, options, examples })
}

fn validate_attributes(attributes: &[Attribute], problems: &mut Problems) {
    for attribute in attributes {
        let Some(name) = attribute.path().segments.last() else { continue };
        let (problem, help) = match name.ident.to_string().as_str() {
            "test" => {
                ("a function cannot be `#[test]` and `#[forall]`", "remove `#[test]`: `#[forall]` is a test")
            }
            "should_panic" => (
                "`#[should_panic]` says nothing about a `#[forall]` test",
                "write `#[forall(panics = \"text\")]` with a part of the panic's message",
            ),
            "ignore" => (
                "a `#[forall]` test cannot be ignored",
                "leave out the test with `#[cfg(..)]`, or remove `#[forall]`",
            ),
            _ => continue,
        };
        problems.add(attribute.span(), problem, help);
    }
}

fn validate_place(signature: &Signature, place: &Place, problems: &mut Problems) {
    // A receiver is complained about on its own.
    match place.innermost {
        Some(Block::Associated) if signature.receiver().is_none() => problems.add(
            signature.ident.span(),
            "a `#[forall]` test cannot be an associated function",
            "move it out of the `impl` or `trait` into the module",
        ),
        Some(Block::Function) => problems.add(
            signature.ident.span(),
            "a `#[forall]` test cannot stand inside a function",
            "move it out of the function into the module",
        ),
        _ => {}
    }
}

fn validate_qualifiers(signature: &Signature, problems: &mut Problems) {
    if let Some(token) = &signature.constness {
        problems.add(token.span(), "a `#[forall]` test cannot be `const`", "remove `const`");
    }
    if let Some(token) = &signature.asyncness {
        problems.add(
            token.span(),
            "a `#[forall]` test cannot be `async`",
            "remove `async` and block on the future in the body, with the executor of your choice",
        );
    }
    if let Safety::Unsafe(token) = &signature.safety {
        problems.add(
            token.span(),
            "a `#[forall]` test cannot be `unsafe`",
            "remove `unsafe`, write the conditions of safety as `assume!(..)` and use an `unsafe` block in the body",
        );
    }
    if let Some(abi) = &signature.abi {
        problems.add(
            abi.span(),
            "a `#[forall]` test cannot be `extern`",
            "remove `extern` and call the function of the other ABI from the body",
        );
    }
    if let Some(variadic) = &signature.variadic {
        problems.add(
            variadic.span(),
            "a `#[forall]` test cannot be variadic",
            "give each argument its own parameter",
        );
    }
}

fn validate_types(signature: &Signature, options: &Options, problems: &mut Problems) {
    for parameter in &signature.generics.params {
        if !matches!(parameter, GenericParam::Type(_)) {
            problems.add(
                parameter.span(),
                "a `#[forall]` test can be generic in types only",
                "leave out the lifetime, or write the test for one constant",
            );
        }
    }
    for (name, _) in &options.types {
        if !signature.generics.type_params().any(|parameter| parameter.ident == *name) {
            problems.add(
                name.span(),
                &format!("the test has no type parameter `{name}`"),
                "`types` names a type parameter of the test: `types(T = [u8, String])` and `fn it_holds<T>(x: T)`",
            );
        }
    }
}

fn validate_return_type(output: &ReturnType, problems: &mut Problems) {
    match output {
        ReturnType::Type(_, ty) => match &**ty {
            Type::ImplTrait(_) => problems.add(
                ty.span(),
                "a `#[forall]` test cannot return `impl Trait`",
                "return a type that can be named, or nothing",
            ),
            Type::Never(_) => problems.add(
                ty.span(),
                "a `#[forall]` test cannot return `!`",
                "leave out the return type; say `panics = \"text\"` if it always panics",
            ),
            _ => {}
        },
        ReturnType::Default => {}
    }
}

pub fn parameters(signature: &Signature, stand_ins: &StandIns, problems: &mut Problems) -> Vec<Parameter> {
    let mut parameters = Vec::new();
    for input in &signature.inputs {
        let parameter = match input {
            FnArg::Receiver(receiver) => {
                problems.add(
                    receiver.span(),
                    "a `#[forall]` test cannot be a method",
                    "make it a function outside of the `impl` that has the parts of the value as parameters",
                );
                continue;
            }
            FnArg::Typed(parameter) => parameter,
        };
        let (shares, others): (Vec<&Attribute>, Vec<&Attribute>) =
            parameter.attrs.iter().partition(|attribute| is_shared(attribute));
        if let Some(attribute) = others.first() {
            let problem = "a parameter of a `#[forall]` test can have no attribute but `#[forall(shared)]`";
            problems.add(attribute.span(), problem, "put the attribute on the function");
        }
        let Pat::Ident(pattern) = &*parameter.pat else {
            problems.add(
                parameter.pat.span(),
                "a parameter of a `#[forall]` test needs a name: its values are reported under it",
                "name the parameter and take it apart in the body",
            );
            continue;
        };
        if pattern.by_ref.is_some() || pattern.subpat.is_some() {
            problems.add(
                pattern.span(),
                "a parameter of a `#[forall]` test is a name, not a pattern",
                "keep the name alone and use the pattern in the body",
            );
            continue;
        }
        let (passing, drawn) = match &*parameter.ty {
            Type::Reference(reference) => match reference.mutability {
                Some(_) => (Passing::MutableReference, &*reference.elem),
                None => (Passing::Reference, &*reference.elem),
            },
            ty => (Passing::Value, ty),
        };
        let function = function(drawn, stand_ins, problems);
        let drawn = stand_ins.drawn(drawn);
        if function.is_none() {
            validate_parameter_type(&pattern.ident, &parameter.ty, &drawn, problems);
        }
        parameters.push(Parameter {
            name: pattern.ident.clone(),
            ty: (*parameter.ty).clone(),
            drawn,
            passing,
            function,
            candidates: Vec::new(),
            shared: !shares.is_empty(),
        });
    }
    parameters
}

/// What stands for the type if it is a function.
fn function(ty: &Type, stand_ins: &StandIns, problems: &mut Problems) -> Option<FunctionFake> {
    let function = FunctionFake::of(ty, &|name| stand_ins.bounds(name), problems)?;
    Some(function.with(&|ty| stand_ins.argument(ty)))
}

/// The attributes of parameters are read; the compiler does not know them.
pub fn without_attributes(signature: &mut Signature) {
    for input in &mut signature.inputs {
        if let FnArg::Typed(parameter) = input {
            parameter.attrs.clear();
        }
    }
}

/// `#[forall(shared)]`.
fn is_shared(attribute: &Attribute) -> bool {
    attribute.path().segments.last().is_some_and(|last| last.ident == "forall")
        && attribute.parse_args::<Ident>().is_ok_and(|word| word == "shared")
}

fn validate_parameter_type(name: &Ident, ty: &Type, drawn: &Type, problems: &mut Problems) {
    if let Type::Reference(reference) = ty
        && let Some(lifetime) = reference.lifetime.as_ref().filter(|lifetime| lifetime.ident != "_")
    {
        problems.add(
            lifetime.span(),
            &format!("the parameter `{name}` of a `#[forall]` test is lent for the time of the test only"),
            "leave out the lifetime, or take the value and make the reference in the body",
        );
    }
    if let Type::ImplTrait(_) = drawn {
        problems.add(
            ty.span(),
            &format!("nothing stands for the parameter `{name}`: of these traits there is no fake"),
            "write traits that have fakes, as in `impl Storage + Send`, or write the test for a concrete type",
        );
    } else if let Some(reference) = reference_in(drawn.to_token_stream()) {
        problems.add(
            reference,
            &format!("the parameter `{name}` of a `#[forall]` test cannot have such a reference in its type"),
            "leave out the lifetime, or take a type that owns its parts, and borrow in the body",
        );
    }
}

/// Where a reference stands in a type that cannot be made: to something that is changed, or for a lifetime.
fn reference_in(tokens: TokenStream) -> Option<Span> {
    let mut after_quote = None;
    let mut after_sign = None;
    tokens.into_iter().find_map(|token| match (after_quote.take(), token) {
        // What lives for ever, and what nobody has named, can be owned as well: `Cow<'static, str>`.
        (Some(_), TokenTree::Ident(lifetime)) if lifetime == "static" || lifetime == "_" => None,
        (Some(quote), _) => Some(quote),
        (None, TokenTree::Punct(sign)) if sign.as_char() == '\'' => {
            after_quote = Some(sign.span());
            None
        }
        (None, TokenTree::Punct(sign)) if sign.as_char() == '&' => {
            after_sign = Some(sign.span());
            None
        }
        (None, TokenTree::Ident(word)) if word == "mut" => after_sign.take(),
        // What is computed for the length of an array is no type.
        (None, TokenTree::Group(group)) if group.delimiter() != Delimiter::Brace => {
            reference_in(group.stream())
        }
        _ => None,
    })
}
