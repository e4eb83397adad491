//! A crate whose author wants to hear of everything.

#![deny(warnings, missing_docs, unreachable_pub, unused, nonstandard_style, rust_2018_idioms, let_underscore_drop)]
#![deny(unused_lifetimes, unused_qualifications, unused_results, unnameable_types, single_use_lifetimes, trivial_casts)]
#![forbid(unsafe_code)]

/// The larger of two numbers.
#[must_use]
pub fn larger(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::larger;
    use forall::{assume, forall};

    #[forall]
    fn larger_is_one_of_them(a: u32, b: u32) {
        assert!([a, b].contains(&larger(a, b)));
    }

    #[forall]
    fn structures(text: &str, items: &mut [u8], list: &mut Vec<char>, pair: (u8, Option<bool>)) {
        items.reverse();
        list.push('a');
        assert!(text.len() + items.len() < 100 || pair.1.is_some());
    }

    /// One with everything.
    #[forall(may_panic = "equal")]
    pub(crate) fn tests(
        first: u32,
        second: u32,
        third: u32,
        fourth: i8,
        fifth: bool,
        sixth: char,
        mut seventh: u64,
    ) -> Result<(), std::fmt::Error> {
        assume!(first < 10);
        assume!(second < 10, "{second} is too large");
        assert!(first != third, "equal");
        seventh = seventh.wrapping_add(fourth.unsigned_abs().into());
        if fifth && sixth.is_ascii() && seventh == 0 { Err(std::fmt::Error) } else { Ok(()) }
    }

    struct Label(String);

    #[forall::factory(arguments = LabelArguments)]
    fn label(text: Option<String>, _other: &[u8]) -> Label {
        Label(text.unwrap_or_default())
    }

    struct Number(u8);

    #[forall::factory(arguments = NumberArguments)]
    fn one() -> Number {
        Number(1)
    }

    #[forall::factory]
    fn number(digits: &str) -> Option<Number> {
        digits.parse().ok().map(Number)
    }

    #[forall]
    fn arguments(label: forall::MadeOf<LabelArguments>, number: &forall::MadeOf<NumberArguments>) {
        assert_eq!(label.value.0.is_empty(), label.arguments.text.unwrap_or_default().is_empty());
        assume!(matches!(number.arguments, NumberArguments::One));
        assert_eq!(number.value.0, 1);
    }

    #[derive(Clone, Debug, PartialEq)]
    struct Level(u8);

    struct Opaque;

    #[forall::spec::fake]
    trait Storage {
        fn load(&self, key: &str) -> Option<u8>;
        fn log(&self);
        fn limit(&self, level: Level);
        fn limits(&self, levels: &[Level]);
    }

    /// Its calls cannot be compared.
    #[forall::spec::fake]
    trait Sink {
        fn take(&self, opaque: Opaque);
        fn see(&self, opaque: &[Opaque]);
    }

    #[forall]
    fn fakes(storage: &FakeStorage) {
        storage.log();
        assert!(storage.load("a").is_none() || storage.calls().len() == 2);
        storage.limit(Level(3));
        assert_eq!(storage.calls()[2], StorageCall::Limit { level: Level(3).into() });
        storage.limits(&[Level(1), Level(2)]);
        assert_eq!(storage.calls()[3], StorageCall::Limits { levels: vec![Level(1), Level(2)].into() });
    }

    #[forall]
    fn of_opaque_arguments(sink: &dyn Sink) {
        sink.take(Opaque);
        sink.see(&[Opaque]);
    }
}

mod beside_private_code {
    #[cfg(test)]
    use forall::forall;

    #[cfg(test)]
    #[forall(panics = "always")]
    fn panics(x: char) {
        panic!("{x} always panics");
    }

    #[cfg(test)]
    #[forall]
    fn nothing() {}

    #[cfg(test)]
    #[forall]
    fn value(r#type: u128) -> Option<u128> {
        r#type.checked_add(1)
    }

    pub(crate) fn follows() -> bool {
        true
    }
}

/// Uses what is private.
#[must_use]
pub fn used() -> bool {
    beside_private_code::follows()
}
