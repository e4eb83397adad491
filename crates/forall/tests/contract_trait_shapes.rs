//! Traits of all shapes with contracts: with parameters, under other names, with fakes.

use forall::spec as forall_spec;
use forall_spec::contract;
use std::panic::{UnwindSafe, catch_unwind};

/// What is said of a broken contract, without the places; nothing where none is broken.
#[track_caller]
fn broken(run: impl FnOnce() + UnwindSafe) -> String {
    match catch_unwind(run) {
        Ok(()) => String::new(),
        Err(payload) => match payload.downcast::<String>() {
            Ok(message) => message.split(" (written at ").next().unwrap().to_owned(),
            Err(payload) => (*payload.downcast_ref::<&str>().unwrap()).to_owned(),
        },
    }
}

mod elsewhere {
    /// A trait with parameters, whose name is hidden from nobody.
    #[forall::spec::contract]
    pub trait Convert<'a, T: Clone + PartialEq, const N: usize> {
        type Error: PartialEq;

        #[requires(!wanted.is_empty())]
        #[ensures(|ret| ret.as_ref().is_ok_and(|found| wanted.contains(found)) || *ret != Err(old(self.reason())))]
        fn convert<S: AsRef<str>>(
            &self,
            text: S,
            wanted: &'a [T; N],
            and: impl Fn(&T) -> bool,
        ) -> Result<T, Self::Error>;

        #[pure]
        fn reason(&self) -> Self::Error;
    }
}

struct First(u8);

#[contract]
impl<'a, T: Clone + PartialEq> elsewhere::Convert<'a, T, 2> for First {
    type Error = u8;

    fn convert<S: AsRef<str>>(&self, text: S, wanted: &'a [T; 2], and: impl Fn(&T) -> bool) -> Result<T, u8> {
        let found = wanted.iter().find(|wanted| and(wanted)).cloned();
        found.ok_or(self.0 + text.as_ref().len() as u8)
    }

    fn reason(&self) -> u8 {
        self.0
    }
}

#[test]
fn traits_and_methods_have_parameters() {
    use elsewhere::Convert;
    assert_eq!(First(1).convert("a", &[1, 2], |x| *x > 1), Ok(2));
    assert_eq!(First(1).convert("a", &[1, 2], |x| *x > 2), Err(2));
    let message = broken(|| {
        let _ = First(1).convert("", &[1, 2], |x| *x > 2);
    });
    assert!(
        message.starts_with(
            "`<First as elsewhere::Convert<'a, T, 2>>::convert` does not do what its trait ensures"
        ),
        "{message}"
    );
}

#[contract]
pub trait Push {
    #[requires(item > 0)]
    fn push(&mut self, item: i64);
}

mod renamed {
    use super::Push as Other;

    pub struct Nothing;

    #[forall::spec::contract]
    impl Other for Nothing {
        fn push(&mut self, _: i64) {}
    }
}

#[test]
fn a_trait_under_another_name_is_not_overlooked() {
    let message = broken(|| renamed::Nothing.push(1));
    let method = "<contract_trait_shapes::renamed::Nothing as contract_trait_shapes::Push>::push";
    assert_eq!(
        message,
        format!(
            "`Other` is another name of the trait of `{method}`: implement it by its own, so that its contract is found"
        )
    );
}

/// A fake keeps the contract by what it is, in either order.
mod fakes {
    #[forall::spec::contract]
    #[forall::spec::fake]
    #[invariant(self.load(0) != Some(9))]
    pub trait First {
        #[requires(for_all(0..3, |number| number != key))]
        #[ensures(|ret| ret.is_none_or(|value| value > key))]
        fn load(&self, key: u8) -> Option<u8>;
    }

    #[forall::spec::fake]
    #[forall::spec::contract]
    pub trait Second {
        #[requires(for_all(0..3, |number| number != key))]
        #[ensures(|ret| ret.is_none_or(|value| value > key))]
        fn load(&self, key: u8) -> Option<u8>;
    }

    pub struct Table;

    #[forall::spec::contract]
    impl Second for Table {
        fn load(&self, key: u8) -> Option<u8> {
            Some(key)
        }
    }
}

#[test]
fn a_trait_may_have_a_contract_and_a_fake() {
    use fakes::{FakeFirst, FakeSecond, First, Second, Table};
    let of_caller = "does not hold, which it requires";
    let first = broken(|| {
        FakeFirst::answering().on_load([None]).load(2);
    });
    let second = broken(|| {
        FakeSecond::answering().on_load([None]).load(2);
    });
    assert!(first.contains(of_caller) && second.contains(of_caller), "{first}\n{second}");
    assert_eq!(FakeFirst::answering().on_load([Some(7)]).load(3), Some(7));
    assert_eq!(FakeSecond::answering().on_load([Some(7)]).load(3), Some(7));
    let table = broken(|| {
        Table.load(3);
    });
    assert!(table.starts_with("`<Table as Second>::load` does not do what its trait ensures"), "{table}");
}
