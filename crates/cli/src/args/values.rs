//! How the values of arguments are understood, in words of our own where they are not.

use std::ffi::OsStr;
use std::fmt::Display;
use std::net::{SocketAddr, ToSocketAddrs};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command, Error};
use divvy_match::{Bot, First, Occupant, SeriesLength, UnknownPlayer};
use divvy_rules::{Game, UnknownGame};
use divvy_server::TrustedProxies;
use divvy_words as words;

/// A whole number in a range.
pub(super) fn whole<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync,
{
    move |typed| {
        let number = typed.trim().parse().ok().filter(|number| range.contains(number));
        let (least, most) = (range.start(), range.end());
        number.ok_or_else(|| format!("takes {least} to {most}"))
    }
}

/// A seed: any whole number that fits.
pub(super) fn seed() -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync {
    whole(0..=u64::MAX)
}

pub(super) fn seconds(typed: &str) -> Result<Duration, String> {
    match typed.parse() {
        Ok(seconds @ 0.001..=86_400.0) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("takes seconds from 0.001 to 86400, such as 10 or 0.5".to_owned()),
    }
}

/// A time with its unit.
pub(super) fn duration(typed: &str) -> Result<Duration, String> {
    let duration = humantime::parse_duration(typed).ok().filter(|time| !time.is_zero());
    duration.ok_or_else(|| "takes a time with its unit, such as 30m, 1h or 7days".to_owned())
}

pub(super) fn rounds(typed: &str) -> Result<SeriesLength, String> {
    let length = typed.parse().ok().and_then(SeriesLength::new);
    length.ok_or_else(|| format!("takes 1 to {}", SeriesLength::MOST))
}

/// A list of moves, whose legality is another question.
#[derive(Clone, Debug)]
pub(crate) struct Moves(pub(crate) Vec<u32>);

pub(super) fn moves(typed: &str) -> Result<Moves, String> {
    divvy_rules::parse_moves(typed).map(Moves).map_err(|error| words::notation_error(&error))
}

pub(super) fn first() -> impl TypedValueParser<Value = First> {
    PossibleValuesParser::new(["1", "2", "random"]).map(|word| match word.as_str() {
        "1" => First::One,
        "2" => First::Two,
        _ => First::Random,
    })
}

/// A place to listen at, as it was typed. Names are looked up when the server starts.
#[derive(Clone, Debug)]
pub(crate) struct Listen(pub(crate) String);

impl FromStr for Listen {
    type Err = String;

    fn from_str(typed: &str) -> Result<Self, String> {
        let (host, port) = typed.rsplit_once(':').unwrap_or((typed, ""));
        let bare = host.contains(':') && !host.starts_with('[');
        match port.parse::<u16>() {
            Ok(_) if !host.is_empty() && !bare => Ok(Self(typed.to_owned())),
            _ => {
                Err("takes a host and a port, such as 127.0.0.1:8020 or localhost:8020".to_owned())
            }
        }
    }
}

impl Listen {
    /// The name or address, without the port.
    pub(crate) fn host(&self) -> &str {
        self.0.rsplit_once(':').map_or(&*self.0, |(host, _)| host)
    }

    /// The addresses of that name, those of version 4 first: every client on this machine tries those.
    pub(crate) fn addresses(&self) -> std::io::Result<Vec<SocketAddr>> {
        let mut addresses: Vec<SocketAddr> = self.0.to_socket_addrs()?.collect();
        addresses.sort_by_key(SocketAddr::is_ipv6);
        Ok(addresses)
    }
}

/// The proxies that are trusted.
pub(super) fn networks(typed: &str) -> Result<TrustedProxies, String> {
    let private = TrustedProxies::PRIVATE;
    let takes = format!("takes addresses and networks, such as 127.0.0.1,10.0.0.0/8, or {private}");
    typed.parse().map_err(|_| takes)
}

/// A name of the server, without a port.
pub(super) fn host(typed: &str) -> Result<String, String> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    match !typed.is_empty() && typed.bytes().all(is_name) {
        true => Ok(typed.to_owned()),
        false => Err("takes a name without a port, such as play.example.org".to_owned()),
    }
}

/// Games by any name that people use, with summaries in the help.
pub(super) fn game() -> impl TypedValueParser<Value = Game> {
    let parser = |typed: &str| Game::meant(typed).ok_or(UnknownGame);
    let name = |game: Game| PossibleValue::new(game.id()).help(words::summary(game));
    Completed { parser, names: Game::ALL.map(name).to_vec() }
}

/// One of the bots, by its name. The argument ignores the case.
pub(super) fn bot() -> impl TypedValueParser<Value = Bot> {
    PossibleValuesParser::new(bots()).try_map(|name| name.to_ascii_lowercase().parse::<Bot>())
}

fn bots() -> impl Iterator<Item = PossibleValue> {
    let named = |bot: Bot| PossibleValue::new(bot.name()).help(words::about(bot));
    Bot::ALL.into_iter().map(named)
}

/// A parser, with the names that shells complete.
#[derive(Clone)]
struct Completed<P> {
    parser: P,
    names: Vec<PossibleValue>,
}

impl<P: TypedValueParser> TypedValueParser for Completed<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        cmd: &Command,
        arg: Option<&Arg>,
        typed: &OsStr,
    ) -> Result<P::Value, Error> {
        self.parser.parse_ref(cmd, arg, typed)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().cloned()))
    }
}

/// Who sits at a seat.
pub(super) fn occupant() -> impl TypedValueParser<Value = Occupant> {
    let human = PossibleValue::new("human").help("A person.");
    Completed { parser: parse_occupant, names: [human].into_iter().chain(bots()).collect() }
}

/// Names in any case; a command line is left as it is.
fn parse_occupant(typed: &str) -> Result<Occupant, UnknownPlayer> {
    typed.parse().or_else(|unknown| match typed.to_ascii_lowercase().parse() {
        Ok(Occupant::Program(_)) | Err(_) => Err(unknown),
        named => named,
    })
}

/// A player of a tournament, with a name if one was given: `ppo=cmd:python3 ppo.py`.
#[derive(Clone, Debug)]
pub(crate) struct NamedPlayer {
    pub(crate) name: Option<String>,
    pub(crate) who: Occupant,
}

pub(super) fn named_player() -> impl TypedValueParser<Value = NamedPlayer> {
    // What stands before `=` is a name, unless the player is a program without one.
    let parser = |typed: &str| {
        let named = typed.split_once('=');
        let named = named.filter(|(name, _)| !name.is_empty() && !typed.starts_with("cmd:"));
        let (name, who) = named.map_or((None, typed), |(name, who)| (Some(name.to_owned()), who));
        let player = parse_occupant(who).map(|who| NamedPlayer { name, who });
        // People play no tournaments.
        player.map_err(|_| format!("takes {}, or cmd:PROGRAM ARGS", Bot::NAMES.join(", ")))
    };
    Completed { parser, names: bots().collect() }
}
