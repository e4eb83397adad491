use forall::forall;

#[forall]
struct Account;
