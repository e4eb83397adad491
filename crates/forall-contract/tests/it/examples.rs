//! The examples of seed 002: 4.1 to 4.10, 6.6, 7.1 and 8.2 to 8.6.

use super::{check, check_terms, found, relation_of, specification};
use forall_contract::relation::{
    Origin, Root, Step, Steps, Term, Typed, Variable, When, composed, consistent, goal, instantiated,
    observations, relevant_objects, simplified, state, unchanged, without_middle,
};

/// Figure 4.1.
const STACK: &str = r#"
    #[contract]
    #[requires(stack.size() >= 2)]
    #[ensures(|_| stack.size() == 1)]
    fn sum_up(stack: &mut Stack) {}

    pub struct Stack { items: Vec<f64> }

    #[contract]
    #[model(m_size: i32)]
    #[invariant(self.size() >= 0)]
    impl Stack {
        pub fn new() -> Self {}

        #[ensures(|_| self.m_size == old(self.m_size) + 1)]
        pub fn push(&mut self, elem: f64) {}

        #[requires(self.size() > 0)]
        #[ensures(|_| self.size() == old(self.size()) - 1)]
        pub fn pop(&mut self) {}

        #[pure]
        #[ensures(|ret| *ret == self.m_size && *ret >= 0)]
        pub fn size(&self) -> i32 {}

        #[pure]
        #[requires(self.size() > 0)]
        pub fn peek(&self) -> f64 {}

        #[pure]
        #[ensures(|ret| *ret == (self.m_size == 0))]
        pub fn empty(&self) -> bool {}
    }
"#;

fn this() -> Variable {
    Variable::new(Root::This, When::Before)
}

/// What the relation has of this origin, when the function returns.
fn parts(source: &str, function: &str, is: impl Fn(&Origin) -> bool) -> Vec<String> {
    let relation = relation_of(source, function);
    let parts = relation.returns().parts.iter().filter(|part| is(&part.origin));
    parts.map(|part| part.term.to_string()).collect()
}

#[test]
fn example_4_1_a_class_has_constructors_fields_and_methods() {
    let specification = specification(STACK);
    let stack = specification.subject("Stack", &[]).unwrap();
    let named: Vec<(&str, usize, bool)> = stack
        .functions
        .iter()
        .map(|function| (function.name.as_str(), function.parameters().len(), function.result().is_some()))
        .collect();
    assert_eq!(
        named,
        [
            ("new", 0, true),
            ("push", 1, false),
            ("pop", 0, false),
            ("size", 0, true),
            ("peek", 0, true),
            ("empty", 0, true)
        ]
    );
    assert!(stack.fields.iter().all(|field| !field.is_public));
}

#[test]
fn example_4_2_the_virtual_state_is_what_can_be_observed() {
    let specification = specification(STACK);
    let stack = specification.subject("Stack", &[]).unwrap();
    let elements: Vec<String> =
        state(&this(), stack).iter().map(|it| format!("{}: {}", it.variable, it.ty)).collect();
    assert_eq!(elements, ["self.m_size: i32", "self.size(): i32", "self.peek(): f64", "self.empty(): bool"]);
}

const ARRAY: &str = "
    #[contract]
    #[model(m_array: Vec<f64>)]
    impl Array {
        #[ensures(|_| self.element_at(index) <= self.element_at(index + 1))]
        pub fn sort(&mut self, index: usize) {}

        #[pure]
        #[requires(self.size() > index)]
        #[ensures(|ret| *ret == self.m_array[index])]
        pub fn element_at(&self, index: usize) -> f64 {}

        #[pure]
        pub fn size(&self) -> usize {}
    }
    pub struct Array;
";

#[test]
fn example_4_3_and_4_4_references_to_one_method_differ_in_their_arguments() {
    let relation = relation_of(ARRAY, "Array::sort");
    let ensured = relation.returns().parts.iter().find(|part| part.origin == Origin::Ensured(None)).unwrap();
    assert_eq!(ensured.term.to_string(), "self.element_at(index)' <= self.element_at(index + 1)'");
    let with_one = ensured.term.replaced(&mut |variable| {
        let (object, name, arguments) = variable.observation()?;
        let arguments = arguments.iter().map(|argument| {
            let one = argument.replaced(&mut |_| Some(Term::integer(1)));
            simplified(&one)
        });
        Some(Term::Variable(object.step(Step::Observer(name.to_owned(), arguments.collect()))))
    });
    let references: Vec<String> = observations(&with_one).iter().map(ToString::to_string).collect();
    assert_eq!(references, ["self.element_at(1)'", "self.element_at(2)'"]);
}

#[test]
fn example_4_5_a_reference_is_instantiated_with_its_arguments() {
    let specification = specification(ARRAY);
    let array = specification.subject("Array", &[]).unwrap();
    let reference = this().step(Step::Observer("element_at".into(), vec![Term::integer(1)]));
    let instance = instantiated(&specification, Some(array), &reference).unwrap();
    assert_eq!(instance.required.to_string(), "self.size() > 1");
    check_terms(
        instance.parts.iter().map(|part| &part.term),
        &["self.size() > 1 ==> self.element_at(1) == self.m_array[1]"],
    );
}

#[test]
fn example_4_6_and_4_7_contracts_of_what_is_observed_are_chained() {
    assert_eq!(
        parts(STACK, "Stack::pop", |origin| matches!(origin, Origin::Ensured(_) | Origin::Observed(_))),
        ["self.size()' == self.size() - 1", "self.size() == self.m_size", "self.size()' == self.m_size'",]
    );
}

#[test]
fn a_model_field_of_any_object_is_called_a_model() {
    let source = STACK.replace("stack.size() == 1)]", "old(model(stack.m_size)) > model(stack.m_size))]");
    assert_eq!(
        parts(&source, "sum_up", |origin| matches!(origin, Origin::Ensured(_))),
        ["stack.m_size > stack.m_size'"]
    );
}

#[test]
fn what_becomes_of_ghost_state_is_unclear_and_not_framed() {
    let source = "
        #[contract]
        impl Letter {
            #[requires(ghost(self.sent) == 0)]
            #[updates(self.sent = ghost(self.sent) + 1)]
            #[modifies()]
            pub fn send(&mut self) {}
            #[pure]
            pub fn text(&self) -> u8 {}
        }
        pub struct Letter { pub sent: Ghost<u8> }
    ";
    let relation = relation_of(source, "Letter::send");
    let unclear: Vec<(&str, &str)> =
        relation.unclear.iter().map(|unclear| (unclear.text.as_str(), unclear.why.as_str())).collect();
    let why = "it is computed after the body, whose calls may have changed ghost state: say `old(…)`, and update it once";
    assert_eq!(unclear, [("self.sent = ghost(self.sent) + 1", why)]);
    assert_eq!(
        parts(source, "Letter::send", |origin| *origin == Origin::Framed),
        ["self.text()' is self.text()"]
    );
}

#[test]
fn example_4_8_what_is_pure_changes_nothing_of_the_virtual_state() {
    check(
        STACK,
        "Stack::size",
        "
        what the contract of `Stack::size` means (line 24)
          fn size(&self) -> i32

        what can be observed
          of `self`, a `Stack` that is lent
            self.m_size: i32
            self.size(): i32
            self.peek(): f64
            self.empty(): bool

        before the call
          invariant (line 11)
            self.size() >= 0
          what `self.size()` ensures (line 23)
            self.size() == self.m_size

        when it returns
          ensured (line 23)
            ret == self.m_size'
            ret >= 0
          invariant (line 11)
            self.size()' >= 0
          what `self.size()'` ensures (line 23)
            self.size()' == self.m_size'
          the same question has the same answer
            ret is self.size()'
          unchanged
            self.m_size
            self.size()
            self.peek()
            self.empty()

        reads       self.size(), self.m_size
        writes      nothing
        may change  nothing: it is `#[pure]`

        `x'` is `x` after the call; `a is b`: they are one value, whatever `==` says
        ",
    );
}

#[test]
fn example_4_9_arrays_stay_element_by_element() {
    let specification = specification("");
    let elem = this().step(Step::Field("elem".into()));
    let ty = Typed::new(&syn::parse_quote!([f64; 3]), None, &[]);
    check_terms(
        &unchanged(&specification, &elem, &ty, &[]),
        &["self.elem'[0] is self.elem[0]", "self.elem'[1] is self.elem[1]", "self.elem'[2] is self.elem[2]"],
    );
}

#[test]
fn example_4_10_objects_stay_by_value() {
    let specification = specification(STACK);
    let v = this().step(Step::Field("v".into()));
    let ty = Typed::new(&syn::parse_quote!(Stack), None, &[]);
    check_terms(
        &unchanged(&specification, &v, &ty, &[]),
        &[
            "self.v.m_size' is self.v.m_size",
            "self.v.size()' is self.v.size()",
            "self.v.peek()' is self.v.peek()",
            "self.v.empty()' is self.v.empty()",
        ],
    );
}

#[test]
fn example_6_6_each_clause_of_the_normal_form_is_an_action() {
    let source = "
        #[contract]
        impl Limits {
            #[behavior(requires(param > 5 || param < 0), ensures(|ret| !*ret))]
            #[behavior(requires(param >= 0 && param <= 5), ensures(|ret| *ret))]
            pub fn is_within_limit(param: i32) -> bool {}
        }
        struct Limits;
    ";
    let relation = relation_of(source, "Limits::is_within_limit");
    let clauses = relation.normal_form(relation.returns(), 100).unwrap();
    let clauses: Vec<String> = clauses.into_iter().map(|clause| Term::all(clause).to_string()).collect();
    assert_eq!(clauses, ["param > 5 && !ret", "param < 0 && !ret", "param >= 0 && param <= 5 && ret"]);
}

#[test]
fn example_7_1_a_state_and_a_call_are_composed() {
    let size = |when| Term::Variable(this().step(Step::Observer("size".into(), Vec::new())).at(when));
    let known = size(When::After).equals(Term::integer(2));
    let relation = relation_of(STACK, "Stack::pop");
    let pop = relation.returns().parts.iter().find(|part| part.origin == Origin::Ensured(None)).unwrap();
    let both = composed(&known, &pop.term, 1);
    assert_eq!(both.to_string(), "self.size()#1 == 2 && self.size()' == self.size()#1 - 1");
    assert_eq!(without_middle(&both, &|_| true).to_string(), "self.size()' == 1");
}

#[test]
fn example_8_2_a_state_that_satisfies_and_cannot_be_is_excluded() {
    let specification = specification(STACK);
    let (_, sum_up) = found(&specification, "sum_up");
    let stack = specification.subject("Stack", &[]).unwrap();
    let relation = forall_contract::relation::relation(&specification, None, sum_up);
    assert!(relation.returns().guard().to_string().contains("stack.size() >= 2"));
    let (parts, unclear) = consistent(&specification, stack, &this());
    assert!(unclear.is_empty());
    check_terms(
        parts.iter().map(|part| &part.term),
        &["self.size() >= 0", "self.size() == self.m_size", "self.empty() == (self.m_size == 0)"],
    );
    let holds = |empty: bool| {
        let all = Term::all(parts.iter().map(|part| part.term.clone()));
        let with = all.replaced(&mut |variable| match variable.to_string().as_str() {
            "self.size()" | "self.m_size" => Some(Term::integer(2)),
            "self.empty()" => Some(Term::bool(empty)),
            _ => None,
        });
        simplified(&with).to_string()
    };
    assert_eq!((holds(true), holds(false)), ("false".to_owned(), "true".to_owned()));
}

#[test]
fn example_8_3_the_relevant_objects_of_a_call() {
    let specification = specification(STACK);
    let (subject, sum_up) = found(&specification, "sum_up");
    assert_eq!(relevant_objects(&specification, subject, sum_up, 3), [("stack".into(), "Stack".into())]);
}

/// The seed begins with defaults of the language. Here nothing is known of an object that has not been made: what its constructor leaves
/// unsaid is unknown.
#[test]
fn example_8_4_in_the_beginning_there_is_no_object() {
    let is_object = |origin: &Origin| *origin == Origin::Instantiated;
    assert_eq!(parts(STACK, "Stack::new", is_object), ["!ret.instantiated", "ret.instantiated'"]);
}

#[test]
fn example_8_5_one_call_is_made_in_each_step() {
    // As in the seed, without `new`, chaining and frames.
    let source = "
        #[contract]
        impl Stack {
            #[requires(self.size() > 0)]
            #[ensures(|_| self.size() == old(self.size()) - 1)]
            pub fn pop(&mut self) {}
            #[ensures(|_| self.size() == old(self.size()) + 1)]
            pub fn push(&mut self, elem: f64) {}
            #[pure]
            pub fn size(&self) -> usize {}
        }
        struct Stack;
    ";
    let specification = specification(source);
    let steps = Steps::of(&specification, specification.subject("Stack", &[]).unwrap());
    let Term::All(terms) = steps.transition(1) else { panic!("it is one term") };
    check_terms(
        &terms,
        &[
            "method_1 == pop ==> self.instantiated#0 && self.size()#0 > 0 && self.size()#1 == self.size()#0 - 1 && self.instantiated#1",
            "method_1 == push ==> self.instantiated#0 && self.size()#1 == self.size()#0 + 1 && self.instantiated#1",
            "method_1 == pop || method_1 == push",
        ],
    );
}

#[test]
fn example_8_6_the_goal_is_reached_after_one_of_the_steps() {
    let source = "
        #[contract]
        #[requires(stack.size() >= 2)]
        fn sum_up(stack: &mut Stack) {}
        #[contract]
        impl Stack {
            #[pure]
            pub fn size(&self) -> usize {}
        }
        struct Stack;
    ";
    let Term::Any(terms) = goal(&relation_of(source, "sum_up"), 2) else { panic!("it is one term") };
    check_terms(
        &terms,
        &[
            "steps == 0 && stack.instantiated#0 && stack.size()#0 >= 2",
            "steps == 1 && stack.instantiated#1 && stack.size()#1 >= 2",
            "steps == 2 && stack.instantiated#2 && stack.size()#2 >= 2",
        ],
    );
}
