use forall::forall;

#[forall]
async fn asynchronous(x: u8) {}

#[forall]
const fn constant(x: u8) {}

#[forall]
unsafe fn unchecked(x: u8) {}

#[forall]
extern "C" fn foreign(x: u8) {}

#[forall]
unsafe extern "C" fn variadic(x: u8, ...) {}

#[forall]
fn generic<T>(x: T) {}

#[forall]
fn opaque(x: impl Copy) {}
