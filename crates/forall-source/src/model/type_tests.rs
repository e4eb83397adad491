//! Types as two compilers write them.

use super::types::{Argument, Object, Type};

fn named(path: &str, arguments: Vec<Type>) -> Type {
    Type::Named { path: path.into(), arguments: arguments.into_iter().map(Argument::Type).collect() }
}

fn primitive(name: &str) -> Type {
    Type::Primitive(name.into())
}

#[test]
fn types_are_taken_apart() {
    let global = || named("std::alloc::Global", vec![]);
    let bytes = || named("std::vec::Vec", vec![primitive("u8"), global()]);
    assert_eq!(Type::parse("std::vec::Vec<u8, std::alloc::Global>"), bytes());
    assert_eq!(
        Type::parse("&'{erased} mut str"),
        Type::Reference { mutable: true, to: Box::new(primitive("str")) }
    );
    assert_eq!(Type::parse("[u8; 3_usize]"), Type::Array(Box::new(primitive("u8")), "3".into()));
    assert_eq!(Type::parse("[T/#0; N/#1]"), Type::Array(Box::new(Type::Parameter("T".into())), "N".into()));
    assert_eq!(Type::parse("(u8,)"), Type::Tuple(vec![primitive("u8")]));
    assert_eq!(Type::parse("()"), Type::Tuple(vec![]));
    assert_eq!(
        Type::parse("*const [u8]"),
        Type::Pointer { mutable: false, to: Box::new(Type::Slice(Box::new(primitive("u8")))) }
    );
    assert_eq!(
        Type::parse(
            "Binder { value: fn(&'^0.Named(DefId(1:2 ~ std[e2]::a::'_)) str) -> bool, bound_vars: [Region(BrAnon)] }"
        ),
        Type::Function {
            parameters: vec![Type::Reference { mutable: false, to: Box::new(primitive("str")) }],
            result: Box::new(primitive("bool")),
        }
    );
    let mixed = Type::parse("a::Shape<'a/#0, 2_usize, 'x', true, u8>");
    let Type::Named { arguments, .. } = mixed else { panic!("{mixed:?}") };
    let constant = |text: &str| Argument::Constant(text.into());
    assert_eq!(
        arguments,
        [
            Argument::Lifetime,
            constant("2"),
            constant("'x'"),
            constant("true"),
            Argument::Type(primitive("u8"))
        ]
    );
}

#[test]
fn projections_are_read_as_two_versions_write_them() {
    let older = "Alias(Projection, AliasTy { args: [T/#0], def_id: DefId(0:10 ~ b[de7b]::Tr::Out), .. })";
    let newer =
        "Alias(AliasTy { args: [T/#0], kind: Projection { def_id: DefId(0:10 ~ b[de7b]::Tr::Out) }, .. })";
    let Type::Projection { definition, arguments } = Type::parse(older) else { panic!() };
    assert_eq!((definition.path.as_str(), arguments.len()), ("Tr::Out", 1));
    assert_eq!(Type::parse(older), Type::parse(newer));
}

#[test]
fn trait_objects_are_taken_apart() {
    let object = Type::parse(
        "dyn [Binder { value: Trait(std::ops::Fn<(u8,)>), bound_vars: [] }, Binder { value: Projection(ExistentialProjection { def_id: DefId(2:4305 ~ core[c1f1]::ops::function::FnOnce::Output), args: [(u8,)], term: Term::Ty(usize), .. }), bound_vars: [] }, Binder { value: AutoTrait(DefId(2:39391 ~ core[c1f1]::marker::Send)), bound_vars: [] }] + '{erased}",
    );
    let Type::Object(Object { principal, associated, automatic }) = object else { panic!("{object:?}") };
    assert_eq!(principal.unwrap().0, "std::ops::Fn");
    assert_eq!(associated, [("Output".to_owned(), primitive("usize"))]);
    assert_eq!(automatic[0].name(), "Send");
}

#[test]
fn what_cannot_be_named_is_kept_as_it_is_and_does_not_hide_what_is_around_it() {
    let opaque = "Alias(Opaque, AliasTy { args: [], def_id: DefId(0:23 ~ b[de7b]::opaque::{opaque#0}), .. })";
    assert_eq!(Type::parse(opaque), Type::Other(opaque.into()));
    let next =
        Type::parse(&format!("FnDef(DefId(2:9915 ~ core[c1f1]::iter::Iterator::next), [{opaque}, u8])"));
    let Type::Item(callee) = next else { panic!("{next:?}") };
    assert_eq!(
        callee.arguments,
        [Argument::Type(Type::Other(opaque.into())), Argument::Type(primitive("u8"))]
    );
    let count = Type::parse(
        "FnDef(DefId(2:9920 ~ core[c1f1]::iter::Iterator::count), [impl Iterator<Item = u8>/#2, u8])",
    );
    let Type::Item(callee) = count else { panic!("{count:?}") };
    assert_eq!(callee.arguments[0], Argument::Type(Type::Other("impl Iterator<Item = u8>".into())));
    let unsafe_function = "Binder { value: unsafe extern \"C\" fn(u8), bound_vars: [] }";
    assert_eq!(
        Type::parse(&format!("({unsafe_function}, u8)")),
        Type::Tuple(vec![Type::Other(unsafe_function.into()), primitive("u8")])
    );
    let deep = "&".repeat(100_000);
    assert_eq!(Type::parse(&deep), Type::Other(deep.clone()));
    let deep = format!("FnDef(DefId(0:1 ~ a[0]::f), [{deep}u8])");
    assert!(matches!(Type::parse(&deep), Type::Item(callee) if callee.function.path == "f"));
    for odd in ["", "<", "a::", "[u8", "(u8", "Vec<", "'", "&'", "{", "FnDef(", "dyn [", "[u8; ", "1", "a<,>"]
    {
        assert_eq!(Type::parse(odd), Type::Other(odd.into()), "{odd}");
    }
}
