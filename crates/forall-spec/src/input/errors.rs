//! Errors of input and output, for what may fail.

use super::{Input, Itself, MakeInput};
use crate::__private::discard;
use crate::source::{Construction, Source};
use forall_protocol::inputs::InputKind;
use forall_protocol::value::Form;
use std::io::{Error, ErrorKind};

macro_rules! kinds {
    ($($kind:ident)*) => {
        /// Kinds that programs tell apart, the most common first.
        const KINDS: [(ErrorKind, Construction); [$(stringify!($kind)),*].len()] = [$((
            ErrorKind::$kind,
            Construction::of(Form::Bare, "std::io::ErrorKind", stringify!($kind)),
        )),*];
    };
}

kinds! {
    Other NotFound PermissionDenied AlreadyExists Interrupted WouldBlock UnexpectedEof InvalidData InvalidInput TimedOut BrokenPipe
    WriteZero ConnectionRefused ConnectionReset ConnectionAborted NotConnected AddrInUse AddrNotAvailable Unsupported OutOfMemory
}

impl Input for ErrorKind {
    type By = Itself;
}

impl MakeInput<Itself> for ErrorKind {
    fn make(source: &mut Source<'_>) -> ErrorKind {
        let number = source.number() as usize;
        // Which of the kinds it is remains open: what does not look at it is one path.
        match KINDS.get(number) {
            Some((kind, how)) => source.built(how, |_| *kind),
            None if source.is_exact() => discard(),
            None => {
                source.instead(0);
                source.built(&KINDS[0].1, |_| ErrorKind::Other)
            }
        }
    }
}

impl Input for Error {
    type By = Itself;
}

impl MakeInput<Itself> for Error {
    fn make(source: &mut Source<'_>) -> Error {
        // With a text, because the standard library asks for the kind of an error without one when it drops it: that would be a path for each.
        const NEW: Construction = Construction::of(Form::Parentheses, "std::io::Error", "new");
        const TEXT: Construction = Construction::of(Form::Source, "\"fake\"", "");
        source.built(&NEW, |source| {
            let kind = ErrorKind::make(&mut source.part("kind"));
            Error::new(kind, source.built(&TEXT, |_| "fake"))
        })
    }
}

impl Source<'_> {
    fn number(&mut self) -> u32 {
        u32::from_le(self.undisclosed(InputKind::Way).read())
    }
}
