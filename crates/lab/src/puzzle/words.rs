//! What is said about a puzzle: the question, why the answer wins, and why another does not.

use divvy_play::{Advice, pairs_in_words, words};
use divvy_rules::{
    Family, Number, One, Opening, Player, Position, RacePosition, Record, Relation, Rules,
};
use divvy_solver::{Outcome, Pairing, Solver};

use super::{Verdict, list};

/// What a player is called.
pub(super) fn player(player: Player) -> String {
    format!("Player {}", player.number())
}

/// Why the answer wins, to the player to move.
pub(super) fn why(solver: &mut Solver, answer: Number) -> String {
    let opponent = solver.record().position().to_move().other();
    Advice::with_best(solver, Some(answer)).text(&player(opponent))
}

/// The position and the question, in lines.
pub(super) fn question(record: &Record) -> String {
    let mut lines = vec![heading(record.rules())];
    lines.extend(known(record));
    let position = record.position();
    lines.push(format!("{} to move. {}", player(position.to_move()), ask(position)));
    lines.join("\n")
}

/// What there is to know about a position, in lines.
pub(super) fn known(record: &Record) -> Vec<String> {
    let position = record.position();
    let board = position.board();
    let notes = rule_note(record.rules()).into_iter().chain(opening_note(record));
    let mut lines: Vec<String> = notes.map(str::to_owned).collect();
    match position {
        Position::Removal(removal) => {
            lines.push(format!("Taken, in order: {}", list::in_order(board, record.moves())));
            lines.push(format!("Left: {}", list::ranged(board, removal.free())));
            let last = removal.last().map_or_else(|| "none".to_owned(), |last| last.to_string());
            lines.push(format!("Last number: {last}"));
            lines.push(format!("May be taken now: {}", list::ranged(board, &position.legal())));
        }
        Position::Race(race) => {
            lines.push(format!("Target: {}", race.rules().target()));
            lines.extend(Player::BOTH.map(|player| token(race, player)));
            lines.push(format!("Open now: {}", list::ranged(board, &position.legal())));
        }
    }
    lines
}

/// The question itself.
pub(super) const fn ask(position: &Position) -> &'static str {
    match position {
        Position::Removal(_) => "Which number wins?",
        Position::Race(_) => "Which step wins?",
    }
}

/// The game and its board: `Multiple Madness on 1-20`.
pub(super) fn heading(rules: Rules) -> String {
    format!("{} on {}", words::name(rules.game()), rules.board())
}

/// What is not as usual in these rules. What the board itself shows is left out.
pub(super) fn rule_note(rules: Rules) -> Option<&'static str> {
    match rules.family() {
        Family::Removal(rules) => (rules.relation() == Relation::Unrelated(One::Free))
            .then_some("Here 1 is never a trap and never sets one."),
        Family::Race(rules) => {
            rules.block().then_some("Here nobody may enter the node that the opponent stands on.")
        }
    }
}

/// What the first move must be, where it has not been made.
pub(super) fn opening_note(record: &Record) -> Option<&'static str> {
    match record.rules().family() {
        Family::Removal(rules) if record.moves().is_empty() => match rules.opening() {
            Opening::Any => None,
            Opening::Even => Some("The first number must be even."),
            Opening::EvenBelowHalf => {
                Some("The first number must be even and less than half the size.")
            }
        },
        Family::Removal(_) | Family::Race(_) => None,
    }
}

/// `Player 1 on 6, not back to 12`
pub(super) fn token(race: &RacePosition, who: Player) -> String {
    let token = race.token(who);
    let back = token.banned.map_or_else(String::new, |node| format!(", not back to {node}"));
    format!("{} on {}{back}", player(who), token.at)
}

/// What the opponent makes of a move that does not win.
pub(super) fn refutation(record: &Record, number: Number) -> Verdict {
    let mover = record.position().to_move();
    let (me, opponent) = (player(mover), player(mover.other()));
    let solver = Solver::new(record.clone()).ok().and_then(|mut solver| {
        solver.play(number).ok()?;
        Some(solver)
    });
    // Only a record that no search has seen can be too large.
    let Some(mut solver) = solver else {
        return Verdict::Wrong { reply: None, why: String::new() };
    };
    if solver.outcome() == Outcome::Draw {
        let why =
            "Nobody can force the way to the target then: with best play the game never ends.";
        return Verdict::Wrong { reply: None, why: why.to_owned() };
    }
    if solver.record().position().to_move() == mover {
        let why = format!(
            "{opponent} has no move and is skipped, and is first at the target all the same."
        );
        return Verdict::Wrong { reply: None, why };
    }
    let reply = solver.best();
    let why = reply.map_or_else(String::new, |reply| answered(&mut solver, reply, &me, &opponent));
    Verdict::Wrong { reply, why }
}

/// Why the opponent's reply wins.
fn answered(solver: &mut Solver, reply: Number, me: &str, opponent: &str) -> String {
    let mut next = solver.record().position().clone();
    let ends = next.play(reply).is_ok() && next.is_over();
    match solver.record().position() {
        Position::Removal(_) if ends => {
            format!("{opponent} takes {reply}: then no number can follow, and {me} is stuck.")
        }
        Position::Removal(_) => {
            let Some(Pairing::Won { pairs, .. }) = solver.pairing(Some(reply)) else {
                return format!("{opponent} takes {reply} and wins.");
            };
            format!(
                "{opponent} takes {reply}, and the other numbers pair: {}. Whatever {me} takes has a partner \
                 here. {opponent} takes the partner, every time, until {me} is stuck.",
                pairs_in_words(&pairs)
            )
        }
        Position::Race(_) if ends => format!("{opponent} moves to {reply}: that is the target."),
        Position::Race(_) => match solver.turns() {
            Some([theirs, mine]) => format!(
                "{opponent} moves to {reply}. The target was {} away for {opponent}, and {me} needs {}{}.",
                turns(theirs),
                turns(mine),
                if mine == theirs { " too, but comes after" } else { "" }
            ),
            None => format!(
                "{opponent} moves to {reply}. Every answer has been followed from the target backwards, and none \
                 of them stops it."
            ),
        },
    }
}

fn turns(count: u32) -> String {
    if count == 1 { "1 turn".to_owned() } else { format!("{count} turns") }
}
