//! Expressions checked for all values of their variables.

use forall_solver::Terms;

use super::{Expr, model, ones};

/// Checks an expression against its meaning for all values of its variables.
pub fn check_everywhere(terms: &mut Terms, expr: &Expr, widths: &[u32]) {
    let term = expr.build(terms);
    assert_eq!(terms.width(term), expr.width(), "{expr:?}");
    let mut values = vec![0; widths.len()];
    loop {
        let model = model(terms, widths, &values);
        assert_eq!(
            terms.evaluate(term, &model),
            expr.value(&values),
            "{expr:?} with {values:?}, simplified to {}",
            terms.display(term)
        );
        let Some(place) = (0..values.len()).find(|&i| values[i] < ones(widths[i])) else { return };
        values[..place].fill(0);
        values[place] += 1;
    }
}

pub fn constants(width: u32) -> impl Iterator<Item = Expr> {
    (0..=ones(width)).map(move |value| Expr::Constant(width, value))
}
