pub const LIMIT: u8 = 3;
pub struct Stack(Vec<u8>);
impl Stack {
    pub fn push(&mut self, item: u8) -> bool {
        assert!(item < LIMIT);
        self.0.push(item);
        self.0[0] == -1i8 as u8
    }
}
pub fn next<I: Iterator>(mut items: I) -> Option<I::Item> {
    if let Some(found) = items.next() { Some(found) } else { None }
}
