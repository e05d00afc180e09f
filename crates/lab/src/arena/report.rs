//! What a tournament has shown.

use std::collections::BTreeMap;

use divvy_match::Occupant;
use divvy_rules::{Game, Options};
use serde::Serialize;

use crate::arena::{Arena, GivenKind, Played, Rating, Wording, ratings};

/// A tournament added up.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Which game.
    pub game: Game,
    /// With which options.
    pub options: Options,
    /// What chance was drawn from.
    pub seed: u64,
    /// Games of each pair, as planned.
    pub games_a_pair: u32,
    /// Games played.
    pub games: u64,
    /// The players, in the order in which they were named.
    pub players: Vec<Standing>,
    /// How often each player (a row) beat each other (a column).
    pub beat: Vec<Vec<u32>>,
}

/// How one player did.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Standing {
    /// Who.
    pub player: Occupant,
    /// Games played.
    pub played: u32,
    /// Games won.
    pub wins: u32,
    /// Games won with the first move.
    pub wins_with_first_move: u32,
    /// Games lost, forfeits among them.
    pub losses: u32,
    /// Games stopped without a winner.
    pub abandoned: u32,
    /// Games lost without being beaten, by kind.
    pub forfeits: BTreeMap<GivenKind, u32>,
    /// Answers that were no legal moves.
    pub illegal: u32,
    /// Moves made.
    pub moves: u32,
    /// Moves made in positions that could be won.
    pub won_positions: u32,
    /// Those of them that kept the win.
    pub won_kept: u32,
    /// Their share; none where nothing was ever won.
    pub accuracy: Option<f64>,
    /// Mean time for a move.
    pub seconds_a_move: Option<f64>,
    /// The strength, where more than two play and all can be compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<Rating>,
    /// How much the wording mattered, where that was tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wording: Option<Wording>,
}

impl Report {
    /// Adds the games of a tournament up.
    pub fn of<'a>(arena: &Arena, games: impl IntoIterator<Item = &'a Played>) -> Self {
        let count = arena.players().len();
        let standing = |player: &Occupant| Standing {
            player: player.clone(),
            wording: arena.is_reskinned().then(Wording::default),
            ..Standing::default()
        };
        let mut report = Self {
            game: arena.rules().game(),
            options: arena.options().clone(),
            seed: arena.seed,
            games_a_pair: arena.games,
            games: 0,
            players: arena.players().iter().map(standing).collect(),
            beat: vec![vec![0; count]; count],
        };
        let mut seconds = vec![0.0; count];
        for game in games {
            report.add(game, &mut seconds);
        }
        for (standing, seconds) in report.players.iter_mut().zip(seconds) {
            let share = |part: f64, whole: u32| (whole > 0).then(|| part / f64::from(whole));
            standing.accuracy = share(standing.won_kept.into(), standing.won_positions);
            standing.seconds_a_move = share(seconds, standing.moves);
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

    fn add(&mut self, game: &Played, seconds: &mut [f64]) {
        self.games += 1;
        for (place, &player) in game.players.iter().enumerate() {
            let Some(standing) = self.players.get_mut(player) else { continue };
            let turns = &game.turns[place];
            standing.played += 1;
            match game.winner {
                Some(winner) if winner == player => {
                    standing.wins += 1;
                    standing.wins_with_first_move += u32::from(place == 0);
                    self.beat[player][game.players[1 - place]] += 1;
                }
                Some(_) => standing.losses += 1,
                None => standing.abandoned += 1,
            }
            standing.illegal += turns.illegal.len() as u32;
            standing.moves += turns.moves;
            standing.won_positions += turns.won_positions;
            standing.won_kept += turns.won_kept;
            seconds[player] += turns.seconds.iter().sum::<f64>();
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
