//! Contracts of functions and types of others.

use super::{found, specification};

#[test]
fn what_others_wrote_is_known_by_its_contract() {
    let specification = specification(
        "forall_spec::contract_for! {
            #[requires(divisor != 0)]
            fn other::divide(number: u8, divisor: u8) -> u8;

            impl<T> Vec<T> {
                #[pure]
                fn len(&self) -> usize;

                #[requires(self.len() > 0)]
                fn pop(&mut self) -> Option<T>;
            }
        }",
    );
    let (_, divide) = found(&specification, "divide");
    assert_eq!(divide.contract.general.requires[0].text, "divisor != 0");
    let (vec, pop) = found(&specification, "Vec::pop");
    assert_eq!(pop.contract.general.requires[0].text, "self.len() > 0");
    assert_eq!(vec.unwrap().observers().map(|function| function.name.as_str()).collect::<Vec<_>>(), ["len"]);
}
