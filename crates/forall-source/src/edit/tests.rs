use super::*;
use crate::model;

fn edited(text: &str, edit: Edit) -> String {
    apply(text, [&edit]).unwrap()
}

/// A generator of numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }
}

#[test]
fn edits_at_one_position_keep_their_order() {
    let edits = [
        Edit::insert(4, "4"),
        Edit::insert(2, "a"),
        Edit::replace(2..4, "X"),
        Edit::insert(2, "b"),
        Edit::delete(5..6),
    ];
    assert_eq!(apply("012345", &edits), Ok("01abX44".into()));
    assert_eq!(apply("", &[]), Ok(String::new()));
}

#[test]
fn edits_that_contradict_each_other_are_refused() {
    let refused = |edits: &[Edit]| apply("01é3", edits).unwrap_err();
    assert_eq!(refused(&[Edit::delete(0..2), Edit::insert(1, "x")]), Refusal::Overlap(0..2, 1..1));
    assert_eq!(refused(&[Edit::delete(0..2), Edit::delete(0..2)]), Refusal::Overlap(0..2, 0..2));
    assert_eq!(refused(&[Edit::insert(3, "x")]), Refusal::Outside(3..3));
    assert_eq!(refused(&[Edit::insert(6, "x")]), Refusal::Outside(6..6));
    #[expect(clippy::reversed_empty_ranges)]
    let reversed = Edit::delete(2..1);
    assert!(matches!(refused(&[reversed]), Refusal::Outside(_)));
}

/// Random edits give what their pieces give when they are put together one by one, from the last to the first.
#[test]
fn all_other_bytes_stay_as_they_are() {
    let text = "fn é() {}\r\n\t// ∀x\nlast";
    let starts: Vec<usize> = (0..=text.len()).filter(|at| text.is_char_boundary(*at)).collect();
    let mut numbers = Numbers(7);
    for _ in 0..500 {
        let mut points: Vec<usize> = (0..6).map(|_| starts[numbers.below(starts.len())]).collect();
        points.sort();
        let edits: Vec<Edit> =
            points.chunks(2).map(|pair| Edit::replace(pair[0]..pair[1], "<new>")).collect();
        let mut expected = text.to_owned();
        for edit in edits.iter().rev() {
            expected.replace_range(edit.range.clone(), &edit.text);
        }
        let distinct = points.windows(2).all(|pair| pair[0] < pair[1]);
        match apply(text, &edits) {
            Ok(result) if distinct => assert_eq!(result, expected),
            Ok(result) => assert_eq!(result.matches("<new>").count(), 3),
            Err(refusal) => assert!(!distinct, "{refusal}"),
        }
    }
}

#[test]
fn positions_and_bytes_are_told_from_each_other() {
    for text in ["", "a", "é∀\r\nb\n\nc\r\n", "\u{feff}fn a() {}\n", "\n\n", "x\ry\n"] {
        let source = Source::new(text);
        for (offset, character) in text.char_indices() {
            if character == '\u{feff}' || text[offset..].starts_with('\n') && text[..offset].ends_with('\r') {
                continue;
            }
            assert_eq!(source.offset(source.position(offset)), Some(offset), "{text:?} at {offset}");
        }
        assert_eq!(source.offset(source.position(text.len())), Some(text.len()), "{text:?} at its end");
        assert_eq!(source.offset(model::Position { line: 99, column: 1 }), None);
        assert_eq!(source.offset(model::Position { line: 1, column: 99 }), None);
        assert_eq!(source.offset(model::Position { line: 0, column: 0 }), None);
    }
}

#[test]
fn places_are_those_of_the_parser() {
    let text = "\u{feff}// é\r\nmod a {\r\n    /** é */ fn b(x: char) -> bool { x == '∀' }\r\n}\r\n";
    let file: syn::File = syn::parse_file(text).unwrap();
    let source = Source::new(text);
    let syn::Item::Mod(module) = &file.items[0] else { panic!("a module") };
    let item = &module.content.as_ref().unwrap().1[0];
    let bytes = source.bytes(model::Range::of(syn::spanned::Spanned::span(item))).unwrap();
    assert_eq!(&text[bytes.clone()], "/** é */ fn b(x: char) -> bool { x == '∀' }");
    assert_eq!(source.indentation(bytes.start), "    ");
}

#[test]
fn items_go_beside_others() {
    let text = "mod a {\n    fn b() {} // b\n    fn c() {}\n}\n";
    let source = Source::new(text);
    let b = text.find("fn b").unwrap();
    let c = text.find("fn c").unwrap();
    let new = "fn new() {\n    1;\n}\n";
    assert_eq!(
        edited(text, source.before(b, new, Spacing::EmptyLine)),
        "mod a {\n    fn new() {\n        1;\n    }\n\n    fn b() {} // b\n    fn c() {}\n}\n"
    );
    assert_eq!(
        edited(text, source.after(b..b + 9, new, Spacing::EmptyLine)),
        "mod a {\n    fn b() {} // b\n\n    fn new() {\n        1;\n    }\n    fn c() {}\n}\n"
    );
    assert_eq!(
        edited(text, source.after(c..c + 9, "fn d() {}", Spacing::Tight)),
        "mod a {\n    fn b() {} // b\n    fn c() {}\n    fn d() {}\n}\n"
    );
}

#[test]
fn items_go_beside_others_on_the_same_line() {
    let text = "mod a { fn b() {} fn c() {} }";
    let source = Source::new(text);
    assert_eq!(
        edited(text, source.before(8, "fn new() {}", Spacing::Tight)),
        "mod a { fn new() {}\nfn b() {} fn c() {} }"
    );
    assert_eq!(
        edited(text, source.after(8..17, "fn new() {}", Spacing::Tight)),
        "mod a { fn b() {}\nfn new() {}\n fn c() {} }"
    );
}

#[test]
fn blocks_and_files_get_last_items() {
    for (text, brace, expected) in [
        ("mod a {}\n", 7, "mod a {\n    fn d() {}\n}\n"),
        ("mod a {\n}\n", 8, "mod a {\n    fn d() {}\n}\n"),
        ("mod a {\n    fn b() {}\n}\n", 22, "mod a {\n    fn b() {}\n\n    fn d() {}\n}\n"),
    ] {
        assert_eq!(edited(text, Source::new(text).at_end_of_block(brace, "fn d() {}\n", "    ")), expected);
    }
    for (text, expected) in [
        ("", "fn d() {}\n"),
        ("\u{feff}", "\u{feff}fn d() {}\n"),
        ("fn a() {}", "fn a() {}\n\nfn d() {}"),
        ("fn a() {}\n", "fn a() {}\n\nfn d() {}\n"),
        ("fn a() {}\r\n\r\n", "fn a() {}\r\n\r\nfn d() {}\r\n"),
    ] {
        assert_eq!(edited(text, Source::new(text).at_end("fn d() {}")), expected);
    }
}

#[test]
fn several_items_go_to_one_place() {
    let text = "mod a {\n    fn b() {}\n}\n";
    let source = Source::new(text);
    let all = |make: &dyn Fn(&str) -> Edit| {
        apply(text, &[make("fn x() {}"), make("fn y() {}")]).unwrap().replace("\n    ", "\n ")
    };
    let in_block = "mod a {\n fn b() {}\n\n fn x() {}\n\n fn y() {}\n}\n";
    assert_eq!(all(&|item| source.at_end_of_block(22, item, "    ")), in_block);
    assert_eq!(all(&|item| source.after(12..21, item, Spacing::EmptyLine)), in_block);
    let before = "mod a {\n fn x() {}\n\n fn y() {}\n\n fn b() {}\n}\n";
    assert_eq!(all(&|item| source.before(12, item, Spacing::EmptyLine)), before);
    assert_eq!(all(&|item| source.at_end(item)), "mod a {\n fn b() {}\n}\n\nfn x() {}\n\nfn y() {}\n");
}

#[test]
fn line_ends_stay_those_of_the_file() {
    let text = "fn a() {}\r\n\r\nfn b() {}\r\n";
    let source = Source::new(text);
    let result = edited(text, source.before(13, "fn new() {\n}\r\n", Spacing::EmptyLine));
    assert_eq!(result, "fn a() {}\r\n\r\nfn new() {\r\n}\r\n\r\nfn b() {}\r\n");
    let result = edited(text, source.after(0..9, "fn new() {\n}", Spacing::EmptyLine));
    assert_eq!(result, "fn a() {}\r\n\r\nfn new() {\r\n}\r\n\r\nfn b() {}\r\n");
}

#[test]
fn removed_items_leave_no_hole() {
    let removed = |text: &str, what: &str| {
        let start = text.find(what).unwrap();
        edited(text, Source::new(text).remove(start..start + what.len()))
    };
    assert_eq!(removed("fn a() {}\n\nfn b() {}\n\nfn c() {}\n", "fn b() {}"), "fn a() {}\n\nfn c() {}\n");
    assert_eq!(removed("fn a() {}\n\nfn b() {}\n", "fn b() {}"), "fn a() {}\n");
    assert_eq!(removed("fn a() {}\r\n\r\nfn b() {}\r\n", "fn a() {}"), "fn b() {}\r\n");
    assert_eq!(
        removed("mod m {\n    fn a() {}\n\n    fn b() {}\n}\n", "fn b() {}"),
        "mod m {\n    fn a() {}\n}\n"
    );
    assert_eq!(
        removed("mod m {\n    fn a() {}\n\n    fn b() {}\n}\n", "fn a() {}"),
        "mod m {\n    fn b() {}\n}\n"
    );
    assert_eq!(removed("use a;\nuse b;\nuse c;\n", "use b;"), "use a;\nuse c;\n");
    assert_eq!(removed("fn a() {} fn b() {}\n", "fn b() {}"), "fn a() {} \n");
    assert_eq!(removed("fn a() {}", "fn a() {}"), "");
}
