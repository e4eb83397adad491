//! A relation as people read it.

use super::{Changes, Ends, Origin, Outcome, Part, Place, Relation, Role, Term, Unclear, Variable};
use std::fmt::Write as _;

/// All of it; `place` says where something stands.
pub fn page(relation: &Relation, place: &dyn Fn(&Place) -> String) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "what the contract of `{}` means ({})", relation.function, place(&relation.place));
    let _ = writeln!(text, "  {}", relation.signature);
    state(&mut text, relation);
    let before = before(relation);
    if !before.is_empty() {
        let _ = writeln!(text, "\nbefore the call");
        listed(&mut text, &before, place);
    }
    for outcome in &relation.outcomes {
        ending(&mut text, outcome, &before, place);
    }
    frame(&mut text, relation);
    not_understood(&mut text, &relation.unclear, place);
    legend(&mut text, relation);
    text
}

fn state(text: &mut String, relation: &Relation) {
    if relation.objects.is_empty() && relation.state.is_empty() {
        return;
    }
    let _ = writeln!(text, "\nwhat can be observed");
    for object in &relation.objects {
        let what = match object.role {
            Role::Lent => "lent",
            Role::Changed => "lent to be changed",
            Role::Given => "given away",
            Role::Made => "returned",
        };
        let object_name = object.variable.at(super::When::Before);
        let _ = writeln!(text, "  of `{object_name}`, {} that is {what}", article(&object.subject));
        for element in relation.state.iter().filter(|element| element.variable.is_of(&object.variable)) {
            let _ = writeln!(text, "    {}: {}", element.variable, element.ty);
        }
    }
    let is_of_object = |variable: &Variable| relation.objects.iter().any(|it| variable.is_of(&it.variable));
    for element in relation.state.iter().filter(|element| !is_of_object(&element.variable)) {
        let _ = writeln!(text, "  {}: {}", element.variable, element.ty);
    }
}

fn article(name: &str) -> String {
    let is_vowel = name.starts_with(['A', 'E', 'I', 'O', 'U']);
    format!("{} `{name}`", if is_vowel { "an" } else { "a" })
}

/// What has to be so before the call, however it ends.
fn before(relation: &Relation) -> Vec<&Part> {
    let guard = relation.returns().guard.iter();
    let of_all = guard.filter(|part| part.origin != Origin::Panics && is_shown(part));
    let is_everywhere = |part: &&Part| {
        relation.outcomes.iter().all(|outcome| outcome.parts.iter().any(|it| it.term == part.term))
    };
    of_all.filter(is_everywhere).collect()
}

/// That there are objects goes without saying.
fn is_shown(part: &Part) -> bool {
    part.term.is_understood() && part.origin != Origin::Instantiated
}

fn ending(text: &mut String, outcome: &Outcome, before: &[&Part], place: &dyn Fn(&Place) -> String) {
    let _ = match &outcome.ends {
        Ends::Returns => writeln!(text, "\nwhen it returns"),
        Ends::Panics(message) => writeln!(text, "\nwhen it panics with {message:?}"),
    };
    let is_new = |part: &&Part| !before.iter().any(|known| known.term == part.term);
    let shown: Vec<&Part> = outcome.parts.iter().filter(|part| is_shown(part)).filter(is_new).collect();
    if shown.is_empty() {
        let _ = writeln!(text, "  nothing more is known");
    }
    listed(text, &shown, place);
}

/// Parts under their headings, each of which stands there once.
fn listed(text: &mut String, parts: &[&Part], place: &dyn Fn(&Place) -> String) {
    let mut headings: Vec<String> = Vec::new();
    for part in parts {
        let heading = heading(part, place);
        if !headings.contains(&heading) {
            headings.push(heading);
        }
    }
    for of in headings {
        let _ = writeln!(text, "  {of}");
        for part in parts.iter().filter(|part| heading(part, place) == of) {
            let said = match part.origin {
                Origin::Framed => unchanged(&part.term),
                _ => part.term.to_string(),
            };
            let _ = writeln!(text, "    {said}");
        }
    }
}

fn heading(part: &Part, place: &dyn Fn(&Place) -> String) -> String {
    let what = match &part.origin {
        Origin::Required => "required".to_owned(),
        Origin::Ensured(None) => "ensured".to_owned(),
        Origin::Ensured(Some(number)) => format!("ensured by behavior {number}"),
        Origin::Panics => "said of panics".to_owned(),
        Origin::Invariant => "invariant".to_owned(),
        Origin::Instantiated => return "objects".to_owned(),
        Origin::Framed => return "unchanged".to_owned(),
        Origin::Observed(of) => format!("what `{of}` ensures"),
        Origin::Defined(of) => format!("needed to evaluate `{of}`"),
        Origin::Same => return "the same question has the same answer".to_owned(),
    };
    match &part.place {
        Some(at) => format!("{what} ({})", place(at)),
        None => what,
    }
}

/// `self.size()' is self.size()` is said shorter.
fn unchanged(term: &Term) -> String {
    match term {
        Term::Same(_, before) => before.to_string(),
        Term::Implies(condition, then) => match (&**condition, &**then) {
            (Term::Compare(left, _, right), Term::Compare(_, _, before)) if left == right => {
                format!("{before}, by its own `==`")
            }
            (condition, then) => format!("{}, where {condition}", unchanged(then)),
        },
        Term::Any(terms) => match terms.split_last() {
            Some((stays, unless)) => {
                format!("{}, unless {}", unchanged(stays), Term::any(unless.iter().cloned()))
            }
            None => term.to_string(),
        },
        term => term.to_string(),
    }
}

fn frame(text: &mut String, relation: &Relation) {
    if relation.objects.is_empty() && relation.state.is_empty() {
        return;
    }
    let named = |variables: &[Variable]| match variables.is_empty() {
        true => "nothing".to_owned(),
        false => variables.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
    };
    let changes = match &relation.changes {
        Changes::Nothing => "nothing: it is `#[pure]`".to_owned(),
        Changes::Everything if relation.lends => {
            "everything: it can still be changed through what is returned".to_owned()
        }
        Changes::Everything => "everything that it can reach: there is no `#[modifies(…)]`".to_owned(),
        Changes::Only(variables) => named(variables),
    };
    let _ = writeln!(text, "\nreads       {}", named(&relation.reads()));
    let _ = writeln!(text, "writes      {}", named(&relation.writes()));
    let _ = writeln!(text, "may change  {changes}");
}

fn not_understood(text: &mut String, unclear: &[Unclear], place: &dyn Fn(&Place) -> String) {
    if unclear.is_empty() {
        return;
    }
    let _ = writeln!(text, "\nnot understood, and not in the relation");
    for Unclear { text: what, why, span, file } in unclear {
        let at = place(&Place { span: *span, file: file.clone() });
        let _ = writeln!(text, "  {what} ({at})\n    {why}");
    }
}

/// What signs mean that are not Rust's.
fn legend(text: &mut String, relation: &Relation) {
    let parts = relation.outcomes.iter().flat_map(|outcome| &outcome.parts);
    let terms: Vec<&Term> =
        parts.filter(|part| is_shown(part) && part.origin != Origin::Framed).map(|part| &part.term).collect();
    let has = |is: &dyn Fn(&Term) -> bool| terms.iter().any(|term| contains(term, is));
    let mut said = Vec::new();
    if has(&|term| matches!(term, Term::Variable(it) if it.to_string().ends_with('\''))) {
        said.push("`x'` is `x` after the call");
    }
    if has(&|term| matches!(term, Term::Implies(..))) {
        said.push("`a ==> b`: if `a`, then `b`");
    }
    if has(&|term| matches!(term, Term::Same(..))) {
        said.push("`a is b`: they are one value, whatever `==` says");
    }
    if !said.is_empty() {
        let _ = writeln!(text, "\n{}", said.join("; "));
    }
}

fn contains(term: &Term, is: &dyn Fn(&Term) -> bool) -> bool {
    is(term) || term.parts().into_iter().any(|part| contains(part, is))
}
