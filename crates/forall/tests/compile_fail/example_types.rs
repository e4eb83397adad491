use forall::forall;

#[forall::spec::fake]
trait Storage {
    fn load(&self) -> u8;
}

#[forall(examples((1, "a"), ("b", 2)))]
fn of_other_types(x: u8, s: &str) {
    let _ = (x, s);
}

#[forall(examples(7))]
fn no_storage(storage: impl Storage) {
    storage.load();
}

#[forall(types(T = [u8, String]), examples(1))]
fn not_for_all<T: Clone>(x: T) {
    let _ = x.clone();
}
