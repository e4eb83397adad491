use forall::spec::contract_for;

mod other {
    pub fn half(number: u8) -> u8 {
        number / 2
    }

    pub struct Queue(pub Vec<u8>);
}

contract_for! {
    fn other::third(number: u8) -> u8;

    #[requires(number > 0)]
    fn other::half(number: u16) -> u8;

    impl other::Queue {
        /// There is no such method.
        fn take(&mut self) -> u8;
    }
}

fn main() {}
