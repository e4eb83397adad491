use forall::forall;

#[forall]
fn never(x: u8) -> ! {
    panic!("{x}")
}

#[forall]
fn opaque(x: u8) -> impl Copy {
    x
}
