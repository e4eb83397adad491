use forall::spec::contract;

#[contract]
#[invariant(old(self.size()) > 0)]
#[constraint(self.size() >= 1)]
#[constraint]
#[constraint(ret > 0)]
trait Push {
    fn size(&self) -> usize;

    #[requires(true)]
    fn of(size: u8) -> Self
    where
        Self: Sized;

    #[ensures(|ret| ret.count() > 0)]
    fn items(&self) -> impl Iterator<Item = u8>;

    #[ensures(|_| self.size() > 0)]
    fn consumed(self)
    where
        Self: Sized;

    #[requires(for_all([1], |item| item > 0))]
    fn same_name(&self, item: String);

    #[requires(true)]
    async fn later(&self);
}

#[contract]
#[forall::spec::fake]
trait First {
    #[panics(true, "always")]
    fn first(&self);
}

#[forall::spec::fake]
#[contract]
trait Second {
    #[behavior(requires(true), ensures(|_| true))]
    fn second(&self);
}

struct Stack;

#[contract]
#[keeps(Push)]
impl First for Stack {
    fn first(&self) {}
}

#[contract]
#[keeps]
#[constraint(self.size() >= old(self.size()))]
impl Stack {}

fn main() {}
