//! Whole games as the specs play them, through the real program, byte for byte.
//!
//! `DIVVY_BLESS=1 cargo test -p divvy --test it golden` writes the transcripts anew.

use std::path::PathBuf;

use divvy_rules::Game;

fn file(game: Game) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{game}.txt"))
}

#[test]
fn every_game_has_a_transcript_and_prints_it() {
    for game in Game::ALL {
        crate::common::check_transcript(&crate::common::World::new(), &file(game));
    }
}

/// The passages that people rely on, as they were promised.
#[test]
fn transcripts_hold_the_promised_passages() {
    for game in Game::ALL {
        let text = std::fs::read_to_string(file(game)).unwrap();
        for passage in passages(game) {
            assert!(text.contains(passage), "{game} lacks:\n{passage}");
        }
    }
}

#[expect(clippy::too_many_lines, reason = "a table")]
fn passages(game: Game) -> &'static [&'static str] {
    match game {
        Game::TrapAvoidance => &[
            "\
Available Numbers: 1-20
Player 1, select your number: 7

Previous Number: 7
Invalid Numbers: 1, 7, 14
Available Numbers: 2-6, 8-13, 15-20
Player 2, select your number: 9

Previous Number: 9
Invalid Numbers: 1, 3, 9, 18
Available Numbers: 2, 4-6, 8, 10-17, 19, 20
Player 1, select your number: ",
            "\
Previous Number: 1
Invalid Numbers: 1-20
Available Numbers: none
Player 2 has no valid moves.
Player 2 loses the game.
Player 1 wins!
",
        ],
        Game::MultipleMadness => &[
            "\
Numbers available: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20

Player 1's turn.
Select a number to remove: 6

Numbers available: 1 2 3 4 5 7 8 9 10 11 12 13 14 15 16 17 18 19 20

Player 2's turn.
Last number removed by opponent: 6
Valid numbers to remove: 1 2 3 12 18
Select a number to remove: 3
",
            "\
Numbers available: 7 11 12 13 14 17 19 20

Player 1 has no valid moves.
Player 2 wins the game!
",
        ],
        Game::ChainReaction => &[
            "\
Welcome to Chain Reaction!

Number Pool: 1-20

Player 1, it's your turn.
Current Number: None
Available Numbers: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20
Enter your selection: 8

Player 1 selected 8.

Player 2, it's your turn.
Current Number: 8
Available Numbers: 1 2 3 4 5 6 7 9 10 11 12 13 14 15 16 17 18 19 20
Valid selections are factors or multiples of 8.
Enter your selection: 4
",
            "\
Player 1 selected 20.

Player 2, it's your turn.
Current Number: 20
Available Numbers: 7 11 12 13 14 15 16 17 19
No valid moves available.
Player 2 cannot make a valid move. Player 1 wins!
",
        ],
        Game::NumberMaze => &[
            "\
Player 1 Turn:
Current Node: 1
Available Moves: 2-20
Enter your next node: 5

Player 2 Turn:
Current Node: 1
Available Moves: 2-20
Enter your next node: 2
",
            "\
Player 1 Turn:
Current Node: 11
Available Moves: none
Player 1 has no valid moves and skips the turn.

",
            "\n\nPlayer 1 has reached node 20 and wins the game!\n",
        ],
        Game::SequenceDuel => &[
            "\
Welcome to Sequence Duel!
Numbers in sequence: 1 2 3 4 5 6 7 8 9 10
Player 1's turn.
Choose a number to remove: 6

Number 6 removed.
Remaining numbers: 1 2 3 4 5 7 8 9 10
Player 2's turn.
Last number removed: 6
Valid numbers to remove (divisors or multiples of 6): 1 2 3
Choose a number to remove: 3
",
            "\
Number 5 removed.
Remaining numbers: 4 7
Player 1's turn.
Last number removed: 5
Valid numbers to remove (divisors or multiples of 5): none
Player 1 cannot make a valid move and loses the game.
Player 2 wins!
",
        ],
    }
}
