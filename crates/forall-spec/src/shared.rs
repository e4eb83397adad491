//! Objects that inputs share: `#[forall(shared)]` lets an `Rc` or `Arc` be one that was drawn before, or one that it is a part of.
//!
//! An object can lead back to itself where a program can make it so: with something else in a cell first, which it replaces when there is
//! a handle. So between the object and the handle that leads back there is a cell, and in that cell a place where something else can stand:
//! an `Option`, a list, or an enum that has a variant without fields.
//!
//! Until such an object is complete, handles to it lead to nothing. Nobody looks at it meanwhile: where code of the user's sees what
//! is drawn, there is no such handle, and nothing unwinds.

use crate::__private::discard;
use crate::reserved::Handle;
use crate::source::{Construction, Source};
use forall_protocol::value::{Form, Reach, Shape};
use std::any::{Any, TypeId};
use std::cell::{Cell, RefCell};

/// What says whether an object is one of the earlier ones; no field can be called so.
const SAME: &str = "same()";

/// The objects that were drawn for parameters that share.
#[derive(Default)]
pub struct Pool {
    /// Does what is drawn now share?
    shares: bool,
    /// In the order in which they were begun.
    objects: Vec<Object>,
    /// What is between the parameter and what is drawn now.
    path: Vec<Mark>,
    /// Conditions on objects that are not complete.
    conditions: Vec<(usize, Condition)>,
    /// Those on objects that are complete and lead to others that are not.
    open_conditions: Vec<Box<dyn FnOnce() -> bool>>,
}

/// Holds for an object, or not.
type Condition = Box<dyn FnOnce(&dyn Any) -> bool>;

struct Object {
    /// Under which it was drawn.
    name: String,
    /// Of what is drawn for it.
    type_id: TypeId,
    /// Is there a condition on it as a whole already? Further ones are on its parts.
    has_condition: bool,
    state: ObjectState,
    /// What it leads to of that which was not complete when it was.
    needs: Vec<usize>,
    /// Is something to lead to it that was drawn before it is complete?
    ahead: bool,
}

enum ObjectState {
    /// A handle to the room for it; none where it has to be complete before there can be handles.
    Begun(Option<Box<dyn Any>>),
    /// A handle.
    Complete(Box<dyn Any>),
    /// No more handles can lead to it: a factory has those there are.
    Released,
}

#[derive(Clone, Copy, PartialEq)]
enum Mark {
    /// The object of this number.
    Object(usize),
    /// What is in it can be replaced later.
    Cell,
    /// The same, and it can be looked at, too.
    RefCell,
    /// Something else could stand here.
    Alternative,
    /// Code of the user's sees what is below.
    Seen,
}

impl Mark {
    fn is_cell(self) -> bool {
        matches!(self, Mark::Cell | Mark::RefCell)
    }
}

thread_local! {
    /// Is there a handle to an object that is not complete?
    static AHEAD: Cell<bool> = const { Cell::new(false) };
}

/// Ends the process if something is about to unwind that has handles to what is not there.
pub fn check_unwinding() {
    if AHEAD.get() {
        eprintln!("forall: nothing can unwind while an object is made that leads to itself");
        std::process::abort();
    }
}

/// Does so if it is dropped by a panic: while code of the user's runs.
pub struct NoUnwinding;

impl Drop for NoUnwinding {
    fn drop(&mut self) {
        if std::thread::panicking() {
            check_unwinding();
        }
    }
}

impl Pool {
    fn begin<T: 'static>(&mut self, name: String, room: Option<Box<dyn Any>>) -> usize {
        let number = self.objects.len();
        let (type_id, state) = (TypeId::of::<T>(), ObjectState::Begun(room));
        let (needs, ahead, has_condition) = (Vec::new(), false, false);
        self.objects.push(Object { name, type_id, has_condition, state, needs, ahead });
        self.path.push(Mark::Object(number));
        number
    }

    fn complete(&mut self, number: usize, handle: Box<dyn Any>) {
        self.path.pop();
        self.objects[number].state = ObjectState::Complete(handle);
        let is_ahead = |mark: &Mark| matches!(*mark, Mark::Object(number) if self.objects[number].ahead);
        AHEAD.set(self.path.iter().any(is_ahead));
    }

    /// The object that is drawn now, itself or in a cell of its own, and not one of its parts.
    fn drawn_object<T: 'static>(&mut self) -> Option<usize> {
        let (number, type_id) = match *self.path.as_slice() {
            [.., Mark::Object(number)] => (number, TypeId::of::<T>()),
            [.., Mark::Object(number), Mark::RefCell] => (number, TypeId::of::<RefCell<T>>()),
            _ => return None,
        };
        let object = &mut self.objects[number];
        let is_meant = object.type_id == type_id && !object.has_condition;
        object.has_condition |= is_meant;
        is_meant.then_some(number)
    }

    /// Where on the path the object is, if it is not complete.
    fn place(&self, number: usize) -> Option<usize> {
        self.path.iter().position(|mark| *mark == Mark::Object(number))
    }

    /// Can what is drawn now lead back to the object at this place of the path?
    fn leads_back(&self, place: usize) -> bool {
        let below = &self.path[place..];
        let mut in_cell = below.iter().skip_while(|mark| !mark.is_cell());
        in_cell.any(|mark| *mark == Mark::Alternative) && !below.contains(&Mark::Seen)
    }

    /// What is not complete of that to which a handle leads.
    fn incomplete(&self, number: usize) -> Vec<usize> {
        let all = self.objects[number].needs.iter().copied().chain([number]);
        all.filter(|number| self.place(*number).is_some()).collect()
    }

    /// The objects of a type to which a handle can lead here.
    fn known<P: 'static, Room: 'static>(&self, is_exact: bool) -> Vec<usize> {
        let fits = |number: &usize| match &self.objects[*number].state {
            ObjectState::Begun(room) => is_exact && room.as_ref().is_some_and(|room| room.is::<Room>()),
            ObjectState::Complete(handle) => handle.is::<P>(),
            ObjectState::Released => false,
        };
        let can_be = |number: &usize| {
            let mut incomplete = self.incomplete(*number).into_iter().filter_map(|number| self.place(number));
            incomplete.all(|place| self.leads_back(place))
        };
        (0..self.objects.len()).filter(fits).filter(can_be).collect()
    }

    /// Something leads to the object from where we are.
    fn lead_to(&mut self, number: usize) {
        for needed in self.incomplete(number) {
            let Some(place) = self.place(needed) else { continue };
            for mark in &self.path[place + 1..] {
                if let Mark::Object(inner) = *mark {
                    self.objects[inner].needs.push(needed);
                }
            }
        }
    }
}

impl Source<'_> {
    /// Can what is drawn from here on be what was drawn before? Yields whether it could. Not for use by hand.
    #[doc(hidden)]
    pub fn share(&mut self, shares: bool) -> bool {
        std::mem::replace(&mut self.pool().shares, shares)
    }

    pub(crate) fn shares(&mut self) -> bool {
        self.pool().shares
    }

    /// A factory is to hold the only handles to what its parameters lead to. What was drawn before is not shared with what comes after it.
    pub(crate) fn release_shared(&mut self) {
        for object in &mut self.pool().objects {
            if let ObjectState::Complete(_) = object.state {
                object.state = ObjectState::Released;
            }
        }
    }

    /// The test is to hold the only handles.
    pub(crate) fn forget_shared(&mut self) {
        self.pool().objects.clear();
    }

    /// A handle to a new object, which `draw` draws, or to one that is there already. `path` is the type of handles.
    pub(crate) fn handle<P: Handle>(
        &mut self,
        shape: Shape,
        path: &'static str,
        draw: impl FnOnce(&mut Self) -> P::Object,
    ) -> P {
        if !self.shares() {
            return self.whole(shape, |source| P::new(draw(source)));
        }
        // SAFETY: what draws does not look at it, code of the user's does not get it, and nothing unwinds. See the module.
        if let Some(known) = self.earlier(path, |room| unsafe { P::ahead(room) }) {
            return known;
        }
        let name = self.name().to_owned();
        let room = P::reserve();
        let number = self.pool().begin::<P::Object>(name.clone(), Some(Box::new(room.clone())));
        let object = self.shared(path, &name, |source| source.whole(shape, draw));
        // SAFETY: nobody else fills it.
        let handle = unsafe { P::fill(room, object) };
        self.pool().complete(number, Box::new(handle.clone()));
        self.check(number, &handle);
        handle
    }

    /// Checks what could not be checked before.
    fn check<P: Handle>(&mut self, number: usize, handle: &P) {
        let pool = self.pool();
        for (_, condition) in pool.conditions.extract_if(.., |(of, _)| *of == number) {
            let handle = handle.clone();
            pool.open_conditions.push(Box::new(move || condition(&*handle)));
        }
        if !AHEAD.get() && !std::mem::take(&mut pool.open_conditions).into_iter().all(|condition| condition())
        {
            discard();
        }
    }

    /// A value that satisfies a condition of the user's. Where it leads to what is not complete, that is found out later.
    pub(crate) fn satisfying<T: 'static>(
        &mut self,
        draw: impl FnOnce(&mut Self) -> T,
        holds: impl FnOnce(&T) -> bool + 'static,
    ) -> T {
        let _guard = NoUnwinding;
        let object = self.pool().drawn_object::<T>();
        let value = if object.is_some() { draw(self) } else { self.seen(draw) };
        match object {
            Some(number) if AHEAD.get() => {
                let condition = move |object: &dyn Any| match object.downcast_ref::<RefCell<T>>() {
                    Some(cell) => holds(&cell.borrow()),
                    None => object.downcast_ref().is_some_and(holds),
                };
                self.pool().conditions.push((number, Box::new(condition)));
            }
            _ if holds(&value) => {}
            _ => discard(),
        }
        value
    }

    /// The same, of an object that has to be complete before something can lead to it.
    pub(crate) fn complete_handle<P: Clone + 'static>(
        &mut self,
        path: &'static str,
        draw: impl FnOnce(&mut Self) -> P,
    ) -> P {
        if !self.shares() {
            return draw(self);
        }
        if let Some(known) = self.earlier::<P, P>(path, P::clone) {
            return known;
        }
        let name = self.name().to_owned();
        let number = self.pool().begin::<P>(name.clone(), None);
        let handle = self.shared(path, &name, draw);
        self.pool().complete(number, Box::new(handle.clone()));
        handle
    }

    /// One of the objects that are there, if that is to be.
    fn earlier<P: Clone + 'static, Room: 'static>(
        &mut self,
        path: &'static str,
        ahead: impl FnOnce(&Room) -> P,
    ) -> Option<P> {
        let is_exact = self.is_exact();
        let known = self.pool().known::<P, Room>(is_exact);
        let way = self.part(SAME).way(known.len() + 1);
        let number = *known.get(way.checked_sub(1)?)?;
        let object = &mut self.pool().objects[number];
        let name = object.name.clone();
        let handle = match &object.state {
            ObjectState::Begun(room) => {
                object.ahead = true;
                AHEAD.set(true);
                ahead(room.as_ref()?.downcast_ref()?)
            }
            ObjectState::Complete(handle) => handle.downcast_ref::<P>()?.clone(),
            ObjectState::Released => return None,
        };
        self.pool().lead_to(number);
        self.shared(path, &name, |_| ());
        Some(handle)
    }

    /// What is drawn is in a cell: something else can be there first.
    pub(crate) fn in_cell<T>(&mut self, draw: impl FnOnce(&mut Self) -> T) -> T {
        self.marked(Mark::Cell, draw)
    }

    pub(crate) fn in_ref_cell<T>(&mut self, draw: impl FnOnce(&mut Self) -> T) -> T {
        self.marked(Mark::RefCell, draw)
    }

    /// Instead of what is drawn there can be nothing.
    pub(crate) fn or_nothing<T>(&mut self, draw: impl FnOnce(&mut Self) -> T) -> T {
        self.marked(Mark::Alternative, draw)
    }

    /// Instead of what is drawn there can be this, which has no parts.
    pub(crate) fn or_else<T>(
        &mut self,
        path: &'static str,
        item: &'static str,
        draw: impl FnOnce(&mut Self) -> T,
    ) -> T {
        if !self.shares() || !self.pool().path.iter().any(|mark| mark.is_cell()) {
            return draw(self);
        }
        let how = Construction { form: Form::Alternative, reach: Reach::Everywhere, path, item, fields: &[] };
        self.built(&how, |source| source.marked(Mark::Alternative, draw))
    }

    /// Code of the user's sees what is drawn.
    pub(crate) fn seen<T>(&mut self, draw: impl FnOnce(&mut Self) -> T) -> T {
        let _guard = NoUnwinding;
        self.marked(Mark::Seen, draw)
    }

    /// Nothing is marked outside of objects that are shared.
    fn marked<T>(&mut self, mark: Mark, draw: impl FnOnce(&mut Self) -> T) -> T {
        if !self.shares() || self.pool().path.is_empty() {
            return draw(self);
        }
        self.pool().path.push(mark);
        let value = draw(self);
        self.pool().path.pop();
        value
    }
}

#[cfg(test)]
mod tests;
