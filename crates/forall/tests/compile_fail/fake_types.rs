struct Handle;

#[forall::spec::fake]
trait Results {
    fn handle(&self) -> Handle;
    fn perhaps(&self) -> Result<u8, Handle>;
    #[fake(answers = |found: Handle| found)]
    fn made(&self) -> Handle;
}

fn main() {}
