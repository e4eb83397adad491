//! Addresses of the network.

use super::derived::VARIANT;
use super::{Input, Itself, MakeInput};
use crate::source::{Construction, Source};
use forall_protocol::value::Form;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

/// Types with a constructor of some arguments: `Ipv4Addr::new(127, 0, 0, 1)`.
macro_rules! made_by_new {
    ($($address:ident $path:literal ($($part:ident: $ty:ty),*);)*) => { $(
        impl Input for $address {
            type By = Itself;
        }

        impl MakeInput<Itself> for $address {
            fn make(source: &mut Source<'_>) -> $address {
                const NEW: Construction = Construction::of(Form::Parentheses, $path, "new");
                source.built(&NEW, |source| {
                    $(let $part = <$ty>::make(&mut source.part(stringify!($part)));)*
                    $address::new($($part),*)
                })
            }
        }
    )* };
}

made_by_new! {
    Ipv4Addr "std::net::Ipv4Addr" (a: u8, b: u8, c: u8, d: u8);
    Ipv6Addr "std::net::Ipv6Addr" (a: u16, b: u16, c: u16, d: u16, e: u16, f: u16, g: u16, h: u16);
    SocketAddrV4 "std::net::SocketAddrV4" (ip: Ipv4Addr, port: u16);
    SocketAddrV6 "std::net::SocketAddrV6" (ip: Ipv6Addr, port: u16, flowinfo: u32, scope_id: u32);
}

/// Either of two versions: `IpAddr::V4(…)`.
macro_rules! of_two_versions {
    ($($address:ident $path:literal $v4:ident $v6:ident;)*) => { $(
        impl Input for $address {
            type By = Itself;
        }

        impl MakeInput<Itself> for $address {
            fn make(source: &mut Source<'_>) -> $address {
                const V4: Construction = Construction::of(Form::Parentheses, $path, "V4");
                const V6: Construction = Construction::of(Form::Parentheses, $path, "V6");
                match source.part(VARIANT).way(2) {
                    0 => source.built(&V4, |source| $address::V4($v4::make(&mut source.part("0")))),
                    _ => source.built(&V6, |source| $address::V6($v6::make(&mut source.part("0")))),
                }
            }
        }
    )* };
}

of_two_versions! {
    IpAddr "std::net::IpAddr" Ipv4Addr Ipv6Addr;
    SocketAddr "std::net::SocketAddr" SocketAddrV4 SocketAddrV6;
}
