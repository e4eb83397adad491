//! Figures 10, 15 and 16: the assertions that arrays are equal, or are not, when elements may be missing.

type Array = [Option<String>];

pub fn assert_equal(expected: &Array, actual: &Array) {
    if expected != actual {
        panic!("not equal: {} and {}", shown(expected), shown(actual));
    }
}

pub fn assert_not_equal(expected: &Array, actual: &Array) {
    if expected == actual {
        panic!("equal: {}", shown(actual));
    }
}

fn shown(array: &Array) -> String {
    let elements: Vec<String> = array.iter().map(shown_element).collect();
    format!("{{{}}}", elements.join(", "))
}

fn shown_element(element: &Option<String>) -> String {
    match element {
        Some(text) => text.clone(),
        None if cfg!(feature = "defective") => element.clone().unwrap(),
        None => "nothing".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::forall;

    #[test]
    fn arrays_of_different_lengths_are_not_equal() {
        let array = |texts: &[&str]| texts.iter().map(|text| Some((*text).to_owned())).collect::<Vec<_>>();
        assert_not_equal(&array(&["@", "a", "ab", "b", "c"]), &array(&["@", "a", "ab", "b"]));
    }

    #[forall(max_len = 2, may_panic = "not equal")]
    fn arrays_are_equal(expected: &[Option<String>], actual: &[Option<String>]) {
        assert_equal(expected, actual);
        assert_eq!(expected, actual);
    }

    #[forall(max_len = 2, may_panic = "equal: ")]
    fn arrays_are_not_equal(expected: &[Option<String>], actual: &[Option<String>]) {
        assert_not_equal(expected, actual);
        assert_ne!(expected, actual);
    }
}
