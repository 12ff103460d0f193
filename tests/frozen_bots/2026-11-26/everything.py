#!/usr/bin/env python3
"""Uses all of the Python kit. What the kit says is summed up in a number, and the number chooses the play."""

import zlib

import toptile
from toptile import Board, Clock, Game, Lexicon, Move, Option, PASS, Position, Result, Ruleset, Unreadable

heard = {"pressed": 0}


def press():
    heard["pressed"] += 1


def facts_of_rules(ruleset):
    yield ruleset.name, ruleset.plural, ruleset.end, ruleset.lexicon_mode
    yield ruleset.size, ruleset.rack_size, ruleset.max_height, ruleset.flat, ruleset.stacked, ruleset.qu_bonus
    yield ruleset.all_tiles_bonus, ruleset.left_over, ruleset.pass_rounds, ruleset.scoreless_rounds, ruleset.free_exchanges
    yield sorted(ruleset.tiles.items()), sorted(ruleset.faces.items()), sorted(ruleset.symbols.items())
    yield ruleset.spelled("QIT"), ruleset.symbols_of("QUIT"), ruleset.symbols_of("Q"), ruleset.in_symbols("QUIT")
    yield ruleset.word_points("QIT", 3), ruleset.word_points("CAT", 5), ruleset.all_tiles_points(7)
    yield ruleset.is_plain_plural("CATS", 3), ruleset.is_plain_plural("CATS", 0)


def facts_of_words(lexicon, ruleset):
    yield len(lexicon), "QUIT" in lexicon, lexicon.has("QIT"), lexicon.has("XXX"), lexicon.ruleset is ruleset
    own = Lexicon("CAT\nDOG\nQUIT\n", ruleset)
    yield len(own), "DOG" in own, own.has("QIT"), "COW" in own
    try:
        Lexicon.load("/nonexistent/words", ruleset)
    except OSError as error:
        yield error.errno


def facts_of_position(position):
    board, game = position.board, position.game
    yield str(board), board.is_empty(), board.size, str(Board.parse(str(board), board.size)) == str(board)
    yield [(board.top(row, 4), board.height(row, 4)) for row in range(board.size)]
    yield position.rack, position.seat, position.scores, position.racks, position.bag, sorted(position.unseen), position.moves
    yield game.id != "", game.players, game.seat, game.seed != 0, game.options == position.options
    yield game.random is position.random, position.lexicon is game.lexicon, position.ruleset is game.ruleset
    yield [move.text for move in position.exchanges()]
    play = position.last_play()
    yield play and (play.text, play.points, play.words, play.laid, toptile.has_unknown_word(position, play))
    if play:
        row, column, _ = play.laid[0]
        yield board.run(row, column, True), board.run(row, column, False)
    try:
        yield position.exchange("E").text
    except ValueError:
        yield "no exchange"
    try:
        Board.parse("nonsense", board.size)
    except Unreadable as error:
        yield isinstance(error, ValueError)


def facts_of_play(position, play):
    yield play.text, play.points, play.words, play.laid, play.tiles_laid, repr(play)
    yield position.laid_by(play.text), position.play(play.text).text, position.play("1a.NONSENSE")
    after = position.after(play)
    yield after.rack, after.scores, after.racks, after.moves[-1], after.seat, str(after.board)
    if len(position.unseen) >= 7:
        other = after.holding(position.unseen[:7], (position.seat + 1) % 2)
        yield other.rack, other.seat, sorted(other.unseen), [answer.text for answer in other.plays()[:3]]


def facts_of_tools(ruleset, lexicon):
    clock = Clock()
    clock.read_limits("movetime 500 bank 3000,2000 nodes 70", 1)
    yield clock.limit, clock.bank, clock.banks, clock.nodes, clock.seats, clock.increment, clock.stopped
    clock.read_limits("clock 10000,9000 inc 100,200", 1)
    yield clock.limit, clock.seats, clock.increment, clock.elapsed >= 0, clock.remaining <= 9
    game = Game(ruleset, lexicon, id="x", players=2, seat=1, seed=5)
    empty = Position(game, Board(ruleset.size), "CATSDOG", scores=(3, 4), racks=(7, 7), bag=70)
    yield [play.text for play in empty.plays()[:5]], empty.board.is_empty()
    again = Position.parse("board %s rack CATSDOG scores 3,4 bag 70 unseen - moves -" % empty.board, game, clock)
    yield [play.points for play in again.plays()[:5]], again.clock is clock, again.board.after([(4, 4, "Z")]).top(4, 4)
    result = Result("scores 312,280 ranks 1,2 reason out")
    yield result.scores, result.ranks, result.reason, Ruleset("name x size 9 rack 6").size
    yield Option.spin("A", 2, 1, 9).declaration(), Option.check("B", True).value_of("false"), Option.combo("C", "x", ["x", "y"]).value_of("y")
    yield Move("5d.MOOD", 8, ("MOOD",), ((4, 3, "M"),)).tiles_laid, PASS.text


def digest(*generators):
    number = 0
    for facts in generators:
        for fact in facts:
            number = zlib.crc32(repr(fact).encode(), number)
    return number


def choose(position):
    options = position.options
    plays = position.plays()
    if position.should_stop or not plays:
        return (position.exchanges() or [PASS])[0]
    number = digest(facts_of_position(position), facts_of_play(position, plays[0]), sorted(options.items(), key=str),
                    [heard["pressed"]])
    if len(position.moves) < 2:
        number += digest(facts_of_rules(position.ruleset), facts_of_words(position.lexicon, position.ruleset),
                         facts_of_tools(position.ruleset, position.lexicon))
    clock = position.clock
    number += clock.remaining > 0 and clock.elapsed >= 0 and clock.started > 0 and len(clock.seats)
    toptile.info(depth=1, nodes=len(plays), time=int(clock.elapsed * 1000), score=plays[0].points, pv=plays[:2])
    toptile.info(pv=plays[0], string="number %d" % number)
    toptile.info(pv="pass pass")
    few = plays[:options["Plays"] if options["Bold"] else 1]
    chosen = few[(number + position.random.randrange(3)) % len(few)]
    return chosen.text if options["Style"] == "text" else chosen


def challenge(position, play):
    return toptile.has_unknown_word(position, play) and len(position.moves) % 4 != 3


def game_over(game, result):
    print("game", game.id, "ended:", result.reason, result.scores[game.seat], result.ranks[game.seat])


toptile.run(choose, name="Everything (Python)", author="Ann", challenge=challenge, game_over=game_over, options=[
    Option.check("Bold", True), Option.spin("Plays", 3, 1, 9), Option.combo("Style", "move", ["move", "text"]),
    Option.string("Motto", "on and on"), Option.button("Press", press)])
