"""Write a bot for Upwords in Python: this one file is the whole kit (Python 3.9 or later, no packages). Where the
module toptile_engine is installed, plays are listed with it: the same ones, ten times as fast.

A bot is one function that is given a Position and returns a move:

    import toptile

    def choose(position):
        return max(position.plays(), key=lambda play: play.points, default=toptile.PASS)

    toptile.run(choose, name="My bot", author="Me")

The kit speaks UWI 1.1 with the referee, keeps clock and options, knows the rules, and lists every legal play
with its points. It trusts the position it is sent and judges nothing but words.

A bot for which many positions cost little more than one, such as a network, can play several games at once: give
run() a function choose_many(positions), which returns a list of moves.

Words used: a *symbol* is the one character that stands for a tile on racks and boards (`Q` is the Qu tile);
a *word* is spelled out as people write it (`QUIT`). Rows and columns count from 0 at the top left. Times are
seconds. Anything printed while the bot runs goes to stderr, because stdout belongs to the protocol.
"""

from __future__ import annotations

import bisect
import itertools
import os
import queue
import random
import re
import sys
import threading
import time

try:
    import toptile_engine as _engine
    if getattr(_engine, "KIT_VERSION", 0) != 1 or os.environ.get("TOPTILE_PURE_KIT"):
        _engine = None
except ImportError:
    _engine = None

__all__ = ["Board", "Clock", "Game", "Lexicon", "Move", "Option", "PASS", "Position", "Result", "Ruleset",
           "Unreadable", "has_unknown_word", "info", "run"]

EMPTY = "."
LONGEST_LINE_BYTES = 64 * 1024
CLOCK_MARGIN_SECONDS = 0.03
GRACE_SECONDS = 0.5
KIT_NAME = "toptile.py 1.1"  # The second word is the version of UWI.
GAMES_AT_ONCE = 64  # The offer of a bot with choose_many that does not say another number.
SETTINGS = ("uwi", "setoption", "ruleset", "lexicon", "newgame")  # An `isready` waits until these are done.
ABOUT_A_GAME = ("newgame", "position", "go", "stop", "refused", "result")  # They may begin with `game NAME`.


class Unreadable(ValueError):
    """A line, board or move that does not follow the formats. The message says what and where."""


# Rules, words and board -------------------------------------------------------------------------------------


class Ruleset:
    """The numbers of a game, as a `ruleset` line gives them. Those that it leaves out are as in `hasbro`.

    size                              the board's squares on a side
    rack_size, max_height             the tiles of a full rack, and of the highest stack
    flat, stacked                     the points for a tile of a flat word, and for one of a stacked word
    qu_bonus                          the additional points for Qu in a flat word
    all_tiles_bonus                   the points for a full rack laid in one turn
    left_over                         the points lost for each tile left at the end
    pass_rounds, scoreless_rounds     full rounds, of passes and without points, that end it (0: no limit)
    free_exchanges                    each player's free exchanges in a game; 0: an exchange costs the turn
    name, plural, end, lexicon_mode   the texts of the line
    tiles                             the number of tiles by symbol
    faces, symbols                    the faces by symbol, and the symbols by face
    """

    HASBRO_TILES = "A7B3C4D5E8F3G3H3I7J1K2L5M5N5O7P3Q1R5S6T5U5V1W2X1Y2Z1"
    NUMBERS = {  # key on the wire: (attribute, default, lowest, highest)
        "size": ("size", 10, 2, 26), "rack": ("rack_size", 7, 1, 99), "height": ("max_height", 5, 1, 9),
        "flat": ("flat", 2, 0, 9999), "stacked": ("stacked", 1, 0, 9999), "qu": ("qu_bonus", 2, 0, 9999),
        "all": ("all_tiles_bonus", 20, 0, 9999), "left": ("left_over", 5, 0, 9999),
        "passes": ("pass_rounds", 1, 1, 9999), "scoreless": ("scoreless_rounds", 3, 0, 9999),
        "exchanges": ("free_exchanges", 0, 0, 9999)}
    TEXTS = {"name": ("name", "hasbro"), "plural": ("plural", "forbid"), "end": ("end", "first_out"),
             "lexicon": ("lexicon_mode", "void")}

    def __init__(self, line: str = ""):
        """`line` is what follows the word `ruleset`. Raises Unreadable; unknown keys are ignored."""
        pairs = _pairs(line)
        for key, (attribute, default, lowest, highest) in self.NUMBERS.items():
            setattr(self, attribute, _number(key, pairs.get(key, str(default)), lowest, highest))
        for key, (attribute, default) in self.TEXTS.items():
            setattr(self, attribute, pairs.get(key, default))
        self.tiles = _tile_counts(pairs.get("tiles", self.HASBRO_TILES))
        self.faces = {symbol: symbol for symbol in self.tiles}
        told = _special_faces(pairs.get("faces", "Q=QU"))
        self.faces.update((symbol, face) for symbol, face in told.items() if symbol in self.tiles)
        self.symbols = {face: symbol for symbol, face in self.faces.items()}
        self._spellable = re.compile("(?:%s)+" % "|".join(map(re.escape, self.symbols)))
        special = {symbol: face for symbol, face in self.faces.items() if face != symbol}
        self._special_face = re.compile("|".join(map(re.escape, special.values())) or "(?!)")
        self._spell = str.maketrans(special)
        self._qu = self.symbols.get("QU", "")
        self._plural = self.symbols.get("S", "") if self.plural == "forbid" else ""
        self._in_engine = None

    def _for_engine(self):
        """The ruleset of toptile_engine, or None if there is none that is the same."""
        if self._in_engine is None and _engine:
            try:
                self._in_engine = _engine.Ruleset.parse(self._line())
            except _engine.ToptileError:
                self._in_engine = False
        return self._in_engine or None

    def _line(self) -> str:
        numbers = ["%s %d" % (key, getattr(self, number[0])) for key, number in self.NUMBERS.items()]
        tiles = "".join("%s%d" % tile for tile in self.tiles.items())
        faces = ",".join("%s=%s" % (symbol, face) for symbol, face in self.faces.items() if face != symbol)
        return " ".join(["name kit plural", self.plural, "end", self.end, "lexicon", self.lexicon_mode, *numbers,
                         "faces", faces or "A=A", "tiles", tiles])

    def spelled(self, symbols: str) -> str:
        """The tiles as people write them: `QIT` is `QUIT`."""
        return symbols.translate(self._spell)

    def symbols_of(self, word: str) -> str | None:
        """The tiles that spell `word`, or None when no tiles do."""
        return self.in_symbols(word) if self._spellable.fullmatch(word) else None

    def in_symbols(self, words: str) -> str:
        """Words that tiles can spell, written in symbols. As no face begins another, a special face that is
        found from the left never consists of parts of two others."""
        return self._special_face.sub(lambda face: self.symbols[face.group()], words)

    def word_points(self, symbols: str, tiles: int) -> int:
        """Points of a word whose stacks hold `tiles` tiles in total; it is flat if each letter has one."""
        if tiles > len(symbols):
            return self.stacked * tiles
        return self.flat * tiles + (self.qu_bonus if self._qu and self._qu in symbols else 0)

    def all_tiles_points(self, laid: int) -> int:
        return self.all_tiles_bonus if laid == self.rack_size else 0

    def is_plain_plural(self, symbols: str, at: int) -> bool:
        """Rule 7 for one word: is it an older word with an S, laid at index `at`, added at its end?"""
        ends_in_it = at == len(symbols) - 1 and symbols[at] == self._plural
        return ends_in_it and len(symbols) > 2 and symbols[at - 1] != self._plural


class Lexicon:
    """The words that one ruleset allows, without those that its tiles cannot spell or its board cannot hold.

    `"QUIT" in lexicon` asks for a word as spelled.
    """

    def __init__(self, words: str, ruleset: Ruleset):
        """`words` has one word on each line, in upper case."""
        self.ruleset = ruleset
        self._in_engine = None
        self._path = ""
        self._read(words)

    @classmethod
    def load(cls, path: str, ruleset: Ruleset, sha256: str = "") -> Lexicon:
        """Reads a file with one word on each line, in any case. Raises OSError if it cannot be read. If `sha256`
        is that of the graph which the referee puts beside the file, toptile_engine maps the graph instead."""
        mapped = _mapped_graph(path, ruleset, sha256)
        if not mapped:
            with open(path, encoding="utf-8-sig", errors="replace") as file:
                return cls(_upper_case(file.read()), ruleset)
        lexicon = cls.__new__(cls)
        lexicon.ruleset, lexicon._in_engine, lexicon._path = ruleset, mapped, path
        return lexicon

    def _read(self, words: str):
        face = "|".join(map(re.escape, self.ruleset.symbols))
        spellable = re.findall("^(?:%s){2,%d}$" % (face, self.ruleset.size), words, re.MULTILINE)
        in_order = sorted(self.ruleset.in_symbols("\n".join(spellable)).split())
        self._words = [word for word, _ in itertools.groupby(in_order)]
        self.root = Branch(self._words, 0, len(self._words), 0)

    def __getattr__(self, name: str):
        """`root` and `_words` of a mapped lexicon, which are read when they are first used."""
        if name not in ("root", "_words") or not self.__dict__.get("_path"):
            raise AttributeError("a Lexicon has no %s" % name)
        with open(self._path, encoding="utf-8-sig", errors="replace") as file:
            self._read(_upper_case(file.read()))
        return self.__dict__[name]

    def _for_engine(self):
        """The lexicon of toptile_engine, or None if there is none that is the same."""
        if self._in_engine is None and _engine:
            ruleset = self.ruleset._for_engine()
            self._in_engine = False
            if ruleset and self._words:
                self._in_engine = _engine.Lexicon(map(self.ruleset.spelled, self._words), ruleset)
        return self._in_engine or None

    def __contains__(self, word: str) -> bool:
        symbols = self.ruleset.symbols_of(word)
        return symbols is not None and self.has(symbols)

    def __len__(self) -> int:
        return len(self._in_engine or self._words)

    def has(self, symbols: str) -> bool:
        """The same as `in`, for a word given in symbols (`QIT`)."""
        if self._in_engine:
            return self.ruleset.spelled(symbols) in self._in_engine
        at = bisect.bisect_left(self._words, symbols)
        return at < len(self._words) and self._words[at] == symbols


def _mapped_graph(path: str, ruleset: Ruleset, sha256: str):
    """The graph beside a word list if it has these words, or None."""
    of_ruleset = ruleset._for_engine() if sha256 else None
    if not of_ruleset:
        return None
    try:
        mapped = _engine.Lexicon.load(os.path.splitext(path)[0] + ".lexicon", of_ruleset)
    except _engine.ToptileError:
        return None
    return mapped if mapped.sha256 == sha256 else None


class Branch:
    """The words that begin alike, which are [first, end) of a sorted list. The branches are a trie. Its nodes
    are made when first visited, because a game sees few of them and making them all would take a second."""

    __slots__ = ("is_word", "_words", "_first", "_end", "_depth", "_longer")

    def __init__(self, words: list[str], first: int, end: int, depth: int):
        self.is_word = first < end and len(words[first]) == depth
        self._words, self._first, self._end, self._depth = words, first, end, depth
        self._longer: dict[str, Branch] | None = None

    def longer(self) -> dict[str, Branch]:
        """The branches that are one symbol longer, by that symbol."""
        if self._longer is None:
            self._longer = self._grow()
        return self._longer

    def _grow(self) -> dict[str, Branch]:
        longer, at, depth = {}, self._first + self.is_word, self._depth
        while at < self._end:
            symbol = self._words[at][depth]
            past = self._words[at][:depth] + chr(ord(symbol) + 1)
            end = bisect.bisect_left(self._words, past, at, self._end)
            longer[symbol] = Branch(self._words, at, end, depth + 1)
            at = end
        return longer or NO_BRANCHES


NO_BRANCHES: dict[str, Branch] = {}


class Move:
    """A turn: a play, an exchange or a pass.

    text    the text sent to the referee: `5d.MOOD`, `ex.J`, `pass`
    points  the points it scores
    words   the words it forms, spelled; the word in the line of play is first
    laid    the tiles it lays: (row, column, symbol), from the left or the top
    """

    __slots__ = ("text", "points", "words", "laid")

    def __init__(self, text: str, points: int = 0, words: tuple = (), laid: tuple = ()):
        self.text, self.points, self.words, self.laid = text, points, words, laid

    @property
    def tiles_laid(self) -> int:
        return len(self.laid)

    def __repr__(self) -> str:
        return "<%s: %d>" % (self.text, self.points)


if _engine:
    Move = _engine.Move  # The same, but it makes words and tiles only if they are asked for.
PASS = Move("pass")


class Board:
    """The stacks on the squares. A board never changes: `after` gives a new one."""

    __slots__ = ("size", "_tops", "_heights")

    def __init__(self, size: int, tops: str = "", heights: bytes = b""):
        self.size = size
        self._tops = tops or EMPTY * (size * size)
        self._heights = heights or bytes(size * size)

    @classmethod
    def parse(cls, text: str, size: int) -> Board:
        """Reads rows joined by `/`, with two characters for each square. Raises Unreadable."""
        rows = text.split("/")
        if len(rows) != size or any(len(row) != 2 * size for row in rows):
            raise Unreadable("board: %d rows of %d squares, two characters each, are expected" % (size, size))
        squares = "".join(rows)
        if not _SQUARES.fullmatch(squares):
            raise Unreadable("board: a square is a height of 1 to 9 and a symbol, or `..`")
        return cls(size, squares[1::2], squares[0::2].encode().translate(_HEIGHTS))

    def __str__(self) -> str:
        stacks = zip(self._heights, self._tops)
        squares = ["%d%s" % (height, top) if height else ".." for height, top in stacks]
        return "/".join("".join(squares[at:at + self.size]) for at in range(0, len(squares), self.size))

    def is_empty(self) -> bool:
        return not any(self._heights)

    def top(self, row: int, column: int) -> str:
        """The symbol on top, or an empty string."""
        return self._tops[row * self.size + column].replace(EMPTY, "")

    def height(self, row: int, column: int) -> int:
        return self._heights[row * self.size + column]

    def after(self, laid) -> Board:
        """The board with the tiles (row, column, symbol) laid on it, whether or not that is legal."""
        tops, heights = list(self._tops), bytearray(self._heights)
        for row, column, symbol in laid:
            tops[row * self.size + column] = symbol
            heights[row * self.size + column] += 1
        return Board(self.size, "".join(tops), bytes(heights))

    def run(self, row: int, column: int, down: bool) -> list[tuple[int, int]]:
        """The squares of the longest row of stacks through an occupied square. Two or more are a word."""
        first = row if down else column
        line = self._tops[column::self.size] if down else self._tops[row * self.size:(row + 1) * self.size]
        squares = range(line.rfind(EMPTY, 0, first) + 1, (line + EMPTY).find(EMPTY, first))
        return [(at, column) if down else (row, at) for at in squares]

    def _lines(self, down: bool) -> list[tuple[str, bytes]]:
        """Symbols and heights of every row, or of every column from the top."""
        parts = [slice(at, None, self.size) if down else slice(at * self.size, (at + 1) * self.size)
                 for at in range(self.size)]
        return [(self._tops[part], self._heights[part]) for part in parts]


_SQUARES = re.compile(r"(?:[.0][.]|[1-9][^.])+", re.DOTALL)
_HEIGHTS = bytes.maketrans(b".0123456789", bytes((0, *range(10))))


# A position and its legal plays -----------------------------------------------------------------------------


def _own(key: str, seats: tuple, seat: int) -> float:
    if seat >= len(seats):
        raise Unreadable("go: %s has no time for seat %d" % (key, seat))
    return seats[seat]


class Clock:
    """The time for one answer, in seconds, counted from the moment the `go` line was read.

    limit      the time to answer in, or None when there is no limit
    increment  the time that the referee adds to this bot's clock after the move
    seats      the time that every seat had left at the `go`, in seat order; below 0 in overtime
    bank       the time that this bot may take beyond its limits, in all moves of the game that are left
    banks      the time in every seat's bank at the `go`, in seat order; empty without time banks
    nodes      how many nodes to look at, as the bot counts them in info(nodes=...), or None when there is no limit
    shared     the number of open questions that share the time; this clock runs at 1/shared of the usual speed

    `shared` is above 1 in a batch whose games have clocks of their own. All its questions are answered together, and
    each game pays the same part of the time, so `limit * shared` seconds may pass until this clock runs out. A limit
    for one move is not shared: it is for the whole batch. `challenge`, and `choose` if it is called for each position of a
    batch, see in `remaining` what this position may take of the time that is left. It runs at the usual speed, and `shared`
    is 1.
    """

    def __init__(self):
        self.started = time.monotonic()
        self.stopped = False
        self.limit: float | None = None
        self.increment = 0.0
        self.seats: tuple = ()
        self.bank = 0.0
        self.banks: tuple = ()
        self.nodes: int | None = None
        self._batch: _Batch | None = None
        self._turn_ends: float | None = None

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self.started

    @property
    def shared(self) -> int:
        is_shared = self._batch and self.seats and self._turn_ends is None
        return max(1, self._batch.open) if is_shared else 1

    @property
    def remaining(self) -> float:
        """The time left on this clock: infinite if there is no limit, below 0 if the time is over."""
        if self._turn_ends is not None:
            return self._turn_ends - time.monotonic()
        return float("inf") if self.limit is None else self.limit - self.elapsed / self.shared

    def _ends_at(self) -> float:
        """When this clock runs out if all questions that are open stay open."""
        return float("inf") if self.limit is None else self.started + self.limit * self.shared

    def _is_nearly_over(self) -> bool:
        ends_at = self._ends_at() if self._turn_ends is None else self._turn_ends
        return ends_at - time.monotonic() < CLOCK_MARGIN_SECONDS

    def _begin_turn(self, batch_ends_at: float, turns: int):
        """Begins the turn of a position that the bot is asked about alone. It is the first of `turns` that share the time
        until the batch must be answered. In its turn the clock runs at the usual speed, so a bot that plans with a part of
        the time that remains uses the same part as in a single game."""
        now = time.monotonic()
        self._turn_ends = min(now + self.remaining, now + (batch_ends_at - now) / turns)

    def read_limits(self, line: str, seat: int):
        """Takes `clock 10000,9000 inc 100,100`, `movetime 500`, `movetime 500 bank 3000,2000` or `infinite`, and
        `nodes 5000`, from a `go` line. Raises Unreadable."""
        words = line.split()
        after = dict(zip(words, words[1:]))
        if "nodes" in after:
            self.nodes = _number("nodes", after["nodes"])
        if "movetime" in after:
            self.limit = _number("movetime", after["movetime"]) / 1000
            if "bank" in after:
                self.banks = tuple(left / 1000 for left in _numbers("bank", after["bank"]))
                self.bank = _own("bank", self.banks, seat)
        elif "clock" in after:
            self.seats = tuple(left / 1000 for left in _numbers("clock", after["clock"], lowest=None))
            increments = _numbers("inc", after.get("inc", "-"))
            self.limit = _own("clock", self.seats, seat)
            self.increment = increments[seat] / 1000 if seat < len(increments) else 0.0


class Game:
    """All that stays the same from `newgame` to `result`.

    `random` starts from the seed that the referee sends, so a bot that uses no other chance plays the same
    moves again for the same seed. A bot may add attributes of its own to a game.
    """

    def __init__(self, ruleset: Ruleset, lexicon: Lexicon, id: str = "", players: int = 2, seat: int = 0,
                 seed: int = 0, options: dict | None = None):
        self.ruleset, self.lexicon, self.id, self.players, self.seat = ruleset, lexicon, id, players, seat
        self.seed = seed
        self.random = random.Random(seed)
        self.options = options if options is not None else {}
        self._mark = ""  # The beginning of the lines about this game: empty, or `game NAME `.
        self._position_line = ""


class Position:
    """The game as one seat sees it when it is to move.

    board           the board
    rack, seat      the rack, as symbols, and the seat whose rack it is
    scores, racks   points and number of tiles held, in seat order (empty when the referee left them out)
    bag             the number of tiles left in the bag, or None when left out
    unseen          every tile that is neither on the board nor on this rack, as symbols
    moves           the moves so far, as texts
    game, clock     see Game and Clock; ruleset, lexicon, options, random are the game's
    """

    def __init__(self, game: Game, board: Board, rack: str, *, scores=(), racks=(), bag: int | None = None,
                 unseen: str = "", moves=(), seat: int | None = None, clock: Clock | None = None):
        self.game, self.board, self.rack = game, board, rack
        self.scores, self.racks, self.bag = tuple(scores), tuple(racks), bag
        self.unseen, self.moves = unseen, tuple(moves)
        self.seat = game.seat if seat is None else seat
        self.clock = clock or Clock()
        self._plays: list[Move] | None = None

    @classmethod
    def parse(cls, line: str, game: Game, clock: Clock | None = None) -> Position:
        """Reads what follows the word `position`. Raises Unreadable; unknown keys are ignored."""
        read = _engine._read_position(line, game.ruleset.size) if _engine else None
        if read:
            tops, heights, rack, scores, racks, bag, unseen, moves = read
            return cls(game, Board(game.ruleset.size, tops, heights), rack, scores=scores, racks=racks, bag=bag,
                       unseen=unseen, moves=moves, clock=clock)
        pairs = {key: "" if value == "-" else value for key, value in _pairs(line).items()}
        if "board" not in pairs or "rack" not in pairs:
            raise Unreadable("position: board and rack are needed")
        return cls(game, Board.parse(pairs["board"], game.ruleset.size), pairs["rack"],
                   scores=_numbers("scores", pairs.get("scores", ""), lowest=None),
                   racks=_numbers("racks", pairs.get("racks", "")),
                   bag=_number("bag", pairs["bag"]) if pairs.get("bag") else None,
                   unseen=pairs.get("unseen", ""), moves=filter(None, pairs.get("moves", "").split(",")),
                   clock=clock)

    @property
    def ruleset(self) -> Ruleset:
        return self.game.ruleset

    @property
    def lexicon(self) -> Lexicon:
        return self.game.lexicon

    @property
    def options(self) -> dict:
        """Values of the options declared to run(), by name."""
        return self.game.options

    @property
    def random(self) -> random.Random:
        return self.game.random

    @property
    def should_stop(self) -> bool:
        """True once the referee has asked for the answer, or when the time is as good as over. A bot that
        thinks long asks this every few milliseconds and answers soon after it turns true."""
        return self.clock.stopped or self.clock._is_nearly_over()

    def plays(self) -> list[Move]:
        """Every legal play once, best first: most points, then fewest tiles laid, then the smallest text."""
        if self._plays is None:
            self._plays = _legal_plays(self)
        return list(self._plays)

    def play(self, text: str) -> Move | None:
        """The legal play that `text` names, or None. A lone tile that forms words both ways has two names."""
        try:
            laid, word = self.laid_by(text)
        except Unreadable:
            return None
        for play in self.plays():
            if play.text == text or (play.laid == laid and len(laid) == 1 and word in play.words):
                return play
        return None

    def exchange(self, symbol: str) -> Move:
        """The exchange of a tile. Raises ValueError when the rules do not let this rack exchange it now."""
        if symbol not in self.rack or not self._may_exchange():
            raise ValueError("exchange %s: it is not on the rack, or no exchange is left" % symbol)
        return Move("ex." + self.ruleset.spelled(symbol))

    def exchanges(self) -> list[Move]:
        """Every legal exchange, one for each symbol."""
        return [self.exchange(symbol) for symbol in sorted(set(self.rack))] if self._may_exchange() else []

    def after(self, move: Move) -> Position:
        """The position after a play (or pass), before any tile is drawn. The seat stays the same. Bag and
        unseen are as before, because it is not known which tiles come."""
        rack = self.rack
        for _, _, symbol in move.laid:
            rack = rack.replace(symbol, "", 1)
        scores, racks = list(self.scores), list(self.racks)
        if self.seat < len(scores):
            scores[self.seat] += move.points
        if self.seat < len(racks):
            racks[self.seat] = len(rack)
        return Position(self.game, self.board.after(move.laid), rack, scores=scores, racks=racks,
                        bag=self.bag, unseen=self.unseen, moves=self.moves + (move.text,), seat=self.seat,
                        clock=self.clock)

    def holding(self, rack: str, seat: int) -> Position:
        """The position as `seat` would see it if it had `rack`, drawn from `unseen`. A search needs this for
        the next player's turn."""
        unseen = self.unseen + self.rack
        for symbol in rack:
            unseen = unseen.replace(symbol, "", 1)
        return Position(self.game, self.board, rack, scores=self.scores, racks=self.racks, bag=self.bag,
                        unseen=unseen, moves=self.moves, seat=seat, clock=self.clock)

    def laid_by(self, text: str) -> tuple[tuple, str]:
        """The tiles that a play's text lays on this board, and its word. Raises Unreadable."""
        return _laid_by(self.board, self.ruleset, text)

    def last_play(self) -> Move | None:
        """The play that the player before just made, with its words, points and tiles. It is rebuilt by going
        through `moves` from the empty board. It is None when the last move was not a play. Raises Unreadable
        when the moves do not lead to this board."""
        board = Board(self.board.size)
        laid: tuple = ()
        for text in self.moves:
            laid, _ = _laid_by(board, self.ruleset, text)
            board = board.after(laid)
        if str(board) != str(self.board):
            raise Unreadable("position: its moves do not lead to its board")
        return _played(board, self.ruleset, self.moves[-1], laid) if laid else None

    def _may_exchange(self) -> bool:
        free = self.ruleset.free_exchanges
        made = sum(move.startswith("ex.") and move != "ex.?" for move in self.moves)
        return self.bag != 0 and (not free or made < free)


_PLAY_TEXT = re.compile(r"([0-9]{1,2})?([a-z])([0-9]{1,2})?\.(.+)")


def _laid_by(board: Board, ruleset: Ruleset, text: str) -> tuple[tuple, str]:
    if text == "pass" or text.startswith("ex."):
        return (), ""
    parts = _PLAY_TEXT.fullmatch(text)
    across, letter, down, word = parts.groups() if parts else ("", "", "", "")
    symbols = ruleset.symbols_of(word)
    if not symbols or bool(across) == bool(down):
        raise Unreadable("move `%s`: a play is like 5d.MOOD or g5.DEAR" % text)
    row, column = int(across or down) - 1, ord(letter) - ord("a")
    end = (row if down else column) + len(symbols)
    if row < 0 or max(row, column) >= board.size or end > board.size:
        raise Unreadable("move `%s` leaves the board" % text)
    squares = [(row + at, column) if down else (row, column + at) for at in range(len(symbols))]
    laid = ((*square, symbol) for square, symbol in zip(squares, symbols) if board.top(*square) != symbol)
    return tuple(laid), word


def _played(after: Board, ruleset: Ruleset, text: str, laid: tuple) -> Move:
    """The play that made the board `after`, with the words it formed and their points."""
    down = text[0].isalpha()
    runs = [after.run(*laid[0][:2], down)] + [after.run(row, column, not down) for row, column, _ in laid]
    words, points = [], ruleset.all_tiles_points(len(laid))
    for run in runs:
        if len(run) > 1:
            symbols = "".join(after.top(*square) for square in run)
            words.append(ruleset.spelled(symbols))
            points += ruleset.word_points(symbols, sum(after.height(*square) for square in run))
    return Move(text, points, tuple(words), laid)


def _legal_plays(position: Position) -> list[Move]:
    lexicon, board = position.lexicon, position.board
    in_engine = lexicon._for_engine() if position.ruleset is lexicon.ruleset else None
    plays = in_engine._plays(board._tops, board._heights, position.rack) if in_engine else None
    if plays is not None:
        return plays
    plays = []
    for down in (False, True):
        lines, crossing = position.board._lines(down), position.board._lines(not down)
        for at in range(position.board.size):
            plays += _Line(position, down, at, lines[at], crossing).plays()
    plays.sort(key=lambda play: (-play.points, len(play.laid), play.text))
    return plays


class _Line:
    """One row or column to lay words in. Square i of it is crossed by line i of `crossing`, at index `at`."""

    def __init__(self, position: Position, down: bool, at: int, line: tuple[str, bytes], crossing: list):
        self.ruleset, self.lexicon, self.rack = position.ruleset, position.lexicon, position.rack
        self.down, self.at = down, at
        self.tops, self.heights = line
        self.crosses = [_cross(*crossed, at) for crossed in crossing]
        self.allowed = [self._allowed(square) for square in range(len(self.tops))]
        touching = self._centre() if position.board.is_empty() else self._occupied_or_beside()
        self.touching = bytes(touching)

    def plays(self) -> list[Move]:
        plays = []
        for start in range(len(self.tops) - 1):
            for word in self._words(start):
                laid = [square for square, symbol in enumerate(word, start) if symbol != self.tops[square]]
                if self._is_legal(start, word, laid):
                    plays.append(self._scored(start, word, laid))
        return plays

    def _allowed(self, square: int) -> str:
        """The symbols that may be on top of a square after the play: its own, and those that can be laid."""
        top, symbols = self.tops[square], sorted(set(self.rack))
        if self.crosses[square]:
            before, behind, _ = self.crosses[square]
            symbols = [symbol for symbol in symbols if self.lexicon.has(before + symbol + behind)]
        if top == EMPTY:
            return "".join(symbols)
        if self.heights[square] >= self.ruleset.max_height:
            return top
        return top + "".join(symbol for symbol in symbols if symbol != top)

    def _occupied_or_beside(self) -> list[bool]:
        """The squares that join a play to the board. A neighbour along the line does not count, because its
        stack is in the same word."""
        return [top != EMPTY or cross is not None for top, cross in zip(self.tops, self.crosses)]

    def _centre(self) -> list[bool]:
        """The squares of this line that are centre squares: four on a board, or one when its size is odd."""
        size = len(self.tops)
        middle = {(size - 1) // 2, size // 2}
        return [self.at in middle and square in middle for square in range(size)]

    def _words(self, start: int):
        """The words that can stand in this line from `start`. They have no stack before or behind them, are
        joined to the board, and lay no symbol that the rack or the word across forbids."""
        touched = self.touching.find(1, start)
        if touched < 0 or touched - start > len(self.rack) or (start and self.tops[start - 1] != EMPTY):
            return
        tops = self.tops + EMPTY
        begun = [(self.lexicon.root, "", self.rack)]
        while begun:
            branch, word, rack = begun.pop()
            square = start + len(word)
            if branch.is_word and square > touched and tops[square] == EMPTY:
                yield word
            if square < len(self.tops):
                longer = branch.longer()
                for symbol in self.allowed[square]:
                    if symbol not in longer:
                        continue
                    if symbol == tops[square]:
                        begun.append((longer[symbol], word + symbol, rack))
                    elif symbol in rack:
                        begun.append((longer[symbol], word + symbol, rack.replace(symbol, "", 1)))

    def _is_legal(self, start: int, word: str, laid: list[int]) -> bool:
        """Checks the rules that the search for the word did not check."""
        if len(laid) == 1:
            return not self._is_across_play(laid[0]) and not self._is_plain_plural(start, word, laid[0])
        return bool(laid) and not self._covers_whole_word(start, start + len(word), laid)

    def _covers_whole_word(self, start: int, end: int, laid: list[int]) -> bool:
        """Rule 6. A play covers one square of a word across this line, so only words in it can be covered."""
        old_words = re.finditer(r"[^.]{2,}", self.tops[start:end])
        return any(all(start + index in laid for index in range(*old.span())) for old in old_words)

    def _is_across_play(self, square: int) -> bool:
        """Is a lone tile laid here already listed as a play across, which is how it is written?"""
        return self.down and self.crosses[square] is not None

    def _is_plain_plural(self, start: int, word: str, square: int) -> bool:
        """Checks rule 7 for a play that lays one tile."""
        if self.tops[square] != EMPTY or not self.ruleset.is_plain_plural(word, square - start):
            return False
        if self.crosses[square] is None:
            return True
        before, behind, _ = self.crosses[square]
        return self.ruleset.is_plain_plural(before + word[-1] + behind, len(before))

    def _scored(self, start: int, word: str, laid: list[int]) -> Move:
        ruleset = self.ruleset
        points = ruleset.all_tiles_points(len(laid))
        points += ruleset.word_points(word, sum(self.heights[start:start + len(word)]) + len(laid))
        words, tiles = [ruleset.spelled(word)], []
        for square in laid:
            symbol = word[square - start]
            tiles.append((square, self.at, symbol) if self.down else (self.at, square, symbol))
            if self.crosses[square]:
                before, behind, others = self.crosses[square]
                crossing = before + symbol + behind
                points += ruleset.word_points(crossing, others + self.heights[square] + 1)
                words.append(ruleset.spelled(crossing))
        place = "%c%d" % (97 + self.at, start + 1) if self.down else "%d%c" % (self.at + 1, 97 + start)
        return Move(place + "." + words[0], points, tuple(words), tuple(tiles))


def _cross(tops: str, heights: bytes, at: int):
    """The stacks joined to index `at` of a line: the symbols before and behind it, and the tiles in them."""
    before, behind = tops[:at].rpartition(EMPTY)[2], tops[at + 1:].partition(EMPTY)[0]
    if not before and not behind:
        return None
    return before, behind, sum(heights[at - len(before):at]) + sum(heights[at + 1:at + 1 + len(behind)])


# The session with the referee -------------------------------------------------------------------------------


class Option:
    """A setting that a bot declares to run() and reads as `position.options[name]`."""

    def __init__(self, name: str, kind: str, default, declared: str, read):
        self.name, self.kind, self.default, self.declared = name, kind, default, declared
        self._read = read

    @classmethod
    def check(cls, name: str, default: bool) -> Option:
        """An option that is True or False."""
        declared = "true" if default else "false"
        return cls(name, "check", default, declared, {"true": True, "false": False}.get)

    @classmethod
    def spin(cls, name: str, default: int, lowest: int, highest: int) -> Option:
        """An option that is a whole number from `lowest` to `highest`."""
        declared = "%d min %d max %d" % (default, lowest, highest)
        return cls(name, "spin", default, declared, lambda text: _number(name, text, lowest, highest))

    @classmethod
    def combo(cls, name: str, default: str, choices) -> Option:
        """An option that is one of some texts."""
        by_text = {choice: choice for choice in choices}
        return cls(name, "combo", default, " var ".join([default, *by_text]), by_text.get)

    @classmethod
    def string(cls, name: str, default: str = "") -> Option:
        """An option that is any text on one line."""
        return cls(name, "string", default, default, str)

    @classmethod
    def button(cls, name: str, action) -> Option:
        """An option that calls `action()` each time the referee presses it. It has no value."""
        return cls(name, "button", None, "", lambda text: action())

    def declaration(self) -> str:
        default = " default " + self.declared if self.declared else ""
        return "option name %s type %s%s" % (self.name, self.kind, default)

    def value_of(self, text: str):
        """The value that `text` gives. Raises Unreadable when it gives none. A button is pressed."""
        value = self._read(text)
        if value is None and self.kind != "button":
            raise Unreadable("option %s has no value `%s`" % (self.name, text))
        return value


class Result:
    """How a game ended: scores and ranks in seat order (rank 1 is best), and the reason."""

    def __init__(self, line: str):
        pairs = _pairs(line)
        self.scores = _numbers("scores", pairs.get("scores", ""), lowest=None)
        self.ranks = _numbers("ranks", pairs.get("ranks", ""))
        self.reason = pairs.get("reason", "")


def info(*, depth: int | None = None, nodes: int | None = None, time: int | None = None, score=None, pv=(),
         string: str = "", position: Position | None = None):
    """Tells the referee what the bot thinks. `time` is in milliseconds; `pv` has the expected moves, this
    bot's first: a list, one move, or a text of moves with blanks between them. `position` says which game the line is
    about. It is needed in choose_many only; elsewhere it is the game that the bot is asked about."""
    mark = _mark if position is None else position.game._mark
    if mark is None:
        raise ValueError("info() in choose_many needs position=..., one of the positions that it was given")
    numbers = (("depth", depth), ("nodes", nodes), ("time", time), ("score", score))
    words = ["info"] + ["%s %s" % (key, value) for key, value in numbers if value is not None]
    moves = _moves_of(pv)
    if moves:
        words.append("pv " + " ".join(moves))
    if string:
        words.append("string " + " ".join(string.split()))
    _send(mark + " ".join(words))


_mark: str | None = ""  # The mark of the game that the bot is asked about; None: it is asked about several.


def _call_about(mark: str | None, function, *arguments):
    """Calls a function of the bot. Meanwhile `info` is about the game with this mark."""
    global _mark
    _mark = mark
    try:
        return function(*arguments)
    finally:
        _mark = ""


def _moves_of(pv) -> list[str]:
    """A text is a list of its letters, too, and these are no moves."""
    if isinstance(pv, str):
        return pv.split()
    if isinstance(pv, Move):
        return [pv.text]
    try:
        return [_move_text(move) for move in pv]
    except TypeError:
        raise TypeError("pv is a list of moves, one move or a text of moves, not %r" % (pv,)) from None


def has_unknown_word(position: Position, play: Move) -> bool:
    """The kit's answer to `go challenge`: challenge exactly the plays with a word outside the lexicon."""
    return any(word not in position.lexicon for word in play.words)


def run(choose=None, name: str = "", author: str = "", options=(), challenge=has_unknown_word, game_over=None, *,
        choose_many=None, games: int | None = None):
    """Plays until the referee says `quit` or closes the input.

    choose(position)           the bot: returns a play, an exchange, PASS, or the text of a move
    name, author               if empty, those in the `bot.json` beside the program
    options                    the Options that the bot has
    challenge(position, play)  returns True to challenge the play just made; `position` is the one after it
    game_over(game, result)    called when a game has ended
    choose_many(positions)     the bot for several games: returns a list with a move for each position, in their
                               order. Without `choose` it also plays single games, with lists of one position.
    games                      how many games the bot offers to play at once: 64 with choose_many, otherwise 1. If it
                               has only `choose`, that is called for each position of a batch.

    All are called on the main thread, one at a time. An exception in one of them ends the bot, with a
    traceback on stderr. A line that cannot be understood is ignored, with a note on stderr.
    """
    if choose is None and choose_many is None:
        raise TypeError("run() needs a function: choose, choose_many or both")
    if games is None:
        games = GAMES_AT_ONCE if choose_many else 1
    if not isinstance(games, int) or games < 1:
        raise ValueError("games is how many games the bot plays at once, from 1, not %r" % (games,))
    stdout, sys.stdout = sys.stdout, sys.stderr
    try:
        _Session(choose, name, author, options, challenge, game_over, choose_many, games).run()
    except (BrokenPipeError, KeyboardInterrupt):
        pass
    finally:
        sys.stdout = stdout


def _manifest_text(key: str) -> str:
    """A text of the `bot.json` beside the program, in one line; empty if the file or the text is missing."""
    import json  # Here, because a bot that gives its name does not need it.
    try:
        with open(os.path.join(os.path.dirname(os.path.abspath(sys.argv[0])), "bot.json"), encoding="utf-8-sig") as file:
            value = json.load(file)[key]
    except (OSError, ValueError, LookupError, TypeError):
        return ""
    return " ".join(value.split()) if isinstance(value, str) else ""


class _Batch:
    """Questions that come together: `due` have not come yet, and `open` have come and are not broken off."""

    def __init__(self, size: int):
        self.due, self.open = size, 0


class _Question:
    """A `go`. `name` is its game's, and empty for the game without one. `is_last` says that no more questions of its
    batch are due."""

    def __init__(self, name: str, limits: str, batch: _Batch | None):
        self.name, self.limits, self.batch = name, limits, batch
        self.is_challenge = "challenge" in limits.split()
        self.answer = "accept" if self.is_challenge else PASS.text
        self.is_open, self.is_last = True, batch is None
        self.clock = Clock()
        self.clock._batch = batch
        if batch:
            batch.open += 1

    def is_over(self) -> bool:
        """Is it about a game with a name that is over? The referee ignores its answer."""
        return bool(self.name) and not self.is_open

    def break_off(self):
        if self.batch and self.is_open:
            self.batch.open -= 1
        self.is_open, self.clock.stopped = False, True


class _Turns:
    """Shares the time among questions that are asked together and thought about one after the other."""

    def __init__(self, questions: list[_Question]):
        self.left = len(questions)
        self.ends_at = min((question.clock._ends_at() for question in questions), default=float("inf"))

    def begin(self, question: _Question) -> bool:
        """Gives the question its part of the time that is left. Returns False if the bot need not think about it."""
        if question.name:
            question.clock._begin_turn(self.ends_at, self.left)
        self.left -= 1
        return not question.is_over()


class _Session:
    """The session has two threads. One reads, and answers what must not wait (`stop`, `isready` while the bot
    thinks). The main one takes the other lines in order and thinks."""

    def __init__(self, choose, name, author, options, challenge, game_over, choose_many, games_offered):
        self.choose, self.challenge, self.game_over = choose, challenge, game_over
        self.choose_many, self.games_offered = choose_many, games_offered
        self.name = name or _manifest_text("name") or os.path.splitext(os.path.basename(sys.argv[0]))[0] or "bot"
        self.author = author or _manifest_text("author")
        self.options = {option.name: option for option in options}
        self.values = {option.name: option.default for option in options if option.kind != "button"}
        self.ruleset = Ruleset()
        self.lexicon = Lexicon("", self.ruleset)
        self.lexicon_path = self.lexicon_sha256 = ""
        self.lexicon_is_due = False
        self.games = {"": Game(self.ruleset, self.lexicon, options=self.values)}  # By name; one game may have none.
        # The questions of a batch that is not complete, with their games and position lines.
        self.asked: list[tuple[_Question, Game | None, str]] = []
        self.thinking_since: float | None = None
        self.lines: queue.SimpleQueue = queue.SimpleQueue()
        # The reading thread's:
        self.batch: _Batch | None = None
        self.unanswered: list[_Question] = []
        self.set_since_go = False

    def run(self):
        threading.Thread(target=self._read_input, daemon=True).start()
        while True:
            command, rest, name, question = self.lines.get()
            if question:
                self._take_question(question)
            elif command == "quit":
                return self._answer()
            else:
                self._obey(command, rest, name)

    # The reading thread

    def _read_input(self):
        try:
            for line in _input_lines():
                name = ""
                command, _, rest = line.strip().partition(" ")
                if command == "game":
                    name, _, rest = rest.lstrip().partition(" ")
                    command, _, rest = rest.lstrip().partition(" ")
                    if command not in ABOUT_A_GAME:
                        _note("ignored `game %s %s`: only lines about a game have its name" % (name[:40], command[:40]))
                        continue
                if command == "quit":
                    break
                if command:
                    self._receive(command, rest.strip(), name)
        except OSError as error:
            _note("the referee is gone: %s" % error)
        finally:
            self._receive("quit", "", "")
        self._leave_in_time(time.monotonic())

    def _receive(self, command: str, rest: str, name: str):
        if command == "position":  # Every second line.
            self.lines.put((command, rest, name, None))
        elif command == "go":
            self.set_since_go = False
            self.lines.put((command, rest, name, self._question(rest, name)))
        elif command == "stop":
            self._stop_thinking(name)
        elif command == "batch":
            self._announce_batch(rest)
        elif command == "isready" and self.unanswered and not self.set_since_go:
            _send("readyok")
        else:
            if command == "quit":
                self._stop_thinking(None)
            elif command == "newgame" or (command == "result" and name):
                self._break_off(name)
            if command in SETTINGS:
                self.set_since_go = True
            self.lines.put((command, rest, name, None))

    def _question(self, limits: str, name: str) -> _Question:
        question = _Question(name, limits, self.batch if name else None)
        if question.batch:
            question.batch.due -= 1
            if question.batch.due == 0:
                question.is_last, self.batch = True, None
        self.unanswered.append(question)
        return question

    def _announce_batch(self, rest: str):
        try:
            self.batch = _Batch(_number("batch", rest, lowest=1))
        except Unreadable as error:
            _note("ignored `batch`: %s" % error)

    def _stop_thinking(self, name: str | None):
        """Stops the bot in the game with this name; None: in all games."""
        for question in list(self.unanswered):
            if name is None or question.name == name:
                question.clock.stopped = True

    def _break_off(self, name: str):
        """Stops the bot in a game that is over. Its answer is still sent, and the referee ignores it."""
        for question in list(self.unanswered):
            if question.name == name:
                question.break_off()

    def _leave_in_time(self, asked_at: float):
        """Ends the process even if the bot still thinks and never looks at `should_stop`."""
        while True:
            time.sleep(0.02)
            since = self.thinking_since
            if since is not None and time.monotonic() - max(since, asked_at) > GRACE_SECONDS:
                _note("the input ended in the middle of a move, and the bot stops")
                os._exit(0)

    # The main thread

    def _obey(self, command: str, rest: str, name: str):
        obey = getattr(self, "_on_" + command, None)
        if obey is None:
            return _note("ignored `%s`: unknown" % command[:40])
        if self.asked and command not in ("position", "refused"):
            self._answer()  # The referee goes on, so the rest of the batch will not come.
        try:
            obey(rest, name)
        except Unreadable as error:
            _note("ignored `%s`: %s" % (command, error))

    def _on_uwi(self, version: str, _name: str):
        if version != "1":
            _note("the referee speaks UWI %s, this kit speaks 1" % version)
        _send("id name " + self.name)
        if self.author:
            _send("id author " + self.author)
        _send("id kit " + _kit())
        if self.games_offered > 1:
            _send("games %d" % self.games_offered)
        for option in self.options.values():
            _send(option.declaration())
        _send("uwiok")

    def _on_setoption(self, rest: str, _name: str):
        name, _, value = rest.partition(" value ")
        name = name.removesuffix(" value").removeprefix("name ").strip()
        if name not in self.options:
            raise Unreadable("unknown option `%s`" % name)
        read = self.options[name].value_of(value.strip())
        if name in self.values:
            self.values[name] = read

    def _on_isready(self, _rest: str, _name: str):
        self._load_lexicon()
        _send("readyok")

    def _on_ruleset(self, rest: str, _name: str):
        self.ruleset = Ruleset(rest)
        self.lexicon_is_due = True

    def _on_lexicon(self, rest: str, _name: str):
        path = re.search(r"(?:^|\s)path (.+)", rest)
        if not path:
            raise Unreadable("it has no path")
        self.lexicon_is_due = True
        self.lexicon_path = path[1]
        self.lexicon_sha256 = _pairs(rest[:path.start()]).get("sha256", "")

    def _load_lexicon(self):
        """Reads the word list. It is called only when ruleset and path will not change any more."""
        if not self.lexicon_is_due:
            return
        self.lexicon_is_due = False
        self.lexicon = Lexicon("", self.ruleset)
        if self.lexicon_path:
            try:
                self.lexicon = Lexicon.load(self.lexicon_path, self.ruleset, self.lexicon_sha256)
            except OSError as error:
                _note("no lexicon: %s" % error)
        for game in self.games.values():
            game.ruleset, game.lexicon = self.ruleset, self.lexicon

    def _on_newgame(self, rest: str, name: str):
        pairs = _pairs(rest)
        numbers = {key: _number(key, pairs.get(key, default))
                   for key, default in (("players", "2"), ("seat", "0"), ("seed", "0"))}
        self._load_lexicon()
        game = Game(self.ruleset, self.lexicon, id=pairs.get("id", name), options=self.values, **numbers)
        game._mark = "game %s " % name if name else ""
        self.games[name] = game

    def _on_position(self, rest: str, name: str):
        self._game(name)._position_line = rest

    def _on_refused(self, rest: str, name: str):
        _note("the referee refused the last move%s: %s" % (" of game " + name if name else "", rest))

    def _on_result(self, rest: str, name: str):
        game = self._game(name)
        if name:
            del self.games[name]
        result = Result(rest)
        if self.game_over:
            _call_about(game._mark, self.game_over, game, result)

    def _game(self, name: str) -> Game:
        if name not in self.games:
            raise Unreadable("no game `%s` is being played" % name[:40])
        return self.games[name]

    def _take_question(self, question: _Question):
        """Answers when all questions of a batch have come."""
        if self.asked and self.asked[0][0].batch is not question.batch:
            self._answer()
        game = self.games.get(question.name)
        self.asked.append((question, game, game._position_line if game else ""))
        if question.is_last:
            self._answer()

    def _answer(self):
        """Answers every `go`, so that a line that cannot be understood never leaves a game hanging. The bot is not asked
        about games that are over."""
        asked, self.asked = self.asked, []
        challenges, moves = [], []
        for question, game, position_line in asked:
            if question.is_over():
                continue
            try:
                position = self._position(question, game, position_line)
            except Unreadable as error:
                _note("ignored `go`, and answered %s: %s" % (question.answer, error))
                continue
            (challenges if question.is_challenge else moves).append((question, position))
        self.thinking_since = time.monotonic()
        turns = _Turns([question for question, _ in challenges + moves])
        for question, position in challenges:
            if turns.begin(question):
                question.answer = _call_about(position.game._mark, self._verdict, position)
        self._choose_moves(moves, turns)
        self.thinking_since = None
        answers = []
        for question, _, _ in asked:
            self.unanswered.remove(question)
            answers.append("game %s bestmove %s" % (question.name, question.answer) if question.name
                           else "bestmove " + question.answer)
        if answers:
            _send("\n".join(answers))

    def _position(self, question: _Question, game: Game | None, position_line: str) -> Position:
        if not game:
            raise Unreadable("no game `%s` is being played" % question.name[:40])
        self._load_lexicon()
        question.clock.read_limits(question.limits, game.seat)
        return Position.parse(position_line, game, question.clock)

    def _verdict(self, position: Position) -> str:
        play = _doubtful_play(position)
        return "challenge" if play and self.challenge(position, play) else "accept"

    def _choose_moves(self, asked: list[tuple[_Question, Position]], turns: _Turns):
        asked = [(question, position) for question, position in asked if not question.is_over()]
        if self.choose_many and (not self.choose or any(question.name for question, _ in asked)):
            if asked:
                moves = _as_many(_call_about(None, self.choose_many, [position for _, position in asked]), len(asked))
                for (question, _), move in zip(asked, moves):
                    question.answer = _move_text(move)
            return
        for question, position in asked:
            if turns.begin(question):
                question.answer = _move_text(_call_about(position.game._mark, self.choose, position))


def _kit() -> str:
    """The kit with its version, and what it uses."""
    module = ["with toptile_engine", getattr(_engine, "__version__", "")] if _engine else []
    return " ".join([KIT_NAME, *module]).strip()


def _as_many(moves, expected: int) -> list:
    """The moves that choose_many returned, as a list."""
    if isinstance(moves, (str, Move)):
        raise TypeError("choose_many returns a list of moves, not %r" % (moves,))
    try:
        moves = list(moves)
    except TypeError:
        raise TypeError("choose_many returns a list of moves, not %r" % (moves,)) from None
    if len(moves) != expected:
        raise ValueError("choose_many returned %s for %s" % (_counted(len(moves), "move"), _counted(expected, "position")))
    return moves


def _counted(count: int, noun: str) -> str:
    return "%d %s%s" % (count, noun, "" if count == 1 else "s")


def _doubtful_play(position: Position) -> Move | None:
    """The last play. If the moves do not tell which tiles it laid, its words are those through every square
    of its word, because a wrong challenge costs nothing."""
    try:
        return position.last_play()
    except Unreadable as error:
        _note(str(error))
    try:
        text = position.moves[-1] if position.moves else PASS.text
        whole, _ = _laid_by(Board(position.board.size), position.ruleset, text)
    except Unreadable:
        return None
    return Move(text, words=_played(position.board, position.ruleset, text, whole).words) if whole else None


def _move_text(move) -> str:
    text = move if isinstance(move, str) else getattr(move, "text", None)
    if text is None:
        raise TypeError("a move is a play, an exchange, PASS or a text, not %r" % (move,))
    return text


# Lines in and out -------------------------------------------------------------------------------------------

_sending = threading.Lock()


def _send(line: str):
    """Writes without sys.stdout, so that nothing waits in a buffer."""
    rest = (line + "\n").encode()
    with _sending:
        while rest:
            rest = rest[os.write(1, rest):]


def _note(text: str):
    print("toptile: " + text, file=sys.stderr, flush=True)


def _input_lines():
    """The lines of standard input as they come, without their line ends. It does not use sys.stdin, because a
    thread that waits there holds a lock that Python needs when it ends."""
    begun = b""
    while True:
        chunk = os.read(0, LONGEST_LINE_BYTES)
        if not chunk:
            break
        *whole, begun = (begun + chunk).split(b"\n")
        for line in whole:
            if len(line) > LONGEST_LINE_BYTES:
                _note("ignored a line of more than %d bytes" % LONGEST_LINE_BYTES)
            else:
                yield line.decode("utf-8", "replace")
        begun = begun[:LONGEST_LINE_BYTES + 1]
    if len(begun) <= LONGEST_LINE_BYTES:
        yield begun.decode("utf-8", "replace")


def _upper_case(text: str) -> str:
    """The text in upper case. A sharp s stays, because it has no capital and SS would be another word."""
    return "ß".join(part.upper() for part in re.split("[ßẞ]", text))


def _pairs(line: str) -> dict[str, str]:
    words = line.split()
    return dict(zip(words[::2], words[1::2]))


_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,20}")


def _number(name: str, text: str, lowest: int | None = 0, highest: int | None = None) -> int:
    if not _WHOLE_NUMBER.fullmatch(text):
        raise Unreadable("%s: `%s` is not a whole number" % (name, text))
    number = int(text)
    if (lowest is not None and number < lowest) or (highest is not None and number > highest):
        raise Unreadable("%s: %d is out of range" % (name, number))
    return number


def _numbers(name: str, text: str, lowest: int | None = 0) -> tuple[int, ...]:
    return tuple(_number(name, part, lowest) for part in text.split(",")) if text not in ("", "-") else ()


def _tile_counts(text: str) -> dict[str, int]:
    one_kind = r"([^0-9./,=-])([0-9]{1,4})"
    if not re.fullmatch("(?:%s)+" % one_kind, text):
        raise Unreadable("tiles: `%s` is not a list of symbols with their counts, like A7B3" % text)
    return {symbol: int(count) for symbol, count in re.findall(one_kind, text)}


def _special_faces(text: str) -> dict[str, str]:
    faces = dict(part.split("=", 1) for part in text.split(",") if "=" in part)
    if any(len(symbol) != 1 or not face for symbol, face in faces.items()):
        raise Unreadable("faces: `%s` is not a list of symbols with their faces, like Q=QU" % text)
    return faces
