// Offers to play many games at once, and uses what the Rust kit has for that.
mod toptile;

use toptile::{Bot, Info, Move, Position};

fn choose(position: &Position) -> Move {
    let (plays, shared) = (position.plays(), position.clock.shared());
    let string = format!("shared {shared}");
    Info { nodes: Some(plays.len() as u64), string: &string, ..Default::default() }.send_about(position);
    let few = &plays[..plays.len().min(2 + shared as usize)];
    position.random().choice(few).cloned().unwrap_or_else(Move::pass)
}

fn main() {
    let bot = Bot::new("Crowd (Rust)", "Ann").games(40);
    toptile::run_many(bot, |positions| positions.iter().map(choose).collect::<Vec<Move>>());
}
