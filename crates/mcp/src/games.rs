//! The games of a server.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use divvy_analysis::{BotPlayer, fresh_seed};
use divvy_match::{Bot, Event, Match, Names, Occupant, Player as _, Seat, Setup};
use divvy_rules::Rules;

use crate::log::LoggedGame;
use crate::{Settings, Summary};

/// A game between a model and the computer.
#[derive(Debug)]
pub(crate) struct Game {
    pub(crate) match_: Match,
    pub(crate) seat: Seat,
    pub(crate) bot: Bot,
    /// What the model was refused, in words.
    pub(crate) illegal: Vec<String>,
    /// Seconds from a position being shown to its move.
    pub(crate) seconds: Vec<f64>,
    pub(crate) hints: u32,
    pub(crate) undone: u32,
    player: BotPlayer,
    shown: Instant,
    logged: bool,
}

/// All games of a server, and what came of those that have ended.
pub struct Games {
    settings: Settings,
    kept: Mutex<Kept>,
    /// Told of every game that ends.
    on_end: Box<dyn Fn(&LoggedGame) + Send + Sync>,
}

#[derive(Default)]
struct Kept {
    games: HashMap<String, Entry>,
    begun: u64,
    ended: u64,
    /// By client.
    summaries: HashMap<u64, Summary>,
}

/// A game and the client it belongs to. It has a lock of its own: a reply on a large board takes long.
struct Entry {
    client: u64,
    used: Instant,
    ended: bool,
    game: Arc<Mutex<Game>>,
}

impl std::fmt::Debug for Games {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Games").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl Games {
    /// A server without games. `on_end` is told of every game that ends.
    pub fn new(settings: Settings, on_end: impl Fn(&LoggedGame) + Send + Sync + 'static) -> Self {
        Self { settings, kept: Mutex::default(), on_end: Box::new(on_end) }
    }

    pub(crate) const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What came of the games of a client that have ended.
    pub(crate) fn summary(&self, client: u64) -> Summary {
        self.lock().summaries.get(&client).cloned().unwrap_or_default()
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        locked(&self.kept)
    }

    /// Begins a game for a client, and lets the computer move if it has the first move.
    pub(crate) fn begin(
        &self,
        client: u64,
        rules: Rules,
        opponent: Option<Bot>,
        seat: Option<Seat>,
    ) -> Result<String, String> {
        let settings = &self.settings;
        let (most, limit) = (settings.limits.size, settings.limits.games);
        if rules.board().size() > most {
            return Err(format!("size takes at most {most} here"));
        }
        let bot = settings.opponent.or(opponent).unwrap_or(Bot::Medium);
        let half = || fresh_seed().map_err(|error| error.to_string());
        let id = format!("{:016x}{:016x}", half()?, half()?);
        let mut kept = self.lock();
        let idle = settings.limits.idle;
        kept.games.retain(|_, entry| entry.used.elapsed() < idle);
        let open = |entry: &&Entry| entry.client == client && !entry.ended;
        if kept.games.values().filter(open).count() >= limit {
            return Err(format!(
                "{limit} games are open, which is the limit: finish or resign one of them"
            ));
        }
        let in_turn = if kept.begun.is_multiple_of(2) { Seat::One } else { Seat::Two };
        let seat = settings.seat.or(seat).unwrap_or(in_turn);
        let seed = match settings.seed {
            Some(seed) => seed.wrapping_add(kept.begun),
            None => fresh_seed().map_err(|error| error.to_string())?,
        };
        kept.begun += 1;
        drop(kept);
        let mut game = Game::new(rules, seat, bot, seed)?;
        game.reply()?;
        let game = Arc::new(Mutex::new(game));
        let entry = Entry { client, used: Instant::now(), ended: false, game };
        self.lock().games.insert(id.clone(), entry);
        Ok(id)
    }

    /// Does something with a game of a client. A game that it ends is told and counted.
    pub(crate) fn with<T>(
        &self,
        client: u64,
        id: &str,
        act: impl FnOnce(&mut Game, &Settings) -> Result<T, String>,
    ) -> Result<T, String> {
        let game = {
            let mut kept = self.lock();
            // A game of another client is as good as none, so that ids tell nothing.
            let entry = kept.games.get_mut(id).filter(|entry| entry.client == client);
            let entry = entry.ok_or_else(|| {
                format!("there is no game {:?}: new_game begins one", divvy_wire::clip(id))
            })?;
            entry.used = Instant::now();
            Arc::clone(&entry.game)
        };
        let mut game = locked(&game);
        let acted = act(&mut game, &self.settings);
        if game.match_.round().is_over() && !game.logged {
            game.logged = true;
            let mut kept = self.lock();
            let ended = LoggedGame::of(&game, &self.settings, kept.ended);
            kept.ended += 1;
            kept.summaries.entry(client).or_default().add(&ended);
            kept.games.entry(id.to_owned()).and_modify(|entry| entry.ended = true);
            (self.on_end)(&ended);
        }
        acted
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic leaves a game as it was before the move that caused it.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Game {
    fn new(rules: Rules, seat: Seat, bot: Bot, seed: u64) -> Result<Self, String> {
        if bot.needs_solver() {
            divvy_solver::Solver::check(rules)
                .map_err(|error| divvy_words::too_large_for_bots(&error))?;
        }
        let mut players = [Occupant::Human, Occupant::Bot(bot)];
        let mut names = ["You", "Computer"];
        if seat == Seat::Two {
            players.reverse();
            names.reverse();
        }
        let names = Names::new(names[0], names[1]).map_err(|error| error.to_string())?;
        let setup = Setup { players, names, seed, ..Setup::new(rules) };
        Ok(Self {
            match_: Match::new(setup),
            seat,
            bot,
            illegal: Vec::new(),
            seconds: Vec::new(),
            hints: 0,
            undone: 0,
            player: BotPlayer::new(bot),
            shown: Instant::now(),
            logged: false,
        })
    }

    /// Plays the model's number and the computer's reply.
    pub(crate) fn play(&mut self, number: u32) -> Result<(), String> {
        let seconds = self.shown.elapsed().as_secs_f64();
        if let Err(refused) = self.match_.apply(Event::Moved { number }) {
            let why = divvy_words::refused(refused);
            self.illegal.push(why.clone());
            return Err(why);
        }
        self.seconds.push((seconds * 1e6).round() / 1e6);
        self.reply()
    }

    /// Lets the computer move until it is the model's turn.
    fn reply(&mut self) -> Result<(), String> {
        while !self.match_.round().is_over() && self.match_.round().to_move() != self.seat {
            let number = self.player.choose(&self.match_).map_err(|forfeit| forfeit.to_string())?;
            let moved = Event::Moved { number: number.get() };
            self.match_.apply(moved).map_err(divvy_words::refused)?;
        }
        self.shown = Instant::now();
        Ok(())
    }

    /// Takes the model's last move and the reply back.
    pub(crate) fn undo(&mut self) -> Result<(), String> {
        let plies = self.match_.undo_plies(Some(self.seat));
        if self.match_.round().is_over() {
            return Err(divvy_words::denied(divvy_match::Denied::RoundOver).to_owned());
        }
        let undone = plies.ok_or(divvy_match::Denied::NothingToUndo);
        let plies = undone.map_err(|denied| divvy_words::denied(denied).to_owned())?;
        self.match_.apply(Event::Undone { plies: Some(plies) }).map_err(divvy_words::refused)?;
        self.undone += 1;
        self.seconds.pop();
        self.shown = Instant::now();
        Ok(())
    }

    pub(crate) fn resign(&mut self) -> Result<(), String> {
        let resigned = Event::Resigned { by: Some(self.seat) };
        self.match_.apply(resigned).map_err(divvy_words::refused).map(drop)
    }
}
