//! What a test hands back.

use forall_protocol::put::Returns;
use forall_protocol::replay::RecordedReturn;
use std::fmt::Debug;
use std::marker::PhantomData;

/// What became of a test that returned.
pub enum TestEnd {
    /// With what it returned, if that is a value and somebody wants to know.
    Returned(Option<RecordedReturn>),
    Err(Box<dyn Debug>),
}

/// How the return type `T` of a test is dealt with: `Returned::<T>::outcome(value)`.
///
/// It is the type itself that decides and not how it is spelled, so that an alias of `Result` is a `Result`.
/// What is inherent here takes precedence over the trait [`AnyValue`], which is for all other types.
pub struct Returned<T>(PhantomData<T>);

impl Returned<()> {
    pub const RETURNS: Returns = Returns::Unit;

    pub fn outcome((): (), _: Option<RecordedReturn>) -> TestEnd {
        TestEnd::Returned(None)
    }

    /// What is observed of it.
    pub fn value((): &()) -> Option<&()> {
        None
    }

    /// What a case returns that is meaningless.
    pub fn meaningless() {}
}

impl<T, E> Returned<Result<T, E>> {
    pub const RETURNS: Returns = Returns::Result;

    pub fn outcome(result: Result<T, E>, told: Option<RecordedReturn>) -> TestEnd
    where
        E: Debug + 'static,
    {
        match result {
            Ok(_) => TestEnd::Returned(told),
            Err(error) => TestEnd::Err(Box::new(error)),
        }
    }

    pub fn value(result: &Result<T, E>) -> Option<&T> {
        result.as_ref().ok()
    }
}

impl<E> Returned<Result<(), E>> {
    pub fn meaningless() -> Result<(), E> {
        Ok(())
    }
}

/// See [`Returned`].
pub trait AnyValue: Sized {
    type Value;

    const RETURNS: Returns = Returns::Value;

    fn outcome(_: Self::Value, told: Option<RecordedReturn>) -> TestEnd {
        TestEnd::Returned(told)
    }

    fn value(value: &Self::Value) -> Option<&Self::Value> {
        Some(value)
    }

    fn meaningless() -> Self::Value {
        panic!(
            "this case has become meaningless: it no longer satisfies the assumptions of the test\n\
             help: renew the cases with `cargo forall`"
        )
    }
}

impl<T> AnyValue for Returned<T> {
    type Value = T;
}

#[cfg(test)]
mod tests {
    use super::*;

    type Alias = Result<u8, String>;

    #[test]
    fn the_type_decides_how_it_is_returned() {
        assert_eq!(Returned::<()>::RETURNS, Returns::Unit);
        assert_eq!(Returned::<Result<(), String>>::RETURNS, Returns::Result);
        assert_eq!(Returned::<Alias>::RETURNS, Returns::Result);
        assert_eq!(Returned::<std::fmt::Result>::RETURNS, Returns::Result);
        assert_eq!(Returned::<Option<u8>>::RETURNS, Returns::Value);
    }

    #[test]
    fn only_errors_are_told_apart() {
        let error = |outcome| match outcome {
            TestEnd::Returned(_) => None,
            TestEnd::Err(error) => Some(format!("{error:?}")),
        };
        assert_eq!(error(Returned::<Alias>::outcome(Ok(1), None)), None);
        assert_eq!(error(Returned::<Alias>::outcome(Err("no".into()), None)), Some("\"no\"".into()));
        assert_eq!(error(Returned::<Option<u8>>::outcome(None, None)), None);
    }

    #[test]
    fn meaningless_cases_return_where_there_is_a_value_for_it() {
        assert_eq!(Returned::<Result<(), u8>>::meaningless(), Ok(()));
        assert!(std::panic::catch_unwind(Returned::<Alias>::meaningless).is_err());
    }
}
