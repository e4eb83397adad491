use forall::forall;

struct Error;

#[forall]
fn error_without_debug(x: u8) -> Result<(), Error> {
    Err(Error)
}
