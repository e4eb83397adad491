//! Shapes of traits that published crates have (docs/fakes-study.md), repeated here: what `fake!` makes of them compiles and answers what
//! is listed. The traits themselves are faked by the fixture `strangers`, which takes long to build.

use std::collections::VecDeque;
use std::fmt::Debug;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

fn finished<T>(future: impl Future<Output = T>) -> T {
    match std::pin::pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("the answers of a fake are there at once"),
    }
}

/// embedded-hal, embedded-hal-async, embedded-storage: the error of one trait in the signatures of others, constants, operations that borrow.
mod hardware {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, forall::Input)]
    pub enum ErrorKind {
        Bus,
        Other,
    }

    pub trait ErrorType {
        type Error: Debug;
    }

    #[allow(dead_code)]
    pub enum Operation<'a> {
        Read(&'a mut [u8]),
        Write(&'a [u8]),
    }

    pub trait Bus: ErrorType {
        const SIZE: usize;
        fn read(&mut self, address: u8, read: &mut [u8]) -> Result<(), Self::Error>;
        fn transaction(&mut self, address: u8, operations: &mut [Operation<'_>]) -> Result<(), Self::Error>;
        fn twice(&mut self, address: u8, read: &mut [u8]) -> Result<(), Self::Error> {
            self.read(address, read)?;
            self.read(address, read)
        }
    }

    pub trait Later: ErrorType {
        fn read(&mut self, read: &mut [u8]) -> impl Future<Output = Result<usize, Self::Error>>;
    }

    forall::fake! {
        impl ErrorType for FakeBus {
            type Error = ErrorKind;
        }
        impl Bus for FakeBus {
            const SIZE: usize = 4;
            fn read(&mut self, address: u8, read: &mut [u8]) -> Result<(), Self::Error>;
            fn transaction(&mut self, address: u8, operations: &mut [Operation<'_>]) -> Result<(), Self::Error>;
        }
    }

    forall::fake! {
        impl ErrorType for FakeLater {
            type Error = ErrorKind;
        }
        impl Later for FakeLater {
            async fn read(&mut self, read: &mut [u8]) -> Result<usize, Self::Error>;
        }
    }

    #[test]
    fn types_are_shared_by_all_traits_of_a_fake() {
        let ok = || forall::answer(Ok(())).writes(b"ab");
        let mut bus = FakeBus::answering().on_read([ok(), forall::answer(Err(ErrorKind::Bus)).writes(b"cd")]);
        let mut read = [0; FakeBus::SIZE];
        assert_eq!(bus.twice(1, &mut read), Err(ErrorKind::Bus));
        assert_eq!((&read, bus.calls().len()), (b"cd\0\0", 2));
        let mut bus = FakeBus::answering().on_transaction([Ok(())]);
        let (mut first, second) = ([0], [1]);
        let operations = &mut [Operation::Read(&mut first), Operation::Write(&second)];
        assert_eq!(bus.transaction(1, operations), Ok(()));
    }

    #[test]
    fn what_is_asynchronous_is_there_at_once() {
        let mut later = FakeLater::answering().on_read([forall::answer(Ok(1)).writes(b"x")]);
        let mut read = [0];
        assert_eq!(finished(later.read(&mut read)), Ok(1));
        assert_eq!(&read, b"x");
    }
}

/// tower-service, http-body, futures-sink: `Poll`, pinned receivers, a future that is an associated type, generic traits.
mod polled {
    use super::*;

    pub trait Service<R> {
        type Response;
        type Error;
        type Future: Future<Output = Result<Self::Response, Self::Error>>;
        fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>>;
        fn call(&mut self, request: R) -> Self::Future;
    }

    pub trait Body {
        type Data;
        type Error;
        #[allow(clippy::type_complexity)]
        fn poll_frame(
            self: Pin<&mut Self>,
            context: &mut Context<'_>,
        ) -> Poll<Option<Result<Self::Data, Self::Error>>>;
        fn is_end(&self) -> bool {
            false
        }
    }

    forall::fake! {
        impl Service<u8> for FakeService {
            type Response = u16;
            type Error = String;
            type Future = std::future::Ready<Result<u16, String>>;
            fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>>;
            fn call(&mut self, request: u8) -> Self::Future;
        }
    }

    forall::fake! {
        impl Body for FakeBody {
            type Data = VecDeque<u8>;
            type Error = io::Error;
            fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Self::Data, Self::Error>>>;
        }
    }

    #[test]
    fn futures_and_polls_are_answers() {
        let mut service = FakeService::answering()
            .on_poll_ready([Poll::Pending, Poll::Ready(Ok(()))])
            .on_call([Err("no".into())]);
        let mut context = Context::from_waker(Waker::noop());
        assert!(service.poll_ready(&mut context).is_pending());
        assert!(service.poll_ready(&mut context).is_ready());
        assert_eq!(finished(service.call(3)), Err("no".into()));
        assert_eq!(service.calls().last(), Some(&ServiceCall::Call { request: 3 }));
    }

    #[test]
    fn a_pinned_fake_answers() {
        let mut body =
            FakeBody::answering().on_poll_frame([Poll::Ready(Some(Ok([1].into()))), Poll::Ready(None)]);
        let mut context = Context::from_waker(Waker::noop());
        let mut next = || match Pin::new(&mut body).poll_frame(&mut context) {
            Poll::Ready(Some(Ok(data))) => data.len(),
            _ => 0,
        };
        assert_eq!((next(), next()), (1, 0));
        assert!(!body.is_end());
    }
}

/// vfs, object_store, kvdb: results under other names, iterators in boxes, paths that may be none, a `Path` that is not that of the library.
mod stores {
    use super::*;
    use std::fmt;

    pub type FileResult<T> = Result<T, u8>;

    #[derive(Clone, Debug, PartialEq)]
    pub struct Path(pub String);

    pub trait Files {
        fn read_dir(&self, path: &str) -> FileResult<Box<dyn Iterator<Item = String> + Send>>;
        fn iter<'a>(&'a self, prefix: &'a [u8]) -> Box<dyn Iterator<Item = io::Result<(u8, Vec<u8>)>> + 'a>;
        fn list(&self, prefix: Option<&Path>) -> FileResult<()>;
        fn boxed<'a>(&'a self, at: &'a Path) -> Pin<Box<dyn Future<Output = FileResult<u8>> + Send + 'a>>;
    }

    forall::fake! {
        impl fmt::Display for FakeFiles {
            #[fake(answers = f.write_str("files"))]
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
        }
        impl Files for FakeFiles {
            fn read_dir(&self, path: &str) -> FileResult<Box<dyn Iterator<Item = String> + Send>>;
            fn iter<'a>(&'a self, prefix: &'a [u8]) -> Box<dyn Iterator<Item = io::Result<(u8, Vec<u8>)>> + 'a>;
            fn list(&self, prefix: Option<&Path>) -> FileResult<()>;
            fn boxed<'a>(&'a self, at: &'a Path) -> Pin<Box<dyn Future<Output = FileResult<u8>> + Send + 'a>>;
        }
    }

    #[test]
    fn iterators_and_futures_in_boxes_are_answers() {
        let files = FakeFiles::answering()
            .on_read_dir([Ok(vec!["a".into()]), Err(2)])
            .on_iter([vec![Ok((1, vec![2]))]])
            .on_boxed([Ok(7)]);
        assert_eq!(files.read_dir("/").map(Iterator::collect), Ok(vec![String::from("a")]));
        assert_eq!(files.read_dir("/").err(), Some(2));
        assert_eq!(files.iter(b"k").next().and_then(Result::ok), Some((1, vec![2])));
        assert_eq!(finished(files.boxed(&Path("a".into()))), Ok(7));
        assert_eq!(files.to_string(), "files");
    }

    #[test]
    fn arguments_that_may_be_none_are_remembered() {
        let files = FakeFiles::answering().on_list([Ok(()), Err(1)]);
        let path = Path("a".into());
        let _ = (files.list(Some(&path)), files.list(None));
        let [FilesCall::List { prefix: some }, FilesCall::List { prefix: none }] = &files.calls()[..] else {
            panic!("two calls: {:?}", files.calls());
        };
        assert_ne!(format!("{some:?}"), format!("{none:?}"));
    }
}

/// log, rand_core, r2d2, reqwest-middleware: lifetimes in arguments, errors that cannot be, what is changed through `&mut`.
mod system {
    use std::convert::Infallible;

    #[allow(dead_code)]
    pub struct Record<'a>(pub &'a str);

    #[allow(dead_code)]
    pub struct Next<'a>(pub &'a [u8]);

    pub trait Log: Sync + Send {
        fn log(&self, record: &Record<'_>);
        fn enabled(&self, target: &Record<'_>) -> bool;
    }

    pub trait Rng {
        type Error;
        fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error>;
    }

    pub trait Manage: Send + Sync + 'static {
        fn is_valid(&self, connection: &mut u8) -> Result<(), u16>;
        fn handle(&self, request: u8, next: Next<'_>) -> Result<u8, u16>;
    }

    forall::fake! {
        impl Log for FakeLog {
            fn log(&self, record: &Record<'_>);
            fn enabled(&self, target: &Record<'_>) -> bool;
        }
    }

    forall::fake! {
        impl Rng for FakeRng {
            type Error = Infallible;
            #[fake(never_fails)]
            fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Infallible>;
        }
    }

    forall::fake! {
        impl Manage for FakeManage {
            fn is_valid(&self, connection: &mut u8) -> Result<(), u16>;
            fn handle(&self, request: u8, next: Next<'_>) -> Result<u8, u16>;
        }
    }

    #[test]
    fn lifetimes_of_arguments_do_not_matter() {
        let log = FakeLog::answering().on_enabled([true]);
        log.log(&Record("a"));
        assert!(log.enabled(&Record("b")));
        let manage = FakeManage::answering().on_handle([Err(404)]);
        assert_eq!(manage.handle(1, Next(b"rest")), Err(404));
        assert_eq!((log.calls().len(), manage.calls().len()), (2, 1));
    }

    #[test]
    fn what_cannot_fail_only_writes() {
        let mut rng = FakeRng::answering().on_fill([forall::answer(Ok(())).writes(b"xy")]);
        let mut bytes = [0; 2];
        assert_eq!(rng.fill(&mut bytes), Ok(()));
        assert_eq!(&bytes, b"xy");
    }

    #[test]
    fn what_is_passed_to_be_changed_is_changed() {
        let manage = FakeManage::answering().on_is_valid([forall::answer(Ok(())).writes(9)]);
        let mut connection = 1;
        assert_eq!(manage.is_valid(&mut connection), Ok(()));
        assert_eq!(connection, 9);
    }
}
