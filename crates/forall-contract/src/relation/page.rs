//! A relation as people read it.

use super::{Changes, Ends, Origin, Outcome, Part, Place, Relation, Role, Unclear, Variable};
use std::fmt::Write as _;

/// All of it; `place` says where something stands.
pub fn page(relation: &Relation, place: &dyn Fn(&Place) -> String) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "what the contract of `{}` means", relation.function);
    objects(&mut text, relation);
    state(&mut text, relation);
    for outcome in &relation.outcomes {
        ending(&mut text, outcome, place);
    }
    let listed = |variables: Vec<Variable>| match variables.is_empty() {
        true => "nothing".to_owned(),
        false => variables.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
    };
    let _ = writeln!(text, "\nreads: {}", listed(relation.reads()));
    let _ = writeln!(text, "writes: {}", listed(relation.writes()));
    let _ = writeln!(text, "may change: {}", changes(relation));
    if !relation.unclear.is_empty() {
        let _ = writeln!(text, "\nnot understood, and not in the relation:");
    }
    for Unclear { text: what, why, span, file } in &relation.unclear {
        let at = place(&Place { span: *span, file: file.clone() });
        let _ = writeln!(text, "  {what}");
        let _ = writeln!(text, "    {why} ({at})");
    }
    text
}

fn objects(text: &mut String, relation: &Relation) {
    for (name, ty) in &relation.arguments {
        let _ = writeln!(text, "  {name}: {ty}");
    }
    if let Some(ty) = &relation.result {
        let _ = writeln!(text, "  ret: {ty}");
    }
    for object in &relation.objects {
        let what = match object.role {
            Role::Lent => "lent",
            Role::Changed => "lent to be changed",
            Role::Given => "given away",
            Role::Made => "returned",
        };
        let name = object.variable.at(super::When::Before);
        let _ = writeln!(text, "  {name}: an object of {}, {what}", object.subject);
    }
}

fn state(text: &mut String, relation: &Relation) {
    if relation.state.is_empty() {
        return;
    }
    let _ = writeln!(text, "\nvirtual state:");
    for element in &relation.state {
        let _ = writeln!(text, "  {}: {}", element.variable, element.ty);
    }
}

fn ending(text: &mut String, outcome: &Outcome, place: &dyn Fn(&Place) -> String) {
    let _ = match &outcome.ends {
        Ends::Returns => writeln!(text, "\nit returns, and:"),
        Ends::Panics(message) => writeln!(text, "\nit panics with {message:?}, and:"),
    };
    let understood = outcome.parts.iter().filter(|part| part.term.is_understood());
    let mut before: Option<String> = None;
    for part in understood {
        let heading = heading(part, place);
        if before.as_ref() != Some(&heading) {
            let _ = writeln!(text, "  {heading}");
        }
        before = Some(heading);
        let _ = writeln!(text, "    {}", part.term);
    }
}

fn heading(part: &Part, place: &dyn Fn(&Place) -> String) -> String {
    let what = match &part.origin {
        Origin::Required => "required".to_owned(),
        Origin::Ensured(None) => "ensured".to_owned(),
        Origin::Ensured(Some(number)) => format!("ensured by behavior {number}"),
        Origin::Panics => "of panics".to_owned(),
        Origin::Invariant => "invariant".to_owned(),
        Origin::Instantiated => return "objects".to_owned(),
        Origin::Framed => return "stays as it is".to_owned(),
        Origin::Observed(of) => format!("ensured of {of}"),
        Origin::Defined(of) => format!("so that {of} may be asked"),
        Origin::Same => return "same arguments, same observation".to_owned(),
    };
    match &part.place {
        Some(at) => format!("{what} ({})", place(at)),
        None => what,
    }
}

fn changes(relation: &Relation) -> String {
    match &relation.changes {
        Changes::Nothing => "nothing: it is pure".to_owned(),
        Changes::Everything => "everything that it can reach: it does not say what it modifies".to_owned(),
        Changes::Only(variables) if variables.is_empty() => "nothing".to_owned(),
        Changes::Only(variables) => variables.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
    }
}
