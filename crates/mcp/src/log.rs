//! Games that have ended, judged move by move, and what they add up to.

use std::collections::BTreeMap;

use divvy_lab::score::{Figures, Score, judge};
use divvy_lab::{Played, Turns};
use divvy_rules::{Game as GameName, Record};
use serde::{Deserialize, Serialize};

use crate::Settings;
use crate::games::Game;

/// A game that has ended: a line of a tournament's log, and what only a model has. Player 0 is the model, player 1 the
/// computer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LoggedGame {
    /// What the model is called.
    pub player: String,
    /// The bot it played against.
    pub opponent: String,
    /// Whether the model resigned.
    pub resigned: bool,
    /// How often it asked for a hint or a solution.
    pub hints: u32,
    /// How often it took a move back.
    pub undone: u32,
    /// The game.
    #[serde(flatten)]
    pub played: Played,
}

impl LoggedGame {
    pub(crate) fn of(game: &Game, settings: &Settings, number: u64) -> Self {
        let round = game.match_.round();
        let record = round.record();
        // The model moves first at the first seat.
        let mine = game.seat.index();
        let mut players = [1; 2];
        players[mine] = 0;
        let mut turns = [Turns::default(), Turns::default()];
        record.turns().for_each(|turn| {
            turns[turn.player.index()].moves += u32::from(turn.number.is_some());
        });
        // On boards too large to be solved nothing is said about the moves.
        for (turns, judged) in turns.iter_mut().zip(judge(record, 0).into_iter().flatten()) {
            turns.judge(judged);
        }
        turns[mine].illegal = game.illegal.clone();
        turns[mine].seconds = game.seconds.clone();
        let winner = round.winner().map(|seat| usize::from(seat != game.seat));
        Self {
            player: settings.player.clone(),
            opponent: game.bot.to_string(),
            resigned: round.given_up().is_some(),
            hints: game.hints,
            undone: game.undone,
            played: Played {
                number,
                players,
                position: record.to_string(),
                given: 0,
                winner,
                forfeit: None,
                turns,
                differing: Vec::new(),
            },
        }
    }

    /// The model's own turns.
    fn turns(&self) -> &Turns {
        &self.played.turns[usize::from(self.played.players[0] != 0)]
    }
}

/// Many games added up, by game: the three wordings of one game stand side by side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Games that have ended.
    pub games: u64,
    by_game: BTreeMap<&'static str, Totals>,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Totals {
    games: u32,
    wins: u32,
    moves: u32,
    illegal: u32,
    won_positions: u32,
    won_kept: u32,
    score: Score,
}

/// A row of a summary.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Which game; none for all of them.
    pub game: Option<&'static str>,
    /// Games that have ended.
    pub games: u32,
    /// Games that the model won.
    pub wins: u32,
    /// Moves that it made.
    pub moves: u32,
    /// Of all its attempts, the share that were legal moves.
    pub legal_share: Option<f64>,
    /// Of the won positions, the share that it kept.
    pub kept: Option<f64>,
    /// How it decided where there was a choice.
    pub figures: Option<Figures>,
}

impl Summary {
    /// Adds a game.
    pub fn add(&mut self, game: &LoggedGame) {
        let Ok(record) = game.played.position.parse::<Record>() else { return };
        self.games += 1;
        let totals = self.by_game.entry(record.rules().game().id()).or_default();
        let turns = game.turns();
        totals.games += 1;
        totals.wins += u32::from(game.played.winner == Some(0));
        totals.moves += turns.moves;
        totals.illegal += turns.illegal.len() as u32;
        totals.won_positions += turns.won_positions;
        totals.won_kept += turns.won_kept;
        turns.decisions.iter().for_each(|decision| totals.score.add(decision));
    }

    /// A row for each game that was played, in the order of the games, and one for all.
    pub fn rows(&self) -> Vec<Row> {
        let named = GameName::ALL.map(|game| game.id());
        let mut rows: Vec<Row> = named
            .into_iter()
            .filter_map(|name| self.by_game.get(name).map(|totals| totals.row(Some(name))))
            .collect();
        let mut all = Totals::default();
        self.by_game.values().for_each(|totals| all.absorb(totals));
        rows.push(all.row(None));
        rows
    }
}

impl Totals {
    fn absorb(&mut self, other: &Self) {
        self.games += other.games;
        self.wins += other.wins;
        self.moves += other.moves;
        self.illegal += other.illegal;
        self.won_positions += other.won_positions;
        self.won_kept += other.won_kept;
        self.score.absorb(&other.score);
    }

    fn row(&self, game: Option<&'static str>) -> Row {
        let share = |part: u32, whole: u32| (whole > 0).then(|| f64::from(part) / f64::from(whole));
        Row {
            game,
            games: self.games,
            wins: self.wins,
            moves: self.moves,
            legal_share: share(self.moves, self.moves + self.illegal),
            kept: share(self.won_kept, self.won_positions),
            figures: self.score.figures(),
        }
    }
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(
            f,
            "{:<17} {:>5} {:>6} {:>6} {:>7} {:>9} {:>6} {:>7} {:>6} {:>6}",
            "game",
            "games",
            "won",
            "moves",
            "legal",
            "decisions",
            "right",
            "chance",
            "skill",
            "kept"
        )?;
        let percent =
            |share: Option<f64>| share.map_or("-".to_owned(), |s| format!("{:.1}%", 100.0 * s));
        for row in self.rows() {
            let figures = row.figures.as_ref();
            writeln!(
                f,
                "{:<17} {:>5} {:>6} {:>6} {:>7} {:>9} {:>6} {:>7} {:>6} {:>6}",
                row.game.unwrap_or("all"),
                row.games,
                percent((row.games > 0).then(|| f64::from(row.wins) / f64::from(row.games))),
                row.moves,
                percent(row.legal_share),
                figures.map_or(0, |figures| figures.decisions),
                percent(figures.map(|figures| figures.accuracy)),
                percent(figures.map(|figures| figures.chance)),
                figures.map_or("-".to_owned(), |figures| format!("{:.2}", figures.skill)),
                percent(row.kept),
            )?;
        }
        Ok(())
    }
}
