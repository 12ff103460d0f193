// new-rust: a bot for Upwords. All of it is choose(); toptile.rs does the rest.
mod toptile;

use toptile::{Bot, Move, Position};

/// How good a play is. Change this line first: it decides every move.
fn worth(play: &Move, _position: &Position) -> i32 {
    play.points
}

fn choose(position: &Position) -> Move {
    let plays = position.plays(); // every legal play, the one with most points first
    let mut best: Option<&Move> = None;
    for play in &plays {
        if best.map_or(true, |so_far| worth(play, position) > worth(so_far, position)) {
            best = Some(play);
        }
    }
    match best {
        Some(play) => play.clone(),
        None => position.exchanges().into_iter().next().unwrap_or_else(Move::pass),
    }
}

fn main() {
    toptile::run(Bot::new("new-rust", "Ann"), choose);
}
