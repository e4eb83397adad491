//! Ordinary tests.

use super::*;
use crate::repeated::repeated;

fn session() -> Session {
    let mut session = Session::new(7, Channel::new(8));
    session.open();
    session.confirm();
    session
}

/// All steps up to the fields.
fn configured(kind: Kind, sequence: u8) -> Event {
    let mut event = Event::new(kind);
    event.set_code(10);
    event.set_source(7);
    event.set_target(9);
    event.set_priority(5);
    event.set_sequence(sequence);
    event.set_time(100);
    event.set_expiry(120);
    event.set_version(2);
    event.set_packed(true);
    event.set_limit(40);
    event.set_group(3);
    event.set_trace(1);
    event
}

fn field(key: u8) -> Field {
    match key % 3 {
        0 => Field::flag(key, true),
        1 => Field::of_number(key, i32::from(key)),
        _ => Field::of_text(key, "text"),
    }
}

fn filled(kind: Kind, sequence: u8) -> Event {
    let mut event = configured(kind, sequence);
    for key in (1..).take(event.needed_fields()) {
        event.add(field(key));
    }
    event.fill();
    event
}

/// Thirty calls, where the kind carries twelve fields.
fn ready(kind: Kind, sequence: u8) -> Event {
    let mut event = filled(kind, sequence);
    let checksum = event.check();
    event.attach(&session());
    event.approve(checksum);
    event.seal();
    event
}

fn feeder() -> Feeder {
    Feeder::new(session(), Retry::new(3, Period::new(10, 20)))
}

#[test]
fn a_channel_has_its_number() {
    repeated(|| {
        assert_eq!(Channel::new(63).number(), 63);
    });
}

#[test]
fn the_next_channel_is_one_on() {
    repeated(|| {
        assert_eq!(Channel::new(5).next(), Channel::new(6));
    });
}

#[test]
fn the_first_channels_are_reserved() {
    repeated(|| {
        assert!(Channel::new(7).is_reserved() && !Channel::new(8).is_reserved());
    });
}

#[test]
fn an_address_has_its_parts() {
    repeated(|| {
        let address = Address::new("host7", 2000);
        assert_eq!((address.host(), address.port()), ("host7", 2000));
    });
}

#[test]
fn an_address_is_shown() {
    repeated(|| {
        assert_eq!(Address::new("host", 2000).text(), "host:2000");
    });
}

#[test]
fn addresses_are_compared() {
    repeated(|| {
        let mut address = Address::new("host", 2000);
        let other = address.clone();
        assert!(address.is_same(&other));
        address.move_to(3000);
        assert!(!address.is_same(&other));
    });
}

#[test]
fn a_flag_is_no_number() {
    repeated(|| {
        assert!(Field::flag(1, true).is_flag() && !Field::flag(1, true).is_number());
    });
}

#[test]
fn a_number_is_told() {
    repeated(|| {
        assert_eq!(Field::of_number(2, -5).number(), -5);
    });
}

#[test]
fn fields_have_their_sizes() {
    repeated(|| {
        assert_eq!([0, 1, 2].map(|key| field(key + 3).size()), [1, 4, 5]);
    });
}

#[test]
fn a_session_is_closed_at_first() {
    repeated(|| {
        assert!(!Session::new(1, Channel::new(9)).is_open());
    });
}

#[test]
fn a_session_is_confirmed() {
    repeated(|| {
        assert!(session().is_confirmed());
    });
}

#[test]
fn a_closed_session_is_not_confirmed() {
    repeated(|| {
        let mut session = session();
        session.close();
        assert!(!session.is_confirmed());
    });
}

#[test]
fn a_session_counts() {
    repeated(|| {
        let mut session = session();
        session.count();
        assert_eq!(session.sent(), 1);
    });
}

#[test]
fn a_session_has_its_channel() {
    repeated(|| {
        assert_eq!((session().id(), session().channel().number()), (7, 8));
    });
}

#[test]
fn a_period_contains_its_ends() {
    repeated(|| {
        let period = Period::new(10, 20);
        assert!(period.contains(10) && period.contains(20) && !period.contains(21));
    });
}

#[test]
fn periods_overlap() {
    repeated(|| {
        assert!(
            Period::new(1, 5).overlaps(&Period::new(5, 9)) && !Period::new(1, 4).overlaps(&Period::new(5, 9))
        );
    });
}

#[test]
fn periods_are_joined() {
    repeated(|| {
        assert_eq!(Period::new(1, 5).joined(&Period::new(3, 9)), Period::new(1, 9));
    });
}

#[test]
fn attempts_become_fewer() {
    repeated(|| {
        let mut retry = Retry::new(2, Period::new(10, 20));
        retry.attempt(15);
        assert_eq!(retry.left(), 1);
    });
}

#[test]
fn nothing_is_due_after_the_last_attempt() {
    repeated(|| {
        let mut retry = Retry::new(1, Period::new(10, 20));
        retry.attempt(15);
        assert!(!retry.is_due(15));
    });
}

#[test]
fn attempts_begin_again() {
    repeated(|| {
        let mut retry = Retry::new(1, Period::new(10, 20));
        retry.attempt(15);
        retry.reset();
        retry.check();
        assert_eq!(retry.left(), 1);
    });
}

#[test]
fn a_new_event_has_begun() {
    repeated(|| {
        assert_eq!(Event::new(Kind::Alarm).step(), Step::BEGUN);
    });
}

#[test]
fn kinds_carry_different_numbers_of_fields() {
    repeated(|| {
        let count = |kind| Event::new(kind).needed_fields();
        assert_eq!([Kind::Signal, Kind::Alarm, Kind::Statistics].map(count), [0, 3, 12]);
    });
}

#[test]
fn an_event_is_configured_in_steps() {
    repeated(|| {
        assert_eq!(configured(Kind::Alarm, 1).step(), Step::TRACED);
    });
}

#[test]
fn an_event_has_what_was_set() {
    repeated(|| {
        let event = configured(Kind::Alarm, 77);
        assert_eq!((event.code(), event.source(), event.target()), (10, 7, 9));
        assert_eq!((event.sequence(), event.version(), event.group()), (77, 2, 3));
    });
}

#[test]
fn an_event_has_its_fields() {
    repeated(|| {
        let event = filled(Kind::Alarm, 1);
        assert_eq!((event.field_count(), event.size()), (3, 10));
        assert!(event.has_key(3) && !event.has_key(4));
    });
}

#[test]
fn the_checksum_is_that_of_the_keys() {
    repeated(|| {
        let mut event = filled(Kind::Alarm, 4);
        assert_eq!(event.check(), 10);
    });
}

#[test]
fn a_signal_is_ready_without_fields() {
    repeated(|| {
        assert!(ready(Kind::Signal, 1).is_ready());
    });
}

#[test]
fn an_alarm_is_ready() {
    repeated(|| {
        assert!(ready(Kind::Alarm, 1).is_ready());
    });
}

#[test]
fn statistics_are_ready_after_thirty_calls() {
    repeated(|| {
        let event = ready(Kind::Statistics, 1);
        assert!(event.is_ready() && event.field_count() == 12);
    });
}

#[test]
fn an_event_belongs_to_a_session() {
    repeated(|| {
        assert_eq!(ready(Kind::Signal, 1).session(), 7);
    });
}

#[test]
fn an_event_has_a_label() {
    repeated(|| {
        assert_eq!(ready(Kind::Signal, 12).label(), "SIG-12");
        assert_eq!(ready(Kind::Statistics, 3).label(), "STA-3");
    });
}

#[test]
fn an_event_expires() {
    repeated(|| {
        let event = ready(Kind::Signal, 1);
        assert!(event.is_current(110) && !event.is_current(121) && !event.is_current(99));
    });
}

#[test]
fn a_filter_accepts_a_kind() {
    repeated(|| {
        let filter = Filter::new(Some(Kind::Alarm), None);
        assert!(filter.accepts(&Event::new(Kind::Alarm)) && !filter.accepts(&Event::new(Kind::Signal)));
    });
}

#[test]
fn a_filter_accepts_priorities() {
    repeated(|| {
        let filter = Filter::new(None, Some(5));
        assert!(filter.accepts(&configured(Kind::Alarm, 1)) && !filter.accepts(&Event::new(Kind::Alarm)));
    });
}

#[test]
fn a_filter_counts() {
    repeated(|| {
        let events = [ready(Kind::Signal, 1), ready(Kind::Alarm, 2), ready(Kind::Signal, 3)];
        assert_eq!(Filter::new(Some(Kind::Signal), None).count(&events), 2);
    });
}

#[test]
fn a_new_queue_is_empty() {
    repeated(|| {
        assert!(Queue::new().is_empty());
    });
}

#[test]
fn the_first_event_is_taken_first() {
    repeated(|| {
        let mut queue = Queue::new();
        queue.put(ready(Kind::Signal, 1));
        queue.put(ready(Kind::Alarm, 2));
        assert_eq!((queue.take().sequence(), queue.len()), (1, 1));
    });
}

#[test]
fn a_queue_is_cleared() {
    repeated(|| {
        let mut queue = Queue::new();
        queue.put(ready(Kind::Signal, 1));
        queue.clear();
        assert!(queue.is_empty());
    });
}

#[test]
fn no_event_is_urgent() {
    repeated(|| {
        let mut queue = Queue::new();
        queue.put(ready(Kind::Signal, 1));
        assert_eq!((queue.urgent(), queue.first().priority()), (0, 5));
    });
}

#[test]
fn an_event_is_sent() {
    repeated(|| {
        let mut feeder = feeder();
        feeder.send(&ready(Kind::Alarm, 9));
        assert_eq!((feeder.last_sent(), feeder.session().sent()), (9, 1));
    });
}

#[test]
fn events_wait() {
    repeated(|| {
        let mut feeder = feeder();
        feeder.enqueue(ready(Kind::Signal, 1));
        assert_eq!((feeder.waiting(), feeder.sent_count()), (1, 0));
    });
}

#[test]
fn waiting_events_are_sent() {
    repeated(|| {
        let mut feeder = feeder();
        feeder.enqueue(ready(Kind::Signal, 1));
        assert!(feeder.send_next());
        assert_eq!((feeder.waiting(), feeder.sent_count()), (0, 1));
    });
}

#[test]
fn all_waiting_events_are_sent() {
    repeated(|| {
        let mut feeder = feeder();
        for sequence in 1..4 {
            feeder.enqueue(ready(Kind::Statistics, sequence));
        }
        assert_eq!((feeder.flush(), feeder.last_sent()), (3, 3));
    });
}

#[test]
fn something_is_tried_again() {
    repeated(|| {
        let mut feeder = feeder();
        assert!(!feeder.retry(15));
        feeder.enqueue(ready(Kind::Signal, 1));
        assert!(feeder.retry(16));
    });
}

#[test]
fn a_closed_feeder_has_nothing_to_send() {
    repeated(|| {
        let mut feeder = feeder();
        feeder.enqueue(ready(Kind::Signal, 1));
        feeder.close();
        assert!(feeder.waiting() == 0 && !feeder.session().is_open());
    });
}
