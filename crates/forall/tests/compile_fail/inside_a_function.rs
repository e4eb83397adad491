use forall::forall;

fn outer() {
    #[forall]
    fn inner(x: u8) {
        assert_eq!(x, x);
    }
}
