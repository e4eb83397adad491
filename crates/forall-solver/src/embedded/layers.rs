//! What stands around the search, piece by piece, so that each can be measured.

/// A way to answer a query, or to make it smaller, that costs less than the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// Conditions that share no variable are questions of their own.
    Slicing,
    /// Models of earlier questions.
    Models,
    /// Values that conditions leave to single variables.
    Domains,
    /// Comparisons that go round in a circle.
    Orderings,
    /// Values in place of variables that can have no others.
    KnownValues,
    /// Local search.
    Nearby,
    /// Contradictions that only depend on how large quotients are.
    Quotients,
    /// All values of few bits.
    Exhaustion,
}

impl Layer {
    pub const ALL: [Layer; 8] = [
        Layer::Slicing,
        Layer::Models,
        Layer::Domains,
        Layer::Orderings,
        Layer::KnownValues,
        Layer::Nearby,
        Layer::Quotients,
        Layer::Exhaustion,
    ];
}

/// Which layers are in use.
#[derive(Clone, Copy)]
pub(super) struct Layers([bool; Layer::ALL.len()]);

impl Layers {
    pub fn all() -> Layers {
        Layers([true; Layer::ALL.len()])
    }

    pub fn without(mut self, layer: Layer) -> Layers {
        self.0[layer as usize] = false;
        self
    }

    pub fn uses(self, layer: Layer) -> bool {
        self.0[layer as usize]
    }
}
