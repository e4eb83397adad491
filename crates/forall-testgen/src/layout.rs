//! Where rustfmt, with its default configuration, breaks the few lines that are written here.

const WIDTH: usize = 100;
/// rustfmt's `fn_call_width`: wider arguments do not stay in the line of the call.
const ARGUMENTS_WIDTH: usize = 60;
/// rustfmt's `short_array_element_width_threshold`: when no argument is wider, lines are filled.
const SHORT_ARGUMENT_WIDTH: usize = 10;
const INDENT: &str = "    ";

/// What follows a call.
#[derive(Clone, Copy)]
pub enum Tail {
    None,
    Unwrap,
}

/// The statement `head function(arguments) tail;`, indented once.
pub fn call(head: &str, function: &str, arguments: &[String], tail: Tail) -> String {
    let joined = arguments.join(", ");
    let call = format!("{INDENT}{head}{function}({joined})");
    let fits = |line: &str| width(&joined) <= ARGUMENTS_WIDTH && width(line) <= WIDTH;
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
    let lines = if arguments.iter().all(|argument| width(argument) <= SHORT_ARGUMENT_WIDTH) {
        filled_lines(arguments)
    } else {
        arguments.iter().map(|argument| format!("{INDENT}{INDENT}{argument},\n")).collect()
    };
    let broken = format!("{INDENT}{head}{function}(\n{lines}{INDENT})");
    match tail {
        Tail::None => format!("{broken};\n"),
        Tail::Unwrap if fits(&format!("{call};")) => format!("{call}\n{INDENT}{INDENT}.unwrap();\n"),
        Tail::Unwrap => format!("{broken}\n{INDENT}.unwrap();\n"),
    }
}

/// As many arguments a line as there is room for.
fn filled_lines(arguments: &[String]) -> String {
    let mut lines = vec![String::new()];
    for argument in arguments {
        let line = lines.last_mut().expect("there is always one");
        let separator = if line.is_empty() { INDENT.repeat(2) } else { " ".into() };
        if !line.is_empty() && width(line) + 1 + width(argument) + 1 > WIDTH {
            lines.push(format!("{INDENT}{INDENT}{argument},"));
        } else {
            line.push_str(&format!("{separator}{argument},"));
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
