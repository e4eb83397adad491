//! What a factory makes, together with what it was called with.

use super::{Input, MakeInput};
use crate::source::{Construction, Source};
use forall_protocol::value::Form;

/// Something that a factory made, and the arguments that the factory was called with. A factory may forget or change what it is given, so that
/// the object no longer tells.
///
/// `#[factory(arguments = LabelArguments)]` gives the type of the arguments its name: a struct with the parameters of the factory as its
/// fields, or an enum, if there are several factories.
///
/// ```
/// # fn main() {}
/// # #[cfg(test)]
/// # mod tests {
/// # use forall::{MadeOf, assume, factory, forall};
/// struct Label(String);
///
/// #[factory(arguments = LabelArguments)]
/// fn label(text: Option<String>) -> Label {
///     Label(text.unwrap_or("none".into()))
/// }
///
/// #[forall]
/// fn no_text_is_shown_as_none(label: MadeOf<LabelArguments>) {
///     assume!(label.arguments.text.is_none());
///     assert_eq!(label.value.0, "none");
/// }
/// # }
/// ```
pub struct MadeOf<A: Arguments> {
    /// What the factory made.
    pub value: A::Made,
    /// What it was called with.
    pub arguments: A,
}

/// The arguments of a factory. `#[factory(arguments = ..)]` implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the type of a factory's arguments",
    label = "not the arguments of a factory",
    note = "name them: `#[forall::factory(arguments = StackArguments)]`, and write `MadeOf<StackArguments>`"
)]
pub trait Arguments: Clone {
    /// What the factory makes.
    type Made;

    /// Calls the factory. An input for which it makes nothing is discarded.
    fn made(self) -> Self::Made;
}

impl<A: Arguments> From<A> for MadeOf<A> {
    fn from(arguments: A) -> MadeOf<A> {
        MadeOf { value: arguments.clone().made(), arguments }
    }
}

impl<A: Arguments + Input> Input for MadeOf<A> {
    type By = A::By;
}

impl<A: Arguments + MakeInput<By>, By> MakeInput<By> for MadeOf<A> {
    fn make(source: &mut Source<'_>) -> MadeOf<A> {
        const HOW: Construction = Construction::of(Form::Parentheses, "forall::MadeOf", "from");
        source.made(&HOW, |source| {
            let arguments = A::make(source);
            source.ready();
            MadeOf::from(arguments)
        })
    }
}

/// An argument that is kept while the factory takes it away.
#[diagnostic::on_unimplemented(
    message = "an argument of type `{Self}` cannot be kept for the test, because it is not `Clone`",
    label = "not `Clone`",
    note = "implement `Clone` for the type, or remove `arguments` from `#[factory]`"
)]
pub trait KeptArgument {
    fn kept(&self) -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: Clone> KeptArgument for T {
    fn kept(&self) -> T {
        self.clone()
    }
}
