//! Why the command ends before it has results, and what `--help` says of its exit codes.

pub use forall_report::Exit;

/// What `--help` says about the exit codes.
pub fn help() -> String {
    let mut exits: Vec<Exit> = Exit::ALL.to_vec();
    exits.sort_by_key(|exit| exit.code());
    let lines = exits.iter().map(|exit| format!("\n{:>5}  {}", exit.code(), exit.meaning()));
    format!("Exit codes:{}", lines.collect::<String>())
}

/// Why the command ends before it has results: the message for the user, and the exit code.
#[derive(Debug)]
pub struct Stop {
    pub exit: Exit,
    pub cause: anyhow::Error,
}

impl Stop {
    pub fn new(exit: Exit, message: impl Into<String>) -> Stop {
        Stop { exit, cause: anyhow::Error::msg(message.into()) }
    }
}

/// Gives an error the exit code it ends the command with.
pub trait OrStop<T> {
    fn or_stop(self, exit: Exit) -> Result<T, Stop>;
}

impl<T, E: Into<anyhow::Error>> OrStop<T> for Result<T, E> {
    fn or_stop(self, exit: Exit) -> Result<T, Stop> {
        self.map_err(|error| Stop { exit, cause: error.into() })
    }
}
