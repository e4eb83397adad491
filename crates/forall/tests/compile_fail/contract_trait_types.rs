use forall::spec::contract;

struct Name;

#[contract]
trait Push<T> {
    fn size(&self) -> usize;

    #[requires(self.unknown() > 0)]
    fn unknown(&self);

    #[requires(item > 0)]
    fn compared(&self, item: String);

    #[ensures(|_| self.size() > kept.0.len())]
    fn consumed(&self, kept: (Name, [u8; 2]));

    #[ensures(|ret| ret.len() == self.items)]
    fn lent(&mut self) -> &mut [u8];

    #[requires(self.change() == ())]
    fn change(&mut self);
}

trait Other {}

struct Stack;

impl Other for Stack {}

/// The other trait has no contract to keep.
#[contract]
#[keeps(Other)]
impl Stack {
    pub fn size(&self) -> usize {
        0
    }
}

fn main() {}
