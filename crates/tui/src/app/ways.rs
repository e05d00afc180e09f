//! The ways from one screen to another.

use std::path::Path;

use divvy_play::{Proposal, Session, fresh_seed};
use divvy_rules::Game;

use crate::app::{App, Departure, Screen};
use crate::start::{Entry, Start};
use crate::table::Table;

impl App {
    /// Plays or goes on with what is selected on the start screen.
    pub(super) fn begin(&mut self) {
        let Screen::Start(start) = &self.screen else { return };
        match start.entry().cloned() {
            Some(Entry::Game(game)) => {
                let proposal = self.memory.proposal(game);
                self.propose(&proposal);
            }
            Some(Entry::Continue { path, .. }) => self.resume(&path),
            None => {}
        }
    }

    pub(super) fn propose(&mut self, proposal: &Proposal) {
        let game = proposal.begin(None).map_err(|error| error.to_string());
        let session = game
            .and_then(|game| Session::start(&self.store, game).map_err(|error| error.to_string()));
        match session {
            Ok(session) => {
                self.memory.keep(proposal);
                self.sit_down(session);
            }
            Err(problem) => self.start_with(problem),
        }
    }

    pub(super) fn resume(&mut self, path: &Path) {
        match Session::resume(&self.store, path) {
            Ok(session) => self.sit_down(session),
            Err(error) => self.start_with(error.to_string()),
        }
    }

    pub(super) fn sit_down(&mut self, session: Session) {
        self.last_table += 1;
        self.screen = Screen::Table(Box::new(Table::new(self.last_table, session)));
    }

    pub(super) fn start_at(&self, game: Game) -> Start {
        let mut start = Start::new(&self.store, self.memory.game());
        let entry = Entry::Game(game);
        start.selected = start.entries.iter().position(|one| *one == entry).unwrap_or(0);
        start
    }

    pub(super) fn start_with(&mut self, problem: String) {
        let mut start = Start::new(&self.store, self.memory.game());
        start.problem = Some(problem);
        self.screen = Screen::Start(start);
    }

    /// Leaves the match at the table, and says what went wrong with that.
    pub(super) fn leave_table(&mut self) -> Option<String> {
        let table = self.table_mut()?;
        let problem = table.leave().err().map(|error| error.to_string());
        self.kept = self.table().is_some_and(|table| table.is_kept());
        problem
    }

    pub(super) fn go_to_start(&mut self) {
        let problem = self.leave_table();
        // The match lets go of its file before the list is made.
        self.screen = Screen::Nothing;
        let mut start = Start::new(&self.store, self.memory.game());
        start.problem = problem;
        self.screen = Screen::Start(start);
        self.kept = false;
    }

    pub(super) fn rematch(&mut self) {
        let Some(table) = self.table() else { return };
        let next = fresh_seed().map(|seed| table.game().rematch(seed)).map_err(|e| e.to_string());
        let session = next
            .and_then(|game| Session::start(&self.store, game).map_err(|error| error.to_string()));
        match session {
            Ok(session) => {
                let problem = self.leave_table();
                self.sit_down(session);
                if let (Some(problem), Some(table)) = (problem, self.table_mut()) {
                    table.refuse(&problem);
                }
            }
            Err(problem) => {
                if let Some(table) = self.table_mut() {
                    table.refuse(&problem);
                }
            }
        }
    }

    pub(super) fn leave_review(&mut self) {
        self.screen = match std::mem::replace(&mut self.screen, Screen::Nothing) {
            Screen::Review(table, _) => Screen::Table(table),
            other => other,
        };
    }

    pub(super) fn depart(&mut self, departure: Departure) {
        // The match is on disk already; putting a finished one away may wait for the next start.
        let _ = self.leave_table();
        self.departure = Some(departure);
    }
}
