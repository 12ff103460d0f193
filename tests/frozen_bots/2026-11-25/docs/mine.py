#!/usr/bin/env python3
import toptile


def choose(position):
    plays = position.plays()
    return plays[0] if plays else toptile.PASS


toptile.run(choose, name="Mine", author="Me")
