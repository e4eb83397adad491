use forall::forall;

struct Account;

#[forall]
fn lent(account: &Account, values: &[Account]) {
    let _ = (account, values);
}
