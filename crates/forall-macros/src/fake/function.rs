//! Parameters that are functions: `impl Fn(u8) -> bool`, `&mut dyn FnMut(u8)`, `Box<dyn Fn() -> u8>`, `fn(u8) -> u8`.
//!
//! What is drawn and listed is a `Function` of the runtime. The test gets a closure around it, or a pointer to one.

use super::implement::answer;
use super::method::Method;
use super::tokens::Resolved;
use crate::problems::Problems;
use crate::retarget::deeper;
use crate::validate::Passing;
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::spanned::Spanned;
use syn::{
    GenericArgument, Ident, Path, PathArguments, ReturnType, TraitItemFn, Type, TypeParamBound, parse_quote,
};

#[derive(Clone)]
pub struct FunctionFake {
    arguments: Vec<Type>,
    output: ReturnType,
    /// Both as they were written, where something stands for types in them.
    written: Option<(Vec<Type>, ReturnType)>,
    form: Form,
    /// The generic parameter that it is the type of.
    pub generic: Option<Ident>,
}

#[derive(Clone)]
enum Form {
    Closure,
    /// In a `Box`, `Rc` or `Arc`.
    Owned(Path),
    /// `fn(u8) -> u8`.
    Pointer,
}

impl FunctionFake {
    /// `None` for a type that is no function; `bounds` are those of a generic parameter.
    pub fn of(
        ty: &Type,
        bounds: &dyn Fn(&Ident) -> Vec<TypeParamBound>,
        problems: &mut Problems,
    ) -> Option<FunctionFake> {
        let function = match ty {
            Type::Paren(inner) => return FunctionFake::of(&inner.elem, bounds, problems),
            Type::ImplTrait(it) => FunctionFake::bounded(it.bounds.iter(), Form::Closure, None),
            Type::TraitObject(it) => FunctionFake::bounded(it.bounds.iter(), Form::Closure, None),
            Type::FnPtr(it) if it.unsafety.is_none() && it.abi.is_none() && it.variadic.is_none() => {
                let arguments = it.inputs.iter().map(|input| input.ty.clone()).collect();
                Some(FunctionFake {
                    arguments,
                    output: it.output.clone(),
                    written: None,
                    form: Form::Pointer,
                    generic: None,
                })
            }
            Type::Path(path) => match path.path.get_ident() {
                Some(name) => FunctionFake::bounded(bounds(name).iter(), Form::Closure, Some(name.clone())),
                None => FunctionFake::owned(&path.path),
            },
            _ => None,
        }?;
        if matches!(&function.output, ReturnType::Type(_, ty) if matches!(**ty, Type::Never(_))) {
            problems.add(
                function.output.span(),
                "a function that never returns has no results to choose from",
                "write the test for one such function, or take a function that returns",
            );
            return None;
        }
        function.method(0, problems);
        if let Some(argument) =
            function.arguments.iter().find(|ty| ty.to_token_stream().to_string().contains('\''))
        {
            problems.add(
                argument.span(),
                "the arguments of a function that is a parameter have no named lifetimes",
                "leave out the lifetime",
            );
        }
        Some(function)
    }

    /// The same where something stands for types in the arguments and the result.
    pub fn with(mut self, stands_for: &dyn Fn(&Type) -> Type) -> FunctionFake {
        self.written = Some((self.arguments.clone(), self.output.clone()));
        self.arguments = self.arguments.iter().map(stands_for).collect();
        if let ReturnType::Type(_, ty) = &mut self.output {
            **ty = stands_for(ty);
        }
        self
    }

    pub fn as_written(&self) -> FunctionFake {
        let mut function = self.clone();
        if let Some((arguments, output)) = function.written.take() {
            (function.arguments, function.output) = (arguments, output);
        }
        function
    }

    fn bounded<'a>(
        mut bounds: impl Iterator<Item = &'a TypeParamBound>,
        form: Form,
        generic: Option<Ident>,
    ) -> Option<FunctionFake> {
        bounds
            .find_map(|bound| match bound {
                TypeParamBound::Trait(bound) => {
                    let last = bound.path.segments.last()?;
                    let is_function = ["Fn", "FnMut", "FnOnce"].iter().any(|name| last.ident == name);
                    match &last.arguments {
                        PathArguments::Parenthesized(signature) if is_function => Some(signature),
                        _ => None,
                    }
                }
                _ => None,
            })
            .map(|signature| FunctionFake {
                arguments: signature.inputs.iter().map(|input| input.ty.clone()).collect(),
                output: signature.output.clone(),
                written: None,
                form,
                generic,
            })
    }

    fn owned(path: &Path) -> Option<FunctionFake> {
        let last = path.segments.last()?;
        let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
        if !["Box", "Rc", "Arc"].iter().any(|name| last.ident == name) {
            return None;
        }
        let Some(GenericArgument::Type(Type::TraitObject(object))) = arguments.args.first() else {
            return None;
        };
        let mut pointer = path.clone();
        pointer.segments.last_mut()?.arguments = PathArguments::None;
        FunctionFake::bounded(object.bounds.iter(), Form::Owned(pointer), None)
    }

    /// As the method of a fake.
    fn method(&self, levels: usize, problems: &mut Problems) -> Option<Method> {
        let names = self.names();
        let types = self.arguments.iter().map(|ty| deeper(ty, levels));
        let output = self.output(levels);
        let function: TraitItemFn = parse_quote!(fn call(&self, #(#names: #types),*) #output;);
        Method::of(&function, &Resolved::default(), problems)
    }

    fn names(&self) -> Vec<Ident> {
        (0..self.arguments.len()).map(|number| format_ident!("__argument_{number}")).collect()
    }

    fn output(&self, levels: usize) -> TokenStream {
        match &self.output {
            ReturnType::Default => TokenStream::new(),
            output => deeper(output, levels),
        }
    }

    /// The type of what is drawn, and listed by cases.
    pub fn drawn_type(&self, levels: usize) -> TokenStream {
        let method = self.method(levels, &mut Problems::default());
        let answer = method.and_then(|method| super::generate::kept(&method)).map(|(ty, _)| ty);
        let answer = answer.map_or_else(|| quote!(()), |ty| ty.to_token_stream());
        quote!(::forall::Function<#answer>)
    }

    /// What the test gets: a function that asks the variable.
    pub fn argument(&self, variable: &Ident, passing: Passing, levels: usize) -> TokenStream {
        let closure = match &self.form {
            Form::Closure => {
                let closure = self.closure(quote!(&#variable), levels);
                quote!((move #closure))
            }
            Form::Owned(pointer) => {
                let (closure, pointer) = (self.closure(quote!(&#variable), levels), deeper(pointer, levels));
                quote!(#pointer::new(move #closure))
            }
            Form::Pointer => self.pointer(variable, levels),
        };
        match passing {
            Passing::Value => closure,
            Passing::Reference => quote!(&#closure),
            Passing::MutableReference => quote!(&mut #closure),
        }
    }

    /// A pointer carries nothing: what it asks is kept for the thread.
    fn pointer(&self, variable: &Ident, levels: usize) -> TokenStream {
        let drawn = self.drawn_type(levels);
        let types = self.arguments.iter().map(|ty| deeper(ty, levels));
        let output = self.output(levels);
        let name = crate::draw::plain_name(variable);
        let closure = self.closure(quote!(&::forall::__private::fake::kept(&__KEPT, #name)), levels);
        quote!({
            ::std::thread_local! {
                static __KEPT: ::core::cell::RefCell<::core::option::Option<#drawn>> =
                    const { ::core::cell::RefCell::new(::core::option::Option::None) };
            }
            ::forall::__private::fake::keep(&__KEPT, #variable);
            (#closure) as fn(#(#types),*) #output
        })
    }

    fn closure(&self, function: TokenStream, levels: usize) -> TokenStream {
        let Some(method) = self.method(levels, &mut Problems::default()) else { return TokenStream::new() };
        let names = self.names();
        let types = self.arguments.iter().map(|ty| deeper(ty, levels));
        let answer = of_variable(answer(&method));
        quote! {
            |#(#names: #types),*| {
                let __function = #function;
                let __arguments = || {
                    use ::forall::__private::fake::{ByDebug as _, ByName as _};
                    let __arguments: &[::std::string::String] =
                        &[#((&&::forall::__private::fake::Shown(&#names)).shown()),*];
                    __arguments.join(", ")
                };
                let __call = ::forall::__private::fake::Call {
                    method: "",
                    arguments: &__arguments,
                    key: ::core::option::Option::None,
                };
                #answer
            }
        }
    }
}

/// The code of a method, outside of one.
fn of_variable(code: TokenStream) -> TokenStream {
    let replaced = code.into_iter().map(|token| match token {
        TokenTree::Ident(ident) if ident == "self" => {
            TokenTree::Ident(Ident::new("__function", ident.span()))
        }
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), of_variable(group.stream()));
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        token => token,
    });
    replaced.collect()
}
