//! What the instrumenter knows of a program and the host needs to speak of it.

use crate::put::{Expectation, PutDescription, Returns, listed};
use crate::wire::{Malformed, Reader, Writer};

/// A place in the source at which something can be decided or go wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// Index into [`Manifest::texts`]: the file.
    pub file: u32,
    pub line: u32,
    pub column: u32,
    /// Index into [`Manifest::texts`]: the function, demangled. Sites of generic instances are merged.
    pub function: u32,
    /// Index of its first outcome in the coverage map; [`NOT_COUNTED`] outside the tested package's own code, and in what macros of
    /// forall have written there.
    pub first_outcome: u32,
    /// How many outcomes it has: 2 for a branch (0: not taken, 1: taken), groups plus default for a switch.
    pub outcomes: u32,
    /// Bit `n`: outcome `n` leads straight to a panic (outcomes past 31 never do).
    pub panicking: u32,
    /// Is it in the tested package's own code?
    pub own: bool,
}

/// [`Site::first_outcome`] of a site whose coverage is of no interest.
pub const NOT_COUNTED: u32 = u32::MAX;

/// How the name of an item begins in which all code is written by a macro of forall: `forall-macros` gives it.
pub const GENERATED: &str = "__forall_generated";

/// How a place is called that nobody knows.
pub const UNKNOWN_PLACE: &str = "unknown place";

/// Texts that every program has, beyond the end of [`Manifest::texts`]: code that ran on a thread the test started.
pub const ANOTHER_THREAD: u32 = u32::MAX;
/// A panic that the test caught itself, whose message depends on the inputs.
pub const CAUGHT_PANIC: u32 = u32::MAX - 1;
/// In which order a hash map is iterated over.
pub const HASH_ORDER: u32 = u32::MAX - 5;
/// A hash made with random keys.
pub const RANDOM_HASH: u32 = u32::MAX - 6;

/// An address decides what happens.
pub const ADDRESS_DECIDES: u32 = u32::MAX - 9;
/// An address is a part of what the test returns.
pub const ADDRESS_RETURNED: u32 = u32::MAX - 10;

/// A thread the test started waits for another one, and runs beside it from there on.
pub const WAITING_THREAD: u32 = u32::MAX - 3;
/// A thread that the test started ran to its end at once.
pub const THREAD_ORDER: u32 = u32::MAX - 4;
/// A destructor of something thread-local, for which there was no room.
pub const LOST_DESTRUCTOR: u32 = u32::MAX - 12;
/// An input that a run asked for twice, so that two parts of its arguments are always equal: a bug in forall.
pub const DRAWN_TWICE: u32 = u32::MAX - 13;
/// Which of a zero and a negative zero, or of two NaNs.
pub const EXTREME: u32 = u32::MAX - 7;
/// What a NaN that was computed looks like.
pub const NAN_BITS: u32 = u32::MAX - 8;
/// Whether anything is left open of what a long computation came to.
pub const TOO_DEEP: u32 = u32::MAX - 11;
/// A run that checked itself found a term that contradicts it: a bug in forall.
pub const WRONG_TERM: u32 = u32::MAX - 2;

/// Facts about an instrumented program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    pub sites: Vec<Site>,
    /// File names, function names, names of what is not modelled.
    pub texts: Vec<String>,
    /// Length of the coverage map.
    pub outcomes: u32,
    /// By test: equal as long as nothing has changed that its exploration depends on.
    pub codes: Vec<u128>,
}

impl Manifest {
    pub fn text(&self, index: u32) -> &str {
        match index {
            ANOTHER_THREAD => "another thread",
            WAITING_THREAD => "a thread that waits",
            THREAD_ORDER => "the order in which threads take their steps",
            DRAWN_TWICE => "an input that was asked for twice (this is a bug in forall)",
            LOST_DESTRUCTOR => "the destructor of a thread-local, of which there are too many",
            CAUGHT_PANIC => "the message of a panic that the test catches",
            WRONG_TERM => "a term that is not what the run computed (this is a bug in forall)",
            EXTREME => "which of two zeros, or of two NaNs, min or max yields",
            NAN_BITS => "the sign and the payload of a NaN that was computed",
            TOO_DEEP => {
                "perhaps the bits of a NaN or the sign of a zero, after too long a computation to tell"
            }
            HASH_ORDER => "the order of a hash map",
            ADDRESS_DECIDES => "an address decides",
            ADDRESS_RETURNED => "an address is in the result",
            RANDOM_HASH => "a hash made with random keys",
            _ => self.texts.get(index as usize).map_or("?", String::as_str),
        }
    }

    /// `file:line:column` of a site.
    pub fn place(&self, site: u32) -> String {
        match self.sites.get(site as usize) {
            Some(site) => format!("{}:{}:{}", self.text(site.file), site.line, site.column),
            None => UNKNOWN_PLACE.into(),
        }
    }

    pub fn encode(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.u32(crate::VERSION).u32(self.outcomes).u32(self.sites.len() as u32);
        for site in &self.sites {
            writer.u32(site.file).u32(site.line).u32(site.column).u32(site.function);
            writer.u32(site.first_outcome).u32(site.outcomes).u32(site.panicking).u32(u32::from(site.own));
        }
        writer.u32(self.texts.len() as u32);
        for text in &self.texts {
            writer.text(text);
        }
        writer.u32(self.codes.len() as u32);
        for code in &self.codes {
            writer.u128(*code);
        }
        writer.into_bytes()
    }

    pub fn decode(bytes: &[u8]) -> Result<Manifest, Malformed> {
        let mut reader = Reader(bytes);
        if reader.u32()? != crate::VERSION {
            return Err(Malformed);
        }
        let outcomes = reader.u32()?;
        let sites = reader.list(|r| {
            Ok(Site {
                file: r.u32()?,
                line: r.u32()?,
                column: r.u32()?,
                function: r.u32()?,
                first_outcome: r.u32()?,
                outcomes: r.u32()?,
                panicking: r.u32()?,
                own: r.u32()? == 1,
            })
        })?;
        let texts = reader.list(Reader::text)?;
        let codes = reader.list(Reader::u128)?;
        Ok(Manifest { sites, texts, outcomes, codes })
    }
}

/// What the process that runs the explored program says first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hello {
    pub puts: Vec<PutDescription>,
    pub manifest: Manifest,
}

impl Hello {
    pub fn encode(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.u32(self.puts.len() as u32);
        for put in &self.puts {
            writer
                .text(&put.name)
                .text(&put.path)
                .text(&put.module)
                .text(&put.file)
                .u32(put.line)
                .text(&put.function)
                .text(&put.cases)
                .text(&put.parameters.join(","));
            writer.u32(put.expectation as u32).text(&put.expected).u32(put.returns as u32);
            writer.text(&put.types.join(",")).text(&put.bounds);
            writer.text(&put.contract).text(&put.missing.join(";")).u32(put.examples);
        }
        let mut bytes = writer.into_bytes();
        bytes.extend(self.manifest.encode());
        bytes
    }

    pub fn decode(bytes: &[u8]) -> Result<Hello, Malformed> {
        let mut reader = Reader(bytes);
        let puts = reader.list(|r| {
            Ok(PutDescription {
                name: r.text()?,
                path: r.text()?,
                module: r.text()?,
                file: r.text()?,
                line: r.u32()?,
                function: r.text()?,
                cases: r.text()?,
                parameters: listed(&r.text()?),
                expectation: match r.u32()? {
                    0 => Expectation::Returns,
                    1 => Expectation::Panics,
                    2 => Expectation::MayPanic,
                    _ => return Err(Malformed),
                },
                expected: r.text()?,
                returns: match r.u32()? {
                    0 => Returns::Unit,
                    1 => Returns::Result,
                    2 => Returns::Value,
                    _ => return Err(Malformed),
                },
                types: listed(&r.text()?),
                bounds: r.text()?,
                contract: r.text()?,
                missing: {
                    let missing = r.text()?;
                    missing.split(';').filter(|item| !item.is_empty()).map(str::to_owned).collect()
                },
                examples: r.u32()?,
            })
        })?;
        Ok(Hello { puts, manifest: Manifest::decode(reader.0)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hello() -> Hello {
        let site = Site {
            file: 0,
            line: 3,
            column: 9,
            function: 1,
            first_outcome: 4,
            outcomes: 2,
            panicking: 1,
            own: true,
        };
        let manifest = Manifest {
            sites: vec![site],
            texts: vec!["src/lib.rs".into(), "abs".into()],
            outcomes: 6,
            codes: vec![7, u128::MAX - 3],
        };
        let put = PutDescription {
            name: "krate::tests::abs".into(),
            path: "krate::tests::abs_cases".into(),
            module: "abs_cases".into(),
            file: "src/lib.rs".into(),
            line: 2,
            function: "abs".into(),
            cases: "forall/tests/abs.rs".into(),
            parameters: vec!["x".into(), "y".into()],
            expectation: Expectation::MayPanic,
            expected: "overflow".into(),
            returns: Returns::Result,
            types: vec!["Money".into()],
            bounds: "max_len=3".into(),
            contract: "Stack::pop".into(),
            missing: vec!["stack: Stack".into(), "a type for T".into()],
            examples: 2,
        };
        Hello { puts: vec![put], manifest }
    }

    #[test]
    fn a_hello_survives_the_wire() {
        assert_eq!(Hello::decode(&hello().encode()), Ok(hello()));
    }

    #[test]
    fn every_truncation_is_malformed() {
        let bytes = hello().encode();
        for length in 0..bytes.len() {
            assert_eq!(Hello::decode(&bytes[..length]), Err(Malformed), "cut at {length}");
        }
    }

    #[test]
    fn places_read_like_the_compilers() {
        assert_eq!(hello().manifest.place(0), "src/lib.rs:3:9");
        assert_eq!(hello().manifest.place(7), "unknown place");
    }
}
