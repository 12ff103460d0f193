mod toptile;

fn main() {
    toptile::run(toptile::Bot::new("Mine", "Me"), |position| {
        position.plays().into_iter().next().unwrap_or_else(toptile::Move::pass)
    });
}
