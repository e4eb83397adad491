use forall::factory;

struct Stack;
struct Pair<T>(T, T);

#[factory]
fn nothing(x: u8) {
    let _ = x;
}

#[factory]
fn unknown<T: Default>(n: u8) -> Stack {
    let _ = (T::default(), n);
    Stack
}

#[factory]
async fn later() -> Stack {
    Stack
}

#[factory(first)]
fn argument() -> Pair<u8> {
    Pair(1, 2)
}

#[factory]
struct NotAFunction;

impl Stack {
    #[factory]
    fn inside() -> Stack {
        Stack
    }
}

#[factory]
impl<T> Pair<T> {
    fn first(&self) -> &T {
        &self.0
    }
}

struct Account;

#[factory]
fn of_account(account: Account) -> Pair<Account> {
    Pair(account, Account)
}

#[factory(arguments = OnceArguments)]
fn once(socket: Socket, port: u16) -> [Socket; 1] {
    let _ = port;
    [socket]
}

#[derive(forall::Input)]
struct Socket(u8);

#[factory]
fn first(x: u8) -> (Stack, u8) {
    (Stack, x)
}

#[factory(arguments = SecondArguments)]
fn second() -> (Stack, u8) {
    (Stack, 1)
}

fn takes(_: forall::MadeOf<Stack>) {}

fn main() {}
