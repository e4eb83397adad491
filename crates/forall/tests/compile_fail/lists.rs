use forall::forall;

#[forall(values(y = [1, 2]))]
fn no_such_parameter(x: u8) {
    let _ = x;
}

#[forall(values = 3)]
fn no_list(x: u8) {
    let _ = x;
}

#[forall(values(x = 3))]
fn no_brackets(x: u8) {
    let _ = x;
}

#[forall(values(x = []))]
fn no_candidates(x: u8) {
    let _ = x;
}

#[forall(types(U = [u8]))]
fn no_such_type<T>(x: T) {
    let _ = x;
}

#[forall(types(T = [1]))]
fn no_type<T>(x: T) {
    let _ = x;
}

#[forall(max_len(y = 3), max(x = "3"))]
fn no_own_bounds(x: u8) {
    let _ = x;
}

#[forall(max = 3)]
fn nobody_is_bounded(x: u8) {
    let _ = x;
}

#[forall(max(x))]
fn by_nothing(x: u8) {
    let _ = x;
}

#[forall(max_len = "3", max_time = 3, max_runs = 0)]
fn no_bounds(x: u8) {
    let _ = x;
}
