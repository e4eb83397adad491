use std::borrow::Cow;

use forall::forall;

#[forall]
fn taken_apart((x, y): (u8, u8)) {}

#[forall]
fn unnamed(_: u8) {}

#[forall]
fn by_reference(ref x: u8) {}

#[forall]
fn borrowed(x: &u8, text: &'static str, names: Vec<&mut u8>, inner: &Box<&'a u8>, cow: Cow<'static, str>) {}

#[forall]
fn with_attribute(#[allow(unused)] x: u8) {}
