//! What a tournament has shown.

use std::collections::{BTreeMap, HashSet};

use divvy_match::Occupant;
use divvy_rules::{Game, Options};
use serde::Serialize;

use crate::arena::{Arena, ForfeitKind, Played, Rating, Turns, Wording, ratings};
use crate::score::{Figures, Score, Unit};

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    pub game: Game,
    pub options: Options,
    /// What chance was drawn from.
    pub seed: u64,
    pub games_a_pair: u32,
    pub games: u64,
    pub distinct_games: usize,
    /// The players, in the order in which they were named.
    pub players: Vec<Standing>,
    /// How often each player (a row) beat each other (a column).
    pub beat: Vec<Vec<u32>>,
    /// How often of these with the first move.
    pub beat_with_first_move: Vec<Vec<u32>>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Standing {
    /// What the player is called, if it has a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub player: Occupant,
    pub played: u32,
    pub wins: u32,
    pub wins_with_first_move: u32,
    /// Games lost, forfeits among them.
    pub losses: u32,
    /// Games stopped without a winner.
    pub abandoned: u32,
    /// Games lost without being beaten, by kind.
    pub forfeits: BTreeMap<ForfeitKind, u32>,
    /// Answers that were no legal moves.
    pub illegal: u32,
    pub moves: u32,
    /// Positions that could be won and in which it was asked.
    pub won_positions: u32,
    /// Those of them that it kept won.
    pub won_kept: u32,
    /// Their share; none where nothing was ever won.
    pub accuracy: Option<f64>,
    /// How it decided where there was a choice between winning and losing; none where it met none.
    pub decisions: Option<Figures>,
    /// The same in games that it opened, and in those that it did not.
    pub decisions_by_seat: [Option<Figures>; 2],
    /// Mean time for a move, answers that did not come in time included.
    pub seconds_a_move: Option<f64>,
    /// Mean time to start and give the first answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds_to_start: Option<f64>,
    /// The strength, where more than two play and all can be compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<Rating>,
    /// How much the wording mattered, where that was tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wording: Option<Wording>,
}

/// How long answers took, and how many there were.
type Times = (f64, u32);

/// What is added up over the games of one player.
#[derive(Clone, Default)]
struct Sums {
    /// In games that it opened, and in the others, by how they began.
    units: BTreeMap<u64, [Unit; 2]>,
    seconds: Times,
    starts: Times,
}

impl Sums {
    fn add(&mut self, beginning: u64, place: usize, turns: &Turns) {
        self.units.entry(beginning).or_default()[place].add(&turns.decisions);
        for (sum, times) in [(&mut self.seconds, &turns.seconds), (&mut self.starts, &turns.starts)]
        {
            sum.0 += times.iter().sum::<f64>();
            sum.1 += times.len() as u32;
        }
    }

    fn write(self, standing: &mut Standing) {
        let kept = f64::from(standing.won_kept) / f64::from(standing.won_positions);
        standing.accuracy = (standing.won_positions > 0).then_some(kept);
        let score = |unit: &dyn Fn(&[Unit; 2]) -> Unit| {
            let mut score = Score::default();
            self.units.values().for_each(|units| score.add(&unit(units)));
            score.figures()
        };
        standing.decisions_by_seat = [score(&|units| units[0]), score(&|units| units[1])];
        standing.decisions = score(&|&[mut all, second]| {
            all.absorb(&second);
            all
        });
        let mean = |(sum, count): Times| (count > 0).then(|| sum / f64::from(count));
        standing.seconds_a_move = mean(self.seconds);
        standing.seconds_to_start = mean(self.starts);
    }
}

impl Report {
    pub fn of<'a>(arena: &Arena, games: impl IntoIterator<Item = &'a Played>) -> Self {
        let count = arena.players().len();
        let standing = |(place, player): (usize, &Occupant)| Standing {
            name: arena.names.get(place).cloned(),
            player: player.clone(),
            wording: arena.reskin.then(Wording::default),
            ..Standing::default()
        };
        let mut report = Self {
            game: arena.rules().game(),
            options: arena.options.clone(),
            seed: arena.seed,
            games_a_pair: arena.games,
            games: 0,
            distinct_games: 0,
            players: arena.players().iter().enumerate().map(standing).collect(),
            beat: vec![vec![0; count]; count],
            beat_with_first_move: vec![vec![0; count]; count],
        };
        let mut sums = vec![Sums::default(); count];
        let mut different = HashSet::new();
        for game in games {
            report.add(game, arena.beginning(game.number), &mut sums);
            different.insert(game.position.as_str());
        }
        report.distinct_games = different.len();
        for (standing, sums) in report.players.iter_mut().zip(sums) {
            sums.write(standing);
        }
        if count > 2 {
            let row = |row: &Vec<u32>| row.iter().map(|&wins| f64::from(wins)).collect();
            let wins: Vec<Vec<f64>> = report.beat.iter().map(row).collect();
            for (standing, rating) in
                report.players.iter_mut().zip(ratings(&wins).unwrap_or_default())
            {
                standing.rating = Some(rating);
            }
        }
        report
    }

    fn add(&mut self, game: &Played, beginning: u64, sums: &mut [Sums]) {
        self.games += 1;
        for (place, &player) in game.players.iter().enumerate() {
            let Some(standing) = self.players.get_mut(player) else { continue };
            let turns = &game.turns[place];
            standing.played += 1;
            match game.winner {
                Some(winner) if winner == player => {
                    standing.wins += 1;
                    standing.wins_with_first_move += u32::from(place == 0);
                    let other = game.players[1 - place];
                    self.beat[player][other] += 1;
                    self.beat_with_first_move[player][other] += u32::from(place == 0);
                }
                Some(_) => standing.losses += 1,
                None => standing.abandoned += 1,
            }
            standing.illegal += turns.illegal.len() as u32;
            standing.moves += turns.moves;
            standing.won_positions += turns.won_positions;
            standing.won_kept += turns.won_kept;
            if let Some(sums) = sums.get_mut(player) {
                sums.add(beginning, place, turns);
            }
            if let (Some(sum), Some(wording)) = (&mut standing.wording, &turns.wording) {
                sum.asked += wording.asked;
                sum.again += wording.again;
                sum.differing += wording.differing;
                sum.decisive += wording.decisive;
                sum.failed += wording.failed;
            }
        }
        if let Some(given) = &game.forfeit
            && let Some(standing) = self.players.get_mut(given.by)
        {
            *standing.forfeits.entry(given.kind).or_default() += 1;
        }
    }
}
