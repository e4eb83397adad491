#[contract]
impl Push<u8> for Stack {
    #[requires(item > 0)]
    fn push(&mut self, item: u8, (a, b): (u8, u8), mut buffer: &mut Vec<u8>) {
        buffer.extend([item, a, b]);
    }
}
