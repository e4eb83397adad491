#[contract]
#[invariant(self.size() <= 3)]
#[constraint(self.size() >= old(self.size()))]
pub trait Push<T> {
    #[pure]
    fn size(&self) -> usize;

    #[requires(self.size() < 3 && !name.is_empty())]
    #[ensures(|_| self.size() == old(self.size()) + 1 && buffer.len() > kept.len())]
    fn push(&mut self, item: T, name: &str, kept: String, buffer: &mut Vec<u8>);

    #[panics(self.size() == 0, "empty")]
    fn first(&self) -> &T {
        panic!("it is empty")
    }
}
