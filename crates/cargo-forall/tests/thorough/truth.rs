//! Properties of which it is known whether they hold: what is said of them must be true, and something definite of nearly all.

use crate::fixture::{self, Fixture};
use serde_json::Value;

#[test]
fn what_is_said_is_true_and_nearly_always_definite() {
    let fixture = Fixture::copy("truth");
    let report = fixture.explore_at_default_bounds(&["--format", "json"]);
    assert_eq!(report.code, 1, "{}", report.stderr);
    let events = report.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let properties: Vec<Property> =
        events.filter(|event| event["event"] == "put").map(|event| Property::of(&event)).collect();

    print_table(&properties);
    assert!(properties.len() >= 60, "only {} properties", properties.len());
    let lies: Vec<&Property> = properties.iter().filter(|property| property.is_lie()).collect();
    assert!(lies.is_empty(), "said what is not true: {lies:#?}");
    let definite = properties.iter().filter(|property| property.is_definite()).count();
    assert!(definite * 100 >= properties.len() * 95, "{definite} of {} are definite", properties.len());
    check_those_over_fakes(&properties);
}

fn check_those_over_fakes(properties: &[Property]) {
    let fakes: Vec<&Property> =
        properties.iter().filter(|property| property.name.starts_with("truth::fakes::")).collect();
    let holding = fakes.iter().filter(|property| property.holds).count();
    assert!(holding >= 20 && fakes.len() - holding >= 20, "{holding} of {} hold", fakes.len());
    let definite = fakes.iter().filter(|property| property.is_definite()).count();
    assert!(definite * 100 >= fakes.len() * 90, "{definite} of {} over fakes are definite", fakes.len());
}

#[derive(Debug)]
struct Property {
    name: String,
    holds: bool,
    verdict: String,
    paths: u64,
    seconds: f64,
}

impl Property {
    fn of(event: &Value) -> Property {
        let name = event["name"].as_str().unwrap().to_owned();
        let parts: Vec<&str> = name.split("::").collect();
        let holds = match parts[parts.len() - 2] {
            "holds" => true,
            "fails" => false,
            _ => panic!("it is not said whether {name} holds"),
        };
        Property {
            holds,
            verdict: match fixture::tells_of_a_defect(event) {
                true => format!("contradictory ({})", event["reasons"]),
                false => event["verdict"].as_str().unwrap().to_owned(),
            },
            paths: event["paths"].as_u64().unwrap(),
            seconds: event["seconds"].as_f64().unwrap(),
            name,
        }
    }

    fn is_definite(&self) -> bool {
        self.verdict != "incomplete"
    }

    fn is_lie(&self) -> bool {
        ![if self.holds { "proved" } else { "failed" }, "incomplete"].contains(&self.verdict.as_str())
    }
}

fn print_table(properties: &[Property]) {
    println!("{:<70} {:<6} {:<10} {:>7} {:>8}", "property", "truth", "verdict", "paths", "seconds");
    for Property { name, holds, verdict, paths, seconds } in properties {
        let truth = if *holds { "holds" } else { "fails" };
        println!("{name:<70} {truth:<6} {verdict:<10} {paths:>7} {seconds:>8.3}");
    }
    let count = |is: fn(&Property) -> bool| properties.iter().filter(|property| is(property)).count();
    println!(
        "{} properties: {} proved, {} failed, {} incomplete, {} untrue",
        properties.len(),
        count(|property| property.verdict == "proved"),
        count(|property| property.verdict == "failed"),
        count(|property| !property.is_definite()),
        count(Property::is_lie),
    );
}
