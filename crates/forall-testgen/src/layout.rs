//! Where rustfmt, with its default configuration, breaks the few lines that are written here.

use crate::code::{Code, flat_items, is_tuple};

const WIDTH: usize = 100;
/// rustfmt's `fn_call_width` and `array_width`: wider items do not stay in one line.
const ITEMS_WIDTH: usize = 60;
/// rustfmt's `single_line_let_else_max_width`.
const LET_ELSE_WIDTH: usize = 50;
/// rustfmt's `struct_lit_width`.
const FIELDS_WIDTH: usize = 18;
/// rustfmt's `short_array_element_width_threshold`: when no item is wider, lines are filled.
const SHORT_ITEM_WIDTH: usize = 10;
const INDENT: &str = "    ";

/// What follows a call.
#[derive(Clone, Copy)]
pub enum Tail {
    None,
    Unwrap,
}

/// The statement `head function(arguments) tail;`, indented once.
pub fn call(head: &str, function: &str, arguments: Vec<Code>, tail: Tail) -> String {
    let joined = flat_items(function, &arguments);
    let call = format!("{INDENT}{head}{function}({joined})");
    let narrow = is_narrow(function, &arguments);
    let fits = |line: &str| narrow && width(line) <= WIDTH;
    let line = match tail {
        Tail::None => format!("{call};"),
        Tail::Unwrap => format!("{call}.unwrap();"),
    };
    if fits(&line) {
        return line + "\n";
    }
    let below = format!("{INDENT}{INDENT}{function}({joined});");
    if !head.is_empty() && fits(&below) {
        return format!("{INDENT}{}\n{below}\n", head.trim_end());
    }
    if arguments.is_empty() && matches!(tail, Tail::None) {
        return line + "\n";
    }
    let list = Code::List { open: format!("{head}{function}("), items: arguments, close: ")".into() };
    let broken = format!("{INDENT}{}", broken(&list, INDENT));
    match tail {
        Tail::None => format!("{broken};\n"),
        Tail::Unwrap if fits(&format!("{call};")) => format!("{call}\n{INDENT}{INDENT}.unwrap();\n"),
        Tail::Unwrap => format!("{broken}\n{INDENT}.unwrap();\n"),
    }
}

/// The statement `head code;`, indented once.
pub fn statement(head: &str, code: &Code) -> String {
    format!("{INDENT}{head}{};\n", item(code, INDENT))
}

/// A pattern that always matches, although the compiler does not know it; indented once.
pub fn let_else(pattern: &str, value: &str) -> String {
    let line = format!("let {pattern} = {value} else {{ unreachable!() }};");
    if width(&line) <= LET_ELSE_WIDTH {
        return format!("{INDENT}{line}\n");
    }
    format!("{INDENT}let {pattern} = {value} else {{\n{INDENT}{INDENT}unreachable!()\n{INDENT}}};\n")
}

/// The statement `name(parts);` of a macro, indented once.
pub fn assertion(name: &str, parts: &[Code]) -> String {
    let joined = flat_items("(", parts);
    let joined = joined.trim_end_matches(',');
    let line = format!("{INDENT}{name}({joined});");
    if width(joined) <= ITEMS_WIDTH && parts.iter().all(is_flat) && width(&line) <= WIDTH {
        return line + "\n";
    }
    let deeper = format!("{INDENT}{INDENT}");
    let lines: Vec<String> = parts.iter().map(|part| format!("{deeper}{}", item(part, &deeper))).collect();
    format!("{INDENT}{name}(\n{}\n{INDENT});\n", lines.join(",\n"))
}

/// The statement `head start.step.step;`, indented once; nothing where there are no steps.
pub fn chain(head: &str, start: &str, steps: &[Code]) -> String {
    if steps.is_empty() {
        return String::new();
    }
    let flat: String = steps.iter().map(|step| format!(".{}", step.flat())).collect();
    let line = format!("{INDENT}{head}{start}{flat};");
    if width(start) + width(&flat) <= ITEMS_WIDTH && width(&line) <= WIDTH {
        return line + "\n";
    }
    let deeper = format!("{INDENT}{INDENT}");
    let lines: String = steps.iter().map(|step| format!("{deeper}.{}\n", item(step, &deeper))).collect();
    format!("{INDENT}{head}{start}\n{};\n", lines.trim_end())
}

/// An item of a list that has lines of its own.
fn item(code: &Code, indent: &str) -> String {
    let flat = code.flat();
    let fits = match code {
        Code::Text(_) => true,
        Code::List { open, items, .. } => is_narrow(open, items) && width(indent) + width(&flat) < WIDTH,
    };
    if fits { flat } else { broken(code, indent) }
}

/// Over several lines; the first is not indented here.
fn broken(code: &Code, indent: &str) -> String {
    let Code::List { open, items, close } = code else { return code.flat() };
    if let Some((only, ..)) = only_list(open, items) {
        let joined = format!("{open}{}{close}", broken(only, indent));
        if joined.lines().next().is_some_and(|first| width(indent) + width(first) <= WIDTH) {
            return joined;
        }
    }
    let deeper = format!("{indent}{INDENT}");
    let is_struct = open.ends_with("{ ");
    let lines = if !is_struct && items.iter().all(|item| width(&item.flat()) <= SHORT_ITEM_WIDTH) {
        filled_lines(items, &deeper)
    } else {
        items.iter().map(|code| format!("{deeper}{},\n", item(code, &deeper))).collect()
    };
    format!("{}\n{lines}{indent}{}", open.trim_end(), close.trim_start())
}

/// May the items stay in one line, if there is room?
fn is_narrow(open: &str, items: &[Code]) -> bool {
    match only_list(open, items) {
        // A call in a call counts as a whole, and so does `vec!`.
        Some((_, open, items)) if open.ends_with('[') && !open.ends_with("![") => is_narrow(open, items),
        _ if open.ends_with("{ ") => width(&flat_items(open, items)) <= FIELDS_WIDTH,
        _ => width(&flat_items(open, items)) <= ITEMS_WIDTH && items.iter().all(is_flat),
    }
}

/// Does nothing in it need lines of its own?
fn is_flat(code: &Code) -> bool {
    match code {
        Code::Text(_) => true,
        Code::List { open, items, .. } if open.ends_with("{ ") => {
            is_narrow(open, items) && items.iter().all(is_flat)
        }
        Code::List { items, .. } => items.iter().all(is_flat),
    }
}

/// A list that is the only item of a list shares its first and its last line.
fn only_list<'a>(open: &str, items: &'a [Code]) -> Option<(&'a Code, &'a str, &'a [Code])> {
    match items {
        [only @ Code::List { open: inner_open, items, .. }]
            if !is_tuple(open) && !open.ends_with("{ ") && !items.is_empty() =>
        {
            Some((only, inner_open, items))
        }
        _ => None,
    }
}

/// As many items a line as there is room for.
fn filled_lines(items: &[Code], indent: &str) -> String {
    let mut lines = vec![String::new()];
    for item in items {
        let item = item.flat();
        let line = lines.last_mut().expect("there is always one");
        let separator = if line.is_empty() { indent } else { " " };
        if !line.is_empty() && width(line) + 1 + width(&item) + 1 > WIDTH {
            lines.push(format!("{indent}{item},"));
        } else {
            line.push_str(&format!("{separator}{item},"));
        }
    }
    lines.join("\n") + "\n"
}

/// The attribute of a test that panics with a message that contains `expected`.
pub fn should_panic(expected: &str) -> String {
    if expected.is_empty() {
        return "#[should_panic]\n".into();
    }
    let line = format!("#[should_panic(expected = {expected:?})]");
    if width(&line) <= WIDTH {
        line + "\n"
    } else {
        format!("#[should_panic(\n{INDENT}expected = {expected:?}\n)]\n")
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}
