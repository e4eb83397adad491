use super::*;
use forall_solver::Terms;

/// Steps on conditions of these names, a name in upper case standing for the side that is taken.
fn steps(terms: &mut Terms, path: &str) -> Vec<Step> {
    let step = |name: char| Step {
        site: name.to_ascii_lowercase() as u32,
        condition: terms.variable(&name.to_ascii_lowercase().to_string(), 1),
        taken: name.is_ascii_uppercase(),
    };
    path.chars().map(step).collect()
}

fn placed(placement: Placement) -> (Side, bool, usize) {
    match placement {
        Placement::Placed { end, fresh, nodes, excluded: None } => (end, fresh, nodes.len()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn paths_share_their_beginning() {
    let (mut tree, mut terms) = (Tree::new(100), Terms::new());
    let (first, fresh, new) = placed(tree.insert(&steps(&mut terms, "abc"), false));
    assert!(fresh && new == 3);
    let (second, fresh, new) = placed(tree.insert(&steps(&mut terms, "aBd"), false));
    assert!(fresh && new == 1 && first != second);
    assert_eq!(placed(tree.insert(&steps(&mut terms, "abc"), false)), (first, false, 0));
    assert_eq!(tree.steps(second), steps(&mut terms, "aBd"));
    assert!(!tree.is_settled());
}

#[test]
fn it_is_settled_when_every_side_is_executed_or_infeasible() {
    let (mut tree, mut terms) = (Tree::new(100), Terms::new());
    assert!(!tree.is_settled());
    let (end, ..) = placed(tree.insert(&steps(&mut terms, "a"), false));
    let other = Side(end.0 ^ 1);
    assert_eq!(tree.other_side(0), Some(other));
    for (state, settled) in [
        (SideState::Infeasible, true),
        (SideState::GivenUp, false),
        (SideState::Cut, false),
        (SideState::Open, false),
        (SideState::Ended, true),
    ] {
        tree.set(other, state);
        assert_eq!(tree.is_settled(), settled, "{state:?}");
    }
}

#[test]
fn a_test_without_decisions_is_one_path() {
    let mut tree = Tree::new(100);
    assert_eq!(placed(tree.insert(&[], false)), (Side::ROOT, true, 0));
    assert!(tree.is_settled());
}

#[test]
fn runs_that_agree_so_far_must_go_on_alike() {
    for (known, run, site) in [("ab", "ac", 'b'), ("a", "ab", 'b'), ("ab", "a", 'b'), ("", "a", 'a')] {
        let (mut tree, mut terms) = (Tree::new(100), Terms::new());
        tree.insert(&steps(&mut terms, known), false);
        let conflict = tree.insert(&steps(&mut terms, run), false);
        assert_eq!(conflict, Placement::Conflict { site: site as u32 }, "{known} then {run}");
    }
}

#[test]
fn a_run_that_was_cut_off_may_end_anywhere() {
    let (mut tree, mut terms) = (Tree::new(100), Terms::new());
    placed(tree.insert(&steps(&mut terms, "a"), true));
    placed(tree.insert(&steps(&mut terms, "ab"), false));
    placed(tree.insert(&steps(&mut terms, "a"), true));
    assert!(!tree.is_settled());
}

#[test]
fn going_where_the_solver_saw_no_way_is_noticed() {
    let (mut tree, mut terms) = (Tree::new(100), Terms::new());
    let (end, ..) = placed(tree.insert(&steps(&mut terms, "a"), false));
    tree.set(Side(end.0 ^ 1), SideState::Infeasible);
    let placement = tree.insert(&steps(&mut terms, "Ab"), false);
    assert!(matches!(placement, Placement::Placed { excluded: Some(site), .. } if site == 'a' as u32));
}

#[test]
fn answers_to_what_other_runs_asked_are_put_before_a_runs_own() {
    let (mut tree, mut terms) = (Tree::new(100), Terms::new());
    let x = terms.variable("x", 8);
    let mut is = |value: u128| {
        let value = terms.constant(8, value);
        Step { site: 1, condition: terms.binary(forall_solver::Binary::Eq, x, value), taken: true }
    };
    let [zero, one, two] = [0, 1, 2].map(&mut is);
    let not = |step: Step| Step { taken: false, ..step };
    let aligned =
        |tree: &Tree, step: Step| tree.align(vec![step], |_, condition| condition != step.condition);
    placed(tree.insert(&aligned(&tree, zero), false));
    assert_eq!(aligned(&tree, one), [not(zero), one]);
    placed(tree.insert(&aligned(&tree, one), false));
    assert_eq!(aligned(&tree, two), [not(zero), not(one), two]);
    assert_eq!(aligned(&tree, zero), [zero], "asked first");
    assert_eq!(tree.align(vec![two], |_, _| false), [two], "nothing is denied");
    let elsewhere = Step { site: 2, ..two };
    assert_eq!(aligned(&tree, elsewhere), [elsewhere], "another place is a divergence");
}

#[test]
fn a_departure_is_where_prediction_and_run_differ() {
    let (mut tree, mut terms) = (Tree::new(100), Terms::new());
    let (end, ..) = placed(tree.insert(&steps(&mut terms, "abc"), false));
    let mut departure = |run: &str| tree.departure(end, &steps(&mut terms, run)).map(|d| (d.depth, d.site));
    assert_eq!(departure("abcd"), None);
    assert_eq!(departure("aB"), Some((1, 'b' as u32)));
    assert_eq!(departure("ab"), Some((2, 'c' as u32)));
    assert_eq!(departure("xbc"), Some((0, 'a' as u32)));
}

#[test]
fn what_is_grafted_is_open_and_all_beside_it_elsewhere() {
    let (mut tree, mut terms) = (Tree::new(100), Terms::new());
    tree.set(Side::ROOT, SideState::Elsewhere);
    assert!(tree.is_settled());
    let side = tree.graft(&steps(&mut terms, "aBc")).unwrap();
    assert_eq!(tree.state(side), SideState::Open);
    assert_eq!(tree.graft(&steps(&mut terms, "aBc")), None, "it is here already");
    assert_eq!(tree.graft(&steps(&mut terms, "aX")), None, "another decision stands there");
    placed(tree.insert(&steps(&mut terms, "aBcd"), false));
    assert_eq!(tree.graft(&steps(&mut terms, "aBcD")), None, "what lies below is this tree's own");
    let beside = tree.graft(&steps(&mut terms, "aBC")).unwrap();
    assert!(!tree.is_settled());
    tree.set(beside, SideState::Ended);
    let open: Vec<Side> = (0..4).filter_map(|node| tree.other_side(node)).collect();
    assert_eq!(tree.steps(open[0]), steps(&mut terms, "aBcD"));
    assert_eq!(open.len(), 1);
}

#[test]
fn a_full_tree_takes_no_more_decisions_but_known_paths() {
    let (mut tree, mut terms) = (Tree::new(3), Terms::new());
    placed(tree.insert(&steps(&mut terms, "ab"), false));
    assert_eq!(tree.insert(&steps(&mut terms, "Abc"), false), Placement::Full);
    placed(tree.insert(&steps(&mut terms, "aB"), false));
}

#[test]
fn a_decision_costs_twenty_bytes() {
    assert_eq!(size_of::<Node>(), 20);
}
