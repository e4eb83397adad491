//! The core of the matter: books.

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(test, derive(forall::Input))]
pub struct Book {
    #[cfg_attr(test, forall(range = 1450..=2100))]
    pub year: u16,
    #[cfg_attr(test, forall(matches = "[A-Z][a-z]"))]
    pub author: ::std::string::String,
}

/// By author, then by year.
pub fn key(book: &Book) -> (&str, u16) {
    (&book.author, book.year)
}
