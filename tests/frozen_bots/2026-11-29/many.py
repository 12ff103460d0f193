#!/usr/bin/env python3
"""Uses what the Python kit has for several games at once. Each game keeps a number of its own, and the number chooses the play."""

import zlib

import toptile

PLAYS = 3


def number_of(position, play):
    """Of the game so far; `shared` and the clock are in it as facts that hold in every game."""
    game, clock = position.game, position.clock
    game.number = zlib.crc32(repr((play.text, play.points, position.rack, position.moves)).encode(), getattr(game, "number", game.seed % 99))
    return game.number + (clock.shared >= 1 and clock.remaining > 0) + (clock.limit is None or clock.limit >= clock.remaining)


def choose_many(positions):
    moves = []
    for position in positions:
        plays = [] if position.should_stop else position.plays()
        if not plays:
            moves.append(toptile.PASS)
            continue
        number = number_of(position, plays[0]) + position.random.randrange(PLAYS)
        moves.append(plays[:PLAYS][number % len(plays[:PLAYS])])
        toptile.info(depth=1, score=moves[-1].points, pv=moves[-1], string="number %d" % number, position=position)
    return moves


def game_over(game, result):
    print("game", game.id, "of", game.players, "ended:", result.reason)


toptile.run(choose_many=choose_many, games=16, name="Many (Python)", author="Ann", game_over=game_over)
