//! A running program, and what it says, waited for no longer than there is time.

use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::solver::Cancel;

pub(super) struct Connection {
    child: Child,
    /// To a thread that writes: a program that does not read must not stop us.
    requests: Sender<String>,
    lines: Receiver<String>,
    complaints: Receiver<String>,
}

/// How long it is waited before looking whether anybody still wants to know.
const PATIENCE: Duration = Duration::from_millis(20);

/// Why there is no reply.
pub(super) enum Ended {
    TooLate,
    Cancelled,
    Died(String),
}

impl Connection {
    pub fn open(program: &OsStr, options: &[&str]) -> io::Result<Connection> {
        let mut child = Command::new(program)
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let mut stdin = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let (requests, pending) = channel::<String>();
        thread::spawn(move || {
            // An error means that the program has ended, which the reader notices, too.
            while let Ok(text) = pending.recv()
                && stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_ok()
            {}
        });
        let lines = lines_of(child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?);
        let complaints = lines_of(child.stderr.take().ok_or(io::ErrorKind::BrokenPipe)?);
        Ok(Connection { child, requests, lines, complaints })
    }

    pub fn send(&self, text: String) {
        // If nobody takes it any more, there will be no reply, either.
        let _ = self.requests.send(text);
    }

    /// The next word or list.
    pub fn reply(&mut self, deadline: Instant, cancel: &Cancel) -> Result<String, Ended> {
        let mut reply = String::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(PATIENCE)) {
                Ok(line) if reply.is_empty() && line.trim().is_empty() => {}
                Ok(line) => {
                    reply += line.trim();
                    if is_complete(&reply) {
                        return Ok(reply);
                    }
                    reply.push(' ');
                }
                Err(RecvTimeoutError::Timeout) if cancel.is_cancelled() => return Err(Ended::Cancelled),
                Err(RecvTimeoutError::Timeout) if left > PATIENCE => {}
                Err(RecvTimeoutError::Timeout) => return Err(Ended::TooLate),
                Err(RecvTimeoutError::Disconnected) => return Err(Ended::Died(self.last_words())),
            }
        }
    }

    fn last_words(&mut self) -> String {
        // It closed its output; if it goes on for no reason, that is over now.
        thread::sleep(Duration::from_millis(10));
        let _ = self.child.kill();
        let how = self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
        let complaint = self.complaints.iter().find(|line| !line.trim().is_empty());
        match complaint {
            Some(complaint) => format!("it ended ({how}): {}", complaint.trim()),
            None => format!("it ended ({how})"),
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // An error means that it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn lines_of(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut stream = BufReader::new(stream);
        let mut line = Vec::new();
        while stream.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
            if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                return;
            }
            line.clear();
        }
    });
    receiver
}

/// Are all parentheses closed? Those in quotes do not count.
fn is_complete(text: &str) -> bool {
    let (mut depth, mut quote) = (0, None);
    for c in text.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '|' | '"') => quote = Some(c),
            (None, '(') => depth += 1,
            (None, ')') => depth -= 1,
            _ => {}
        }
    }
    depth <= 0 && quote.is_none()
}
