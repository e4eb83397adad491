use forall::forall;

struct Account;

#[forall]
fn balances_add_up(days: u8, account: Account) {
    let _ = (days, account);
}

#[forall]
fn sums_are_ordered(values: Vec<Account>) {
    let _ = values;
}
