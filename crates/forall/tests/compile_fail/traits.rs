use forall::forall;
use forall::spec::fake;

trait Clock {
    fn now(&self) -> u8;
}

#[fake]
trait Alarm {
    fn rings(&self) -> bool;
}

#[fake]
trait Store {
    fn put<T: Clone>(&self, value: T) -> bool;
}

#[fake(dyn)]
trait Log {
    fn log(&self) -> u8;
}

#[forall]
fn without_a_fake(clock: &dyn Clock) {
    clock.now();
}

#[forall]
fn of_two_traits(both: impl Alarm + Clock) {
    both.rings();
}

#[forall]
fn without_a_parameter<T: Alarm>() {}

#[forall]
fn without_objects(store: impl Store) {
    store.put(1);
}

#[forall]
fn with_a_lifetime<'a>(x: &u8) {
    let _ = x;
}
