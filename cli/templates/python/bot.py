#!/usr/bin/env python3
"""A bot for Upwords. All of it is choose(); toptile.py does the rest."""

import toptile


def worth(play, position):
    """How good a play is. Change this line first: it decides every move."""
    return play.points


def choose(position):
    plays = position.plays()  # every legal play, the one with most points first
    if plays:
        return max(plays, key=lambda play: worth(play, position))
    exchanges = position.exchanges()
    return exchanges[0] if exchanges else toptile.PASS


toptile.run(choose)  # Its name and author are in bot.json.
