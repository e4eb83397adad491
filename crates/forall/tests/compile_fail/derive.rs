use forall::Input;

#[derive(Input)]
union Bits {
    integer: u32,
    float: f32,
}

#[derive(Input)]
enum Never {}

#[derive(Input)]
struct Borrowed<'a> {
    text: &'a str,
}

#[derive(Input)]
#[forall]
struct Bare(u8);

#[derive(Input)]
#[forall(range = 1..2)]
struct Misplaced {
    #[forall(invariant = Self::is_valid)]
    x: u8,
}

#[derive(Input)]
#[forall(valid = Self::is_valid)]
struct Unknown {
    #[forall(between = 1..2)]
    x: u8,
    #[forall(range)]
    y: u8,
    #[forall(range = 3)]
    z: u8,
    #[forall(range = 3.., with = make)]
    u: u8,
    #[forall(with = |x: u8| x)]
    v: u8,
    #[forall(matches = "[a")]
    w: String,
    #[forall(matches = "^a$")]
    a: String,
    #[forall(matches = 'a')]
    b: String,
}

fn main() {}
