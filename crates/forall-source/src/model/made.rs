//! What macros make. The compiler does not tell which macro call has made an expression, only that one has.

use super::body::{Body, Expression, ExpressionId};
use super::place::Range;
use super::written::{Form, Written};

impl Body {
    /// The expression that is written there; for a macro call, what it makes.
    pub fn of(&self, file: &str, written: &Written) -> Option<ExpressionId> {
        let exact = self.at(file, written.range).map(|(number, _)| number);
        match written.form {
            Form::MacroCall => exact.or_else(|| self.made_at(file, written.range)),
            _ => exact,
        }
    }

    /// What the macro makes that is called in this range.
    fn made_at(&self, file: &str, range: Range) -> Option<ExpressionId> {
        let file = u32::try_from(self.files.iter().position(|own| own == file)?).ok()?;
        let made = MacroSearch { body: self, file, range };
        made.around_arguments().or_else(|| made.among_written())
    }
}

/// The search for what a macro makes that is called in a range.
struct MacroSearch<'b> {
    body: &'b Body,
    file: u32,
    range: Range,
}

impl MacroSearch<'_> {
    fn is_written(&self, expression: &Expression) -> bool {
        expression.place.file == self.file && expression.place.expansion == 0
    }

    fn is_argument(&self, expression: &Expression) -> bool {
        self.is_written(expression) && self.range.contains(expression.place.range)
    }

    fn is_outside(&self, expression: &Expression) -> bool {
        self.is_written(expression) && !self.range.contains(expression.place.range)
    }

    /// The outermost expression that it makes around what is written among its arguments.
    fn around_arguments(&self) -> Option<ExpressionId> {
        let (argument, first) = self.body.numbered().find(|(_, expression)| self.is_argument(expression))?;
        let mut chain = vec![argument];
        let mut next = first.parent;
        while let Some(number) = next {
            let expression = self.body.expression(number)?;
            if self.is_outside(expression) {
                break;
            }
            chain.push(number);
            next = expression.parent;
        }
        // Where something else is written, too, another macro is around: none of what that makes is meant.
        let others = self.body.numbered().filter(|(_, expression)| self.is_outside(expression));
        let around = others.filter_map(|(other, _)| self.first_of(&chain, other)).min();
        let expansion = |place: usize| {
            let expression = self.body.expression(*chain.get(place)?)?;
            Some(expression.place.expansion)
        };
        let end = match around {
            Some(around) => {
                (0..=around).find(|place| expansion(*place) == expansion(around)).unwrap_or(around)
            }
            None => chain.len(),
        };
        end.checked_sub(1).and_then(|last| chain.get(last)).copied()
    }

    /// Where in the chain the first is that an expression is part of.
    fn first_of(&self, chain: &[ExpressionId], mut number: ExpressionId) -> Option<usize> {
        loop {
            if let Some(place) = chain.iter().position(|own| *own == number) {
                return Some(place);
            }
            number = self.body.expression(number)?.parent?;
        }
    }

    /// The only part of what is written around it that is made, and between what is written before and after it.
    fn among_written(&self) -> Option<ExpressionId> {
        let holds = |own: &Expression| self.is_written(own) && own.place.range.contains(self.range);
        let mut around: Option<(ExpressionId, Range)> = None;
        for (number, expression) in self.body.numbered().filter(|(_, own)| holds(own)) {
            let range = expression.place.range;
            if around.is_none_or(|(_, known)| known.contains(range) && known != range) {
                around = Some((number, range));
            }
        }
        let (around, _) = around?;
        let parts: Vec<(ExpressionId, &Expression)> =
            self.body.numbered().filter(|(_, own)| own.parent == Some(around)).collect();
        let fits = |place: usize| {
            let (before, after) = (parts.get(..place), parts.get(place + 1..));
            let written = |parts: Option<&[(ExpressionId, &Expression)]>| -> Vec<Range> {
                let all = parts.unwrap_or_default().iter().filter(|(_, own)| self.is_written(own));
                all.map(|(_, own)| own.place.range).collect()
            };
            written(before).iter().all(|own| own.end <= self.range.start)
                && written(after).iter().all(|own| own.start >= self.range.end)
        };
        let mut made = (0..parts.len())
            .filter(|place| parts.get(*place).is_some_and(|(_, own)| !self.is_written(own)) && fits(*place));
        let only = made.next().filter(|_| made.next().is_none())?;
        parts.get(only).map(|(number, _)| *number)
    }
}
