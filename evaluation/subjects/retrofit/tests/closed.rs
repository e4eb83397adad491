//! The closed tests of figures 1, 4 and 9, as printed.

use retrofit::heap::Heap;
use retrofit::settings::{MemoryStorage, SettingsGroup, Value};
use retrofit::uint_stack::UIntStack;

/// Figure 1.
#[test]
fn cut1() {
    let elem = 1;
    let mut stk = UIntStack::default();
    stk.push(elem);
    assert_eq!(1, stk.count());
}

#[test]
fn cut2() {
    let elem = 30;
    let mut stk = UIntStack::default();
    stk.push(elem);
    assert_eq!(1, stk.count());
}

#[test]
fn cut3() {
    let (elem1, elem2) = (1, 30);
    let mut stk = UIntStack::default();
    stk.push(elem1);
    stk.push(elem2);
    assert_eq!(2, stk.count());
}

/// Figure 4.
#[test]
fn test_settings_group() {
    let mut test_group = SettingsGroup { storage: MemoryStorage::default(), changed: None };
    test_group.save("X", Value::Number(5));
    test_group.save("NAME", Value::Text("Charlie".into()));
    assert_eq!(Some(Value::Number(5)), test_group.get("X"));
    assert_eq!(Some(Value::Text("Charlie".into())), test_group.get("NAME"));
}

/// Figure 9: an item that is not present.
#[test]
fn remove_cut() {
    let mut actual = Heap::of(&[2, 78, 1, 0, 56]);
    assert!(!actual.remove(99));
}
