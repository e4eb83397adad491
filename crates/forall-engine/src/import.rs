//! From the raw records of the target to terms of the solver, each once.

use crate::target::{Run, TargetError};
use forall_protocol::inputs::{Input, InputKind};
use forall_protocol::terms::{Op, Rounding, TermId, TermRecord};
use forall_solver::{Binary, Evaluation, Float, Model, Preference, Style, Term, Terms, Unary};
use std::collections::HashSet;

/// All inputs and terms that the target has told of so far.
pub struct Import {
    /// Above this there is no length, as far as is claimed.
    max_len: u64,
    /// Above this there is none at all.
    allowed_len: u64,
    /// This is how deep recursive types may go.
    max_depth: u64,
    /// By raw id less one: the first record of an exploration has id 1.
    terms: Vec<Term>,
    inputs: Vec<Input>,
    /// By input index.
    variables: Vec<Term>,
    names: HashSet<String>,
    domains: Vec<Term>,
    /// The inputs that these are about.
    domain_of: Vec<u32>,
}

impl Import {
    pub fn new(max_len: u64, max_depth: u64) -> Import {
        Import {
            max_len,
            allowed_len: max_len,
            max_depth,
            terms: Vec::new(),
            inputs: Vec::new(),
            variables: Vec::new(),
            names: HashSet::new(),
            domains: Vec::new(),
            domain_of: Vec::new(),
        }
    }

    /// Takes over what is new in a run.
    pub fn extend(&mut self, run: &Run, terms: &mut Terms) -> Result<(), TargetError> {
        for input in &run.inputs {
            self.add_input(input, terms);
        }
        for record in &run.terms {
            let id = self.terms.len() + 1;
            let term = self.build(record, terms).ok_or_else(|| {
                TargetError(format!(
                    "the explored program recorded a malformed term: {record:?} as number {id}"
                ))
            })?;
            self.terms.push(term);
        }
        Ok(())
    }

    /// The one-bit term of a decision.
    pub fn condition(&self, id: TermId, terms: &Terms) -> Result<Term, TargetError> {
        self.term(id).filter(|term| terms.width(*term) == 1).ok_or_else(|| {
            TargetError(format!("the explored program made a decision on term {id}, which is no condition"))
        })
    }

    pub fn input(&self, index: u32) -> Result<&Input, TargetError> {
        self.inputs.get(index as usize).ok_or_else(|| {
            TargetError(format!("the explored program asked for input {index}, which it did not describe"))
        })
    }

    /// What holds of the inputs whatever the path: not every pattern of bits is a value of every type, and lengths are bounded.
    pub fn domains(&self) -> &[Term] {
        &self.domains
    }

    /// Has a run values that its inputs may have: those that it was given, so many, and those that it asked for?
    pub fn allows(&self, evaluation: &mut Evaluation, terms: &Terms, given: usize, drawn: &[u32]) -> bool {
        self.domains.iter().zip(&self.domain_of).all(|(domain, input)| {
            let concerned = (*input as usize) < given || drawn.contains(input);
            !concerned || evaluation.value(terms, *domain) == 1
        })
    }

    /// From here on lengths may be greater than what is claimed.
    pub fn allow(&mut self, length: u64, terms: &mut Terms) {
        self.allowed_len = length;
        self.domains.clear();
        self.domain_of.clear();
        for (index, (variable, input)) in (0..).zip(self.variables.iter().zip(&self.inputs)) {
            if let Some(domain) = domain(*variable, input.kind, length, self.max_depth, terms) {
                self.domains.push(domain);
                self.domain_of.push(index);
            }
        }
    }

    /// Does a condition depend on how long something is?
    pub fn is_about_length(&self, condition: Term, terms: &Terms) -> bool {
        let lengths =
            self.variables.iter().zip(&self.inputs).filter(|(_, input)| input.kind == InputKind::Length);
        let variables = terms.variables_of(condition);
        lengths.into_iter().any(|(variable, _)| variables.contains(variable))
    }

    /// How a reader of the test would write a length.
    pub fn told(&self, input: u32) -> Option<String> {
        Some(format!("{}()", any_element(&self.inputs.get(input as usize)?.name)))
    }

    /// The inputs known so far, by index.
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// The bounds of the lengths and depths asked for, as a reader of the test would write them. Collections in collections share theirs.
    /// `beyond`: how long something was that counts nevertheless.
    pub fn bounds(&self, beyond: Option<u64>) -> Vec<String> {
        let bound = |input: &Input| match input.kind {
            InputKind::Length => Some(beyond.map_or(self.max_len, |beyond| beyond.max(self.allowed_len))),
            InputKind::Depth => Some(self.max_depth),
            _ => None,
        };
        let told = |input: &Input| Some(format!("{}() <= {}", any_element(&input.name), bound(input)?));
        let mut bounds: Vec<String> = self.inputs.iter().filter_map(told).collect();
        bounds.sort();
        bounds.dedup();
        bounds
    }

    /// Values by input index.
    pub fn values(&self, model: &Model) -> Vec<u128> {
        self.variables.iter().map(|variable| model.get(*variable)).collect()
    }

    /// Those of the values, by input index, that are not 0.
    pub fn named(&self, values: &[u128]) -> Result<Vec<(Input, u128)>, TargetError> {
        let set = (0..).zip(values).filter(|(_, value)| **value != 0);
        set.map(|(index, value)| Ok((self.input(index)?.clone(), *value))).collect()
    }

    /// The values by input index, and whether there is one for an input that nobody has asked for yet.
    pub fn indexed(&self, named: &[(Input, u128)]) -> (Vec<u128>, bool) {
        let mut values = vec![0; self.inputs.len()];
        let mut unknown = false;
        for (input, value) in named {
            match self.inputs.iter().position(|known| known == input) {
                Some(index) => values[index] = *value,
                None => unknown = true,
            }
        }
        (values, unknown)
    }

    /// The model that gives these inputs these values.
    pub fn model(&self, inputs: &[u32], values: &[u128]) -> Model {
        let mut model = Model::default();
        for (input, value) in inputs.iter().zip(values) {
            model.set(self.variables[*input as usize], *value);
        }
        model
    }

    /// The model in which the first inputs have these values, and all others one that they may have.
    pub fn model_of(&self, values: &[u128]) -> Model {
        let mut model = Model::default();
        for (variable, value) in self.variables.iter().zip(values) {
            model.set(*variable, *value);
        }
        for (variable, input) in self.variables.iter().zip(&self.inputs).skip(values.len()) {
            if input.kind == InputKind::Depth {
                model.set(*variable, u128::from(self.max_depth));
            }
        }
        model
    }

    /// How to make these inputs simple: the lengths, then the first ones first.
    pub fn preferences(&self, inputs: &[u32]) -> Vec<Preference> {
        let mut inputs = inputs.to_vec();
        inputs.sort_by_key(|index| self.inputs[*index as usize].kind != InputKind::Length);
        inputs.iter().map(|index| self.preference(*index)).collect()
    }

    /// Those of these inputs that should be equal only where they have to be: the values that a reader compares. That two lengths, two
    /// choices or two flags are the same is nothing to wonder about.
    pub fn data(&self, inputs: &[u32]) -> Vec<Preference> {
        let data = inputs.iter().filter(|index| self.inputs[**index as usize].kind.is_data());
        data.map(|index| self.preference(*index)).collect()
    }

    fn preference(&self, index: u32) -> Preference {
        Preference {
            variable: self.variables[index as usize],
            style: style(self.inputs[index as usize].kind),
        }
    }

    fn add_input(&mut self, input: &Input, terms: &mut Terms) {
        // One name can be asked for with two kinds, on different paths: these are two inputs.
        let mut name = input.name.clone();
        while !self.names.insert(name.clone()) {
            name = format!("{name}:{}", input.kind.rust_name());
        }
        let variable = terms.variable(&name, input.kind.width());
        terms.set_style(variable, style(input.kind));
        if let Some(domain) = domain(variable, input.kind, self.allowed_len, self.max_depth, terms) {
            self.domains.push(domain);
            self.domain_of.push(self.inputs.len() as u32);
        }
        self.variables.push(variable);
        self.inputs.push(input.clone());
    }

    fn term(&self, id: TermId) -> Option<Term> {
        self.terms.get((id as usize).checked_sub(1)?).copied()
    }

    /// `None` when the record breaks the rules of the protocol.
    fn build(&self, record: &TermRecord, terms: &mut Terms) -> Option<Term> {
        let width = u32::from(record.width);
        let op = Op::from_code(record.op)?;
        let term = match op {
            // The solver does not pick addresses: they are as this run found them, and what depends on them is noted.
            Op::Const | Op::Address => {
                let value = u64::from(record.a) | u64::from(record.b) << 32;
                let fits = (1..=64).contains(&width) && (width == 64 || value >> width == 0);
                fits.then(|| terms.constant(width, u128::from(value)))?
            }
            Op::Input => *self.variables.get(record.a as usize)?,
            Op::Extract => {
                let whole = self.term(record.a)?;
                let end = record.b.checked_add(width)?;
                (width > 0 && end <= terms.width(whole)).then(|| terms.extract(whole, record.b, width))?
            }
            Op::ZExt | Op::SExt => {
                let narrow = self.term(record.a)?;
                let fits = (terms.width(narrow)..=forall_protocol::terms::MAX_WIDTH).contains(&width);
                match op {
                    _ if !fits => return None,
                    Op::ZExt => terms.zero_extend(narrow, width),
                    _ => terms.sign_extend(narrow, width),
                }
            }
            Op::Ite => {
                let (condition, yes, no) = (self.term(record.a)?, self.term(record.b)?, self.term(record.c)?);
                let fits = terms.width(condition) == 1 && terms.width(yes) == terms.width(no);
                fits.then(|| terms.ite(condition, yes, no))?
            }
            _ => match (unary(op), binary(op), float(op, record)) {
                (Some(op), ..) => {
                    let operand = self.term(record.a)?;
                    let fits = op != Unary::BSwap || terms.width(operand).is_multiple_of(8);
                    fits.then(|| terms.unary(op, operand))?
                }
                (_, Some(op), _) => {
                    let (left, right) = (self.term(record.a)?, self.term(record.b)?);
                    let fits = match op {
                        Binary::Concat => terms.width(left) + terms.width(right) == width && width <= 128,
                        _ => terms.width(left) == terms.width(right),
                    };
                    fits.then(|| terms.binary(op, left, right))?
                }
                (.., Some(op)) => {
                    let operands = [record.a, record.b, record.c].into_iter().take(op.arity());
                    let operands: Vec<Term> = operands.map(|id| self.term(id)).collect::<Option<_>>()?;
                    let from = terms.width(operands[0]);
                    let fits =
                        operands.iter().all(|&operand| terms.width(operand) == from) && op.takes(from, width);
                    fits.then(|| terms.float(op, &operands, width))?
                }
                _ => return None,
            },
        };
        (terms.width(term) == width).then_some(term)
    }
}

/// What holds of every input of a kind.
fn domain(variable: Term, kind: InputKind, most_len: u64, max_depth: u64, terms: &mut Terms) -> Option<Term> {
    match kind {
        InputKind::Char => Some(is_char(variable, terms)),
        InputKind::Length => {
            let most = terms.constant(kind.width(), u128::from(most_len));
            Some(terms.binary(Binary::ULe, variable, most))
        }
        InputKind::Depth => {
            let exactly = terms.constant(kind.width(), u128::from(max_depth));
            Some(terms.binary(Binary::Eq, variable, exactly))
        }
        _ => None,
    }
}

fn style(kind: InputKind) -> Style {
    match kind {
        InputKind::Char => Style::Character,
        InputKind::F32 | InputKind::F64 => Style::Float,
        kind if kind.is_signed() => Style::Signed,
        _ => Style::Unsigned,
    }
}

/// `rows[_].len` of `rows[2].len`, `reply#_.len` of `reply#2.len`.
fn any_element(name: &str) -> String {
    let name = match name.split_once('#') {
        Some((choice, rest)) => {
            format!("{choice}#_{}", rest.trim_start_matches(|c: char| c.is_ascii_digit()))
        }
        None => name.to_owned(),
    };
    let mut parts = name.split('[');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |name, part| match part.split_once(']') {
        Some((_, rest)) => name + "[_]" + rest,
        None => name + "[" + part,
    })
}

/// A `char` is a Unicode scalar value.
fn is_char(variable: Term, terms: &mut Terms) -> Term {
    let (low, high, end) = (
        terms.constant(32, 0xD800),
        terms.constant(32, 0xDFFF),
        terms.constant(32, u128::from(u32::from(char::MAX))),
    );
    let below = terms.binary(Binary::ULt, variable, low);
    let above = terms.binary(Binary::ULt, high, variable);
    let within = terms.binary(Binary::ULe, variable, end);
    let upper = terms.binary(Binary::And, above, within);
    terms.binary(Binary::Or, below, upper)
}

fn unary(op: Op) -> Option<Unary> {
    Some(match op {
        Op::CtPop => Unary::CtPop,
        Op::CtLz => Unary::CtLz,
        Op::CtTz => Unary::CtTz,
        Op::BSwap => Unary::BSwap,
        Op::BitReverse => Unary::BitReverse,
        _ => return None,
    })
}

fn float(op: Op, record: &TermRecord) -> Option<Float> {
    Some(match op {
        Op::FAdd => Float::Add,
        Op::FSub => Float::Sub,
        Op::FMul => Float::Mul,
        Op::FDiv => Float::Div,
        Op::FRem => Float::Rem,
        Op::FSqrt => Float::Sqrt,
        Op::FFma => Float::Fma,
        Op::FRound => Float::Round(match Rounding::from_code(record.b)? {
            Rounding::Even => forall_solver::Rounding::Even,
            Rounding::Floor => forall_solver::Rounding::Floor,
            Rounding::Ceil => forall_solver::Rounding::Ceil,
            Rounding::Trunc => forall_solver::Rounding::Trunc,
            Rounding::Away => forall_solver::Rounding::Away,
        }),
        Op::FEq => Float::Eq,
        Op::FLt => Float::Lt,
        Op::FLe => Float::Le,
        Op::FToF => Float::ToF,
        Op::FFromS => Float::FromS,
        Op::FFromU => Float::FromU,
        Op::FToS => Float::ToS,
        Op::FToU => Float::ToU,
        _ => return None,
    })
}

fn binary(op: Op) -> Option<Binary> {
    Some(match op {
        Op::Add => Binary::Add,
        Op::Sub => Binary::Sub,
        Op::Mul => Binary::Mul,
        Op::UDiv => Binary::UDiv,
        Op::SDiv => Binary::SDiv,
        Op::URem => Binary::URem,
        Op::SRem => Binary::SRem,
        Op::Shl => Binary::Shl,
        Op::LShr => Binary::LShr,
        Op::AShr => Binary::AShr,
        Op::And => Binary::And,
        Op::Or => Binary::Or,
        Op::Xor => Binary::Xor,
        Op::Eq => Binary::Eq,
        Op::Ne => Binary::Ne,
        Op::ULt => Binary::ULt,
        Op::ULe => Binary::ULe,
        Op::SLt => Binary::SLt,
        Op::SLe => Binary::SLe,
        Op::UAddOverflow => Binary::UAddOverflow,
        Op::SAddOverflow => Binary::SAddOverflow,
        Op::USubOverflow => Binary::USubOverflow,
        Op::SSubOverflow => Binary::SSubOverflow,
        Op::UMulOverflow => Binary::UMulOverflow,
        Op::SMulOverflow => Binary::SMulOverflow,
        Op::Concat => Binary::Concat,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(name: &str, kind: InputKind) -> Input {
        Input { name: name.into(), kind }
    }

    fn imported(inputs: Vec<Input>, records: Vec<TermRecord>) -> Result<(Import, Terms), TargetError> {
        let (mut import, mut terms) = (Import::new(8, 3), Terms::new());
        import.extend(&Run { inputs, terms: records, ..Run::default() }, &mut terms)?;
        Ok((import, terms))
    }

    #[test]
    fn the_first_record_has_number_one() {
        let records = vec![
            TermRecord::new(Op::Input, 8, 0, 0, 0),
            TermRecord::constant(8, 200),
            TermRecord::new(Op::ULt, 1, 1, 2, 0),
        ];
        let (import, terms) = imported(vec![input("x", InputKind::U8)], records).unwrap();
        let condition = import.condition(3, &terms).unwrap();
        for (x, less) in [(199, 1), (200, 0)] {
            assert_eq!(terms.evaluate(condition, &import.model(&[0], &[x])), less);
        }
        assert!(import.condition(0, &terms).is_err(), "concrete");
        assert!(import.condition(1, &terms).is_err(), "eight bits");
        assert!(import.condition(4, &terms).is_err(), "unknown");
    }

    #[test]
    fn records_of_later_runs_go_on_where_the_earlier_ones_stopped() {
        let (mut import, mut terms) =
            imported(vec![input("x", InputKind::Bool)], vec![TermRecord::new(Op::Input, 1, 0, 0, 0)])
                .unwrap();
        let run = Run {
            inputs: vec![input("y", InputKind::Bool)],
            terms: vec![TermRecord::new(Op::Input, 1, 1, 0, 0), TermRecord::new(Op::And, 1, 1, 2, 0)],
            ..Run::default()
        };
        import.extend(&run, &mut terms).unwrap();
        let both = import.condition(3, &terms).unwrap();
        assert_eq!(terms.evaluate(both, &import.model(&[0, 1], &[1, 1])), 1);
        assert_eq!(terms.evaluate(both, &import.model(&[1], &[1])), 0);
    }

    #[test]
    fn one_name_of_two_kinds_is_two_inputs() {
        let inputs = vec![input("x", InputKind::U8), input("x", InputKind::I8), input("x:i8", InputKind::I8)];
        let (import, _) = imported(inputs, vec![]).unwrap();
        assert_eq!(import.variables.iter().collect::<HashSet<_>>().len(), 3);
    }

    #[test]
    fn the_domain_of_a_char_is_that_of_rust() {
        let (import, terms) = imported(vec![input("c", InputKind::Char)], vec![]).unwrap();
        for code in [0, 0x61, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0x10FFFF, 0x110000, u32::MAX] {
            let model = import.model(&[0], &[u128::from(code)]);
            let allowed = import.domains().iter().all(|domain| terms.evaluate(*domain, &model) == 1);
            assert_eq!(allowed, char::from_u32(code).is_some(), "{code:#x}");
        }
    }

    #[test]
    fn lengths_end_at_their_bound() {
        let inputs = vec![input("rows.len", InputKind::Length), input("rows[0].len", InputKind::Length)];
        let (import, terms) = imported(inputs, vec![]).unwrap();
        for (length, allowed) in [(0, true), (8, true), (9, false), (u64::MAX, false)] {
            let model = import.model(&[1], &[u128::from(length)]);
            let holds = import.domains().iter().all(|domain| terms.evaluate(*domain, &model) == 1);
            assert_eq!(holds, allowed, "{length}");
        }
    }

    #[test]
    fn depths_are_what_they_may_be() {
        let (import, terms) = imported(vec![input("t[1].depth", InputKind::Depth)], vec![]).unwrap();
        for (depth, allowed) in [(0, false), (3, true), (4, false)] {
            let model = import.model(&[0], &[depth]);
            let holds = import.domains().iter().all(|domain| terms.evaluate(*domain, &model) == 1);
            assert_eq!(holds, allowed, "{depth}");
        }
        assert_eq!(import.bounds(None), ["t[_].depth() <= 3"]);
    }

    #[test]
    fn values_are_carried_over_by_name() {
        let (here, _) = imported(vec![input("x", InputKind::U8), input("y", InputKind::U8)], vec![]).unwrap();
        let named = here.named(&[0, 7]).unwrap();
        assert_eq!(named, [(input("y", InputKind::U8), 7)]);
        let (there, _) =
            imported(vec![input("y", InputKind::U8), input("x", InputKind::U8)], vec![]).unwrap();
        assert_eq!(there.indexed(&named), (vec![7, 0], false));
        assert_eq!(Import::new(8, 3).indexed(&named), (vec![], true));
    }

    #[test]
    fn bounds_are_told_once_for_all_elements() {
        let lengths = [
            "rows[0].len",
            "rows.len",
            "rows[10][1].0.len",
            "rows[3][2].0.len",
            "rows[1].len",
            "reply#2.len",
            "reply#10.len",
        ];
        let mut inputs: Vec<Input> = lengths.map(|name| input(name, InputKind::Length)).into();
        inputs.push(input("n.len", InputKind::Usize));
        let (import, _) = imported(inputs, vec![]).unwrap();
        assert_eq!(
            import.bounds(None),
            ["reply#_.len() <= 8", "rows.len() <= 8", "rows[_].len() <= 8", "rows[_][_].0.len() <= 8"]
        );
    }

    #[test]
    fn lengths_are_made_simple_first() {
        let inputs =
            vec![input("x", InputKind::U8), input("v[0]", InputKind::U8), input("v.len", InputKind::Length)];
        let (import, _) = imported(inputs, vec![]).unwrap();
        let order: Vec<Term> = import.preferences(&[0, 2, 1]).iter().map(|p| p.variable).collect();
        assert_eq!(order, [import.variables[2], import.variables[0], import.variables[1]]);
    }

    #[test]
    fn every_operation_is_known() {
        let operand = TermRecord::new(Op::Input, 8, 0, 0, 0);
        let bit = TermRecord::new(Op::Input, 1, 1, 0, 0);
        let float = TermRecord::new(Op::Input, 32, 2, 0, 0);
        for op in Op::ALL {
            let record = match op {
                Op::Const => TermRecord::constant(8, 1),
                Op::Address => TermRecord::address(1 << 46),
                Op::Input => operand,
                Op::Concat => TermRecord::new(op, 16, 1, 1, 0),
                Op::Extract => TermRecord::new(op, 3, 1, 5, 0),
                Op::ZExt | Op::SExt => TermRecord::new(op, 128, 1, 0, 0),
                Op::Ite => TermRecord::new(op, 8, 2, 1, 1),
                Op::FEq | Op::FLt | Op::FLe => TermRecord::new(op, 1, 3, 3, 0),
                Op::FToF => TermRecord::new(op, 64, 3, 0, 0),
                Op::FFromS | Op::FFromU => TermRecord::new(op, 32, 1, 0, 0),
                Op::FToS | Op::FToU => TermRecord::new(op, 8, 3, 0, 0),
                op if op as u8 >= Op::FAdd as u8 => TermRecord::new(op, 32, 3, 3, 3),
                op if op.yields_bit() => TermRecord::new(op, 1, 1, 1, 0),
                op => TermRecord::new(op, 8, 1, 1, 0),
            };
            let inputs =
                vec![input("x", InputKind::U8), input("b", InputKind::Bool), input("f", InputKind::F32)];
            assert!(imported(inputs, vec![operand, bit, float, record]).is_ok(), "{op:?}");
        }
    }

    #[test]
    fn malformed_records_are_refused() {
        let operand = TermRecord::new(Op::Input, 8, 0, 0, 0);
        let bit = TermRecord::new(Op::Input, 1, 1, 0, 0);
        let float = TermRecord::new(Op::Input, 32, 2, 0, 0);
        for record in [
            TermRecord { op: 99, ..operand },
            TermRecord::new(Op::Input, 8, 7, 0, 0),
            TermRecord::new(Op::Input, 16, 0, 0, 0),
            TermRecord::new(Op::Add, 8, 1, 0, 0),
            TermRecord::new(Op::Add, 8, 1, 4, 0),
            TermRecord::new(Op::Add, 8, 1, 2, 0),
            TermRecord::new(Op::Add, 16, 1, 1, 0),
            TermRecord::new(Op::Eq, 8, 1, 1, 0),
            TermRecord::new(Op::Extract, 8, 1, 1, 0),
            TermRecord::new(Op::Extract, 8, 1, u32::MAX, 0),
            TermRecord::new(Op::ZExt, 4, 1, 0, 0),
            TermRecord::new(Op::Ite, 8, 1, 1, 1),
            TermRecord::new(Op::BSwap, 1, 2, 0, 0),
            TermRecord::new(Op::FAdd, 8, 1, 1, 0),
            TermRecord::new(Op::FRound, 32, 3, 5, 0),
            TermRecord::new(Op::FToF, 32, 3, 0, 0),
            TermRecord::constant(4, 16),
            TermRecord { width: 0, ..operand },
        ] {
            let inputs =
                vec![input("x", InputKind::U8), input("b", InputKind::Bool), input("f", InputKind::F32)];
            assert!(imported(inputs, vec![operand, bit, float, record]).is_err(), "{record:?}");
        }
    }
}
