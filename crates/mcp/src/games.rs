//! The games of a server.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use divvy_analysis::{BotPlayer, fresh_seed};
use divvy_match::{Bot, Chooser as _, Event, Match, Names, Occupant, Refused, Seat, Setup};
use divvy_rules::{Rules, seed_from};

use crate::log::LoggedGame;
use crate::{Limits, Settings, Summary};

/// A game between a model and the computer.
#[derive(Debug)]
pub(crate) struct Game {
    pub(crate) match_: Match,
    pub(crate) seat: Seat,
    pub(crate) bot: Bot,
    /// Which game of the server it is, counted from 0.
    pub(crate) number: u64,
    /// What the model was refused, in words: the first so many.
    pub(crate) illegal: Vec<String>,
    /// The positions in which it gave no legal answer, took one back, asked for help, or resigned, in notation. A move that
    /// is taken back takes none of them away.
    pub(crate) failed: BTreeSet<String>,
    /// Seconds from a position being shown to its move.
    pub(crate) seconds: Vec<f64>,
    pub(crate) hints: u32,
    pub(crate) undone: u32,
    player: BotPlayer,
    shown: Instant,
    /// Whether something has happened that was not told yet.
    changed: bool,
}

/// All games of a server, and what came of those that have ended.
pub struct Games {
    settings: Settings,
    kept: Mutex<Kept>,
    /// Told of every game that begins, and of everything that the model does in it, before the model is answered.
    on_change: Box<dyn Fn(&LoggedGame) + Send + Sync>,
}

#[derive(Default)]
struct Kept {
    clients: HashMap<u64, Owned>,
    begun: u64,
}

/// What belongs to one client.
struct Owned {
    games: HashMap<String, Entry>,
    /// What came of the games that have ended.
    summary: Summary,
    used: Instant,
}

/// A game has a lock of its own: a reply on a large board takes long, and so does judging its moves.
struct Entry {
    used: Instant,
    ended: bool,
    game: Arc<Mutex<Game>>,
}

impl Kept {
    /// What belongs to a client, which has asked for something just now.
    fn client(&mut self, client: u64) -> &mut Owned {
        let used = Instant::now();
        let new = || Owned { games: HashMap::new(), summary: Summary::default(), used };
        let owned = self.clients.entry(client).or_insert_with(new);
        owned.used = used;
        owned
    }

    /// Drops games and summaries that have not been asked for in so long.
    fn prune(&mut self, idle: Duration) {
        let now = Instant::now();
        let is_used = |used: Instant| now.duration_since(used) < idle;
        self.clients.retain(|_, owned| {
            owned.games.retain(|_, entry| is_used(entry.used));
            is_used(owned.used)
        });
    }
}

impl Owned {
    fn open(&self) -> impl Iterator<Item = &Arc<Mutex<Game>>> {
        self.games.values().filter(|entry| !entry.ended).map(|entry| &entry.game)
    }

    /// Counts a game that has ended. It is kept to be reviewed, but of all that have ended only the last so many are.
    fn end(&mut self, id: &str, ended: &LoggedGame, limit: usize) {
        self.summary.add(ended);
        if let Some(entry) = self.games.get_mut(id) {
            entry.ended = true;
        }
        let all = self.games.iter().filter(|(_, entry)| entry.ended);
        if all.clone().count() > limit
            && let Some((oldest, _)) = all.min_by_key(|(_, entry)| entry.used)
        {
            let oldest = oldest.clone();
            self.games.remove(&oldest);
        }
    }
}

impl std::fmt::Debug for Games {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Games").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl Games {
    /// A server without games. `on_change` is told of every game that begins, and again whenever the model has done
    /// something in it, before the model is answered: a game that it leaves has been told as it left it.
    pub fn new(
        settings: Settings,
        on_change: impl Fn(&LoggedGame) + Send + Sync + 'static,
    ) -> Self {
        Self { settings, kept: Mutex::default(), on_change: Box::new(on_change) }
    }

    pub(crate) const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What came of the games of a client. Those that are open are counted, and judged once they are over.
    pub(crate) fn summary(&self, client: u64) -> Summary {
        let (mut summary, open) = match self.lock().clients.get(&client) {
            None => return Summary::default(),
            Some(owned) => (owned.summary.clone(), owned.open().cloned().collect::<Vec<_>>()),
        };
        // Games are locked before the whole, never after it.
        for game in open {
            let logged = LoggedGame::of("", &locked(&game), &self.settings);
            if logged.open {
                summary.count(&logged);
            }
        }
        summary
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
        let Limits { games: limit, size: most, idle } = settings.limits;
        // A board that the operator has fixed may be larger.
        if settings.rules.is_none() && rules.board().size() > most {
            return Err(format!("size takes at most {most} here"));
        }
        let random = || fresh_seed().map_err(|error| error.to_string());
        let id = format!("{:016x}{:016x}", random()?, random()?);
        let random = random()?;
        let mut kept = self.lock();
        kept.prune(idle);
        let number = kept.begun;
        let owned = kept.client(client);
        if owned.open().count() >= limit {
            return Err(format!(
                "{limit} games are open, which is the limit: finish or resign one of them"
            ));
        }
        let bot = settings.opponent.or(opponent).unwrap_or(Bot::Medium);
        let in_turn = if number.is_multiple_of(2) { Seat::One } else { Seat::Two };
        let seat = settings.seat.or(seat).unwrap_or(in_turn);
        let seed = settings.seed.map_or(random, |seed| seed_from([seed, number]));
        let game = Arc::new(Mutex::new(Game::new(number, rules, seat, bot, seed)?));
        // The game counts from now on, and is locked until the computer has moved.
        let mut begun = locked(&game);
        let entry = Entry { used: Instant::now(), ended: false, game: Arc::clone(&game) };
        owned.games.insert(id.clone(), entry);
        kept.begun += 1;
        drop(kept);
        if let Err(why) = begun.reply() {
            self.lock().client(client).games.remove(&id);
            return Err(why);
        }
        self.tell(client, &id, &mut begun);
        Ok(id)
    }

    /// Does something with a game of a client, and tells what came of it.
    pub(crate) fn with<T>(
        &self,
        client: u64,
        id: &str,
        act: impl FnOnce(&mut Game, &Settings) -> Result<T, String>,
    ) -> Result<T, String> {
        let game = {
            let mut kept = self.lock();
            // A game of another client is as good as none, so that ids tell nothing.
            let entry = kept.client(client).games.get_mut(id).ok_or_else(|| {
                format!("there is no game {:?}: new_game begins one", divvy_wire::clip(id))
            })?;
            entry.used = Instant::now();
            Arc::clone(&entry.game)
        };
        let mut game = locked(&game);
        let was_over = game.match_.round().is_over();
        let acted = act(&mut game, &self.settings);
        if !was_over {
            self.tell(client, id, &mut game);
        }
        acted
    }

    /// Tells a game that has changed; one that is over is judged before and counted. Other games go on meanwhile.
    fn tell(&self, client: u64, id: &str, game: &mut Game) {
        if !std::mem::take(&mut game.changed) {
            return;
        }
        let logged = LoggedGame::of(id, game, &self.settings);
        (self.on_change)(&logged);
        if !logged.open {
            self.lock().client(client).end(id, &logged, self.settings.limits.games);
        }
    }
}

/// So many illegal answers of a game are logged in words, and so many moves can be taken back: every line repeats them.
const MOST_ILLEGAL: usize = 100;
const MOST_UNDONE: u32 = 100;

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic leaves a game as it was before the move that caused it.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Game {
    fn new(number: u64, rules: Rules, seat: Seat, bot: Bot, seed: u64) -> Result<Self, String> {
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
            number,
            illegal: Vec::new(),
            failed: BTreeSet::new(),
            seconds: Vec::new(),
            hints: 0,
            undone: 0,
            player: BotPlayer::new(bot),
            shown: Instant::now(),
            changed: true,
        })
    }

    /// Plays the model's number and the computer's reply. What is no number is an illegal answer like any other.
    pub(crate) fn play(&mut self, number: Result<String, String>) -> Result<(), String> {
        let seconds = self.shown.elapsed().as_secs_f64();
        self.changed = true;
        let moved = number.and_then(|typed| {
            // One that does not fit is outside of every board, as 0 is.
            let number = typed.parse().unwrap_or(0);
            self.match_.apply(Event::Moved { number }).map_err(|refused| match refused {
                Refused::Number { refusal, .. } => divvy_words::illegal(typed, refusal),
                refused => divvy_words::refused(refused),
            })
        });
        if let Err(why) = moved {
            let said = format!("{why}. Nothing was played.");
            if self.illegal.len() < MOST_ILLEGAL {
                self.illegal.push(why);
            }
            self.fail();
            return Err(said);
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
        if self.undone >= MOST_UNDONE {
            return Err(format!("{MOST_UNDONE} moves of a game can be taken back, and they were"));
        }
        self.match_.apply(Event::Undone { plies: Some(plies) }).map_err(divvy_words::refused)?;
        self.changed = true;
        self.undone += 1;
        self.fail();
        self.seconds.pop();
        self.shown = Instant::now();
        Ok(())
    }

    pub(crate) fn resign(&mut self) -> Result<(), String> {
        let resigned = Event::Resigned { by: Some(self.seat) };
        self.match_.apply(resigned).map_err(divvy_words::refused)?;
        self.changed = true;
        self.fail();
        Ok(())
    }

    /// Notes that the model asked for what it should have found itself: whatever it plays here is not its own answer.
    pub(crate) fn hinted(&mut self) {
        if !self.match_.round().is_over() {
            self.changed = true;
            self.hints += 1;
            self.fail();
        }
    }

    /// Notes that the model has not found the answer to the position by itself at once.
    fn fail(&mut self) {
        self.failed.insert(self.match_.round().record().to_string());
    }
}
