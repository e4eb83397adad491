use std::collections::{BTreeMap, HashMap};
use thiserror::Error;

/// What is wrong with a form.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum Problem {
    #[error("{0} is missing")]
    Missing(String),
    #[error("{name} has {len} characters, at most {limit} are allowed")]
    TooLong { name: String, len: usize, limit: usize },
}

/// What was written in a field.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(forall::Input))]
pub enum Answer {
    Text(#[cfg_attr(test, forall(matches = "[a-z]{0,3}"))] String),
    Number { value: u32 },
    Nothing,
}

/// The fields of a form, and how long their answers may be.
#[derive(Debug, Default)]
pub struct Form {
    fields: BTreeMap<String, usize>,
}

impl Form {
    #[must_use]
    pub fn with(mut self, name: &str, limit: usize) -> Form {
        self.fields.insert(name.to_owned(), limit);
        self
    }

    /// All problems, in the order of the names.
    pub fn problems(&self, answers: &HashMap<String, Answer>) -> Vec<Problem> {
        let mut problems = Vec::new();
        for (name, limit) in &self.fields {
            match answers.get(name) {
                None | Some(Answer::Nothing) => problems.push(Problem::Missing(name.clone())),
                Some(Answer::Text(text)) if text.len() > *limit => {
                    problems.push(Problem::TooLong { name: name.clone(), len: text.len(), limit: *limit });
                }
                Some(_) => {}
            }
        }
        problems
    }

    #[cfg(test)]
    fn example() -> Form {
        Form::default().with("age", 3).with("name", 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::only_in_tests::repeated;
    use forall::{assume, forall};

    fn answers<const N: usize>(answers: [(&str, Answer); N]) -> HashMap<String, Answer> {
        answers.map(|(name, answer)| (name.to_owned(), answer)).into()
    }

    #[forall]
    fn empty_forms_have_no_problems(answer: Answer) {
        assert_eq!(Form::default().problems(&answers([("name", answer)])), []);
    }

    #[forall]
    fn at_most_one_problem_each(age: Answer, name: Answer) {
        assert!(Form::example().problems(&answers([("age", age), ("name", name)])).len() <= 2);
    }

    #[forall]
    fn good_answers_have_no_problems(age: u32, name: Answer) {
        assume!(name != Answer::Nothing);
        let problems = Form::example().problems(&answers([("age", Answer::Number { value: age }), ("name", name)]));
        assert_eq!(problems, []);
    }

    /// With any answers at all.
    #[forall(max_len = 3)]
    fn problems_are_about_the_form(all: HashMap<String, Answer>) {
        assert_eq!(Form::example().problems(&all).len(), 2);
    }

    /// A name with a limit in characters, as the message says.
    #[forall]
    fn limits_are_in_characters(c: char, times: u8) {
        assume!(times <= 2);
        let problems = Form::default().with("name", 2).problems(&answers([("name", Answer::Text(repeated(c, times.into())))]));
        assert!(problems.is_empty());
    }

    #[forall]
    fn problems_as_people_read_them(name: Answer) -> Vec<String> {
        let all = answers([("age", Answer::Number { value: 1 }), ("name", name)]);
        Form::example().problems(&all).iter().map(ToString::to_string).collect()
    }
}
