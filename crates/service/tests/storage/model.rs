//! Random calls against the plainest storage there is.

use std::collections::HashMap;

use divvy_service::storage::{GameId, GameWrite, NewGame, StoredEvent, StoredGame, WriteOutcome};

use crate::properties::Address;
use crate::{add_text, at, name};

/// Takes one write after the other.
#[derive(Default)]
struct Model(HashMap<GameId, StoredGame>);

impl Model {
    fn write(&mut self, write: &GameWrite) -> WriteOutcome {
        match write {
            GameWrite::Create(new) if !self.0.contains_key(&new.id) => self.create(new),
            GameWrite::Create(_) => WriteOutcome::Conflict,
            GameWrite::Append { id, event, begins } => match (self.append(id, event), begins) {
                (WriteOutcome::Stored, Some(new)) => self.create(new),
                (outcome, _) => outcome,
            },
        }
    }

    fn create(&mut self, new: &NewGame) -> WriteOutcome {
        let game = StoredGame { setup: new.setup.clone(), at: new.at, events: vec![] };
        self.0.insert(new.id.clone(), game);
        WriteOutcome::Stored
    }

    fn append(&mut self, id: &GameId, event: &StoredEvent) -> WriteOutcome {
        match self.0.get_mut(id) {
            Some(game) if event.number as usize == game.events.len() + 1 => {
                game.events.push(event.clone());
                WriteOutcome::Stored
            }
            _ => WriteOutcome::Conflict,
        }
    }
}

pub(crate) async fn one_by_one(address: Address) {
    let storage = at(&address).await;
    let mut chance = 1_u64;
    let mut below = |limit: u64| {
        chance =
            chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (chance >> 33) % limit
    };
    for round in 0..30 {
        let games = [name(), name(), name()];
        let mut model = Model::default();
        let mut created = Vec::new();
        for call in 0..6 {
            let mut writes = Vec::new();
            for place in 0..below(20) {
                let id = &games[below(3) as usize];
                let next = model.0.get(id).map_or(1, |game| game.events.len() as u64 + 1);
                let text = format!("{round} {call} {place}");
                if below(8) == 0 {
                    let (id, at) = (id.clone(), below(9) as i64);
                    writes.push(GameWrite::Create(NewGame { id, at, setup: text }));
                    continue;
                }
                if below(8) == 0 {
                    // A new game with an event that may come too late or too early, and events of the new game.
                    let event = StoredEvent { number: (next + below(2)) as u32, at: 1, text };
                    let new = NewGame { id: name(), at: 2, setup: format!("after {place}") };
                    created.push(new.id.clone());
                    let first = add_text(&new.id, 1, "the first of a new game");
                    writes.push(GameWrite::Append { id: id.clone(), event, begins: Some(new) });
                    writes.push(first);
                    continue;
                }
                // Around the next number, alone or with successors: what is right, late, early and double.
                let from = (next + below(4)).saturating_sub(2) as u32;
                for number in from..=from + below(4) as u32 {
                    writes.push(add_text(id, number, &format!("{text} {number}")));
                }
            }
            let expected: Vec<_> = writes.iter().map(|write| model.write(write)).collect();
            assert_eq!(storage.write(writes.clone()).await, Ok(expected), "{writes:?}");
        }
        for id in games.iter().chain(&created) {
            assert_eq!(storage.load(id).await.unwrap().as_ref(), model.0.get(id));
        }
    }
}
