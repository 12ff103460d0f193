#!/usr/bin/env python3
import toptile


def choose(position):
    def worth(play):
        laid = [symbol for row, column, symbol in play.laid]
        kept = position.rack.count("S") - laid.count("S")
        return play.points + 2 * kept

    return max(position.plays(), key=worth, default=toptile.PASS)


toptile.run(choose, name="Keeper", author="Me")
