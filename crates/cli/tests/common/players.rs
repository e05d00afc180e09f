//! Clients that play, and know which of their moves were acknowledged.

#![allow(unreachable_pub, clippy::unwrap_used, clippy::panic, reason = "tests")]

use serde_json::{Value, json};

use crate::http::{Connection, Service};

/// A game that a client plays, and the moves that were acknowledged.
pub struct Played {
    pub id: String,
    pub moves: Vec<u64>,
}

/// Plays games one after the other until the server is gone.
pub fn play(port: u16, number: usize) -> Vec<Played> {
    let mut games: Vec<Played> = Vec::new();
    let Some(mut connection) = Connection::open(port, number) else { return games };
    loop {
        let wish = json!({"game": "multiple-madness", "mode": "local", "options": {"size": 60}});
        let mut state = match connection.post("/api/v1/games", &wish) {
            Some((201, body)) => body["game"].clone(),
            // A busy machine: the storage did not answer in time.
            Some((503, _)) => continue,
            _ => return games,
        };
        let id = state["id"].as_str().unwrap().to_owned();
        games.push(Played { id: id.clone(), moves: Vec::new() });
        while state["over"] == false {
            // The first of the last run: long games.
            let run = state["legal"].as_array().unwrap().last().unwrap().clone();
            let choice = run[1].as_u64().unwrap();
            let body = json!({"number": choice, "ply": state["ply"]});
            match connection.post(&format!("/api/v1/games/{id}/move"), &body) {
                Some((200, next)) => {
                    games.last_mut().unwrap().moves.push(choice);
                    state = next;
                }
                // The storage did not answer in time; the move may be stored or not.
                Some((503, _)) => match stored_state(&mut connection, &id) {
                    Some(stored) => {
                        let plies = stored["ply"].as_u64().unwrap();
                        let moves = &mut games.last_mut().unwrap().moves;
                        moves.extend((plies > moves.len() as u64).then_some(choice));
                        state = stored;
                    }
                    None => return games,
                },
                Some((status, body)) => panic!("{status} {body}"),
                None => return games,
            }
        }
    }
}

/// The state of a game as soon as the storage answers; none if the server is gone.
fn stored_state(connection: &mut Connection, id: &str) -> Option<Value> {
    loop {
        match connection.get(&format!("/api/v1/games/{id}"))? {
            (200, state) => return Some(state),
            (503, _) => {}
            (status, body) => panic!("{status} {body}"),
        }
    }
}

/// Looks for every acknowledged move of these games; how many there are.
pub fn find(service: &Service, games: &[Played]) -> usize {
    let mut connection = Connection::open(service.port, 0).unwrap();
    for game in games {
        let (status, state) = connection.get(&format!("/api/v1/games/{}", game.id)).unwrap();
        assert_eq!(status, 200, "{state}");
        let kept: Vec<u64> = state["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|played| played["number"].as_u64().unwrap())
            .collect();
        assert!(kept.starts_with(&game.moves), "{}: {kept:?} {:?}", game.id, game.moves);
        // At most the one move that was on its way is there besides.
        assert!(kept.len() <= game.moves.len() + 1, "{}", game.id);
        assert_eq!(state["version"], kept.len());
    }
    games.iter().map(|game| game.moves.len()).sum()
}
