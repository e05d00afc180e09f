//! Tournaments between bots and programs, judged exactly: not only who won, but which moves kept a win.

mod elo;
mod game;
mod report;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use divvy_analysis::{BotPlayer, ProposalError};
use divvy_match::{Chooser, Forfeit, Occupant, PlayerMaker, Proposal};
use divvy_paths::{cores, in_parallel};
use divvy_rules::{Game, Number, Options, Record, Rules, TURN_LIMIT, seed_from};
use serde::{Deserialize, Serialize};

pub use elo::{Rating, ratings};
pub use game::{Differing, ForfeitKind, ForfeitedGame, Played, Turns, Wording, play_randomly};
pub use report::{Report, Standing};

use crate::Part;
use crate::arena::game::Worker;

/// The games that are one tree in three wordings.
pub(crate) const WORDINGS: [Game; 3] =
    [Game::MultipleMadness, Game::ChainReaction, Game::SequenceDuel];

/// A tournament: everybody against everybody, with the first move in turn.
///
/// ```
/// use divvy_lab::{Arena, Report, bots_only};
/// use divvy_match::{Bot, Occupant};
/// use divvy_rules::{Game, Options};
///
/// let players = [Bot::Perfect, Bot::Random].map(Occupant::Bot).to_vec();
/// let arena = Arena::new(Game::SequenceDuel, &Options::default(), players, 20, 7)?;
/// let report = Report::of(&arena, arena.play(&bots_only(), [], |_| true).values());
/// assert_eq!(report.players[0].played, 20);
/// // The perfect player never lets a won position slip.
/// assert_eq!(report.players[0].won_kept, report.players[0].won_positions);
/// # Ok::<(), divvy_lab::ArenaError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arena {
    game: Game,
    #[serde(default)]
    options: Options,
    players: Vec<Occupant>,
    /// Games of each pair.
    games: u32,
    seed: u64,
    #[serde(default)]
    reskin: bool,
    /// Random moves before the players are asked.
    #[serde(default, skip_serializing_if = "is_default")]
    random_plies: u32,
    /// Positions that games begin from, in notation; none for the start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    positions: Vec<String>,
    /// What the players are called, where they have names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    names: Vec<String>,
}

/// Whether a field of the log says nothing that it would not say by being left out.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// What plays the games: who makes the players, and how many games are played at a time.
#[derive(Clone)]
pub struct Workers {
    pub maker: Arc<PlayerMaker>,
    pub jobs: usize,
    /// Which games; all of them unless given.
    pub part: Option<Part>,
}

impl Workers {
    /// As many as there are cores.
    pub fn new(maker: Arc<PlayerMaker>) -> Self {
        Self { maker, jobs: cores(), part: None }
    }
}

/// Workers that know bots, and no programs.
pub fn bots_only() -> Workers {
    Workers::new(Arc::new(|occupant| match occupant {
        Occupant::Bot(bot) => Ok(Box::new(BotPlayer::new(*bot)) as Box<dyn Chooser>),
        other => Err(Forfeit::NotStarted(format!("{other} is not a bot"))),
    }))
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArenaError {
    #[error(transparent)]
    Proposal(#[from] ProposalError),
    #[error("a tournament takes from 2 to {MOST_PLAYERS} players, not {0}")]
    Players(usize),
    #[error("a tournament takes up to {MOST_GAMES} games in all, and this one has {0}")]
    Games(u64),
    #[error("a tournament takes bots and programs (cmd:PROGRAM ARGS), not people")]
    People,
    #[error(
        "{0} has no other wording; those that do are multiple-madness, chain-reaction, sequence-duel"
    )]
    OneWording(Game),
    #[error(
        "the position in line {line} is over, has had {TURN_LIMIT} turns, or is not of {rules}"
    )]
    Position { line: usize, rules: Rules },
    #[error("players take one name each, and no two the same")]
    Names,
}

/// The most games of one tournament, all pairs together.
pub const MOST_GAMES: u64 = 5_000_000;

pub const MOST_PLAYERS: usize = 32;

impl Arena {
    /// A tournament of `games` games between any two of the players.
    pub fn new(
        game: Game,
        options: &Options,
        players: Vec<Occupant>,
        games: u32,
        seed: u64,
    ) -> Result<Self, ArenaError> {
        if !(2..=MOST_PLAYERS).contains(&players.len()) {
            return Err(ArenaError::Players(players.len()));
        }
        let mut rules = None;
        for player in &players {
            if *player == Occupant::Human {
                return Err(ArenaError::People);
            }
            let pair = [player.clone(), player.clone()];
            let proposal =
                Proposal { options: options.clone(), players: pair, ..Proposal::new(game) };
            rules = Some(divvy_analysis::check(&proposal)?);
        }
        let options = rules.map_or_else(Options::default, Rules::options);
        let arena = Self {
            game,
            options,
            players,
            games,
            seed,
            reskin: false,
            random_plies: 0,
            positions: Vec::new(),
            names: Vec::new(),
        };
        match arena.count() {
            count if count > MOST_GAMES => Err(ArenaError::Games(count)),
            _ => Ok(arena),
        }
    }

    /// The same tournament, with every player asked about the same positions in all three wordings.
    pub fn reskinned(self) -> Result<Self, ArenaError> {
        match WORDINGS.contains(&self.game) {
            true => Ok(Self { reskin: true, ..self }),
            false => Err(ArenaError::OneWording(self.game)),
        }
    }

    /// The same tournament, with random moves at the beginning of every game, so that players who leave nothing to
    /// chance play different games. Two games of a pair begin alike, with the seats exchanged.
    #[must_use]
    pub fn with_random_plies(self, random_plies: u32) -> Self {
        Self { random_plies, ..self }
    }

    /// The same tournament, with games that begin from these positions in turn, each given with its line in a file.
    /// The error names the first that is of other rules or over, also by the turn limit.
    pub fn from_positions(self, positions: Vec<(usize, Record)>) -> Result<Self, ArenaError> {
        let rules = self.rules();
        let begins = |(line, record): (usize, Record)| match record.limited(Some(TURN_LIMIT)) {
            record if record.rules() == rules && !record.is_over() => Ok(record.to_string()),
            _ => Err(ArenaError::Position { line, rules }),
        };
        let positions = positions.into_iter().map(begins).collect::<Result<_, _>>()?;
        Ok(Self { positions, ..self })
    }

    /// The same tournament between players of these names. There are as many as players, all different.
    pub fn with_names(self, names: Vec<String>) -> Result<Self, ArenaError> {
        let mut sorted = names.clone();
        sorted.sort_unstable();
        sorted.dedup();
        if names.len() != self.players.len() || sorted.len() != names.len() {
            return Err(ArenaError::Names);
        }
        Ok(Self { names, ..self })
    }

    /// What a player is called: its name, or what it is.
    pub fn name(&self, player: usize) -> String {
        let named = self.names.get(player).cloned();
        named.or_else(|| self.players.get(player).map(ToString::to_string)).unwrap_or_default()
    }

    /// What is played before the players are asked: the same in both games of an exchange of seats, and for every pair.
    pub(crate) fn opening(&self, number: u64) -> Vec<Number> {
        let index = number % u64::from(self.games.max(1)) / 2;
        let place = usize::try_from(index).unwrap_or(0) % self.positions.len().max(1);
        let given = self.positions.get(place).and_then(|notation| notation.parse().ok());
        let record: Record = given.unwrap_or_else(|| Record::new(self.rules()));
        let mut record = record.limited(Some(TURN_LIMIT));
        // `u64::MAX` stands for the pair, so the moves are the same for every pair.
        play_randomly(&mut record, self.random_plies, seed_from([self.seed, u64::MAX, index]));
        record.moves().to_vec()
    }

    /// What the games of a player that may depend on each other have in common: the position of a set that they begin from,
    /// or the random moves. Where all games begin alike, each stands for itself.
    pub(crate) fn beginning(&self, number: u64) -> u64 {
        let index = number % u64::from(self.games.max(1)) / 2;
        match self.positions.len() as u64 {
            0 | 1 if self.random_plies == 0 => number,
            0 | 1 => index,
            positions => index % positions,
        }
    }

    /// The number that a game of another tournament has in this one, which differs by having more games at the most.
    pub fn continued(&self, other: &Self, number: u64) -> Option<u64> {
        let same = Self { games: self.games, ..other.clone() };
        let games = u64::from(other.games.max(1));
        let (pair, round) = (number / games, number % games);
        let number = pair * u64::from(self.games) + round;
        (same == *self && other.games <= self.games && number < self.count()).then_some(number)
    }

    /// What most tournaments do without: random moves, positions that games begin from, and names.
    pub fn settings(&self) -> (u32, &[String], &[String]) {
        (self.random_plies, &self.positions, &self.names)
    }

    /// Whether a game, as it was written down, can be of this tournament.
    pub fn has_played(&self, game: &Played) -> bool {
        let Ok(record) = game.position.parse::<Record>() else { return false };
        let one_of_them = |place: Option<usize>| place.is_none_or(|p| game.players.contains(&p));
        let moves: u64 = game.turns.iter().map(|turns| u64::from(turns.moves)).sum();
        record.rules() == self.rules()
            && self.pair(game.number) == Some(game.players)
            && moves + game.given as u64 == record.moves().len() as u64
            && one_of_them(game.winner)
            && one_of_them(game.forfeit.as_ref().map(|given| given.by))
    }

    /// The players, in the order in which they were named.
    pub fn players(&self) -> &[Occupant] {
        &self.players
    }

    pub fn rules(&self) -> Rules {
        // They were made from rules.
        self.rules_in(self.game).unwrap_or_default()
    }

    pub fn count(&self) -> u64 {
        let players = self.players.len() as u64;
        players * (players - 1) / 2 * u64::from(self.games)
    }

    /// The games of a part, or all of them.
    pub fn numbers(&self, part: Option<Part>) -> impl Iterator<Item = u64> + use<> {
        (0..self.count()).filter(move |&number| part.is_none_or(|part| part.has(number)))
    }

    /// Who plays in a game, the one with the first move first. Games count from 0; those of a pair stand together.
    pub fn pair(&self, number: u64) -> Option<[usize; 2]> {
        let games = u64::from(self.games.max(1));
        let (pair, round) = (usize::try_from(number / games).ok()?, number % games);
        let players = self.players.len();
        let mut pairs = (0..players).flat_map(|a| (a + 1..players).map(move |b| [a, b]));
        let [a, b] = pairs.nth(pair)?;
        Some(if round.is_multiple_of(2) { [a, b] } else { [b, a] })
    }

    pub(crate) fn seed_of(&self, number: u64) -> u64 {
        let games = u64::from(self.games.max(1));
        // The same for the same game of the same pair, however many follow.
        seed_from([self.seed, number / games, number % games])
    }

    fn rules_in(&self, game: Game) -> Option<Rules> {
        Rules::new(game, &self.options).ok()
    }

    /// The wordings that players are asked in, that of the tournament first, and a second time if there are others: a player
    /// that does not always answer the same would seem to depend on them.
    fn wordings(&self) -> Vec<Rules> {
        let own = self.game;
        let others = WORDINGS.into_iter().filter(|&game| game != own);
        let others = std::iter::once(own).chain(others).filter(|_| self.reskin);
        std::iter::once(own).chain(others).filter_map(|game| self.rules_in(game)).collect()
    }

    /// Plays the games that were not played yet, several at a time, and returns all of them by number. `each` is told every new game when it is over, and says whether to go on.
    pub fn play(
        &self,
        workers: &Workers,
        played: impl IntoIterator<Item = Played>,
        each: impl FnMut(&Played) -> bool + Send,
    ) -> BTreeMap<u64, Played> {
        self.play_until(&AtomicBool::new(false), workers, played, each)
    }

    /// The same, until a flag is raised: then games that are not over are given up, and no part of the tournament.
    pub fn play_until(
        &self,
        stopped: &AtomicBool,
        workers: &Workers,
        played: impl IntoIterator<Item = Played>,
        mut each: impl FnMut(&Played) -> bool + Send,
    ) -> BTreeMap<u64, Played> {
        let mut all: BTreeMap<u64, Played> = played
            .into_iter()
            .filter(|game| game.number < self.count())
            .filter(|game| workers.part.is_none_or(|part| part.has(game.number)))
            .map(|game| (game.number, game))
            .collect();
        let missing: Vec<u64> =
            self.numbers(workers.part).filter(|number| !all.contains_key(number)).collect();
        let (found, each) = (&mut all, &mut each);
        let add = Mutex::new(|game: Played| {
            let go_on = each(&game);
            found.insert(game.number, game);
            stopped.fetch_or(!go_on, Ordering::Relaxed);
        });
        let worker = || Worker::new(self, Arc::clone(&workers.maker));
        let work = |worker: &mut Worker<'_>, number| {
            let game = worker.play(number, stopped);
            if let Some(game) = game {
                add.lock().unwrap_or_else(PoisonError::into_inner)(game);
            }
            !stopped.load(Ordering::Relaxed)
        };
        in_parallel(missing, workers.jobs.max(1), worker, work, || true);
        all
    }
}
