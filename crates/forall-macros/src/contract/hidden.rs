//! The hidden methods of a trait with a contract, by which implementations find it.
//!
//! ```text
//! fn __contract_of_push_in_push<P>(&self, _: PhantomData<P>, __call: &Call, item: &i64) -> Inherited<impl FnOnce(
//!     Option<&Self>, (Option<&i64>,), &Call, Result<&(), &Payload>) -> bool + use<Self>>
//! where
//!     Self: Sized,
//! {
//!     let item = *item;
//!     let __met_0 = (|| __call.met(.., || held(self.size() < 3, "")))();
//!     let (__met, __holds) = __call.met_one_of(__met_0, ..);
//!     let __before_0_0 = (|| __call.before(__met.is_ok(), .., || (self.size(),)))();
//!     Inherited::new(__met, move |__this, __arguments, __call, __ended| ..)
//! }
//! ```
//!
//! What was evaluated before is in the closure, and with it the parameters as they were. What the closure looks at afterwards, the object and
//! what was lent to be changed, it is given by the implementation, if that can.

use super::check::constant;
use super::exceptions;
use super::function::{all_met, before, ensured, mentions_impl, met_name, owed};
use super::inherited::{hidden_name, hidden_rule, marker_name};
use super::parameters::{Parameter, Passed, parameters};
use crate::problems::Problems;
use forall_contract::clause::{Behavior, Clause, Contract, Exception, Postcondition};
use forall_contract::renamed::Names;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{GenericParam, Generics, Ident, ReceiverKind, ReturnType, Signature};

/// A method of a trait with a contract.
pub struct Hidden<'a> {
    /// What the trait is called.
    pub of: &'a str,
    pub generics: &'a Generics,
    pub signature: &'a Signature,
    pub contract: &'a Contract,
}

impl Hidden<'_> {
    pub fn generate(&self, problems: &mut Problems) -> Option<TokenStream> {
        let Hidden { of, signature, contract, .. } = *self;
        let says_something = !contract.is_empty();
        let refuse = |span: Span, problem: &str, help: &str, problems: &mut Problems| {
            if says_something {
                problems.add(span, problem, help);
            }
        };
        if signature.receiver().is_none() {
            let help = "state it where it is implemented, or of a method that takes `self`";
            let problem = "nobody finds the contract of a trait's function without `self`";
            refuse(signature.ident.span(), problem, help, problems);
            return None;
        }
        if signature.asyncness.is_some() || signature.constness.is_some() {
            return None;
        }
        if mentions_impl(&signature.output) {
            let help = "name the type of the result: an associated type of the trait can stand for it";
            let problem = "the contract of a trait says nothing of a method whose result has no name";
            refuse(signature.ident.span(), problem, help, problems);
            return None;
        }
        let parameters = parameters(signature);
        let said = self.said(&parameters, problems)?;
        Some(self.method(of, &parameters, &said))
    }

    /// The contract in the words of the hidden method.
    fn said(&self, parameters: &[Parameter], problems: &mut Problems) -> Option<Contract> {
        let by_value = matches!(self.signature.receiver()?.kind, ReceiverKind::Value);
        let before = |word: &Ident| match parameters.iter().find(|parameter| parameter.name == *word) {
            Some(parameter) if parameter.passed == Passed::Owned => Some(quote!(*#word)),
            None if by_value && word == "self" => Some(quote!(*self)),
            _ => None,
        };
        let after = |word: &Ident| (word == "self").then(|| quote!(__this));
        let contract = self.contract;
        for postcondition in contract.postconditions().filter(|it| by_value && it.mentions_after("self")) {
            let help = "say `old(…)` of what is needed";
            problems.add(postcondition.clause.span, "after the call there is no object any more", help);
        }
        let mut behavior = |behavior: &Behavior| {
            let requires = behavior.requires.iter().map(|clause| clause.renamed(&before, problems));
            let requires = requires.collect::<Option<Vec<Clause>>>()?;
            let ensures = postconditions(&behavior.ensures, &before, &after, problems)?;
            Some(Behavior { requires, ensures })
        };
        let general = behavior(&contract.general)?;
        let behaviors = contract.behaviors.iter().map(behavior).collect::<Option<Vec<Behavior>>>()?;
        let mut exception = |exception: &Exception| {
            Some(Exception {
                when: exception.when.renamed(&before, problems)?,
                text: exception.text.clone(),
                ensures: postconditions(&exception.ensures, &before, &after, problems)?,
            })
        };
        let panics = contract.panics.iter().map(&mut exception).collect::<Option<Vec<Exception>>>()?;
        Some(Contract {
            general,
            behaviors,
            panics,
            pure: contract.pure,
            modifies: None,
            updates: Vec::new(),
            decreases: None,
        })
    }

    fn method(&self, of: &str, parameters: &[Parameter], said: &Contract) -> TokenStream {
        let Hidden { signature, .. } = self;
        let span = signature.ident.span();
        let hidden = hidden_name(&signature.ident, of);
        let (marker, lints) = (self.marker(), lints());
        let names: Vec<&Ident> = parameters.iter().map(|parameter| &parameter.name).collect();
        let types = parameters.iter().map(|parameter| &parameter.named);
        let slots = parameters.iter().map(|parameter| &parameter.plain);
        let result = result(signature);
        let shape = quote! {
            ::core::option::Option<&Self>,
            (#(::core::option::Option<&#slots>,)*),
            &::forall::__private::contract::Call,
            ::core::result::Result<&#result, &::forall::__private::contract::Payload>
        };
        let slots = parameters.iter().map(|parameter| &parameter.plain);
        let (generics, predicates, captured) = self.generics(parameters);
        let of_trait = self.types();
        let opened = parameters.iter().map(Parameter::opened);
        let (before, applies) = self.before(of, said);
        let is_used = |it: &&Parameter| self.contract.mentions_after(&it.name.to_string());
        let copied = parameters.iter().filter(|it| it.passed == Passed::Owned).filter(is_used);
        let copied = copied.map(|Parameter { name, .. }| {
            quote_spanned!(name.span()=> let #name = ::core::clone::Clone::clone(#name);)
        });
        let after = self.after(of, parameters, said);
        quote_spanned! {span=>
            #marker

            #lints
            fn #hidden #generics(
                &self,
                __of: #of_trait,
                __call: &::forall::__private::contract::Call,
                #(#names: &#types),*
            ) -> ::forall::__private::contract::Inherited<
                impl ::core::ops::FnOnce(#shape) -> ::core::primitive::bool + use<#captured>
            >
            where
                Self: ::core::marker::Sized,
                #predicates
            {
                #(#opened)*
                #before
                #applies
                #(#copied)*
                ::forall::__private::contract::Inherited::new(
                    __met,
                    move |
                        __this: ::core::option::Option<&Self>,
                        __arguments: (#(::core::option::Option<&#slots>,)*),
                        __call: &::forall::__private::contract::Call,
                        __ended: ::core::result::Result<&#result, &::forall::__private::contract::Payload>
                    | #after,
                )
            }
        }
    }

    /// By its type, others see whether there is a contract.
    fn marker(&self) -> TokenStream {
        let (marker, of_trait) = (marker_name(&self.signature.ident, self.of), self.types());
        quote_spanned! {self.signature.ident.span()=>
            #[doc(hidden)]
            fn #marker<__P>(&self, __of: #of_trait) -> ::forall::__private::contract::Known
            where
                Self: ::core::marker::Sized,
            {
                ::forall::__private::contract::Known
            }
        }
    }

    /// The parameters of the hidden method, what is demanded of them, and what the closure knows of them: nothing that is lent for the
    /// call alone.
    fn generics(&self, parameters: &[Parameter]) -> (TokenStream, TokenStream, TokenStream) {
        let own = &self.signature.generics;
        let added = parameters.iter().flat_map(|parameter| &parameter.lifetimes);
        let lifetimes: Vec<TokenStream> = own
            .lifetimes()
            .map(ToTokens::to_token_stream)
            .chain(added.map(ToTokens::to_token_stream))
            .collect();
        let types: Vec<TokenStream> = own
            .params
            .iter()
            .filter(|parameter| !matches!(parameter, GenericParam::Lifetime(_)))
            .map(ToTokens::to_token_stream)
            .chain(parameters.iter().filter_map(|parameter| parameter.generic.clone()))
            .collect();
        let generics = quote!(<#(#lifetimes,)* __P #(, #types)*>);
        let predicates = own.where_clause.iter().flat_map(|clause| &clause.predicates);
        let predicates = quote!(#(#predicates),*);
        let all = || self.generics.params.iter().chain(&own.params);
        let lifetimes = all().filter_map(|parameter| match parameter {
            GenericParam::Lifetime(it) => Some(it.lifetime.to_token_stream()),
            _ => None,
        });
        let added = parameters.iter().flat_map(|parameter| &parameter.lifetimes);
        let lifetimes = lifetimes.chain(added.map(ToTokens::to_token_stream));
        let types = all().filter_map(|parameter| match parameter {
            GenericParam::Lifetime(_) => None,
            GenericParam::Type(it) => Some(it.ident.clone()),
            GenericParam::Const(it) => Some(it.ident.clone()),
        });
        let types = types.chain(parameters.iter().filter_map(|parameter| parameter.generic_name.clone()));
        (generics, predicates, quote!(#(#lifetimes,)* Self, __P #(, #types)*))
    }

    /// The types that the trait has as arguments, as far as each implementation says them: `PhantomData<(T, __P)>`.
    fn types(&self) -> TokenStream {
        let types: Vec<_> = self.generics.type_params().take_while(|it| it.default.is_none()).collect();
        let nested = types.into_iter().rev().fold(quote!(__P), |rest, it| {
            let name = &it.ident;
            quote!((#name, #rest))
        });
        quote!(::core::marker::PhantomData<#nested>)
    }

    /// What is evaluated before the call.
    fn before(&self, of: &str, said: &Contract) -> (TokenStream, TokenStream) {
        let span = self.signature.ident.span();
        let invariant = hidden_rule("invariant", of, span);
        let general = all_met(&said.general);
        let behaviors = (1..).zip(&said.behaviors).map(|(number, behavior)| {
            let (met, all) = (met_name(number), all_met(behavior));
            quote!(let #met = __call.met_if(&__met_0, #all);)
        });
        let met: Vec<Ident> = (1..=said.behaviors.len()).map(met_name).collect();
        let one_of = match self.contract.any_behavior() {
            Some(any) => {
                let any = constant(&any);
                quote!(let (__met, __holds) = __call.met_one_of(__met_0, #any, [#(#met),*]);)
            }
            None => quote!(let __met = __met_0;),
        };
        let required = quote_spanned! {span=>
            (|| __call.invariant_before(|| self.#invariant(__call)))();
            let __met_0: ::forall::__private::contract::Met = #general();
            #(#behaviors)*
            #one_of
            let __is_met = ::core::result::Result::is_ok(&__met);
        };
        let exceptions = exceptions::expected(said, &quote!(__is_met));
        let constraint = self.is_constrained().then(|| {
            let hidden = hidden_rule("constraint", of, span);
            quote_spanned!(span=> let __constraint = self.#hidden(__call);)
        });
        let general = before(&said.general.ensures, "0", &quote!(__returns));
        let each = said.behaviors.iter().enumerate().map(|(number, behavior)| {
            before(
                &behavior.ensures,
                &(number + 1).to_string(),
                &quote!(__call.applies(__returns, __holds[#number])),
            )
        });
        (required, quote!(#exceptions #general #(#each)* #constraint))
    }

    /// What is checked after the call.
    fn after(&self, of: &str, parameters: &[Parameter], said: &Contract) -> TokenStream {
        let span = self.signature.ident.span();
        let first = said.postconditions().next();
        let seen = first.map(|postcondition| self.seen(parameters, &postcondition.clause));
        let names = (0..said.panics.len()).map(|number| format_ident!("__panic_{number}"));
        let names: Vec<Ident> = names.collect();
        let unwound = said.panics.iter().zip(&names);
        let unwound =
            unwound.map(|(exception, name)| ensured(&exception.ensures, &name.to_string(), &quote!(&())));
        let returned = names.iter().map(|name| quote!((|| __call.returned(&#name))();));
        let check = "ensured_by_trait";
        let general = owed(check, &said.general.ensures, "0", &quote!(__ret));
        let each = (1..).zip(&said.behaviors).map(|(number, behavior): (usize, _)| {
            owed(check, &behavior.ensures, &number.to_string(), &quote!(__ret))
        });
        let invariant = hidden_rule("invariant", of, span);
        let stays = self.is_lent().then(|| {
            quote_spanned! {span=>
                ::core::iter::Iterator::for_each(::core::option::Option::into_iter(__this), |__this| {
                    (|| __call.invariant_after(|| __this.#invariant(__call)))();
                });
            }
        });
        let constraint = self.is_constrained().then(|| {
            quote_spanned! {span=>
                ::core::iter::Iterator::for_each(
                    ::core::iter::Iterator::zip(
                        ::core::option::Option::into_iter(__this),
                        ::core::iter::once(__constraint),
                    ),
                    |(__this, __constraint)| __constraint(__this, __call),
                );
            }
        });
        quote! {{
            __call.ended(
                __ended,
                |__payload| {
                    #seen
                    #(#unwound)*
                    (|| __call.must_panic([#(&#names),*], __payload))()
                },
                |__ret| {
                    #(#returned)*
                    {
                        #seen
                        #general
                        #(#each)*
                    }
                    #stays
                    #constraint
                },
            )
        }}
    }

    /// What the conditions look at after the call.
    fn seen(&self, parameters: &[Parameter], clause: &Clause) -> TokenStream {
        let clause = constant(clause);
        let this = self
            .contract
            .mentions_after("self")
            .then(|| quote!(let __this: &Self = (|| __call.seen(#clause, "self", __this))();));
        let changed = parameters.iter().enumerate().filter(|(_, it)| it.passed == Passed::Changed);
        let changed = changed.filter(|(_, it)| self.contract.mentions_after(&it.name.to_string())).map(
            |(at, parameter)| {
                let (name, at) = (&parameter.name, syn::Index::from(at));
                let text = name.to_string();
                quote!(let #name = &**(|| __call.seen(#clause, #text, __arguments.#at))();)
            },
        );
        quote!(#this #(#changed)*)
    }

    /// Is there an object after the call?
    fn is_lent(&self) -> bool {
        self.signature.receiver().is_some_and(|receiver| matches!(receiver.kind, ReceiverKind::Reference(..)))
    }

    /// Must it do nothing that no method may do?
    fn is_constrained(&self) -> bool {
        self.is_lent() && self.contract.pure.is_none()
    }
}

fn result(signature: &Signature) -> TokenStream {
    match &signature.output {
        ReturnType::Default => quote!(()),
        ReturnType::Type(_, ty) => ty.to_token_stream(),
    }
}

fn postconditions(
    all: &[Postcondition],
    before: Names<'_>,
    after: Names<'_>,
    problems: &mut Problems,
) -> Option<Vec<Postcondition>> {
    all.iter().map(|postcondition| postcondition.renamed(before, after, problems)).collect()
}

fn lints() -> TokenStream {
    quote! {
            #[doc(hidden)]
            #[allow(
                unused_variables, clippy::needless_borrow, clippy::redundant_closure_call, clippy::type_complexity,
                clippy::let_unit_value, clippy::ignored_unit_patterns, clippy::too_many_arguments,
                clippy::clone_on_copy, clippy::needless_lifetimes, clippy::missing_errors_doc,
                clippy::missing_panics_doc, clippy::must_use_candidate, clippy::trivially_copy_pass_by_ref,
                clippy::explicit_auto_deref, clippy::borrow_deref_ref, clippy::ptr_arg, clippy::ref_option,
                clippy::borrowed_box, clippy::elidable_lifetime_names, clippy::used_underscore_binding,
                single_use_lifetimes, unused_parens, elided_lifetimes_in_paths
            )]
    }
}
