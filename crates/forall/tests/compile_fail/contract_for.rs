use forall::spec::contract_for;

mod other {
    pub fn half(number: u8) -> u8 {
        number / 2
    }

    pub struct Queue(pub Vec<u8>);

    impl Queue {
        pub fn len(&self) -> usize {
            self.0.len()
        }
    }
}

contract_for! {
    #[requires(ret > 0)]
    fn other::half((number): u8) -> u8;

    #[invariant(self.len() < 10)]
    impl other::Queue {
        #[invariant(self.len() < 10)]
        fn len(&self) -> usize;
    }

}

contract_for! {
    impl [u8] {
        fn len(&self) -> usize;
    }
}

contract_for! {
    fn other::half(number: u8) -> u8 {
        number
    }
}

contract_for! {
    #[invariant(self.len() < 10)]
    impl other::Queue {
        #[requires(old(self.len()) > 0)]
        fn len(&self) -> usize {
            0
        }
    }
}

fn main() {}
