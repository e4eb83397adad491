//! Which fake stands for a trait.

use std::marker::PhantomData;

/// Implemented for `dyn Trait` by the fake of the trait, so that the compiler finds the fake from the trait. `By` is the fake once more:
/// it is what makes the implementation legal for traits of other crates.
#[diagnostic::on_unimplemented(
    message = "forall has no fake of `{Self}`",
    label = "nothing stands for this trait",
    note = "if the trait is yours, add `#[forall_spec::fake]` to it, or `#[forall_spec::fake(objects)]` if it has supertraits",
    note = "if not, write `forall::fake! {{ impl Trait for FakeTrait {{ .. }} }}`, or take a parameter of a concrete type; \
            `#[fake(objects)]` on the `impl` lets it be found for `dyn Trait` and `impl Trait`",
    note = "for several traits at once, one `forall::fake!` has an `impl` of each of them, with `#[fake(together)]`",
    note = "a function (`impl Fn(A) -> B`) can be a parameter, not a part of one: put it in its place in the body, as in `Some(f)`"
)]
pub trait Faked<By> {
    type Fake;
}

/// Several traits, for which one fake stands: `Both<dyn Read, dyn Seek>`.
pub struct Both<A: ?Sized, B: ?Sized>(PhantomData<A>, PhantomData<B>);
