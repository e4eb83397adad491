//! What `choose` gives in an ordinary build: what the origin of the inputs says, or what a committed case says.

use crate::choose;
use crate::fake;
use crate::input::MakeInput;
use crate::source::{Origin, Room, Source, below};
use forall_protocol::replay::Call;
use std::any::{Any, type_name};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;

thread_local! {
    static ORIGIN: RefCell<Option<Arc<dyn Origin>>> = const { RefCell::new(None) };
    static CHOICES: RefCell<Option<VecDeque<Next>>> = const { RefCell::new(None) };
}

/// A choice that is still to be made.
struct Next {
    type_name: &'static str,
    value: Box<dyn Any>,
}

/// Lets choices come from the origin as long as the run lasts.
pub fn choosing_from<R>(origin: &Arc<dyn Origin>, run: impl FnOnce() -> R) -> R {
    struct End;
    impl Drop for End {
        fn drop(&mut self) {
            ORIGIN.set(None);
        }
    }
    choose::begin();
    ORIGIN.set(Some(Arc::clone(origin)));
    let _end = End;
    run()
}

#[track_caller]
pub fn chosen<T: MakeInput<By> + 'static, By>(name: String) -> T {
    if let Some(origin) = ORIGIN.with_borrow(Clone::clone) {
        let mut room = Room::called(name.clone());
        origin.enter();
        let value = T::make(&mut Source::new(&mut room, &*origin));
        origin.chose(&name, type_name::<T>());
        return value;
    }
    let next = CHOICES.with_borrow_mut(|choices| choices.as_mut().map(VecDeque::pop_front));
    match next {
        Some(Some(Next { type_name: expected, value })) => match value.downcast::<T>() {
            Ok(value) => *value,
            Err(_) => panic!(
                "the test chooses a `{}` where the case has a `{expected}`\nhelp: renew the cases with `cargo forall`",
                type_name::<T>()
            ),
        },
        Some(None) => panic!(
            "the test chooses a `{}` for which the case has no choice\nhelp: renew the cases with `cargo forall`",
            type_name::<T>()
        ),
        None => panic!(
            "`choose` is called where nobody decides: outside of a `#[forall]` test, or on a thread of its own\n\
             help: call it below a `#[forall]` test, on the thread of the test"
        ),
    }
}

/// Who decides what a fake answers: the origin of the run that drew it, whatever thread calls the fake.
pub struct Decider {
    name: String,
    origin: Option<Arc<dyn Origin>>,
}

impl Decider {
    pub fn of(source: &Source<'_>) -> Decider {
        Decider { name: source.name().into(), origin: ORIGIN.with_borrow(Clone::clone) }
    }

    pub fn answer<T>(
        &self,
        name: String,
        call: &fake::Call<'_>,
        draw: impl FnOnce(&mut Source<'_>) -> T,
    ) -> T {
        let origin = self.origin();
        let name = below(&self.name, &name);
        origin.enter();
        let value = draw(&mut Source::new(&mut Room::called(name.clone()), &*origin));
        let (fake, method) = (&self.name, call.method);
        origin.answered(&name, &|| Call {
            fake: fake.clone(),
            method: method.into(),
            arguments: (call.arguments)(),
            key: call.key.and_then(|key| key()),
        });
        value
    }

    pub fn bound(&self, name: &str) -> usize {
        Source::new(&mut Room::called(below(&self.name, name)), &*self.origin()).bound()
    }

    fn origin(&self) -> Arc<dyn Origin> {
        self.origin.clone().expect("a fake is drawn in a run of a test")
    }
}

/// The choices of a committed case, in the order of choosing. They are forgotten when this is dropped.
#[must_use = "the choices are forgotten at once"]
pub struct Choices(());

/// What [`choose`](crate::choose()) is to give in a committed case: `let _choices = forall::choices().then::<u8>(1);`
pub fn choices() -> Choices {
    choose::begin();
    CHOICES.set(Some(VecDeque::new()));
    Choices(())
}

impl Choices {
    /// The next choice is this.
    pub fn then<T: 'static>(self, value: T) -> Choices {
        let next = Next { type_name: type_name::<T>(), value: Box::new(value) };
        CHOICES.with_borrow_mut(|choices| choices.get_or_insert_default().push_back(next));
        self
    }
}

impl Drop for Choices {
    fn drop(&mut self) {
        CHOICES.set(None);
    }
}
