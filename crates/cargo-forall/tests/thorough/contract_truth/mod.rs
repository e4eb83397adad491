//! Contracts of which it is known whether they hold, because all inputs were tried: what is said of them must be true, something definite of
//! nearly all, and the right party, clause and conjunct must be blamed.

mod checked;
mod conditions;
mod enumeration;
mod every;
mod mutation;

use crate::fixture::{self, Fixture};
use conditions::plain;
use enumeration::Truth;
use mutation::Mutation;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// The list says for each mutation what is then false; all the rest holds. This is what trying all inputs says, too.
#[test]
fn the_truth_about_contracts_is_that_of_all_their_inputs() {
    let fixture = Fixture::copy("contract_truth");
    let list = List::of(&fixture);
    let truths = enumeration::truths(fixture.path(), &list.files);

    let mut meaningless = truths.iter().filter(|(_, truth)| truth.blames.is_empty() && truth.meaningful == 0);
    assert!(meaningless.next().is_none());
    let mut said = String::new();
    for (mutation, module) in list.mutations.iter().zip(&list.modules) {
        said += &mutation.line();
        for (test, blame) in blames_of(&truths, module) {
            said += &format!("    {test}: {blame}\n");
        }
    }
    let false_ones =
        truths.iter().filter(|(name, truth)| !name.starts_with("mutated::") && !truth.blames.is_empty());
    assert_eq!(false_ones.collect::<Vec<_>>().len(), 0, "{truths:#?}");
    let harmless: Vec<&String> =
        list.modules.iter().filter(|module| blames_of(&truths, module).is_empty()).collect();
    assert!(harmless.is_empty(), "these change no truth: {harmless:?}");
    fixture.check_blessed("mutations.txt", &said);
}

/// The tests of a module whose contracts do not hold, with each that may be blamed.
fn blames_of(truths: &BTreeMap<String, Truth>, module: &str) -> Vec<(String, String)> {
    let begin = format!("{module}::");
    let of_module = truths.iter().filter_map(|(name, truth)| Some((name.strip_prefix(&begin)?, truth)));
    of_module
        .flat_map(|(test, truth)| truth.blames.iter().map(|blame| (test.to_owned(), blame.clone())))
        .collect()
}

#[test]
fn what_is_said_of_contracts_is_true_and_blames_who_is_to_blame() {
    let fixture = Fixture::copy("contract_truth");
    let list = List::of(&fixture);
    let report = fixture.explore_at_default_bounds(&["--format", "json", "--max-len", "4"]);
    assert_eq!(report.code, 1, "{}", report.stderr);
    let puts: BTreeMap<String, Value> = report
        .stdout
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|event| event["event"] == "put")
        .map(|put| (put["name"].as_str().unwrap().to_owned(), put))
        .collect();

    let contracts: Vec<Contract> = puts.iter().map(|(name, put)| list.contract(name, put)).collect();
    for Contract { name, blames, verdict, said, reasons, seconds } in &contracts {
        let truth = if blames.is_empty() { "holds" } else { "fails" };
        println!("{name:<75} {truth:<6} {verdict:<11} {seconds:>8.3} {said}{reasons}");
    }
    let lies: Vec<&Contract> = contracts.iter().filter(|contract| contract.is_lie()).collect();
    assert!(lies.is_empty(), "said what is not true: {lies:#?}");
    let listed: BTreeSet<&str> = list.modules.iter().map(String::as_str).collect();
    let judged: BTreeSet<&str> =
        contracts.iter().filter_map(|it| Some(it.name.rsplit_once("::")?.0)).collect();
    assert!(listed.is_subset(&judged), "{:?} are not tested", listed.difference(&judged));

    let count = |is: &dyn Fn(&&Contract) -> bool| contracts.iter().filter(is).count();
    let (holding, failing) = (count(&|it| it.blames.is_empty()), count(&|it| !it.blames.is_empty()));
    let decided = count(&|contract| contract.is_decided());
    println!("{holding} hold, {failing} do not; {decided} are decided, all of them rightly");
    let originals = judged.iter().filter(|module| !module.starts_with("mutated::")).count();
    assert!(originals >= 60 && list.mutations.len() >= 60, "{originals} modules, {}", list.mutations.len());
    assert!(decided * 100 >= contracts.len() * 90, "{decided} of {} are decided", contracts.len());
}

/// What is known before anything is explored.
struct List {
    mutations: Vec<Mutation>,
    /// The module of each mutation.
    modules: Vec<String>,
    /// All files of the package, `mutated.rs` among them.
    files: Vec<(String, String)>,
}

impl List {
    /// Writes the false contracts beside the true ones.
    fn of(fixture: &Fixture) -> List {
        let read = |file: &str| fs::read_to_string(fixture.path().join(file)).unwrap();
        let mutations = Mutation::all(&read("mutations.txt"));
        let (mutated, modules) = mutation::mutated(&mutations, |file| read(&format!("src/{file}.rs")));
        fs::write(fixture.path().join("src/mutated.rs"), &mutated).unwrap();
        fixture.append("src/lib.rs", "pub mod mutated;\n");
        let library = read("src/lib.rs");
        let names = library.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
        let files = names.map(|name| (name.to_owned(), read(&format!("src/{name}.rs")))).collect();
        List { mutations, modules, files }
    }

    fn contract(&self, name: &str, put: &Value) -> Contract {
        let name = name.strip_prefix("contract_truth::").unwrap();
        let (module, test) = name.rsplit_once("::").unwrap();
        let mutation = self.modules.iter().position(|mutated| mutated == module);
        let blames = mutation.and_then(|number| {
            let blames = &self.mutations[number].blames;
            blames.iter().find(|(title, _)| named(title) == test).map(|(_, blames)| blames.clone())
        });
        let failures = put["failures"].as_array().cloned().unwrap_or_default();
        Contract {
            name: name.to_owned(),
            blames: blames.unwrap_or_default(),
            verdict: match fixture::tells_of_a_defect(put) {
                true => format!("contradictory ({})", put["reasons"]),
                false => put["verdict"].as_str().unwrap().to_owned(),
            },
            said: failures.iter().map(blame).collect::<Vec<_>>().join("; "),
            reasons: match put["reasons"].as_array() {
                Some(reasons) if !reasons.is_empty() => put["reasons"].to_string(),
                _ => String::new(),
            },
            seconds: put["seconds"].as_f64().unwrap(),
        }
    }
}

/// The name of the function that is the test: `contract_of_stack_pop` of `contract of Stack::pop`.
fn named(title: &str) -> String {
    let words = title.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("_")
}

/// Who is blamed for what, in the words of the list.
fn blame(failure: &Value) -> String {
    let contract = &failure["contract"];
    if failure["kind"] == "unsatisfiable" {
        return "unsatisfiable".to_owned();
    }
    // Which panic it is does not matter.
    if contract.is_null() {
        return "panic".to_owned();
    }
    let text = |field: &str| contract[field].as_str().unwrap_or_default();
    let condition = if text("conjunct").is_empty() { text("clause") } else { text("conjunct") };
    let (party, kind, function) = (text("party"), text("clause_kind"), text("function"));
    format!("{party} {kind} {function} `{}`", plain(condition))
}

/// What is true of a contract, and what is said of it.
#[derive(Debug)]
struct Contract {
    name: String,
    /// Who may be blamed for what; nothing if it holds.
    blames: Vec<String>,
    verdict: String,
    said: String,
    /// Why nothing definite is said.
    reasons: String,
    seconds: f64,
}

impl Contract {
    fn is_decided(&self) -> bool {
        self.verdict != "incomplete"
    }

    fn is_lie(&self) -> bool {
        match self.verdict.as_str() {
            "incomplete" => false,
            "proved" => !self.blames.is_empty(),
            "failed" => self.said.split("; ").any(|blame| !self.blames.iter().any(|right| right == blame)),
            _ => true,
        }
    }
}
