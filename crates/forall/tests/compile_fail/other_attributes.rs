use forall::forall;

#[forall]
#[test]
fn twice_a_test(x: u8) {}

#[forall]
#[should_panic]
fn expects_a_panic(x: u8) {}

#[forall]
#[ignore]
fn ignored(x: u8) {}
