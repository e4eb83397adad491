#![allow(dead_code, unused, static_mut_refs)]
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::rc::Rc;

pub const LIMIT: usize = 3;
static NAMES: [&str; 1] = ["é"];

#[derive(Clone, Debug, PartialEq)]
pub enum Shape<'a, const N: usize> {
    Dot,
    Line([u8; N]),
    Named { name: &'a str, at: (i32, i32) },
}

pub mod inner {
    pub struct Deep(pub String);
    pub trait Goes {
        type Out;
        fn go(&self) -> Self::Out;
    }
    impl Goes for Deep {
        type Out = String;
        fn go(&self) -> String {
            self.0.clone()
        }
    }
}
use inner::Goes;

fn generic<T: Goes, const N: usize>(of: &T, sizes: [u8; N], items: impl Iterator<Item = u8>) -> T::Out {
    let counted = items.count();
    of.go()
}

fn opaque() -> impl Iterator<Item = u32> {
    0..3
}

macro_rules! none {
    () => {
        String::new()
    };
}

macro_rules! twice {
    ($e:expr) => {
        ($e, $e)
    };
}

/// Divides.
///
/// # Panics
///
/// If `by` is zero.
///
/// # Examples
fn divided(value: i32, by: i32, table: &[i32], at: Option<usize>) -> i32 {
    assert!(by != 0, "by {by}");
    assert_eq!(value, 3, "{}", value);
    if value > table[at.unwrap()] {
        let Some(_) = at else { todo!() };
        panic!("too large");
    } else if let Some(1) = at {
        unreachable!()
    }
    let inner = || ((table).len() + 1);
    1.0 / 2.0;
    value.checked_add(-by).expect("small") / by
}

#[test]
#[should_panic]
fn fails() {
    panic!()
}

#[test]
#[should_panic(expected = "so")]
fn fails_so() {
    panic!("so")
}

#[test]
fn everything() {
    struct Local {
        x: u8,
    }
    let local = Local { x: 3 };
    let mut map = HashMap::new();
    map.insert("a".to_string(), vec![1u8, 2]);
    let shape: Shape<2> = Shape::Named { name: "n", at: (1, -2) };
    if let Shape::Named { name, at: (left, _) } = &shape {
        assert_eq!(*left, 1, "{name}");
    }
    let boxed: Box<dyn Debug + Send> = Box::new(1);
    let shared: Rc<[u8]> = Rc::from(&map["a"][..]);
    let closure = |n: u8| (n + local.x) as usize + NAMES.len();
    let function: &dyn Fn(u8) -> usize = &closure;
    let pair = twice!(shared.len() + 1);
    let deep = inner::Deep(String::new());
    let went = generic(&deep, [1, 2], opaque().map(|n| n as u8));
    assert!(went.is_empty() && twice!(LIMIT).0 == 3);
    let found: Result<Vec<i64>, std::num::ParseIntError> = "1,2".split(',').map(str::parse).collect();
    let sum = found.as_ref().map_or(0, |all| all.iter().sum());
    assert_eq!(sum + 0, (3));
    assert_eq!(vec![sum], vec![function(0) as i64]);
    let check = |left: u8, right: u64| assert_eq!(u64::from(left), right);
    check(1, 1);
    let nothing = Some(none!()).or(Some("x".into()));
}
