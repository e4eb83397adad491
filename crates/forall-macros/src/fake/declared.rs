//! `fake! { struct FakeRead { … } impl Read for FakeRead { … } }`: a fake of traits that belong to others, with fields and bodies of one's own.

use super::faked::{Faked, Field, Implementation, is_async_trait};
use super::method::Method;
use super::objects;
use super::tokens::Resolved;
use crate::problems::Problems;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Expr, Generics, Ident, Path, PathArguments, Token, TraitItem, Type, Visibility, braced,
    parse_quote,
};

/// What stands in the braces of the macro.
pub struct Declared {
    structure: Option<Structure>,
    blocks: Vec<Block>,
}

struct Structure {
    visibility: Visibility,
    name: Ident,
    fields: Vec<Field>,
}

struct Block {
    attributes: Vec<Attribute>,
    is_unsafe: bool,
    generics: Generics,
    of: Path,
    name: Ident,
    arguments: Option<syn::AngleBracketedGenericArguments>,
    items: Vec<TraitItem>,
    stands: Stands,
}

/// For what the fake is to be found.
#[derive(Default)]
struct Stands {
    /// `Box<dyn Trait>`, `impl Trait`.
    alone: bool,
    /// `impl Trait + Other`.
    together: bool,
    /// The trait is implemented for all that can be, and so for the fake.
    blanket: bool,
}

impl Parse for Declared {
    fn parse(input: ParseStream<'_>) -> syn::Result<Declared> {
        let (mut structure, mut blocks) = (None, Vec::new());
        while !input.is_empty() {
            let attributes = input.call(Attribute::parse_outer)?;
            let visibility: Visibility = input.parse()?;
            if input.peek(Token![struct]) {
                structure = Some(Structure::parse(visibility, input)?);
            } else {
                blocks.push(Block::parse(attributes, input)?);
            }
        }
        if blocks.is_empty() {
            return Err(input.error("a fake implements a trait: `impl Trait for FakeTrait { … }`"));
        }
        Ok(Declared { structure, blocks })
    }
}

impl Stands {
    fn of(attributes: &[Attribute]) -> syn::Result<Stands> {
        let mut stands = Stands::default();
        for attribute in attributes {
            attribute.parse_nested_meta(|meta| {
                match meta.path.get_ident().map(ToString::to_string).as_deref() {
                    Some("objects") => stands.alone = true,
                    Some("together") => stands.together = true,
                    Some("blanket") => stands.blanket = true,
                    _ => {
                        return Err(meta.error(
                            "an `impl` has no such key\nhelp: the keys are `objects`, for parameters `&dyn Trait` and `impl Trait`, \
                             `together`, for `impl Trait + Other`, and `blanket` if the trait is implemented already",
                        ));
                    }
                }
                Ok(())
            })?;
        }
        Ok(stands)
    }
}

impl Structure {
    fn parse(visibility: Visibility, input: ParseStream<'_>) -> syn::Result<Structure> {
        input.parse::<Token![struct]>()?;
        let name = input.parse()?;
        if input.peek(Token![;]) {
            input.parse::<Token![;]>()?;
            return Ok(Structure { visibility, name, fields: Vec::new() });
        }
        let content;
        braced!(content in input);
        let fields: Punctuated<Field, Token![,]> = content.parse_terminated(Field::parse, Token![,])?;
        Ok(Structure { visibility, name, fields: fields.into_iter().collect() })
    }
}

impl Field {
    /// `count: u32`, which is drawn, or `count: u32 = 0`.
    fn parse(input: ParseStream<'_>) -> syn::Result<Field> {
        let _: Visibility = input.parse()?;
        let name = input.parse()?;
        input.parse::<Token![:]>()?;
        let ty: Type = input.parse()?;
        let start = match input.peek(Token![=]) {
            true => {
                input.parse::<Token![=]>()?;
                Some(input.parse::<Expr>()?)
            }
            false => None,
        };
        Ok(Field { name, ty, start })
    }
}

impl Block {
    fn parse(attributes: Vec<Attribute>, input: ParseStream<'_>) -> syn::Result<Block> {
        let (ours, attributes): (Vec<Attribute>, Vec<Attribute>) =
            attributes.into_iter().partition(|attribute| attribute.path().is_ident("fake"));
        let stands = Stands::of(&ours)?;
        let is_unsafe = input.parse::<Option<Token![unsafe]>>()?.is_some();
        input.parse::<Token![impl]>()?;
        let mut generics: Generics = if input.peek(Token![<]) { input.parse()? } else { Generics::default() };
        let of = input.parse()?;
        input.parse::<Token![for]>()?;
        let name = input.parse()?;
        let arguments = if input.peek(Token![<]) { Some(input.parse()?) } else { None };
        generics.where_clause = input.parse()?;
        let content;
        braced!(content in input);
        let mut items = Vec::new();
        while !content.is_empty() {
            items.push(content.parse()?);
        }
        Ok(Block { attributes, is_unsafe, generics, of, name, arguments, items, stands })
    }
}

impl Declared {
    /// What makes objects of the traits, and finds the fake for several of them, where that is asked for.
    pub fn objects(&self) -> TokenStream {
        let alone = self.blocks.iter().filter(|block| block.stands.alone);
        let mut code: TokenStream =
            alone.map(|block| objects::made(&block.object(), &block.fake(), &block.generics)).collect();
        let several = self.blocks.iter().filter(|block| block.stands.alone || block.stands.together);
        let several: Vec<&Block> = several.take(MOST_TRAITS).collect();
        for chosen in 0..1_usize << several.len() {
            let together = several.iter().enumerate().filter(|(number, _)| chosen >> number & 1 == 1);
            let together: Vec<&Block> = together.map(|(_, block)| *block).collect();
            if let [first, _, ..] = together[..] {
                let traits = together.iter().map(|block| (objects::last_name(&block.of), block.object()));
                code.extend(objects::together(traits.collect(), &first.fake(), &first.generics));
            }
        }
        code
    }

    pub fn faked(self, problems: &mut Problems) -> Option<Faked> {
        let Declared { structure, blocks } = self;
        let first = blocks.first()?;
        let (name, generics) = (first.name.clone(), first.generics.clone());
        for block in &blocks {
            if block.name != name {
                problems.add(block.name.span(), "one `fake!` makes one type", "write another `fake!` for it");
            }
        }
        if let Some(structure) = structure.as_ref().filter(|structure| structure.name != name) {
            problems.add(
                structure.name.span(),
                "the fields are those of another type",
                "give both the same name",
            );
        }
        let (visibility, fields) = match structure {
            Some(structure) => (structure.visibility, structure.fields),
            None => (Visibility::Inherited, Vec::new()),
        };
        let trait_name = name.to_string();
        let trait_name = trait_name.strip_prefix("Fake").unwrap_or(&trait_name);
        let call = format_ident!("{trait_name}Call", span = name.span());
        // `Self::Error` may be a type of another of the traits.
        let associated: Vec<(Ident, TokenStream)> = blocks.iter().flat_map(Block::associated).collect();
        let blocks = blocks.into_iter().filter(|block| !block.stands.blanket);
        let implementations = blocks.map(|block| block.implementation(&associated, problems)).collect();
        Some(Faked { visibility, name, call, generics, fields, implementations })
    }
}

/// Of so many traits each selection has its fake.
const MOST_TRAITS: usize = 4;

impl Block {
    fn fake(&self) -> TokenStream {
        let (name, arguments) = (&self.name, &self.arguments);
        quote!(#name #arguments)
    }

    /// `Iterator<Item = T>`: what stands behind `dyn`.
    fn object(&self) -> TokenStream {
        let mut of = self.of.clone();
        let associated: Vec<TokenStream> =
            self.associated().map(|(name, stands_for)| quote!(#name = #stands_for)).collect();
        if associated.is_empty() {
            return quote!(#of);
        }
        let Some(last) = of.segments.last_mut() else { return quote!(#of) };
        let arguments = match &last.arguments {
            PathArguments::AngleBracketed(arguments) => arguments.args.iter().collect(),
            _ => Vec::new(),
        };
        last.arguments = PathArguments::AngleBracketed(parse_quote!(<#(#arguments,)* #(#associated),*>));
        quote!(#of)
    }

    /// Its types, with what stands for them.
    fn associated(&self) -> impl Iterator<Item = (Ident, TokenStream)> {
        self.items.iter().filter_map(|item| match item {
            TraitItem::Type(ty) => Some((ty.ident.clone(), ty.default.as_ref()?.1.to_token_stream())),
            _ => None,
        })
    }

    fn implementation(self, associated: &[(Ident, TokenStream)], problems: &mut Problems) -> Implementation {
        let (name, arguments) = (&self.name, &self.arguments);
        let parameters = self.generics.type_params().map(|parameter| parameter.ident.clone()).collect();
        let own = self.associated();
        let associated = own.chain(associated.iter().cloned()).collect();
        let resolved = Resolved { of_self: quote!(#name #arguments), associated, parameters };
        let mut written = Vec::new();
        for item in &self.items {
            match item {
                TraitItem::Type(ty) if ty.default.is_none() => {
                    let help = format!("write `type {} = …;`", ty.ident);
                    problems.add(ty.ident.span(), "this type is missing", &help);
                }
                TraitItem::Const(constant) if constant.default.is_none() => {
                    let help = format!("write `const {}: … = …;`", constant.ident);
                    problems.add(constant.ident.span(), "this value is missing", &help);
                }
                TraitItem::Fn(function) if function.default.is_none() => {}
                item => written.push(item.to_token_stream()),
            }
        }
        let mut methods: Vec<Method> = Vec::new();
        for item in &self.items {
            if let TraitItem::Fn(function) = item
                && function.default.is_none()
            {
                methods.extend(Method::of(function, &resolved, problems));
            }
        }
        Method::connect(&mut methods, problems);
        let of = self.of;
        Implementation {
            attributes: self.attributes.into_iter().filter(is_async_trait).collect(),
            is_unsafe: self.is_unsafe,
            generics: self.generics,
            of: parse_quote!(#of),
            written,
            methods,
            supertraits: Vec::new(),
        }
    }
}
