//! The new tests as a patch of the user's source.
