//! What a call may not change: everything that can be seen and is not named in `modifies(…)`.
//!
//! ```text
//! let __was_0 = __call.observed(|| self.size());                     // kept by value
//! ..
//! (|| __call.unchanged(true, "modifies(self.top)", [&element("self.size()", &__was_0, ..)]))();
//! ```

use super::visible::{Kind, Module, Seen};
use super::words::understood;
use crate::problems::Problems;
use forall_contract::clause::{Behavior, Contract, Postcondition};
use forall_contract::frame::{Frame, Observation, Part, observations};
use forall_contract::model::marked;
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, FnArg, Pat, ReceiverKind, Signature, Token, Type};

/// The checks of one `modifies(…)`.
pub struct Framed<'a> {
    frame: &'a Frame,
    elements: Vec<Element>,
    /// The model fields of `self` that are declared here.
    models: Vec<Ident>,
}

struct Element {
    text: String,
    look: TokenStream,
    conditions: Vec<Attribute>,
    span: Span,
    /// Where one of these holds, it may change.
    unless: Vec<TokenStream>,
}

/// What cannot be said to change.
pub fn validate(signature: &Signature, frame: &Frame, lends: bool, problems: &mut Problems) {
    if lends {
        let help = "state it in a function that calls this one";
        problems.add(frame.span, "what the result is lent from may still change through it", help);
    }
    let changeable: Vec<String> = objects(signature).map(|(name, _)| name.to_string()).collect();
    for place in &frame.places {
        if !changeable.iter().any(|name| place.of == name) {
            let help = match changeable.as_slice() {
                [] => "nothing is lent to it as `&mut`: remove `#[modifies(…)]`".to_owned(),
                names => format!("what it can change is lent to it: {}", names.join(", ")),
            };
            problems.add(
                place.of.span(),
                &format!("`{}` is nothing that a call can change", place.of),
                &help,
            );
        }
    }
    for input in &signature.inputs {
        if let FnArg::Typed(typed) = input
            && is_changeable(&typed.ty)
            && !matches!(&*typed.pat, Pat::Ident(_))
        {
            let span = typed.ty.to_token_stream().into_iter().next().map_or(frame.span, |token| token.span());
            problems.add(span, "what can be changed has no name", "give the parameter a name");
        }
    }
}

/// The objects that a call can change, with the types of those that are parameters.
fn objects(signature: &Signature) -> impl Iterator<Item = (Ident, Option<&Type>)> {
    signature.inputs.iter().filter_map(|input| match input {
        FnArg::Receiver(receiver) => {
            let is_lent = match &receiver.kind {
                ReceiverKind::Reference(..) => true,
                ReceiverKind::Typed(_, ty) => matches!(**ty, Type::Reference(_)),
                _ => false,
            };
            is_lent.then(|| (Ident::new("self", receiver.self_token.span), None))
        }
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(pattern) if is_changeable(&typed.ty) => {
                Some((pattern.ident.clone(), Some(&*typed.ty)))
            }
            _ => None,
        },
    })
}

fn is_changeable(ty: &Type) -> bool {
    matches!(ty, Type::Reference(of) if of.mutability.is_some())
}

impl<'a> Framed<'a> {
    /// `seen`: what can be seen of `self`. `module`: where the types of parameters may stand.
    pub fn of(
        contract: &'a Contract,
        signature: &Signature,
        seen: &[Seen],
        module: &Module,
    ) -> Option<Framed<'a>> {
        let frame = contract.modifies.as_ref()?;
        let lasting: Vec<Ident> = signature
            .inputs
            .iter()
            .filter_map(|input| match input {
                FnArg::Typed(typed) if !is_changeable(&typed.ty) => match &*typed.pat {
                    Pat::Ident(pattern) => Some(pattern.ident.clone()),
                    _ => None,
                },
                _ => None,
            })
            .collect();
        let mut elements = Vec::new();
        for (object, ty) in objects(signature).filter(|(object, _)| !frame.allows_all_of(object)) {
            let known = match ty {
                None => Some(seen.to_vec()),
                Some(Type::Reference(of)) if is_self(&of.elem) => Some(seen.to_vec()),
                Some(Type::Reference(of)) => module.seen_of(&of.elem),
                Some(_) => None,
            };
            let observed = observed(contract, &object, &lasting);
            match known {
                Some(seen) => elements.extend(of_object(&object, frame, seen, observed)),
                None if frame.names(&object) => {
                    elements.extend(of_object(&object, frame, Vec::new(), observed));
                }
                None => elements.push(Element {
                    text: format!("*{object}"),
                    look: quote_spanned!(object.span()=> &*#object),
                    conditions: Vec::new(),
                    span: object.span(),
                    unless: Vec::new(),
                }),
            }
        }
        let models = seen.iter().filter(|it| matches!(it.kind, Kind::Model(_)) && it.span.is_some());
        let models = models.map(|seen| Ident::new(&seen.name, Span::call_site())).collect();
        Some(Framed { frame, elements, models })
    }

    /// The parameters that are asked for after the call: the body gets them lent, else it might give them away.
    pub fn lent<'b>(&'b self, signature: &'b Signature) -> impl Iterator<Item = Ident> + 'b {
        let is_lent =
            |ty: &&Type| matches!(ty, Type::Reference(of) if of.lifetime.is_none() && is_changeable(ty));
        objects(signature)
            .filter(move |(_, ty)| ty.as_ref().is_some_and(is_lent))
            .map(|(name, _)| name)
            .filter(|name| !self.frame.allows_all_of(name))
    }

    fn constant(&self) -> TokenStream {
        let text = &self.frame.text;
        quote_spanned! {self.frame.span=>
            &::forall::__private::contract::Clause { text: #text, file: ::core::file!(), line: ::core::line!() }
        }
    }

    /// What is looked at before.
    pub fn before(&self) -> TokenStream {
        let each = self.elements.iter().zip(self.names()).map(|(element, name)| {
            let Element { look, conditions, span, unless, .. } = element;
            let (look, kept) = (understood(look), kept(*span, &format_ident!("__now")));
            let observe = quote_spanned! {*span=>
                || {
                    let __now = #look;
                    #kept.keep(__now)
                }
            };
            let observed = match unless.as_slice() {
                [] => quote_spanned!(*span=> __call.observed(#observe)),
                unless => quote_spanned!(*span=> __call.observed_unless(|| #(#unless)|*, #observe)),
            };
            quote_spanned!(*span=> #(#conditions)* let #name = #observed;)
        });
        let named = self.named();
        quote!(#named #(#each)*)
    }

    /// And whether it is the same after.
    pub fn after(&self, applies: &TokenStream) -> TokenStream {
        if self.elements.is_empty() {
            return TokenStream::new();
        }
        let constant = self.constant();
        let each = self.elements.iter().zip(self.names()).map(|(element, name)| {
            let Element { text, look, conditions, span, .. } = element;
            let (look, kept) = (understood(look), kept(*span, &format_ident!("__now")));
            quote_spanned! {*span=>
                #(#conditions)*
                &::forall::__private::contract::element(
                    #text,
                    &#name,
                    |__was| {
                        let __now = #look;
                        #kept.is_changed(__was, &__now)
                    },
                    |__was| {
                        #[allow(unused_imports)]
                        use ::forall::__private::fake::{ByDebug as _, ByName as _};
                        let __now = #look;
                        [
                            (&&::forall::__private::fake::Shown(__was)).shown(),
                            (&&::forall::__private::fake::Shown(&__now)).shown(),
                        ]
                    },
                )
            }
        });
        quote_spanned! {self.frame.span=>
            (|| __call.unchanged(#applies, #constant, [#(#each),*]))();
        }
    }

    fn names(&self) -> impl Iterator<Item = Ident> {
        (0..self.elements.len()).map(|number| format_ident!("__was_{number}"))
    }

    /// What is named has to be there; any argument is one.
    fn named(&self) -> TokenStream {
        let each = self.frame.places.iter().filter(|place| !matches!(place.part, Part::All)).map(|place| {
            let written = marked(&place.written.to_token_stream(), &self.models);
            let written = understood(&any(written));
            quote!(let _ = &#written;)
        });
        let each: TokenStream = each.collect();
        if each.is_empty() {
            return each;
        }
        quote_spanned! {self.frame.span=>
            #[allow(unreachable_code, clippy::all, clippy::pedantic)]
            ::forall::__private::contract::named(|| { #each });
        }
    }
}

fn is_self(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident("Self"))
}

/// How the value is kept.
fn kept(span: Span, value: &Ident) -> TokenStream {
    quote_spanned! {span=>
        {
            #[allow(unused_imports)]
            use ::forall::__private::contract::{
                ByCopy as _, ByCopyInside as _, ByItself as _, NotAtAll as _, OnlyLent as _,
            };
            (&&&&::forall::__private::contract::Observation(&#value)).kept()
        }
    }
}

/// `_` stands for any value.
fn any(tokens: TokenStream) -> TokenStream {
    let replaced = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(word) if word == "_" => quote_spanned!(word.span()=> ::core::unreachable!()),
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), any(group.stream()));
            inner.set_span(group.span());
            inner.to_token_stream()
        }
        token => token.to_token_stream(),
    });
    replaced.collect()
}

/// What conditions observe of the object after the call, with arguments that are the same before it.
fn observed(contract: &Contract, object: &Ident, lasting: &[Ident]) -> Vec<Observation> {
    let mut found = Vec::new();
    let behaviors = std::iter::once(&contract.general).chain(&contract.behaviors);
    let ensured = behaviors.flat_map(|Behavior { ensures, .. }| ensures);
    let after_panics = contract.panics.iter().flat_map(|exception| &exception.ensures);
    // Without what is looked at before only: an argument may be gone afterwards.
    for Postcondition { clause, .. } in ensured.chain(after_panics) {
        for tokens in clause.tokens() {
            observations(&tokens, object, &mut found);
        }
    }
    found.retain(|observation| observation.is_made_of(lasting));
    let mut different: Vec<Observation> = Vec::new();
    for observation in found {
        if !different.iter().any(|known| known.is_same_as(&observation)) {
            different.push(observation);
        }
    }
    different
}

/// Whether the arguments that are named are those of a look. `_` is any.
fn same(named: &[Expr], of_look: &TokenStream) -> Option<TokenStream> {
    let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
    let of_look = parser.parse2(of_look.clone()).ok().filter(|of_look| of_look.len() == named.len())?;
    let pairs = named.iter().zip(&of_look).filter(|(named, _)| !matches!(named, Expr::Infer(_)));
    let each = pairs.map(|(named, of_look)| {
        let (named, of_look) = (understood(&named.to_token_stream()), understood(&of_look.to_token_stream()));
        quote!(((#named) == (#of_look)))
    });
    each.reduce(|before, next| quote!(#before & #next))
}

fn of_object(
    object: &Ident,
    frame: &Frame,
    seen: Vec<Seen>,
    observed: Vec<Observation>,
) -> impl Iterator<Item = Element> {
    let changed_fields = frame.fields(object);
    let may_change = |seen: &&Seen| match seen.is_field() {
        true => changed_fields.contains(&seen.name.as_str()),
        false => frame.allows(object, &Observation::without_arguments(&seen.name)),
    };
    let element = |seen: &Seen| {
        let span = seen.span.unwrap_or(frame.span);
        let look = seen.of(object, span)?;
        let (text, conditions) = (seen.text(object), seen.conditions.clone());
        Some(Element { text, look, conditions, span, unless: Vec::new() })
    };
    let mut elements: Vec<Element> =
        seen.iter().filter(|seen| !may_change(seen)).filter_map(element).collect();
    for observation in observed {
        let is_known = seen.iter().any(|seen| !seen.is_field() && observation.observer == seen.name);
        let is_object = observation.observer == "clone";
        if is_known || is_object || frame.allows(object, &observation) {
            continue;
        }
        let Observation { observer, arguments } = &observation;
        let look = quote!(#object.#observer(#arguments));
        let text = crate::spelled::spelled(&look);
        let unless =
            frame.named_with(object, &observation).filter_map(|named| same(named, arguments)).collect();
        elements.push(Element { text, look, conditions: Vec::new(), span: observer.span(), unless });
    }
    elements.into_iter()
}
