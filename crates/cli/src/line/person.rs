//! What a person at a terminal is told beside the words of the specs; a pipe reads none of it.

use anstyle::Style;
use divvy_analysis::{Advice, contest};
use divvy_match::{Match, Names, Occupant, Seat};
use divvy_rules::{Family, Number, Options, Rules};
use divvy_words::{self as words, Audience, list};

use super::{fitted, painted, shown, wrapped, wrapped_after};
use crate::setup::command_line;
use crate::terminal;

/// What comes first.
const TITLE: Style = Style::new().bold();
/// What can be passed over.
const ASIDE: Style = Style::new().dimmed();

/// Before the first turn: the game, its rule, who plays, which other ways there are, and what to type.
pub(super) fn introduction(game: &Match) -> String {
    let rules = game.rules();
    let title = painted(TITLE, fitted(&words::titled(rules)));
    let mut rows = Seat::BOTH.map(|seat| (game.name(seat), occupant(game, seat))).to_vec();
    if let Family::Race(race) = rules.family() {
        rows.push(("Target", race.target().to_string()));
    }
    let widest = rows.iter().map(|(head, _)| list::columns(head)).max().unwrap_or_default();
    let row =
        |(head, text): &(&str, String)| wrapped_after(&format!("  {head:<widest$}  "), text) + "\n";
    let rows: String = rows.iter().map(row).collect();
    let (rule, ways) = (wrapped(&words::brief(rules)), other_ways(game));
    let ask = fitted("Type a number to play, hint for a hint, ? for help.");
    format!("{title}\n{rule}\n\n{rows}\n{ways}{ask}\n\n")
}

/// Who sits there.
fn occupant(game: &Match, seat: Seat) -> String {
    match game.occupant(seat) {
        Occupant::Human if seat == Seat::BOTH[0] || game.only_person().is_some() => {
            "you".to_owned()
        }
        Occupant::Human => "a friend at this keyboard (for the computer: --p2 easy)".to_owned(),
        Occupant::Bot(bot) => {
            let about = words::about(*bot).split_once('.').map_or("", |(first, _)| first);
            format!("the computer, {bot}: {}", words::uncapitalized(about))
        }
        Occupant::Program(command) => format!("a program, {}", shown(command)),
    }
}

/// The proposed board, if this is the one of the spec, and the full screen, where there is one.
fn other_ways(game: &Match) -> String {
    let rules = game.rules();
    let is_spec = Rules::new(rules.game(), &Options::default()) == Ok(rules);
    let proposed = recommended(game).ok().filter(|_| is_spec);
    let proposed = proposed.map(|rules| {
        let board = words::in_short(rules).join(", ");
        fitted(&format!("Type r for the recommended board: {board}.")) + "\n"
    });
    let full = (!terminal::is_dumb()).then(|| format!("Full screen: divvy tui {}\n", rules.game()));
    painted(ASIDE, proposed.into_iter().chain(full).collect::<String>())
}

/// The proposed board, as long as no person has moved; otherwise why not.
pub(super) fn recommended(game: &Match) -> Result<Rules, &'static str> {
    let (rules, round) = (game.rules(), game.round());
    let by_the_computer = usize::from(*game.occupant(round.first()) != Occupant::Human);
    if game.round_number() > 1 || round.record().moves().len() > by_the_computer {
        return Err("The recommended board can only be chosen before your first move.");
    }
    let proposed = Rules::new(rules.game(), &contest(rules.game())).ok();
    proposed.filter(|proposed| *proposed != rules).ok_or("This is the recommended board.")
}

/// What the players are called: the computer is no "Player 2" to the only person.
fn names(game: &Match) -> Names {
    let [one, two] = Seat::BOTH.map(|seat| match game.occupant(seat) {
        Occupant::Bot(_) if game.only_person().is_some() => "Computer",
        _ => game.name(seat),
    });
    Names::new(one, two).unwrap_or_else(|_| game.names().clone())
}

/// What the player who is not to move is called within a sentence.
pub(super) fn opponent(game: &Match) -> String {
    let names = names(game);
    let to = Audience { names: &names, ..Audience::everybody(game) };
    to.called(game.round().to_move().other())
}

/// A move that was not typed: `The computer removes 6.`
pub(super) fn move_of_computer(game: &Match, number: Number) -> String {
    let names = names(game);
    let to = Audience { names: &names, ..Audience::everybody(game) };
    format!("{}\n", wrapped(&to.plays(game.round().to_move(), number).to_string()))
}

/// The turns skipped after the last move.
pub(super) fn skipped(game: &Match) -> String {
    let (names, record) = (names(game), game.round().record());
    let to = Audience { names: &names, ..Audience::of(game, game.only_person()) };
    to.skipped(record.skipped_after(record.moves().len())).map(|said| format!("{said}\n")).collect()
}

/// A hint, each time one step further: a question, the move, the reason.
pub(super) fn hint(game: &Match, advice: &Advice, step: usize) -> String {
    let opponent = opponent(game);
    let [what, why] = words::advice_in_steps(advice, &opponent);
    wrapped(&match step {
        0 => format!("{} (hint again: the move)", words::nudge(advice, &opponent)),
        1 => format!("{what} (hint again: the reason)"),
        _ => format!("{what} {why}"),
    })
}

/// Below the spec's end of a round: why it ended, and to the only person who won.
pub(super) fn ending(game: &Match) -> String {
    let you = game.only_person();
    let headline =
        Audience { names: &names(game), ..Audience::of(game, you) }.headline(game.round());
    let told = if you.is_some() { headline.joined() } else { headline.task };
    painted(TITLE, wrapped(&told.to_string()))
}

/// After the last round: what to do next.
pub(super) fn afterwards(game: &Match) -> String {
    let mut again = command_line("play", game.rules());
    for seat in Seat::BOTH {
        if let Occupant::Bot(bot) = game.occupant(seat) {
            again += &format!(" --p{} {bot}", seat.number());
        }
    }
    painted(ASIDE, format!("Look back:  divvy review\nPlay again: {again}\n"))
}
