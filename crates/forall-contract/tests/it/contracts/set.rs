#[contract]
#[invariant(self.len() <= self.capacity)]
pub struct Set {
    pub capacity: usize,
    items: Vec<u8>,
}

#[contract]
impl Set {
    #[ensures(|ret| self.contains(item) && *ret == !old(self.contains(item)))]
    #[ensures(|ret| if *ret { self.len() == old(self.len()) + 1 } else { self.len() == old(self.len()) })]
    pub fn insert(&mut self, item: u8) -> bool {
        true
    }

    #[pure]
    #[ensures(|ret| !*ret || self.len() > 0)]
    pub fn contains(&self, item: u8) -> bool {
        true
    }

    #[pure]
    pub fn len(&self) -> usize {
        0
    }
}
