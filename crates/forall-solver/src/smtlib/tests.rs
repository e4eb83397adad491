use crate::terms::{Binary, Float, Terms};

#[test]
fn scripts_declare_define_and_assert() {
    let mut terms = Terms::new();
    let x = terms.variable("v[0]", 8);
    let wide = terms.zero_extend(x, 16);
    let y = terms.variable("y", 16);
    let sum = terms.binary(Binary::Add, wide, y);
    let limit = terms.constant(16, 300);
    let less = terms.binary(Binary::ULt, sum, limit);
    let script = terms.smtlib(&[less]);
    let expected = "\
(set-logic QF_BV)
(declare-const |v[0]:8| (_ BitVec 8))
(define-fun t1 () (_ BitVec 16) ((_ zero_extend 8) |v[0]:8|))
(declare-const |y:16| (_ BitVec 16))
(define-fun t3 () (_ BitVec 16) (bvadd t1 |y:16|))
(define-fun t5 () (_ BitVec 1) (ite (bvult t3 #x012c) #b1 #b0))
(assert (= t5 #b1))
(check-sat)
";
    assert_eq!(script, expected);
}

#[test]
fn names_that_cannot_be_quoted_are_replaced() {
    let mut terms = Terms::new();
    let odd = terms.variable("a|b", 1);
    let other = terms.variable("a\\b", 1);
    let script = terms.smtlib(&[odd, other]);
    assert!(script.contains("(declare-const |a_b:1#0| "), "{script}");
    assert!(script.contains("(declare-const |a_b:1#1| "), "{script}");
}

#[test]
fn functions_are_declared_once() {
    let mut terms = Terms::new();
    let f = terms.function("f", &[8, 1], 4);
    let (x, y) = (terms.variable("x", 8), terms.variable("y", 1));
    let yes = terms.constant(1, 1);
    let (a, b) = (terms.apply(f, &[x, y]), terms.apply(f, &[x, yes]));
    let less = terms.binary(Binary::ULt, a, b);
    let expected = "\
(set-logic QF_UFBV)
(declare-fun |f(8, 1) -> 4| ((_ BitVec 8) (_ BitVec 1)) (_ BitVec 4))
(declare-const |x:8| (_ BitVec 8))
(declare-const |y:1| (_ BitVec 1))
(define-fun t3 () (_ BitVec 4) (|f(8, 1) -> 4| |x:8| |y:1|))
(define-fun t4 () (_ BitVec 4) (|f(8, 1) -> 4| |x:8| #b1))
(define-fun t5 () (_ BitVec 1) (ite (bvult t3 t4) #b1 #b0))
(assert (= t5 #b1))
(check-sat)
";
    assert_eq!(terms.smtlib(&[less]), expected);
}

#[test]
fn floats_ask_for_their_logic() {
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.variable(name, 64));
    let less = terms.float(Float::Lt, &[x, y], 1);
    assert!(terms.smtlib(&[less]).starts_with("(set-logic QF_BVFP)\n"));
}
