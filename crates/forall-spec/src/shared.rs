//! Objects that inputs share: `#[forall(shared)]` lets an `Rc` or `Arc` be one that was drawn before.

use crate::source::Source;
use forall_protocol::value::Shape;
use std::any::Any;

/// What says whether an object is one of the earlier ones; no field can be called so.
const SAME: &str = "same()";

/// The objects that were drawn for parameters that share.
#[derive(Default)]
pub struct Pool {
    /// Does what is drawn now share?
    shares: bool,
    /// Handles, with the names under which their objects were drawn.
    objects: Vec<(String, Box<dyn Any>)>,
}

impl Pool {
    fn of<P: Clone + 'static>(&self) -> Vec<(String, P)> {
        let handle = |(name, object): &(String, Box<dyn Any>)| {
            Some((name.clone(), object.downcast_ref::<P>()?.clone()))
        };
        self.objects.iter().filter_map(handle).collect()
    }
}

impl Source<'_> {
    /// Can what is drawn from here on be what was drawn before? Yields whether it could. Not for use by hand.
    #[doc(hidden)]
    pub fn share(&mut self, shares: bool) -> bool {
        std::mem::replace(&mut self.pool().shares, shares)
    }

    /// The test is to hold the only handles.
    pub(crate) fn forget_shared(&mut self) {
        self.pool().objects.clear();
    }

    /// A handle to a new object, which `make` makes, or to one that is there already. `path` is the type of handles.
    pub(crate) fn handle<P: Clone + 'static>(
        &mut self,
        shape: Shape,
        path: &'static str,
        make: impl FnOnce(&mut Self) -> P,
    ) -> P {
        if !self.pool().shares {
            return self.whole(shape, make);
        }
        let mut known = self.pool().of::<P>();
        let way = self.part(SAME).way(known.len() + 1);
        if way > 0 {
            let (name, handle) = known.swap_remove(way - 1);
            self.shared(path, &name, |_| ());
            return handle;
        }
        let name = self.name().to_owned();
        let handle = self.shared(path, &name, |source| source.whole(shape, make));
        self.pool().objects.push((name, Box::new(handle.clone())));
        handle
    }
}

#[cfg(test)]
mod tests {
    use crate::input::Made;
    use crate::source::{Leaf, Origin, Room, Source};
    use forall_protocol::inputs::InputKind;
    use std::rc::Rc;
    use std::sync::Mutex;

    /// Says of each handle which way it goes, and writes down the objects.
    #[derive(Default)]
    struct Ways(Vec<(&'static str, u8)>, Mutex<Vec<String>>);

    impl Origin for Ways {
        fn fill(&self, name: &str, _: InputKind, leaf: &mut Leaf) {
            leaf.0[0] = self.0.iter().find(|(way, _)| *way == name).map_or(0, |(_, value)| *value);
        }

        fn leave_shared(&self, _: &'static str, name: &str) {
            self.1.lock().unwrap().push(name.into());
        }
    }

    #[test]
    fn a_handle_may_lead_to_an_earlier_object_of_its_type() {
        let ways =
            Ways(vec![("b.same()", 1), ("c[1].same()", 2), ("c.len", 2), ("d.same()", 9)], Mutex::default());
        let mut room = Room::default();
        let mut source = Source::new(&mut room, &ways);
        let alone: Rc<u8> = Rc::make(&mut source.part("alone"));
        source.share(true);
        let a: Rc<u8> = Rc::make(&mut source.part("a"));
        let b: Rc<u8> = Rc::make(&mut source.part("b"));
        let c: Vec<Rc<u8>> = Vec::make(&mut source.part("c"));
        let d: Rc<i8> = Rc::make(&mut source.part("d"));
        source.share(false);
        source.complete();
        assert!(Rc::ptr_eq(&a, &b) && !Rc::ptr_eq(&a, &alone));
        assert!(!Rc::ptr_eq(&c[0], &a) && Rc::ptr_eq(&c[1], &c[0]));
        let counts = [&alone, &a, &c[0]].map(Rc::strong_count);
        assert_eq!(
            (counts, Rc::strong_count(&d)),
            ([1, 2, 2], 1),
            "nobody else has handles when the test begins"
        );
        assert_eq!(*ways.1.lock().unwrap(), ["a", "a", "c[0]", "c[0]", "d"]);
    }
}
