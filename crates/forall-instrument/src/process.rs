//! What the standard library tells of the process and the machine without calling anything outside of it.
//!
//! The test does not decide these values, and they differ from one way to run it to the next: libtest names
//! its threads, nextest has one argument more. So whoever asks for them has left what is followed. What is
//! asked of the system is noted where the call leaves Rust.

/// What a function tells that does not follow from the inputs, by the function's name as the linker knows it.
pub fn tells(name: &str) -> Option<&'static str> {
    let of_std = |module: &str, ends: &[&str]| {
        let Some((_, item)) = name.split_once(module) else { return false };
        // The older names end in a hash.
        let item = item.rsplit_once("17h").map_or(item, |(item, _)| item);
        ends.iter().any(|end| item.ends_with(end))
    };
    match () {
        () if of_std("3std6thread", &["6Thread4name"]) => Some("std::thread::Thread::name"),
        // They can be compared, which tells nothing but whether the thread is the same.
        () if of_std("3std6thread", &["5Debug3fmt"]) && name.contains("8ThreadIdNt")
            || name.contains("std..thread..id..ThreadId$u20$as$u20$core..fmt..Debug$GT$") =>
        {
            Some("the number of std::thread::ThreadId")
        }
        () if of_std("3std3env", &["4args", "7args_os"]) => Some("std::env::args"),
        () if of_std("3std3env", &["4vars", "7vars_os"]) => Some("std::env::vars"),
        () if of_std("4core3fmt", &["17pointer_fmt_inner"]) => Some("std::fmt::Pointer::fmt"),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_known_by_old_and_new_names() {
        let name = Some("std::thread::Thread::name");
        assert_eq!(tells("_RNvMs_NtNtCsjrHSEGnQ3l9_3std6thread6threadNtB4_6Thread4name"), name);
        assert_eq!(tells("_ZN3std6thread6thread6Thread4name17hff981fc5b9791e94E"), name);
        let number = Some("the number of std::thread::ThreadId");
        let debug =
            "_RNvXs6_NtNtCsjrHSEGnQ3l9_3std6thread2idNtB5_8ThreadIdNtNtCsgEmfK2I1SDS_4core3fmt5Debug3fmt";
        assert_eq!(tells(debug), number);
        assert_eq!(
            tells(
                "_ZN62_$LT$std..thread..id..ThreadId$u20$as$u20$core..fmt..Debug$GT$3fmt17hc25ba4e9faa4c7aeE"
            ),
            number
        );
        assert_eq!(tells("_RNvNtCsjrHSEGnQ3l9_3std3env4args"), Some("std::env::args"));
        assert_eq!(tells("_ZN3std3env7vars_os17hff981fc5b9791e94E"), Some("std::env::vars"));
        assert_eq!(tells("_RNvNtCsgEmfK2I1SDS_4core3fmt17pointer_fmt_inner"), Some("std::fmt::Pointer::fmt"));
    }

    #[test]
    fn what_only_passes_through_is_none_of_them() {
        for name in [
            "_RNCINvNtNtCsjrHSEGnQ3l9_3std6thread7current17with_current_nameNCNCNvNtB8_9panicking12default_hook00uE0B8_",
            "_RNvNtNtCsjrHSEGnQ3l9_3std6thread7current7current",
            "_ZN3std6thread6thread6Thread2id17hff981fc5b9791e94E",
            "_ZN3std3env3var17hff981fc5b9791e94E",
            "_ZN5mycli3env4args17hff981fc5b9791e94E",
        ] {
            assert_eq!(tells(name), None, "{name}");
        }
    }
}
