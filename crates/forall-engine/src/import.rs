//! From the raw records of the executor to terms of the solver, each once.

use crate::executor::{ExecutorError, Run};
use crate::inputs::Inputs;
use forall_protocol::terms::{Op, Rounding, TermId, TermRecord};
use forall_solver::{Binary, Float, Term, Terms, Unary};

/// All that the executor has told of so far: its inputs, and its terms.
pub struct Import {
    pub inputs: Inputs,
    /// By raw id less one: the first record of an exploration has id 1.
    terms: Vec<Term>,
}

impl Import {
    pub fn new(inputs: Inputs) -> Import {
        Import { inputs, terms: Vec::new() }
    }

    /// Takes over what is new in a run.
    pub fn extend(&mut self, run: &Run, terms: &mut Terms) -> Result<(), ExecutorError> {
        for input in &run.inputs {
            self.inputs.add(input, terms);
        }
        for record in &run.terms {
            let id = self.terms.len() + 1;
            let term = self.build(record, terms).ok_or_else(|| {
                ExecutorError(format!(
                    "the explored program recorded a malformed term: {record:?} as number {id}"
                ))
            })?;
            self.terms.push(term);
        }
        Ok(())
    }

    /// The one-bit term of a decision.
    pub fn condition(&self, id: TermId, terms: &Terms) -> Result<Term, ExecutorError> {
        self.term(id).filter(|term| terms.width(*term) == 1).ok_or_else(|| {
            ExecutorError(format!("the explored program made a decision on term {id}, which is no condition"))
        })
    }

    fn term(&self, id: TermId) -> Option<Term> {
        self.terms.get((id as usize).checked_sub(1)?).copied()
    }

    /// `None` when the record breaks the rules of the protocol.
    fn build(&self, record: &TermRecord, terms: &mut Terms) -> Option<Term> {
        let width = u32::from(record.width);
        let op = Op::from_code(record.op)?;
        let term = match op {
            // The solver does not pick addresses: they are as this run found them, and what depends on them
            // is noted.
            Op::Const | Op::Address => {
                let value = u64::from(record.a) | u64::from(record.b) << 32;
                let fits = (1..=64).contains(&width) && (width == 64 || value >> width == 0);
                fits.then(|| terms.constant(width, u128::from(value)))?
            }
            Op::Input => self.inputs.variable(record.a)?,
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
    use crate::bounds::Bounds;
    use crate::domains::Domains;
    use forall_protocol::inputs::{Input, InputKind};

    fn input(name: &str, kind: InputKind) -> Input {
        Input { name: name.into(), kind }
    }

    fn imported(inputs: Vec<Input>, records: Vec<TermRecord>) -> Result<(Import, Terms), ExecutorError> {
        let (mut import, mut terms) =
            (Import::new(Inputs::new(Domains::new(&Bounds::default()))), Terms::new());
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
            assert_eq!(terms.evaluate(condition, &import.inputs.model(&[0], &[x])), less);
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
        assert_eq!(terms.evaluate(both, &import.inputs.model(&[0, 1], &[1, 1])), 1);
        assert_eq!(terms.evaluate(both, &import.inputs.model(&[1], &[1])), 0);
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
