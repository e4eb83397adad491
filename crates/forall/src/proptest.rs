//! Inputs that strategies of proptest make, of bytes.

use forall_protocol::value::Form;
use forall_spec::__private::{Construction, Itself, MakeInput, material};
use forall_spec::{Input, Source};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// An input that makes values with strategies of proptest, of the bytes it consists of. These are explored,
/// up to `max_len` of them.
///
/// It is a parameter like any other: of a test, of a function that is named by `#[forall(with = …)]`, or of a
/// factory.
///
/// ```
/// # fn main() {}
/// # #[cfg(test)]
/// # mod tests {
/// # use forall::{Sampler, factory, forall};
/// # use proptest::strategy::{Just, Strategy};
/// # struct Order { pieces: u8 }
/// # fn orders() -> impl Strategy<Value = Order> { (0..100_u8).prop_map(|pieces| Order { pieces }) }
/// #[factory]
/// fn order(mut sampler: Sampler) -> Option<Order> {
///     sampler.sample(&orders())
/// }
///
/// #[forall]
/// fn orders_are_small(order: Order) {
///     assert!(order.pieces < 100);
/// }
/// # }
/// ```
///
/// A strategy decides with every random number it takes, so this suits strategies that take few: numbers,
/// choices, mapped and filtered values, short lists. Nothing is shrunk, since the simplest values are found
/// anyway. What a strategy makes of more bytes than there are is always the same. proptest reads its settings
/// from the environment, which is not followed: such a test can fail, but is not proved. Random numbers that
/// a strategy has from elsewhere are not explored.
#[derive(Clone, Debug)]
pub struct Sampler {
    runner: TestRunner,
}

/// A filter that takes nothing so often takes nothing.
const MOST_REJECTIONS: u32 = 4;

/// What follows the bytes. Whoever asks for a number in a range asks again for another one when it does not
/// like the first: of all zeros, for ever.
const REST: [u8; 256] = {
    let (mut rest, mut index) = ([0; 256], 0);
    while index < rest.len() {
        rest[index] = (index as u8).wrapping_mul(73).wrapping_add(41);
        index += 1;
    }
    rest
};

impl Sampler {
    /// What strategies get to decide with.
    pub fn from_bytes(bytes: &[u8]) -> Sampler {
        let config =
            Config { max_local_rejects: MOST_REJECTIONS, failure_persistence: None, ..Config::default() };
        let rng = TestRng::from_seed(RngAlgorithm::PassThrough, &[bytes, &REST].concat());
        Sampler { runner: TestRunner::new_with_rng(config, rng) }
    }

    /// The next value; `None` where the strategy rejects all that comes.
    pub fn sample<S: Strategy + ?Sized>(&mut self, strategy: &S) -> Option<S::Value> {
        Some(strategy.new_tree(&mut self.runner).ok()?.current())
    }
}

impl Input for Sampler {
    type By = Itself;
}

impl MakeInput<Itself> for Sampler {
    fn make(source: &mut Source<'_>) -> Sampler {
        const HOW: Construction = Construction::of(Form::Parentheses, "forall::Sampler", "from_bytes");
        let bytes = source.built(&HOW, |source| material(&mut source.part("bytes")));
        Sampler::from_bytes(&bytes)
    }
}
