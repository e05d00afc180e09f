//! What is said about a board that is proposed for a fair game.

use divvy_rules::Rules;

/// `Multiple Madness on 1-24, first number even: 5 of 12 openings win; best play lasts 15 moves.` If the number of
/// moves is not exact, it is "about" so many.
pub fn fair_board(rules: Rules, openings: u32, winning: u32, moves: u32, exact: bool) -> String {
    let winning = match winning {
        0 => format!("none of the {openings} openings wins, so the second player can"),
        1 => format!("1 of {openings} openings wins"),
        winning if winning == openings => format!("all {openings} openings win"),
        winning => format!("{winning} of {openings} openings win"),
    };
    let moves = crate::moves(moves as usize);
    let lasting = match exact {
        true => format!("best play lasts {moves}"),
        false => format!("best play lasts about {moves}"),
    };
    format!("{}: {winning}; {lasting}.", crate::titled(rules))
}
