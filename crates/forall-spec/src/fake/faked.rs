//! Which fake stands for a trait.

/// Implemented for `dyn Trait` by the fake of the trait, so that the compiler finds the fake from the trait. `By` is the fake once more:
/// it is what makes the implementation legal for traits of other crates.
#[diagnostic::on_unimplemented(
    message = "forall has no fake of `{Self}`",
    label = "nothing stands for this trait",
    note = "if the trait is yours, add `#[forall_spec::fake]` to it, or `#[forall_spec::fake(objects)]` if it has supertraits",
    note = "if not, write `forall::fake! {{ impl Trait for FakeTrait {{ .. }} }}`, or take a parameter of a concrete type"
)]
pub trait Faked<By> {
    type Fake;
}
