use forall::spec::fake;

struct Handle;

#[fake]
trait Results {
    fn handle(&self) -> Handle;
    fn perhaps(&self) -> Option<Handle>;
    fn parse<T>(&self) -> T;
    fn never(&self) -> !;
    fn pointer(&self) -> *const u8;
    fn shown(&self) -> impl std::fmt::Debug;
}

#[fake]
trait Attributes {
    #[fake(never_fails)]
    fn plain(&self) -> u8;
    #[fake(sometimes)]
    fn unknown(&self) -> u8;
    #[fake(pure, property)]
    fn both(&self) -> u8;
    #[fake(property = missing)]
    fn property(&self) -> u8;
    #[fake(pure)]
    fn pure(&self, of: &dyn Fn()) -> u8;
    #[fake(answers = |x| x)]
    fn untyped(&self) -> u8;
    #[requires]
    fn required(&self);
    #[requires(x > 0, "text")]
    fn explained(&self, x: u8);
}

#[fake]
trait WithoutSelf {
    #[fake(pure)]
    fn equal(x: u8) -> u8;
    #[fake(may_panic = "text")]
    fn panics() -> u8;
    #[ensures(|ret| *ret > 3)]
    fn large() -> u8;
    fn fill(buffer: &mut [u8]) -> usize;
}

#[fake]
trait Items {
    const SIZE: usize;
    type Of<T>;
}

#[fake(all)]
trait Arguments {}

#[fake]
struct NotATrait;

forall::fake! {
    struct FakeOne;
    impl Iterator for FakeTwo {
        type Item;
        fn next(&mut self) -> Option<u8>;
    }
}

forall::fake! {
    #[fake(objects, dynamic)]
    impl Iterator for FakeThree {
        type Item = u8;
        fn next(&mut self) -> Option<u8>;
    }
}

fn main() {}
