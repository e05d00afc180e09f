//! Games as they are logged, and what they add up to.

use std::collections::{BTreeMap, BTreeSet};

use divvy_lab::score::{Figures, Score, judge};
use divvy_lab::{Played, Turns};
use divvy_match::{Event, Seat};
use divvy_rules::Record;
use divvy_service::storage::{StoredEvent, StoredGame};
use divvy_table::{GameEvent, GameSetup, GameState, Subject};
use serde::{Deserialize, Serialize};

/// A game as it stands: a line of a tournament's log, and what only a model has. Player 0 is the model, player 1 the
/// computer. A game is logged when it begins and whenever the model has done something, so its last line counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LoggedGame {
    /// Which game: all its lines have the same id.
    pub id: String,
    /// What the model is called.
    pub player: String,
    /// The bot it played against.
    pub opponent: String,
    /// Whether the game is not over. If the model never comes back, it has left the game here.
    pub open: bool,
    /// Whether the model resigned.
    pub resigned: bool,
    /// How often it asked for a hint or a solution.
    pub hints: u32,
    /// How often it took a move back.
    pub undone: u32,
    /// The moves before each turn in which it gave no legal answer, took one back, asked for a hint, or left.
    pub failed: Vec<usize>,
    /// The same of turns that were taken back and not come to again: the positions, in notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taken_back: Vec<String>,
    /// The game. Its moves are judged once it is over.
    #[serde(flatten)]
    pub played: Played,
}

impl LoggedGame {
    /// The game with this number, by what is stored of it; `None` if that is no game between a person and a bot.
    pub(crate) fn of(id: String, number: u64, player: String, stored: &StoredGame) -> Option<Self> {
        let setup: GameSetup = serde_json::from_str(&stored.setup).ok()?;
        let seat = Seat::BOTH.into_iter().find(|seat| setup.holders[seat.index()].is_some())?;
        let opponent = setup.players[seat.other().index()].to_string();
        let mut game = Replayed::new(setup, seat, stored.at);
        stored.events.iter().try_for_each(|row| game.apply(row))?;
        let round = game.state.game().round();
        let record = round.record();
        // The model moves first at the first seat.
        let mine = seat.index();
        let mut players = [1; 2];
        players[mine] = 0;
        let mut turns = [Turns::default(), Turns::default()];
        turns[mine] = game.turns;
        record.turns().for_each(|turn| {
            turns[turn.player.index()].moves += u32::from(turn.number.is_some());
        });
        let open = !round.is_over();
        game.failed.extend(open.then(|| record.to_string()));
        let passed = |ply: &usize| game.failed.remove(&record.at(*ply).to_string());
        let failed = (0..=record.moves().len()).filter(passed).collect();
        let logged = Self {
            id,
            player,
            opponent,
            open,
            resigned: round.given_up().is_some(),
            hints: game.hints,
            undone: game.undone,
            failed,
            taken_back: game.failed.into_iter().collect(),
            played: Played {
                number,
                players,
                position: record.to_string(),
                given: 0,
                winner: round.winner().map(|winner| usize::from(winner != seat)),
                forfeit: None,
                turns,
                differing: Vec::new(),
            },
        };
        Some(if open { logged } else { logged.judged(record) })
    }

    /// The same with the moves judged. On boards too large to be solved nothing is said about them.
    fn judged(mut self, record: &Record) -> Self {
        let Ok(mut judged) = judge(record, 0, &self.failed) else { return self };
        for record in self.taken_back.iter().filter_map(|text| text.parse::<Record>().ok()) {
            let ply = record.moves().len();
            let elsewhere = judge(&record, ply, &[ply]).into_iter().flatten();
            judged.iter_mut().zip(elsewhere).for_each(|(judged, other)| judged.absorb(other));
        }
        self.played.turns.iter_mut().zip(judged).for_each(|(turns, judged)| turns.judge(judged));
        self
    }
}

/// So many illegal answers of a game are logged in words: every line repeats them.
const MOST_ILLEGAL: usize = 100;

/// A game while its rows are gone through, and what they say about the model.
struct Replayed {
    state: GameState,
    seat: Seat,
    /// What the model was refused, in words, the first so many; and the seconds from a position being shown to its move.
    turns: Turns,
    /// The positions in which it gave no legal answer, took one back, asked for help, or resigned, in notation. A move that
    /// is taken back takes none of them away.
    failed: BTreeSet<String>,
    hints: u32,
    undone: u32,
    /// When the position at hand was shown, in milliseconds.
    shown: i64,
}

impl Replayed {
    fn new(setup: GameSetup, seat: Seat, shown: i64) -> Self {
        let (turns, failed) = (Turns::default(), BTreeSet::new());
        Self { state: GameState::new(setup), seat, turns, failed, hints: 0, undone: 0, shown }
    }

    /// `None` if the row cannot follow those before.
    fn apply(&mut self, row: &StoredEvent) -> Option<()> {
        let event: GameEvent = serde_json::from_str(&row.text).ok()?;
        let position = |state: &GameState| state.game().round().record().to_string();
        let own = self.state.game().round().to_move() == self.seat;
        let before = position(&self.state);
        self.state.apply(&event).ok()?;
        let failed = match event {
            GameEvent::Match(Event::Moved { .. }) if own => {
                self.turns.seconds.push((row.at - self.shown) as f64 / 1e3);
                return Some(());
            }
            GameEvent::Match(Event::Undone { .. }) => {
                self.undone += 1;
                self.turns.seconds.pop();
                self.shown = row.at;
                position(&self.state)
            }
            GameEvent::Match(Event::Resigned { .. }) => before,
            GameEvent::Failed { why } => {
                let illegal = &mut self.turns.illegal;
                illegal.extend((illegal.len() < MOST_ILLEGAL).then_some(why));
                before
            }
            GameEvent::Advised => {
                self.hints += 1;
                before
            }
            _ => {
                self.shown = row.at;
                return Some(());
            }
        };
        self.failed.insert(failed);
        Some(())
    }
}

/// Many games added up, by player, opponent and rules: the three wordings of one game stand side by side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    rows: BTreeMap<[String; 3], Totals>,
    all: Totals,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Totals {
    counts: Counts,
    illegal: u32,
    won_positions: u32,
    won_kept: u32,
    score: Score,
}

/// What the model did in the games of a row of a summary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Counts {
    pub games: u32,
    /// Games that the model left before they were over.
    pub open: u32,
    pub resigned: u32,
    pub hints: u32,
    pub undone: u32,
    pub wins: u32,
    pub moves: u32,
}

/// A row of a summary.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// What the model is called; none for all rows together, as in the next two.
    pub player: Option<String>,
    /// The bot it played against.
    pub opponent: Option<String>,
    /// Which game, with its options, in notation.
    pub game: Option<String>,
    #[serde(flatten)]
    pub counts: Counts,
    /// Of all its attempts, the share that were legal moves.
    pub legal_share: Option<f64>,
    /// Of the won positions, the share that it kept.
    pub kept: Option<f64>,
    /// How it decided where there was a choice.
    pub figures: Option<Figures>,
}

impl Summary {
    /// Adds a game, by its last line.
    pub fn add(&mut self, game: &LoggedGame) {
        let record = game.played.position.parse().ok().filter(|_| game.open);
        match record {
            Some(record) => self.count(&game.clone().judged(&record)),
            None => self.count(game),
        }
    }

    /// Adds a game as far as it is judged.
    pub(crate) fn count(&mut self, game: &LoggedGame) {
        let Ok(record) = game.played.position.parse::<Record>() else { return };
        let key = [game.player.clone(), game.opponent.clone(), record.rules().to_string()];
        self.rows.entry(key).or_default().count(game);
        self.all.count(game);
    }

    /// A row for each player, opponent and game, and one for all.
    pub fn rows(&self) -> Vec<Row> {
        let rows = self.rows.iter().map(|(key, totals)| totals.row(key.clone().map(Some)));
        rows.chain([self.all.row([None, None, None])]).collect()
    }
}

impl Totals {
    fn count(&mut self, game: &LoggedGame) {
        let (played, counts) = (&game.played, &mut self.counts);
        let turns = &played.turns[usize::from(played.players[0] != 0)];
        counts.games += 1;
        counts.open += u32::from(game.open);
        counts.resigned += u32::from(game.resigned);
        counts.hints += game.hints;
        counts.undone += game.undone;
        counts.wins += u32::from(played.winner == Some(0));
        counts.moves += turns.moves;
        self.illegal += turns.illegal.len() as u32;
        self.won_positions += turns.won_positions;
        self.won_kept += turns.won_kept;
        self.score.add_game(&turns.decisions);
    }

    fn row(&self, [player, opponent, game]: [Option<String>; 3]) -> Row {
        let counts = self.counts;
        let legal_share = share(counts.moves, counts.moves + self.illegal);
        let kept = share(self.won_kept, self.won_positions);
        Row { player, opponent, game, counts, legal_share, kept, figures: self.score.figures() }
    }
}

fn share(part: u32, whole: u32) -> Option<f64> {
    (whole > 0).then(|| f64::from(part) / f64::from(whole))
}

impl Row {
    /// What the table shows, each under the name of its column.
    fn cells(&self) -> [(&'static str, String); 18] {
        let name = |name: &Option<String>| name.as_deref().unwrap_or("all").to_owned();
        let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        let percent = |share: Option<f64>| or_none(share.map(|s| format!("{:.1}%", 100.0 * s)));
        let (counts, figures) = (self.counts, self.figures);
        let right = figures.map(|f| f.accuracy_interval.map(|end| format!("{:.1}", 100.0 * end)));
        let skill = figures.map(|f| f.skill_interval.map(|end| format!("{end:.2}")));
        [
            ("player", name(&self.player)),
            ("opponent", name(&self.opponent)),
            ("game", name(&self.game)),
            ("games", counts.games.to_string()),
            ("open", counts.open.to_string()),
            ("resigned", counts.resigned.to_string()),
            ("hints", counts.hints.to_string()),
            ("undone", counts.undone.to_string()),
            ("won", percent(share(counts.wins, counts.games))),
            ("moves", counts.moves.to_string()),
            ("legal", percent(self.legal_share)),
            ("decisions", figures.map_or(0, |f| f.decisions).to_string()),
            ("right", percent(figures.map(|f| f.accuracy))),
            ("95 %", or_none(right.map(|ends| ends.join("-")))),
            ("chance", percent(figures.map(|f| f.chance))),
            ("skill", or_none(figures.map(|f| format!("{:.2}", f.skill)))),
            ("95 %", or_none(skill.map(|ends| ends.join(" to ")))),
            ("kept", percent(self.kept)),
        ]
    }
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut rows: Vec<_> = self.rows().iter().map(Row::cells).collect();
        // The last row, for all, is always there.
        rows.insert(0, rows[rows.len() - 1].clone().map(|(name, _)| (name, name.to_owned())));
        for row in &rows {
            for (place, (_, cell)) in row.iter().enumerate() {
                let cells = rows.iter().map(|row| row[place].1.chars().count());
                let width = cells.max().unwrap_or(0);
                // Names begin at the left, figures end at the right.
                match place {
                    0 => write!(f, "{cell:<width$}")?,
                    1 | 2 => write!(f, "  {cell:<width$}")?,
                    _ => write!(f, "  {cell:>width$}")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
