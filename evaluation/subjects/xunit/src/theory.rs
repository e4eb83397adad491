//! Figures 6, 7 and 13: a command that runs a test method with arguments.

/// What is known of a test method.
pub trait Method {
    fn name(&self) -> String;
    fn has_attribute(&self, attribute: &str) -> bool;
    fn invoke(&self, arguments: &[i32]) -> Result<(), InvocationError>;
}

#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(forall::Input))]
pub enum InvocationError {
    /// The method was called and failed.
    Target(String),
    /// It could not be called.
    Arguments,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Passed,
    Skipped,
    Failed(String),
}

pub struct TheoryCommand<M> {
    method: M,
    display_name: String,
    arguments: Vec<i32>,
}

impl<M: Method> TheoryCommand<M> {
    /// Without a name of its own it has that of the method.
    pub fn new(method: M, display_name: Option<String>, arguments: Vec<i32>) -> TheoryCommand<M> {
        let display_name = match display_name {
            Some(name) => name,
            None => method.name(),
        };
        TheoryCommand { method, display_name, arguments }
    }

    pub fn display_name(&self) -> &str {
        &self.display_name
    }

    pub fn execute(&self) -> Outcome {
        if self.method.has_attribute("Skip") {
            return Outcome::Skipped;
        }
        match self.method.invoke(&self.arguments) {
            Ok(()) => Outcome::Passed,
            Err(InvocationError::Target(message)) => Outcome::Failed(message),
            Err(InvocationError::Arguments) => {
                Outcome::Failed(format!("{} cannot be called so", self.display_name))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{choose_as, forall};

    /// A method of which anything may be true. Calling it may fail.
    struct AnyMethod;

    impl Method for AnyMethod {
        fn name(&self) -> String {
            "method".into()
        }

        fn has_attribute(&self, attribute: &str) -> bool {
            assert!(!attribute.is_empty());
            choose_as("has_attribute")
        }

        fn invoke(&self, _: &[i32]) -> Result<(), InvocationError> {
            choose_as("invoke")
        }
    }

    #[forall(max_len = 1)]
    fn the_name_of_the_method_is_taken_when_there_is_no_other(display_name: Option<String>) {
        let command = TheoryCommand::new(AnyMethod, display_name.clone(), vec![]);
        assert_eq!(command.display_name(), display_name.as_deref().unwrap_or("method"));
    }

    #[forall(max_len = 1)]
    fn a_method_passes_fails_or_is_skipped(display_name: Option<String>, arguments: Vec<i32>) -> String {
        match TheoryCommand::new(AnyMethod, display_name, arguments).execute() {
            Outcome::Passed => "passed".into(),
            Outcome::Skipped => "skipped".into(),
            Outcome::Failed(message) => message,
        }
    }
}
