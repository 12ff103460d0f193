//! What the Rust kit knows without a referee.

#[path = "../../protocol/sdk/rust/toptile.rs"]
mod toptile;

use std::sync::Arc;
use toptile::{Board, Game, Lexicon, Move, Position, Random, Ruleset};

fn lexicon(words: &str, rules: &str) -> Arc<Lexicon> {
    let ruleset = Arc::new(Ruleset::parse(rules).expect("the rules are rules"));
    Arc::new(Lexicon::new(words, ruleset))
}

fn game(words: &str, rules: &str) -> Arc<Game> {
    Arc::new(Game::new(lexicon(&words.replace(' ', "\n"), rules), 0, 1))
}

/// A rack, and the board after the plays with these texts, legal or not.
fn position(game: &Arc<Game>, played: &[&str], rack: &str) -> Position {
    let empty = Position::new(game.clone(), Board::new(game.ruleset.size), "");
    let after = played.iter().fold(empty, |position, text| {
        let laid = position.laid_by(text).expect("it is a play").0;
        position.after(&Move { laid, ..Move::from(*text) })
    });
    after.holding(rack, 0)
}

#[test]
fn every_figure_of_the_instruction_sheet_holds() {
    let game = game("MOOD DEAR NET ON WOOD LEAP WOOL SNACK LEAN PLUS NETS", "");
    let mut at = position(&game, &[], "");
    at.scores = vec![0, 0];
    at.racks = vec![7, 7];
    let sheet = [
        ("5d.MOOD", "MOOD", 8, "MOOD"),
        ("g5.DEAR", "EAR", 8, "DEAR"),
        ("6f.NET", "NT", 10, "NET ON"),
        ("5d.WOOD", "W", 5, "WOOD"),
        ("g5.LEAP", "LP", 12, "LEAP WOOL"),
        ("8f.SNACK", "SNACK", 14, "SNACK LEAN"),
        ("i3.PLUS", "PLUS", 16, "PLUS NETS"),
    ];
    for (text, tiles, points, words) in sheet {
        let play = at.holding(tiles, 0).play(text).expect("it is legal");
        assert_eq!((play.points, play.words.join(" ").as_str()), (points, words), "{text}");
        assert_eq!(play.tiles_laid(), tiles.len());
        at = at.holding(tiles, 0).after(&play);
        assert_eq!(at.last_play(), Ok(Some(play)));
    }
    assert_eq!((at.scores, at.racks, at.rack.as_str()), (vec![73, 0], vec![0, 7], ""));
}

#[test]
fn a_lone_tile_that_forms_words_both_ways_has_two_names() {
    let at = position(&game("AB AC CD BD", ""), &["5e.AB", "e5.AC"], "D");
    let names_of = |text| at.play(text).map(|play| play.text);
    assert_eq!((names_of("6e.CD"), names_of("f5.BD")), (Some("6e.CD".into()), Some("6e.CD".into())));
}

#[test]
fn qu_counts_in_a_flat_word_across_that_it_lies_in_already() {
    let at = position(&game("QUA QUAL LA", ""), &["e5.QUA"], "LA");
    let play = at.play("7e.LA").expect("it is legal");
    assert_eq!((play.words.join(" ").as_str(), play.points), ("LA QUAL", 4 + 8));
}

#[test]
fn a_word_list_in_any_order_is_the_same_lexicon() {
    let lexicon = lexicon("ZOO\r\nQUIT\nAT\nQIT\nlow\nA\nAT\nABCDEFGHIJK\nQUABCDEFGHI", "");
    assert_eq!(lexicon.len(), 4);
    let asked = ["AT", "ZOO", "QUIT", "QUABCDEFGHI", "QIT", "A", "ZO", "", "low", "ABCDEFGHIJK", "ZOOM"];
    let known: Vec<&str> = asked.iter().copied().filter(|word| lexicon.contains(word)).collect();
    assert_eq!(known, ["AT", "ZOO", "QUIT", "QUABCDEFGHI"]);
    assert!(lexicon.has("QIT") && !lexicon.has("Q?T") && !lexicon.is_empty());
}

#[test]
fn words_are_spelled_by_tiles_and_back() {
    let ruleset = Ruleset::parse("tiles A1Q1*1Ä1 faces *=CH,Q=QU").expect("they are rules");
    assert_eq!(ruleset.symbols_of("QUACHÄ").as_deref(), Some("QA*Ä"));
    assert_eq!(ruleset.spelled("QA*Ä"), "QUACHÄ");
    assert_eq!((ruleset.symbols_of("QA"), ruleset.symbols_of("")), (None, None));
    assert_eq!(ruleset.tiles[&'Ä'], 1);
}

#[test]
fn equal_plays_stand_in_the_order_of_their_bytes() {
    let rules = "size 2 rack 2 tiles A9\u{ff21}9\u{10428}9 faces -";
    let at = position(&game("A\u{10428} A\u{ff21}", rules), &[], "A\u{ff21}\u{10428}");
    let texts: Vec<String> = at.plays().into_iter().map(|play| play.text).collect();
    let mut sorted = texts.clone();
    sorted.sort();
    assert_eq!((texts.len(), &texts), (8, &sorted));
}

#[test]
fn what_does_not_follow_the_formats_is_refused_with_a_reason() {
    let too_many: String = ('A'..='Z').chain('Α'..='Η').map(|symbol| format!("{symbol}1")).collect();
    let too_many = format!("tiles {too_many}");
    for wrong in [
        "size x",
        "size 0",
        "size",
        "height 10",
        "flat -1",
        "tiles A",
        "tiles 3A",
        "tiles A12345",
        "faces AB=C",
        "faces A=",
        &too_many,
    ] {
        let is_refused = Ruleset::parse(wrong).is_err();
        assert_eq!(is_refused, wrong != "size", "{wrong}"); // A key without a value is ignored.
    }
    let empty = Board::new(10).to_string();
    let (long, mixed) = (format!("{empty}/{empty}"), empty.replacen("..", "M1", 1));
    for wrong in
        ["", &empty[1..], &long, &mixed, &empty.replacen("..", "1.", 1), &empty.replacen("..", "0M", 1)]
    {
        assert!(Board::parse(wrong, 10).is_err(), "{wrong}");
    }
    let told = Board::parse("1M", 2).expect_err("it is too small").to_string();
    assert_eq!(told, "board: 2 rows of 2 squares, two characters each, are expected");
    let at = position(&game("AT", ""), &[], "AT");
    for wrong in
        ["", "5d", "5d.", "d.AT", "5.AT", "5d5.AT", "0d.AT", "5k.AT", "5j.AT", "a10.AT", "+5d.AT", "5d.!"]
    {
        assert!(at.laid_by(wrong).is_err() && at.play(wrong).is_none(), "{wrong}");
    }
    assert!(at.laid_by("a9.AT").is_ok() && at.laid_by("10i.AT").is_ok());
}

#[test]
fn a_position_line_gives_every_value_and_the_board_is_written_as_read() {
    let game = game("AT", "size 2 exchanges 1");
    let line =
        "moves ex.T,ex.?,1a.AT colour blue rack - bag 3 scores -1,8 racks 0,2 board 2A1T/.... unseen AAT";
    let at = Position::parse(line, game.clone()).expect("it is a position");
    assert_eq!((at.rack.as_str(), at.unseen.as_str(), at.bag), ("", "AAT", Some(3)));
    assert_eq!((&at.scores, &at.racks), (&vec![-1, 8], &vec![0, 2]));
    assert_eq!(at.moves, ["ex.T", "ex.?", "1a.AT"]);
    assert_eq!(at.board.to_string(), "2A1T/....");
    assert_eq!((at.board.top(0, 0), at.board.height(0, 0), at.board.top(1, 0)), (Some('A'), 2, None));
    assert_eq!(at.board.run(0, 1, false), [(0, 0), (0, 1)]);
    assert!(at.last_play().is_err());
    for wrong in
        ["board ..../....", "rack A", "board ..../.... rack A bag x", "board ..../.... rack A scores 1,,2"]
    {
        assert!(Position::parse(wrong, game.clone()).is_err(), "{wrong}");
    }
}

#[test]
fn exchanges_are_one_a_symbol_while_the_rules_give_any() {
    let texts = |at: &Position| -> Vec<String> { at.exchanges().into_iter().map(|made| made.text).collect() };
    let mut at = position(&game("AT", "exchanges 1"), &[], "TQTA");
    assert_eq!(texts(&at), ["ex.A", "ex.QU", "ex.T"]);
    assert_eq!(at.exchange('B'), None);
    at.moves.push("ex.?".into());
    assert_eq!(texts(&at).len(), 3);
    at.bag = Some(0);
    assert_eq!(texts(&at).len(), 0);
    at.bag = Some(1);
    at.moves.push("ex.T".into());
    assert_eq!(texts(&at).len(), 0);
}

#[test]
fn a_seat_may_be_looked_at_with_another_rack() {
    let mut at = position(&game("AT TA", ""), &[], "AT");
    at.unseen = "TTX".into();
    let other = at.holding("TX", 1);
    assert_eq!((other.rack.as_str(), other.unseen.as_str(), other.seat), ("TX", "TAT", 1));
}

#[test]
fn chance_follows_from_the_seed_alone() {
    let draws = |seed| {
        let random = Random::new(seed);
        let mut items: Vec<usize> = (0..20).collect();
        random.shuffle(&mut items);
        let fraction = random.fraction();
        assert!((0.0..1.0).contains(&fraction));
        (items, fraction.to_bits(), random.choice(&["a", "b", "c"]).copied(), random.below(1000))
    };
    assert_eq!(draws(7), draws(7));
    assert_ne!(draws(7), draws(8));
    assert_eq!(Random::new(0).next(), 0xe220_a839_7b1d_cdaf); // This is the published first number of splitmix64.
    let random = Random::new(3);
    let counts = (0..3000).fold([0; 3], |mut counts, _| {
        counts[random.below(3)] += 1;
        counts
    });
    assert!(counts.iter().all(|count| (900..1100).contains(count)), "{counts:?}");
    assert_eq!(random.choice::<u8>(&[]), None);
}

#[test]
fn a_position_may_be_handed_to_threads() {
    let at = position(&game("AT TA", ""), &[], "AT");
    let counts: Vec<usize> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(|| at.plays().len())).collect();
        threads.into_iter().map(|thread| thread.join().expect("it ends")).collect()
    });
    assert_eq!(counts, [24, 24]);
}
