//! The race: two tokens walk from factor to multiple; the first at the target wins.

use serde::Serialize;

use crate::relation::{related, relatives};
use crate::{Board, Number, NumberSet, Player, Refusal};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RaceRules {
    board: Board,
    start: Number,
    target: Number,
    block: bool,
}

impl RaceRules {
    /// `Rules::new` has checked that the target can be reached and is not the start.
    pub(crate) const fn new(board: Board, start: Number, target: Number, block: bool) -> Self {
        Self { board, start, target, block }
    }

    pub const fn board(self) -> Board {
        self.board
    }

    pub const fn start_node(self) -> Number {
        self.start
    }

    pub const fn target(self) -> Number {
        self.target
    }

    /// Whether a player may not enter the node that the opponent stands on (ruling Z5).
    pub const fn block(self) -> bool {
        self.block
    }

    pub const fn start(self) -> RacePosition {
        let token = Token { at: self.start, banned: None };
        RacePosition { rules: self, state: RaceState { tokens: [token; 2], turns: 0 } }
    }
}

/// Where a player stands, and where the player may not go back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Token {
    pub at: Number,
    /// The node the player was on last turn; none before the first move and after a skip (ruling Z2).
    pub banned: Option<Number>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RacePosition {
    rules: RaceRules,
    pub(crate) state: RaceState,
}

/// What changes in a race: small enough that a record keeps one for every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RaceState {
    tokens: [Token; 2],
    /// Turns passed; skipped ones count, so whose turn it is follows from it.
    pub(crate) turns: u32,
}

impl RacePosition {
    pub const fn rules(&self) -> RaceRules {
        self.rules
    }

    pub const fn token(&self, player: Player) -> Token {
        self.state.tokens[player.index()]
    }

    pub const fn to_move(&self) -> Player {
        Player::of_turn(self.state.turns)
    }

    /// How many turns have passed, skipped ones included.
    pub const fn turns(&self) -> u32 {
        self.state.turns
    }

    /// The nodes that may be entered now; none once the race is over.
    pub fn legal(&self) -> NumberSet {
        let mut set = NumberSet::empty(self.rules.board);
        self.steps().for_each(|n| set.insert(n));
        set
    }

    /// Who stands on the target.
    pub fn winner(&self) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.token(player).at == self.rules.target)
    }

    pub fn check(&self, number: Number) -> Result<(), Refusal> {
        self.rules.board.number(number.get())?;
        let token = self.token(self.to_move());
        if self.winner().is_some() {
            Err(Refusal::GameOver)
        } else if number == token.at {
            Err(Refusal::AlreadyThere)
        } else if !related(number, token.at) {
            Err(Refusal::NotRelated { to: token.at })
        } else if Some(number) == token.banned {
            Err(Refusal::LeftLastTurn)
        } else if self.rules.block && number == self.token(self.to_move().other()).at {
            Err(Refusal::OpponentThere)
        } else {
            Ok(())
        }
    }

    /// Moves the token of the player to move, then passes the turn, over players who cannot use it.
    /// Nothing has changed if it is refused.
    pub fn play(&mut self, number: Number) -> Result<(), Refusal> {
        self.play_within(number, u32::MAX)
    }

    /// The same, but skips no turn once this many turns have passed.
    pub(crate) fn play_within(&mut self, number: Number, turns: u32) -> Result<(), Refusal> {
        self.check(number)?;
        let mover = self.to_move().index();
        let token = &mut self.state.tokens[mover];
        *token = Token { at: number, banned: Some(token.at) };
        self.pass();
        // This ends: a skip lifts the player's ban, and once both are lifted two players can only both be
        // stuck if each is the other's one neighbour, and then no walk would lead to the target.
        while self.turns() < turns && self.winner().is_none() && self.steps().next().is_none() {
            let stuck = self.to_move().index();
            self.state.tokens[stuck].banned = None;
            self.pass();
        }
        Ok(())
    }

    fn pass(&mut self) {
        // Only whether it is even matters once it is this large, and wrapping keeps that.
        self.state.turns = self.state.turns.wrapping_add(1);
    }

    fn steps(&self) -> impl Iterator<Item = Number> {
        relatives(self.rules.board, self.token(self.to_move()).at)
            .filter(|&number| self.check(number).is_ok())
    }
}
