//! A package of random properties: the tests in its library, and beside them one that tries all inputs of each.

use super::property::Property;
use super::random::Random;
use std::path::Path;
use std::{fs, io};

/// `FORALL` stands for this repository.
const MANIFEST: &str = r#"[package]
name = "hunted"
version = "0.0.0"
edition = "2024"

[dependencies]
forall = { path = "FORALL/crates/forall" }

[workspace]
"#;

const HEAD: &str =
    "#![allow(warnings, arithmetic_overflow, unconditional_panic, overflowing_literals, clippy::all)]\n
/// All of a number but which NaN it is.
fn bits(float: f64) -> u64 {
    if float.is_nan() { 1 } else { float.to_bits() }
}
";

/// They run in the program in which cases are replayed.
const TRIALS: &str = r#"
#[cfg(all(test, not(forall_explore)))]
mod trials {
trait All: Sized {
    fn all() -> Vec<Self>;
}
macro_rules! numbers {
    ($($number:ty),*) => {$(impl All for $number {
        fn all() -> Vec<Self> { (<$number>::MIN..=<$number>::MAX).collect() }
    })*};
}
numbers!(u8, i8, u16, i16);
impl All for bool {
    fn all() -> Vec<bool> { vec![false, true] }
}
impl All for Option<u8> {
    fn all() -> Vec<Option<u8>> { u8::all().into_iter().map(Some).chain([None]).collect() }
}
impl All for [u8; 2] {
    fn all() -> Vec<[u8; 2]> { u16::all().into_iter().map(u16::to_be_bytes).collect() }
}
impl All for Vec<u8> {
    fn all() -> Vec<Vec<u8>> {
        let two = <[u8; 2]>::all().into_iter().map(Vec::from);
        two.chain(u8::all().into_iter().map(|one| vec![one])).chain([vec![]]).collect()
    }
}
impl All for String {
    fn all() -> Vec<String> { Vec::all().into_iter().filter_map(|bytes| String::from_utf8(bytes).ok()).collect() }
}
impl<A: All> All for (A,) {
    fn all() -> Vec<(A,)> { A::all().into_iter().map(|a| (a,)).collect() }
}
impl<A: All + Clone, B: All + Clone> All for (A, B) {
    fn all() -> Vec<(A, B)> {
        let second = B::all();
        A::all().into_iter().flat_map(|a| second.iter().map(move |b| (a.clone(), b.clone()))).collect()
    }
}
fn tried<I: All>(name: &str, holds: impl Fn(I) -> bool + std::panic::RefUnwindSafe) {
    let caught = |input: I| std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| holds(input)));
    let holds = I::all().into_iter().all(|input| caught(input).unwrap_or(false));
    println!("\ntruth {name} {holds}");
}
#[test]
fn all() {
    std::panic::set_hook(Box::new(|_| {}));
"#;

/// Inputs that are longer than all of the trials: whatever is not is not believed to fail.
const BEYOND: &str = r#"
#[cfg(all(test, not(forall_explore)))]
mod beyond {
fn beyond<I: AsRef<[u8]>, const N: usize>(name: &str, inputs: [I; N], holds: impl Fn(I) -> bool) {
    let caught = |input: I| std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| holds(input)));
    let fails = inputs.into_iter().any(|input| input.as_ref().len() > 2 && !caught(input).unwrap_or(false));
    println!("\ntruth {name} {}", !fails);
}
#[test]
fn all() {
    std::panic::set_hook(Box::new(|_| {}));
"#;

/// Adds trials of inputs beyond those that are all tried.
pub fn add_trials(directory: &Path, trials: &str) -> io::Result<()> {
    let file = directory.join("src/lib.rs");
    let source = fs::read_to_string(&file)?;
    fs::write(file, format!("{source}{BEYOND}{trials}}}\n}}\n"))
}

/// Writes a package of so many properties, which follow from the seed.
pub fn write(directory: &Path, repository: &str, seed: u64, count: usize) -> io::Result<Vec<Property>> {
    let mut random = Random(seed);
    let properties: Vec<Property> = (0..count).map(|number| Property::new(number, &mut random)).collect();
    let texts = |of: fn(&Property) -> String| properties.iter().map(of).collect::<String>();
    let source = texts(|property| property.source.clone());
    let tests = format!("\n#[cfg(test)]\nmod tests {{\n{}}}\n", texts(Property::test));
    let trials = format!("{TRIALS}{}}}\n}}\n", texts(Property::trial));
    fs::create_dir_all(directory.join("src"))?;
    fs::write(directory.join("Cargo.toml"), MANIFEST.replace("FORALL", repository))?;
    fs::write(directory.join("src/lib.rs"), [HEAD, &source, &tests, &trials].concat())?;
    Ok(properties)
}
