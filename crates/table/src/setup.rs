//! A game as a client asks for it, and what it begins with.

use divvy_analysis::begin;
use divvy_match::{Bot, First, Match, Names, Occupant, Plan, Proposal, Seat, SeriesLength, Setup};
use divvy_rules::{Game, Options, Rules};
use divvy_words::{self as words, proposal::computer_beside, web};

use crate::{GameError, GameId, GameSetup, Mode, SeatToken};

/// A request for a game.
#[derive(Clone, Debug)]
pub struct GameProposal {
    pub game: Game,
    pub options: Options,
    /// The moves that have been made already: every round begins with them.
    pub moves: Vec<u32>,
    pub mode: Mode,
    /// The opponent, in mode computer.
    pub bot: Option<Bot>,
    /// The seat of the client.
    pub seat: Seat,
    pub first: First,
    pub best_of: Option<u32>,
    pub names: Option<[String; 2]>,
    /// What the bots draw from; by chance without it.
    pub seed: Option<u64>,
}

impl GameProposal {
    /// The game with this id, in which the holder of this token has the seat of the client, or both; with what gives the free
    /// seat, in mode friend.
    pub fn begin(
        &self,
        id: &GameId,
        token: &SeatToken,
        max_size: u32,
    ) -> Result<(GameSetup, Option<SeatToken>), GameError> {
        let setup = begin(&self.proposal()?, self.seed)?;
        check_size(setup.rules, max_size)?;
        let illegal = |error| GameError::Invalid(words::illegal_move(&error));
        let setup = setup.after(self.moves.clone()).map_err(illegal)?;
        if Match::new(setup.clone()).is_finished() {
            return Err(GameError::Invalid(web::OVER_BEFORE_IT_BEGINS.to_owned()));
        }
        let Setup { rules, names, players, first, plan, seed, moves } = setup;
        let (salt, mode) = (id.to_string(), self.mode);
        let holds = |seat| mode == Mode::Local || seat == self.seat;
        let holders = Seat::BOTH.map(|seat| holds(seat).then(|| token.hash(&salt)));
        let link = if mode == Mode::Friend { Some(SeatToken::random()?) } else { None };
        let invite = link.as_ref().map(|link| link.hash(&salt));
        let setup = GameSetup {
            rules,
            mode,
            players,
            names,
            first,
            plan,
            seed,
            salt,
            holders,
            invite,
            moves,
        };
        Ok((setup, link))
    }

    fn proposal(&self) -> Result<Proposal, GameError> {
        let opponent = self.opponent()?;
        let players = match self.seat {
            Seat::One => [Occupant::Human, opponent],
            Seat::Two => [opponent, Occupant::Human],
        };
        let plan = match self.best_of {
            None | Some(1) => Plan::Single,
            Some(rounds) => Plan::BestOf(
                SeriesLength::new(rounds)
                    .ok_or_else(|| GameError::Invalid(web::best_of_takes()))?,
            ),
        };
        let (game, options) = (self.game, self.options.clone());
        Ok(Proposal { game, options, players, names: self.names()?, first: self.first, plan })
    }

    fn opponent(&self) -> Result<Occupant, GameError> {
        match (self.mode, self.bot) {
            (Mode::Computer, bot) => Ok(Occupant::Bot(bot.unwrap_or(Bot::Easy))),
            (_, None) => Ok(Occupant::Human),
            (_, Some(_)) => Err(GameError::Invalid(web::BOT_WITHOUT_COMPUTER.to_owned())),
        }
    }

    fn names(&self) -> Result<Names, GameError> {
        let mut given = self.names.clone().unwrap_or_default();
        let (own, other) = (self.seat.index(), self.seat.other().index());
        if self.mode == Mode::Computer && given[other].trim().is_empty() {
            given[other] = computer_beside(&given[own]).to_owned();
        }
        let [one, two] = &given;
        let same = one.trim() == two.trim() && !one.trim().is_empty();
        if self.mode == Mode::Computer && same {
            // The client can change its own name only.
            return Err(GameError::Invalid(web::name_of_computer(one.trim())));
        }
        names(one, two)
    }
}

/// Refuses boards that are too large for a server.
pub fn check_size(rules: Rules, max_size: u32) -> Result<(), GameError> {
    let fits = (rules.board().size() <= max_size).then_some(());
    fits.ok_or_else(|| GameError::TooLarge(web::largest_board(max_size)))
}

/// Two names; an empty one stands for the default.
pub fn names(one: &str, two: &str) -> Result<Names, GameError> {
    let default = Names::default();
    let or_default = |name: &str, seat| match name.trim() {
        "" => default.of(seat).to_owned(),
        name => name.to_owned(),
    };
    let [one, two] = [or_default(one, Seat::One), or_default(two, Seat::Two)];
    Names::new(&one, &two).map_err(|error| GameError::Invalid(web::names_error(&error, &one)))
}
