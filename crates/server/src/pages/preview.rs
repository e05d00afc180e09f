//! The picture of a position that link previews show: the part of the board around the last number, in the page's colours,
//! without names. Every viewer of a game may see it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use divvy_analysis::contest;
use divvy_match::{Round, Seat};
use divvy_rules::{Game, Number, Position, Record};
use divvy_table::{GameError, GameId, GameState, Subject};
use divvy_words::web;

use super::quick_game;
use crate::http::cache::{Content, PNG};
use crate::http::error::ApiError;
use crate::server::Server;

const WIDTH: usize = 1200;
const HEIGHT: usize = 630;
/// The most pictures that are kept.
const MOST: usize = 64;

/// Colours of `style.css`, light theme; a pixel is an index.
const PALETTE: &[u8; 27] = b"\xf6\xf4\xef\xff\xff\xff\x20\x25\x2d\x5b\x64\x70\x1f\x5f\x99\
    \xa6\x48\x0f\x1c\x6b\x45\x67\x6f\x79\xd9\xd5\xcc";
const PAPER: u8 = 0;
const SHEET: u8 = 1;
const INK: u8 = 2;
const SOFT: u8 = 3;
/// Of both seats.
const PLAYERS: [u8; 2] = [4, 5];
const GOOD: u8 = 6;
const GONE: u8 = 7;
const LINE: u8 = 8;

/// Digits of eight columns and twelve rows; the leftmost column is the highest bit.
const DIGITS: [[u8; 12]; 10] = [
    [0x3c, 0x7e, 0x66, 0xc3, 0xc3, 0xc3, 0xc3, 0xc3, 0xc3, 0x66, 0x7e, 0x3c],
    [0x18, 0x38, 0x78, 0xd8, 0x18, 0x18, 0x18, 0x18, 0x18, 0x18, 0x7e, 0x7e],
    [0x3c, 0x7e, 0xe7, 0xc3, 0x03, 0x06, 0x0c, 0x18, 0x30, 0x60, 0xff, 0xff],
    [0x3c, 0x7e, 0xc3, 0x03, 0x03, 0x1e, 0x1e, 0x03, 0x03, 0xc3, 0x7e, 0x3c],
    [0x06, 0x0e, 0x1e, 0x36, 0x66, 0xc6, 0xc6, 0xff, 0xff, 0x06, 0x06, 0x06],
    [0xff, 0xff, 0xc0, 0xc0, 0xfc, 0xfe, 0x07, 0x03, 0x03, 0xc7, 0x7e, 0x3c],
    [0x3c, 0x7e, 0xe3, 0xc0, 0xc0, 0xdc, 0xfe, 0xe7, 0xc3, 0xe7, 0x7e, 0x3c],
    [0xff, 0xff, 0x03, 0x06, 0x06, 0x0c, 0x0c, 0x18, 0x18, 0x30, 0x30, 0x30],
    [0x3c, 0x7e, 0xc3, 0xc3, 0x66, 0x3c, 0x7e, 0xc3, 0xc3, 0xc3, 0x7e, 0x3c],
    [0x3c, 0x7e, 0xe7, 0xc3, 0xe7, 0x7f, 0x3b, 0x03, 0x03, 0xc7, 0x7e, 0x3c],
];

/// Pictures that were drawn, the newest first.
#[derive(Debug, Default)]
pub(crate) struct Previews(Mutex<VecDeque<(String, Content)>>);

impl Previews {
    /// Answers with the picture of this key, which is drawn if it is not kept.
    async fn get(&self, key: String, round: Round, to: &HeaderMap) -> Result<Response, ApiError> {
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, found)) = kept().iter().find(|(one, _)| *one == key) {
            return Ok(found.revalidated(to));
        }
        let drawn = tokio::task::spawn_blocking(move || png(&round)).await;
        let png = drawn.ok().and_then(Result::ok).ok_or(GameError::Unavailable(web::NOT_DONE))?;
        let (content, mut kept) = (Content::new(PNG, png), kept());
        kept.truncate(MOST - 1);
        kept.push_front((key, content));
        Ok(kept[0].1.revalidated(to))
    }
}

/// `GET /g/{id}/preview.png`: a game as it stands.
pub(super) async fn of_game(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let id = GameId::parse(&id).ok_or(GameError::NotFound(web::NO_SUCH_GAME))?;
    let handle = server.service.games.get(&id).await?;
    let shown = |state: &GameState| (state.version(), state.game().round().clone());
    let (version, round) = handle.read(shown).await;
    server.previews.get(format!("{id} {version}"), round, &headers).await
}

/// `GET /rules/{game}/preview.png`: the proposed board of a game.
pub(super) async fn of_rules(
    State(server): State<Arc<Server>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let game: Game = name.parse().map_err(|_| GameError::NotFound(web::NO_SUCH_ADDRESS))?;
    let record = Record::new(quick_game::rules(game, &contest(game)));
    server.previews.get(game.to_string(), Round::of(record, Seat::One), &headers).await
}

fn png(round: &Round) -> Result<Vec<u8>, png::EncodingError> {
    let (mut bytes, pixels) = (Vec::new(), drawn(round));
    let mut encoder = png::Encoder::new(&mut bytes, WIDTH as u32, HEIGHT as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(PALETTE);
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(bytes)
}

/// The pixels: up to 100 numbers; of a larger board 40, which have more digits.
fn drawn(round: &Round) -> Vec<u8> {
    let board = round.record().rules().board();
    let most = if board.size() <= 100 { 100 } else { 40 };
    let last = round.record().last().map_or(board.first(), Number::get);
    let from = last.saturating_sub(most / 2).min((board.size() + 1).saturating_sub(most));
    let numbers = (from.max(board.first())..=board.size()).take(most as usize);
    let numbers: Vec<Number> = numbers.filter_map(|number| board.number(number).ok()).collect();
    let rows = |columns: usize| numbers.len().div_ceil(columns);
    let side = |columns: usize| ((WIDTH - 72) / columns).min((HEIGHT - 72) / rows(columns));
    // Of equally large cells the fewest columns, which fill their rows.
    let columns = (1..=numbers.len()).rev().max_by_key(|columns| side(*columns)).unwrap_or(1);
    let (side, gap) = (side(columns), side(columns) / 20);
    let (left, top) = ((WIDTH - columns * side) / 2, (HEIGHT - rows(columns) * side) / 2);
    let mut pixels = vec![PAPER; WIDTH * HEIGHT];
    for (index, number) in numbers.into_iter().enumerate() {
        let at = [left + index % columns * side + gap, top + index / columns * side + gap];
        draw_cell(&mut pixels, look(round, number), &number.to_string(), at, side - 2 * gap);
    }
    pixels
}

/// The colours of a number's cell: left and right half, edge, digits, and the line through them.
fn look(round: &Round, number: Number) -> [u8; 5] {
    let (record, of) = (round.record(), |seat: Seat| PLAYERS[seat.index()]);
    let open = match round.check(number) {
        Ok(()) => [SHEET, SHEET, of(round.to_move()), INK, INK],
        Err(_) => [PAPER, PAPER, LINE, SOFT, SOFT],
    };
    match record.position() {
        Position::Race(race) => {
            let here = Seat::BOTH.map(|seat| race.token(round.player_at(seat)).at == number);
            match here.map(usize::from) {
                [0, 0] if race.rules().target() == number => [SHEET, SHEET, GOOD, GOOD, GOOD],
                [0, 0] => open,
                [one, two] => [PLAYERS[1 - one], PLAYERS[two], PLAYERS[1 - one], SHEET, SHEET],
            }
        }
        Position::Removal(removal) if removal.free().contains(number) => open,
        Position::Removal(removal) => {
            let ply = record.moves().iter().position(|one| *one == number);
            let by = ply.map_or(SOFT, |ply| of(round.seat_of(record.mover(ply))));
            let is_last = removal.last() == Some(number);
            if is_last { [by, by, by, SHEET, SHEET] } else { [PAPER, PAPER, PAPER, GONE, by] }
        }
    }
}

/// Draws a cell. The corners of its digits are rounded: a pixel is set where the four bits around it make up a half.
fn draw_cell(pixels: &mut [u8], look: [u8; 5], text: &str, [x, y]: [usize; 2], side: usize) {
    const STEP: usize = 10;
    let [fill, right, edge, ink, strike] = look;
    let thick = (side / 24).max(2);
    draw_box(pixels, [x, y], [side, side], edge);
    draw_box(pixels, [x + thick, y + thick], [side - 2 * thick; 2], fill);
    if right != fill {
        draw_box(pixels, [x + side / 2, y], [side - side / 2, side], right);
    }
    let glyphs: Vec<_> = text.bytes().map(|digit| DIGITS[usize::from(digit - b'0')]).collect();
    let bit = |column: f32, row: f32| {
        let line = glyphs.get(column as usize / STEP).and_then(|glyph| glyph.get(row as usize));
        f32::from(u16::from(*line.unwrap_or(&0)) << 2 >> (9 - column as usize % STEP) & 1)
    };
    let units = (STEP * text.len() - 2) as f32;
    let scale = (side as f32 * 0.44 / 12.0).min(side as f32 * 0.8 / units);
    let (width, height) = ((units * scale) as usize, (12.0 * scale) as usize);
    let (left, top) = (x + (side - width) / 2, y + (side - height) / 2);
    for place in 0..width * height {
        let (down, across) = (place / width, place % width);
        let [u, v] = [across, down].map(|place| (place as f32 / scale - 0.5).max(0.0));
        let row = |v: f32| bit(u, v) * (1.0 - u.fract()) + bit(u + 1.0, v) * u.fract();
        if row(v) * (1.0 - v.fract()) + row(v + 1.0) * v.fract() >= 0.5 {
            pixels[(top + down) * WIDTH + left + across] = ink;
        }
    }
    if strike != ink {
        draw_box(pixels, [left, y + (side - thick) / 2], [width, thick], strike);
    }
}

/// Draws a rectangle with round corners.
fn draw_box(pixels: &mut [u8], [x, y]: [usize; 2], [width, height]: [usize; 2], colour: u8) {
    let radius = (width.min(height) / 6) as f32;
    for row in 0..height {
        let beyond = (radius - 0.5 - row.min(height - 1 - row) as f32).max(0.0);
        let inset = (radius - (radius * radius - beyond * beyond).sqrt()) as usize;
        let start = (y + row) * WIDTH + x;
        pixels[start + inset..start + width - inset].fill(colour);
    }
}
