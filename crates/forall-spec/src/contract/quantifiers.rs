//! Conditions on many elements. All of them are looked at, whatever the first ones say: what holds of all is then one decision and not one
//! for each element.

use super::met::{Met, Unmet, values_of};

/// Does the condition hold for all elements of a range or a collection?
///
/// In the conditions of a contract it needs no import: `#[requires(for_all(0..n, |i| self.get(i) > 0))]`. Every element is looked at, so it
/// must be possible to evaluate the condition for each of them.
pub fn for_all<I: IntoIterator>(over: I, mut holds: impl FnMut(I::Item) -> bool) -> bool {
    let mut all = true;
    for element in over {
        all &= holds(element);
    }
    all
}

/// Does the condition hold for at least one element of a range or a collection? See [`for_all`].
pub fn exists<I: IntoIterator>(over: I, mut holds: impl FnMut(I::Item) -> bool) -> bool {
    let mut any = false;
    for element in over {
        any |= holds(element);
    }
    any
}

/// Does the condition hold for exactly one element of a range or a collection? See [`for_all`].
pub fn exists_one<I: IntoIterator>(over: I, holds: impl FnMut(I::Item) -> bool) -> bool {
    count(over, holds) == 1
}

fn count<I: IntoIterator>(over: I, mut holds: impl FnMut(I::Item) -> bool) -> usize {
    let mut count = 0;
    for element in over {
        count += usize::from(holds(element));
    }
    count
}

/// A conjunct that says something of all elements. `said` has the text of an element, and what of the condition does not hold for it.
pub fn all_meet<I: IntoIterator>(
    conjunct: &'static str,
    over: impl Fn() -> I,
    holds: impl FnMut(I::Item) -> bool,
    mut said: impl FnMut(I::Item) -> (String, Met),
) -> Met {
    if for_all(over(), holds) {
        return Ok(());
    }
    let mut first = || {
        over().into_iter().find_map(|element| {
            let (element, met) = said(element);
            Some((element, met.err()?.values))
        })
    };
    let values = values_of(|| match first() {
        Some((element, values)) if values.is_empty() => element,
        Some((element, values)) => [element, values].join(", "),
        None => String::new(),
    });
    Err(Unmet { clause: None, conjunct, values })
}

/// A conjunct that says something of one element at least.
pub fn one_meets<I: IntoIterator>(
    conjunct: &'static str,
    over: impl Fn() -> I,
    holds: impl FnMut(I::Item) -> bool,
    _: impl FnMut(I::Item) -> (String, Met),
) -> Met {
    match exists(over(), holds) {
        true => Ok(()),
        false => Err(Unmet { clause: None, conjunct, values: values_of(|| none_of(over())) }),
    }
}

/// A conjunct that says something of exactly one element.
pub fn only_one_meets<I: IntoIterator>(
    conjunct: &'static str,
    over: impl Fn() -> I,
    holds: impl FnMut(I::Item) -> bool,
    mut said: impl FnMut(I::Item) -> (String, Met),
) -> Met {
    if exists_one(over(), holds) {
        return Ok(());
    }
    let values = values_of(|| {
        let met = over().into_iter().filter_map(|element| {
            let (element, met) = said(element);
            met.is_ok().then_some(element)
        });
        match met.take(2).collect::<Vec<_>>() {
            two if !two.is_empty() => ["it holds for ", &two.join(" and for ")].concat(),
            _ => none_of(over()),
        }
    });
    Err(Unmet { clause: None, conjunct, values })
}

fn none_of(over: impl IntoIterator) -> String {
    match over.into_iter().count() {
        0 => "there are no elements".into(),
        count => format!("it holds for none of {count}"),
    }
}
