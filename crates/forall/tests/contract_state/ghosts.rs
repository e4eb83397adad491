//! Ghost state: what only contracts read and change.

use super::broken;
use forall::spec::{Ghost, contract};

/// A file that is opened before it is read, and closed once.
#[derive(Clone, Debug, Default, PartialEq)]
struct File {
    reads: u8,
    opened: Ghost<u32>,
    last: Ghost<Option<u8>>,
}

#[contract]
#[invariant(ghost(self.opened) <= 2)]
impl File {
    #[ensures(|ret| ghost(ret.opened) == 0)]
    pub fn new() -> Self {
        File::default()
    }

    #[updates(self.opened = ghost(self.opened) + 1)]
    #[ensures(|_| ghost(self.opened) == old(ghost(self.opened)) + 1)]
    pub fn open(&mut self) {}

    #[requires(ghost(self.opened) > 0)]
    #[updates(|ret| self.last = Some(*ret))]
    #[updates(self.opened = if ghost(self.last) == Some(3) { old(u32::from(self.reads)) } else { ghost(self.opened) })]
    #[modifies(self.reads())]
    pub fn read(&mut self) -> u8 {
        self.reads += 1;
        self.reads
    }

    #[requires(ghost(self.opened) > 0 && ghost(self.last).is_some_and(|last| last > 0))]
    #[updates(self.opened = ghost(self.opened) - 1)]
    #[panics(self.reads > 3, "too many")]
    pub fn close(&mut self) {
        assert!(self.reads <= 3, "{} are too many", self.reads);
    }

    #[pure]
    pub fn reads(&self) -> u8 {
        self.reads
    }
}

/// Of another object, and of a generic type.
struct Log<T> {
    entries: Vec<T>,
    all: Ghost<Vec<T>>,
}

#[contract]
#[updates(log.all = { let mut all = ghost(log.all).clone(); all.push(old(entry.clone())); all })]
#[ensures(|_| ghost(log.all).ends_with(&log.entries))]
fn write<T: Clone + PartialEq>(log: &mut Log<T>, entry: T) {
    if log.entries.len() > 1 {
        log.entries.clear();
    }
    log.entries.push(entry);
}

#[test]
fn contracts_count_calls() {
    assert_eq!(broken(|| assert_eq!(File::new().reads, 0)), "");
    assert_eq!(
        broken(|| assert_eq!(File::new().read(), 1)),
        "`File::read` is called although it requires `ghost(self.opened) > 0`: ghost(self.opened) = 0"
    );
    assert_eq!(
        broken(|| {
            let mut file = File::new();
            file.open();
            assert_eq!(file.read(), 1);
            file.close();
            file.open();
            file.open();
        }),
        ""
    );
    assert!(
        broken(|| {
            let mut file = File::new();
            (0..3).for_each(|_| file.open());
        })
        .ends_with("breaks the invariant `ghost(self.opened) <= 2`: ghost(self.opened) = 3")
    );
}

#[test]
fn an_update_knows_the_result_and_what_was_before() {
    let mut file = File { reads: 2, ..File::default() };
    file.open();
    assert_eq!(file.read(), 3);
    // Two times, as `reads` was two before, and this is closed.
    file.close();
    file.close();
    assert!(broken(move || file.close()).ends_with("`ghost(self.opened) > 0`: ghost(self.opened) = 0"));
}

#[test]
fn nothing_is_updated_by_a_call_that_does_not_return() {
    let mut file = File { reads: 9, opened: forall::ghost(1), last: forall::ghost(Some(1)) };
    let mut close = || broken(std::panic::AssertUnwindSafe(|| file.close()));
    assert_eq!([close(), close()], ["9 are too many", "9 are too many"]);
}

#[contract]
#[updates(log.all = { let all = ghost(log.all).clone(); assert!(all.len() < 2, "full"); all })]
fn fill(log: &mut Log<u8>) {
    log.entries.push(0);
}

#[test]
fn an_update_that_panics_is_a_defect_of_the_contract() {
    let mut log = Log { entries: vec![], all: forall::ghost(vec![1, 2]) };
    let text = broken(move || fill(&mut log));
    assert!(text.starts_with("`fill` has a contract that panics, in `log.all = { let all"), "{text}");
    assert!(text.ends_with(": full"), "{text}");
}

#[test]
fn ghosts_of_others_and_of_generic_types_are_updated() {
    let mut log = Log { entries: Vec::new(), all: Ghost::new() };
    ["a", "b", "c"].into_iter().for_each(|entry| write(&mut log, entry));
    assert_eq!(log.entries, ["c"]);
    log.entries.push("d");
    log.entries.push("d");
    assert_eq!(broken(move || write(&mut log, "e")), "");
}

#[test]
fn programs_cannot_tell_ghosts_apart() {
    let mut file = File::new();
    file.open();
    assert_eq!(file, File::new());
    assert_eq!(format!("{file:?}"), "File { reads: 0, opened: Ghost, last: Ghost }");
}
