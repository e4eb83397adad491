//! Code whose lines are not broken yet.

/// Code, as far as it matters where its lines can be broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Code {
    Text(String),
    /// `open items, separated by commas close`.
    List {
        open: String,
        items: Vec<Code>,
        close: String,
    },
}

impl Code {
    /// In one line.
    pub fn flat(&self) -> String {
        match self {
            Code::Text(text) => text.clone(),
            Code::List { open, items, close } => format!("{open}{}{close}", flat_items(open, items)),
        }
    }

    pub fn text(text: impl Into<String>) -> Code {
        Code::Text(text.into())
    }

    pub fn list(open: &str, items: Vec<Code>, close: &str) -> Code {
        Code::List { open: open.into(), items, close: close.into() }
    }

    pub fn prefixed(self, prefix: &str) -> Code {
        match self {
            Code::Text(text) => Code::Text(format!("{prefix}{text}")),
            Code::List { open, items, close } => Code::List { open: format!("{prefix}{open}"), items, close },
        }
    }

    pub fn followed(self, suffix: &str) -> Code {
        match self {
            Code::Text(text) => Code::Text(format!("{text}{suffix}")),
            Code::List { open, items, close } => {
                Code::List { open, items, close: format!("{close}{suffix}") }
            }
        }
    }
}

/// The items of a list in one line. A tuple of one has a comma behind it.
pub fn flat_items(open: &str, items: &[Code]) -> String {
    let joined = items.iter().map(Code::flat).collect::<Vec<_>>().join(", ");
    if is_tuple(open) && items.len() == 1 { joined + "," } else { joined }
}

pub fn is_tuple(open: &str) -> bool {
    open.trim_start_matches("&mut ").trim_start_matches('&') == "("
}
