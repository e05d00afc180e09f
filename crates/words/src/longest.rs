//! The longest game: why none is longer, and how a chain compares with it.

use divvy_rules::Number;

/// What the game for one is called.
pub const LONGEST_CHAIN: &str = "The longest chain";

/// What is asked in it.
pub const CHAIN_QUESTION: &str = "How long a chain of factors and multiples can you make?";

/// Its rule in brief.
pub const CHAIN_RULE: &str = "Each number is a factor or a multiple of the one before it, and comes only once. Make \
                              the chain as long as you can.";

/// Where one is in a chain that is shown to the player: `One of the longest: number 3 of 77.`
pub fn chain_example(at: usize, all: usize) -> String {
    format!("One of the longest: number {at} of {all}.")
}

/// How long a chain is, and what to do next: `12 numbers. Add a factor or multiple of 96.`
pub fn chain_task(
    length: usize,
    last: Option<Number>,
    ends: bool,
    longest: Option<usize>,
) -> String {
    let numbers = in_numbers(length);
    match last {
        _ if longest == Some(length) => format!("{numbers}: no chain is longer."),
        None => "Begin with any number.".to_owned(),
        Some(last) if ends => format!("{numbers}. None can follow {last}."),
        Some(last) => format!("{numbers}. Add a factor or multiple of {last}."),
    }
}

/// What a chain is compared with: the player's longest, if it is longer, and the longest of all.
pub fn chain_goal(length: usize, own: usize, longest: usize) -> String {
    match longest {
        _ if own > length => {
            format!("Your longest has {own} numbers, the longest of all {longest}.")
        }
        // That has been said.
        _ if longest == length => String::new(),
        _ => format!("The longest of all has {longest} numbers."),
    }
}

/// `1 number`, `12 numbers`.
pub fn in_numbers(count: usize) -> String {
    if count == 1 { "1 number".to_owned() } else { format!("{count} numbers") }
}

/// What proves that a longest game is one: the bound, and the searches in vain.
pub fn longest_proof(bound: u32, left_out: u32, states: u64) -> String {
    let by_bound = match bound {
        0 => "It takes every number, so no game is longer.".to_owned(),
        1 => "No game takes every number".to_owned(),
        bound => format!("Every game leaves out at least {bound} numbers"),
    };
    if bound == 0 && left_out == 0 {
        return by_bound;
    }
    let bound_alone = match bound {
        0 => String::new(),
        _ => format!("{by_bound}, by a bound that needs no search"),
    };
    let vain = match left_out.saturating_sub(bound) {
        0 => return format!("{bound_alone}, and this one leaves out no more."),
        1 => format!("a game that leaves out {bound} was"),
        _ => format!("games that leave out {bound} to {} were", left_out - 1),
    };
    let searched = format!("{vain} searched for in vain ({states} states in all)");
    match bound_alone.as_str() {
        "" => format!("{}, so no game is longer.", crate::capitalized(&searched)),
        bound => format!("{bound}; {searched}, so no game is longer."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_are_told_beside_the_best_possible() {
        let last = divvy_rules::Rules::default().board().number(16).unwrap();
        let longest = Some(77);
        assert_eq!(chain_task(0, None, false, longest), "Begin with any number.");
        let told = chain_task(1, Some(last), false, None);
        assert_eq!(told, "1 number. Add a factor or multiple of 16.");
        let told = chain_task(12, Some(last), true, longest);
        assert_eq!(told, "12 numbers. None can follow 16.");
        assert_eq!(chain_task(77, Some(last), true, longest), "77 numbers: no chain is longer.");
        assert_eq!(chain_goal(12, 12, 77), "The longest of all has 77 numbers.");
        assert_eq!(chain_goal(12, 40, 77), "Your longest has 40 numbers, the longest of all 77.");
        assert_eq!(chain_goal(77, 77, 77), "");
    }

    #[test]
    fn proofs_name_the_bound_and_the_searches() {
        assert_eq!(longest_proof(0, 0, 0), "It takes every number, so no game is longer.");
        assert_eq!(
            longest_proof(4, 4, 9),
            "Every game leaves out at least 4 numbers, by a bound that needs no search, and this one leaves out no more."
        );
        assert_eq!(
            longest_proof(19, 23, 9),
            "Every game leaves out at least 19 numbers, by a bound that needs no search; games that leave out 19 to 22 \
             were searched for in vain (9 states in all), so no game is longer."
        );
        assert!(longest_proof(0, 1, 9).starts_with("A game that leaves out 0 was searched"));
    }
}
