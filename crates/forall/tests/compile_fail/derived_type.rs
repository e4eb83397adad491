use forall::{Input, forall};

struct Account;

#[derive(Input)]
struct Bank {
    accounts: Vec<Account>,
}

#[derive(Input)]
struct Limits {
    #[forall(with = limit)]
    limit: u8,
    #[forall(with = text)]
    text: String,
    #[forall(matches = "[a-z]")]
    letter: char,
}

fn limit(account: Account) -> u8 {
    drop(account);
    1
}

fn text() -> u8 {
    1
}

#[derive(Input)]
#[forall(invariant = |_| 1)]
struct Odd;

struct Plain;

#[derive(Input)]
struct Generic<T>(T);

#[forall]
fn generic_types_need_inputs(g: Generic<Plain>) {
    drop(g);
}
