//! Handles to objects that are not there yet, for objects that lead back to themselves.

use std::mem::MaybeUninit;
use std::ops::Deref;
use std::rc::Rc;
use std::sync::Arc;

/// A handle of which there can be several to one object.
pub trait Handle: Clone + Deref<Target = Self::Object> + 'static {
    type Object: 'static;
    /// A handle to room for an object.
    type Reserved: Clone + 'static;

    fn new(object: Self::Object) -> Self;

    fn reserve() -> Self::Reserved;

    /// # Safety
    ///
    /// Nobody looks at the object, or drops the last such handle, before the room is filled. The room's own handle lives until then.
    unsafe fn ahead(room: &Self::Reserved) -> Self;

    /// # Safety
    ///
    /// The room is filled once.
    unsafe fn fill(room: Self::Reserved, object: Self::Object) -> Self;
}

macro_rules! handles {
    ($($handle:ident)*) => { $(
        impl<T: 'static> Handle for $handle<T> {
            type Object = T;
            type Reserved = $handle<MaybeUninit<T>>;

            fn new(object: T) -> $handle<T> {
                $handle::new(object)
            }

            fn reserve() -> $handle<MaybeUninit<T>> {
                $handle::new_uninit()
            }

            unsafe fn ahead(room: &$handle<MaybeUninit<T>>) -> $handle<T> {
                let object = $handle::into_raw($handle::clone(room)).cast::<T>();
                // SAFETY: it comes from `into_raw` of a handle to something of the same layout. That nobody looks at it is the caller's promise.
                unsafe { $handle::from_raw(object) }
            }

            unsafe fn fill(room: $handle<MaybeUninit<T>>, object: T) -> $handle<T> {
                let place = $handle::as_ptr(&room).cast_mut();
                // SAFETY: the room is there as long as its handle. There are others, but no reference to what is inside: nobody looks.
                unsafe { place.write(MaybeUninit::new(object)) };
                // SAFETY: just written.
                unsafe { room.assume_init() }
            }
        }
    )* };
}

handles! { Rc Arc }
