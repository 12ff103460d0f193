"""The rules written a second time, directly from their page; nothing is shared with the kit's generator."""

import itertools


def stacks_of(board):
    """A board of the kit as {(row, column): symbols from the bottom up}; the tiles under the top do not matter."""
    squares = itertools.product(range(board.size), repeat=2)
    return {square: ["?"] * (board.height(*square) - 1) + [board.top(*square)]
            for square in squares if board.height(*square)}


class PlainRules:
    """Judges a play by building the board after it and looking at that. Stacks are lists, and the lexicon is a set."""

    def __init__(self, ruleset, words):
        self.size, self.height, self.rack_size = ruleset.size, ruleset.max_height, ruleset.rack_size
        self.plural, self.spelled, self.words = ruleset.plural, ruleset.spelled, words

    def word_squares(self, board, row, column, down):
        step = (1, 0) if down else (0, 1)
        while (row - step[0], column - step[1]) in board:
            row, column = row - step[0], column - step[1]
        squares = []
        while (row, column) in board:
            squares.append((row, column))
            row, column = row + step[0], column + step[1]
        return squares

    def all_words(self, board):
        """The squares of every word on a board."""
        words = set()
        for row, column in board:
            for down in (False, True):
                squares = tuple(self.word_squares(board, row, column, down))
                if len(squares) > 1:
                    words.add(squares)
        return words

    def centre(self):
        middle = {(self.size - 1) // 2, self.size // 2}
        return {(row, column) for row in middle for column in middle}

    def points(self, board, squares):
        stacks = [board[square] for square in squares]
        if any(len(stack) > 1 for stack in stacks):
            return sum(len(stack) for stack in stacks)
        return 2 * len(stacks) + 2 * any(stack[-1] == "Q" for stack in stacks)

    def is_touching(self, board, laid):
        if not board:
            return bool(self.centre() & set(laid))
        return any((row + down, column + right) in board for row, column in laid
                   for down, right in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)))

    def is_plural(self, board, laid, formed):
        """Rule 7, from its first sentence: each word that is formed stood on the board without its last S."""
        (square, symbol), = laid.items()
        if self.plural != "forbid" or symbol != "S" or square in board:
            return False
        return all(squares[-1] == square and len(squares) > 2 and board[squares[-2]][-1] != "S"
                   for squares in formed)

    def judge(self, board, rack, row, column, down, word):
        """(points, words, laid) of the play that would leave `word` here, or None if it is not legal."""
        squares = [(row + at, column) if down else (row, column + at) for at in range(len(word))]
        if any(max(square) >= self.size for square in squares):
            return None
        laid = {square: symbol for square, symbol in zip(squares, word)
                if square not in board or board[square][-1] != symbol}
        after = {square: list(stack) for square, stack in board.items()}
        rack = list(rack)
        for square, symbol in laid.items():
            if symbol not in rack:
                return None
            rack.remove(symbol)
            after.setdefault(square, []).append(symbol)
        if not laid or any(len(stack) > self.height for stack in after.values()):
            return None
        if self.word_squares(after, row, column, down) != squares or not self.is_touching(board, laid):
            return None
        formed = [tuple(squares)] + [tuple(self.word_squares(after, *square, not down)) for square in laid]
        formed = [one for one in formed if len(one) > 1]
        words = ["".join(after[square][-1] for square in one) for one in formed]
        if any(one not in self.words for one in words):
            return None
        if any(set(old) <= set(laid) for old in self.all_words(board)):
            return None
        if len(laid) == 1 and self.is_plural(board, laid, formed):
            return None
        bonus = 20 if len(laid) == self.rack_size else 0
        points = bonus + sum(self.points(after, one) for one in formed)
        return points, [self.spelled(one) for one in words], laid

    def all_plays(self, board, rack):
        """Tries every word at every square in both directions; returns {text: (points, words, laid)}."""
        found, seen = {}, set()
        for down, row, column in itertools.product((False, True), range(self.size), range(self.size)):
            for word in self.words:
                judged = self.judge(board, rack, row, column, down, word)
                if judged and frozenset(judged[2].items()) not in seen:
                    seen.add(frozenset(judged[2].items()))
                    place = "%c%d" % (97 + column, row + 1) if down else "%d%c" % (row + 1, 97 + column)
                    found["%s.%s" % (place, self.spelled(word))] = judged
        return found
