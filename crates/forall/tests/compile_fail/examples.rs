use forall::forall;

#[forall(examples((1, "a"), (2,), 3))]
fn too_few(x: u8, s: &str) {
    let _ = (x, s);
}

#[forall(examples((1, 2, 3)))]
fn too_many(x: u8, y: u8) {
    let _ = (x, y);
}

#[forall(examples())]
fn none(x: u8) {
    let _ = x;
}

#[forall(examples = 3)]
fn no_list(x: u8) {
    let _ = x;
}

#[forall(examples(1))]
fn no_parameters() {}

#[forall(examples(1))]
fn not_known<T: Ord>(x: T) {
    let _ = x;
}
