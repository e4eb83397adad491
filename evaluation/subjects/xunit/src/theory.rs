//! Figures 6, 7 and 13: a command that runs a test method with arguments.

/// What is known of a test method.
#[forall_spec::fake]
pub trait Method {
    #[fake(pure)]
    fn name(&self) -> String;
    #[requires(!attribute.is_empty())]
    fn has_attribute(&self, attribute: &str) -> bool;
    fn invoke(&self, arguments: &[i32]) -> Result<(), InvocationError>;
}

#[derive(Clone, Debug, PartialEq, Eq, forall_spec::Input)]
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
    use forall::forall;

    #[forall(max_len = 1)]
    fn the_name_of_the_method_is_taken_when_there_is_no_other(
        method: FakeMethod,
        display_name: Option<String>,
    ) {
        let command = TheoryCommand::new(method.clone(), display_name.clone(), vec![]);
        assert_eq!(command.display_name(), display_name.unwrap_or_else(|| method.name()));
    }

    #[forall(max_len = 1)]
    fn a_method_passes_fails_or_is_skipped(
        method: FakeMethod,
        display_name: Option<String>,
        arguments: Vec<i32>,
    ) -> String {
        match TheoryCommand::new(method, display_name, arguments).execute() {
            Outcome::Passed => "passed".into(),
            Outcome::Skipped => "skipped".into(),
            Outcome::Failed(message) => message,
        }
    }
}
