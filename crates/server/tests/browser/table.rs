//! What people do at a game, step by step.

use serde_json::Value;

use crate::driver::Session;
use crate::site::Site;

/// The moves in the list.
pub(crate) const MOVES: &str = "document.querySelectorAll('#moves .move').length";

/// Shows all options of the form.
pub(crate) const ALL_OPTIONS: &str = "#options-more > summary";

/// Whether a request is on its way.
pub(crate) const SETTLED: &str =
    "document.getElementById('board').getAttribute('aria-busy') !== 'true'";

pub(crate) fn play_button(game: &str) -> String {
    format!("[data-game={game}] [data-do=play]")
}

pub(crate) fn cell(number: u32) -> String {
    format!("[data-number=\"{number}\"]")
}

/// Waits for the page of a game.
pub(crate) fn arrive(session: &Session) {
    session.wait(
        "/^.g.|game.html$/.test(location.pathname) && document.querySelector('[data-number]')",
    );
}

/// Begins a game against the computer with one click on the first page.
pub(crate) fn begin_quickly(session: &Session, site: &Site, game: &str) {
    session.open(&site.at("/"));
    session.click(&play_button(game));
    arrive(session);
}

/// Opens the form of a game on the first page.
pub(crate) fn open_form(session: &Session, site: &Site, game: &str) {
    session.open(&site.at("/"));
    session.click(&format!("[data-game={game}] [data-do=setup]"));
    session.wait(&format!("document.getElementById('setup').open && {BOARD}"));
}

/// The name of the board that the form has.
pub(crate) const BOARD: &str = "document.querySelector('#boards :checked + span')?.firstChild.data";

/// Chooses a board by its name.
pub(crate) fn choose_board(session: &Session, name: &str) {
    let boards =
        "[...document.querySelectorAll('#boards span')].map(board => board.firstChild.data)";
    session.wait(&format!("{boards}.includes('{name}')"));
    let boards = session.ask(boards);
    let index = boards.as_array().unwrap().iter().position(|board| board == name).unwrap();
    session.click(&format!("#boards label:has([value='{index}'])"));
    assert_eq!(session.text(BOARD), name);
}

/// Begins a game with the form.
pub(crate) fn begin_with(session: &Session, site: &Site, game: &str, mode: &str, name: &str) {
    open_form(session, site, game);
    session.click(&format!("#mode label:has([value={mode}])"));
    session.write("#name-1", name);
    session.click("#begin");
    arrive(session);
}

/// Plays a number by pressing it, and waits until it is in the list.
pub(crate) fn play(session: &Session, number: u32) {
    let before = session.ask(MOVES);
    session.wait("document.querySelector('#board.playable')");
    session.click(&cell(number));
    session.wait(&format!("{MOVES} > {before} && {SETTLED}"));
}

/// Plays legal numbers until the round is over; the target of a race where it can be reached.
pub(crate) fn play_to_the_end(session: &Session) {
    loop {
        session.wait("document.querySelector('#turn.over') || document.querySelector('#board.playable .legal')");
        if session.is("document.querySelector('#turn.over')") {
            return;
        }
        let before = session.ask(MOVES);
        let target = session.is("document.querySelector('.legal.target')");
        session.click(if target { ".legal.target" } else { ".playable .legal" });
        session.wait(&format!("{MOVES} > {before} && {SETTLED}"));
    }
}

/// Begins a game at one screen, on a board of this size with no other option.
pub(crate) fn begin_local(session: &Session, site: &Site, game: &str, size: &str) {
    open_form(session, site, game);
    session.click("#mode label:has([value=local])");
    choose_board(session, "Original rules");
    session.click(ALL_OPTIONS);
    session.write("#option-size", size);
    session.click("#begin");
    arrive(session);
}

/// Opens the menu with what is seldom needed.
pub(crate) fn open_menu(session: &Session) {
    session.click("#settings > summary");
}

/// Presses an action.
pub(crate) fn act(session: &Session, name: &str) {
    let button = format!("#do-{name}");
    session.wait(&format!(
        "{SETTLED} && (button => button && !button.hidden && button.getAttribute('aria-disabled') !== 'true')(document.querySelector('{button}'))"
    ));
    session.click(&button);
}

/// Gives the game up, once the question about that is there.
pub(crate) fn resign(session: &Session) {
    act(session, "resign");
    session.wait("document.getElementById('confirm').open");
    session.click("#confirm-yes");
}

/// Has the round reviewed.
pub(crate) fn review(session: &Session) {
    act(session, "review");
    session.wait("document.querySelector('.reviewed li')");
}

/// Asserts how many bytes of HTML, CSS and JavaScript the page at hand has loaded, before compression.
pub(crate) fn assert_lighter(session: &Session, limit: u64) {
    let entries = "performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'))";
    let files = format!("{entries}.filter(entry => !entry.name.includes('/api/'))");
    let weight_of = format!("{files}.reduce((sum, entry) => sum + entry.decodedBodySize, 0)");
    let weight = session.ask(&weight_of).as_u64().unwrap();
    assert!((1..limit).contains(&weight), "{weight}");
}

/// What the page sends its requests with.
pub(crate) const CARRIER: &str =
    "import(document.querySelector('link[href$=\"carrier.js\"]').href)";

/// Sends a request as the page itself does; `body` is an expression.
pub(crate) fn send(session: &Session, path: &str, body: &str) -> Value {
    session.ask_later(&format!(
        "{CARRIER} \
         .then(carrier => carrier.send('POST', '{path}', {body})).then(({{ text }}) => JSON.parse(text))"
    ))
}
