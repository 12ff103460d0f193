#!/usr/bin/env python3
"""Makes the tables and pictures of docs/findings.md and of docs/ladder.md ("How much is luck") from the facts in docs/findings,
which the program champion_findings wrote.

Usage: findings.py [--check]
With --check nothing is written; the exit status is 1 if a page or a picture would change."""

import json
import math
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
FACTS = ROOT / "docs/findings"
PICTURES = ROOT / "docs/pictures"
PAGES = (ROOT / "docs/findings.md", ROOT / "docs/ladder.md")
BLOCK = re.compile(r"<!-- found: (\w+) -->\n.*?<!-- end of the found -->", re.S)
NORMAL_95, POWER_80 = 1.959964, 0.841621
RED, BLUE, GREEN, GREY = "#c03a1e", "#2b6cb0", "#2f855a", "#8a8a8a"


# ---- Numbers --------------------------------------------------------------------------------------------------------

class Mean:
    """The mean of [count, sum, sum of squares] and its standard error, in units of `unit`."""

    def __init__(self, facts, unit=1):
        count, total, squares = facts
        self.count = count
        self.mean = total / count / unit
        self.variance = max(0.0, squares / count - (total / count) ** 2) / unit**2 * count / max(1, count - 1)
        self.error = math.sqrt(self.variance / count)

    def __str__(self):
        return f"{self.mean:+.2f} ± {NORMAL_95 * self.error:.2f}"


def spread_of(plays):
    return Mean([plays["games"], plays["spread"], plays["spread_squares"]])


def added(sums):
    return [sum(column) for column in zip(*sums)]


def percent(part, whole, digits=1):
    return f"{100 * part / whole:.{digits}f} %"


def share(half_wins, games):
    """The share of the points, with its 95 % interval by the normal law."""
    p = half_wins / 2 / games
    return f"{100 * p:.1f} ± {100 * NORMAL_95 * math.sqrt(p * (1 - p) / games):.1f} %"


def table(head, rows):
    return ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)] + ["| " + " | ".join(map(str, row)) + " |" for row in rows]


def solved(matrix, columns):
    """Solves a system of linear equations for some right sides at once."""
    size = len(matrix)
    rows = [list(map(float, matrix[i])) + list(map(float, columns[i])) for i in range(size)]
    for at in range(size):
        pivot = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for row in range(size):
            if row != at and rows[row][at]:
                factor = rows[row][at]
                rows[row] = [value - factor * own for value, own in zip(rows[row], rows[at])]
    return [row[size:] for row in rows]


def elo_of(score):
    return 400 * math.log10(score / (1 - score)) if 0 < score < 1 else math.inf


def score_of(elo):
    return 1 / (1 + 10 ** (-elo / 400))


# ---- Pictures -------------------------------------------------------------------------------------------------------

class Chart:
    """A chart as SVG, with an axis across and one upwards. Coordinates are written with one digit behind the point."""

    def __init__(self, title, x_range, y_range, x_title, y_title, width=760, height=360, right=20):
        self.left, self.right, self.top, self.bottom = 64, right, 36, 48
        self.width, self.height = width, height
        self.x_range, self.y_range = x_range, y_range
        self.lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            f'<text x="{self.left}" y="20" font-size="14">{title}</text>']
        middle = (self.left + width - right) / 2
        if x_title:
            self.text(middle, height - 10, x_title, "middle")
        y_middle = (self.top + height - self.bottom) / 2
        self.lines.append(f'<text transform="translate(16 {y_middle:.1f}) rotate(-90)" text-anchor="middle">{y_title}</text>')

    def x(self, value):
        low, high = self.x_range
        return self.left + (self.width - self.left - self.right) * (value - low) / (high - low)

    def y(self, value):
        low, high = self.y_range
        return self.height - self.bottom - (self.height - self.top - self.bottom) * (value - low) / (high - low)

    def text(self, x, y, text, anchor="start", colour="#222222"):
        self.lines.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{text}</text>')

    def ticks(self, across, upwards, across_text="{:g}", upwards_text="{:g}"):
        for tick in upwards:
            y = self.y(tick)
            colour = GREY if tick == 0 else "#e2e2e2"
            self.lines.append(f'<line x1="{self.left}" x2="{self.width - self.right}" y1="{y:.1f}" y2="{y:.1f}" stroke="{colour}"/>')
            self.text(self.left - 8, y + 4, upwards_text.format(tick) if tick else "0", "end")
        for tick in across:
            self.text(self.x(tick), self.height - self.bottom + 18, across_text.format(tick), "middle")

    def line(self, points, colour, label=None):
        path = " ".join(f"{self.x(x):.1f},{self.y(y):.1f}" for x, y in points)
        self.lines.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        if label:
            self.text(self.x(points[-1][0]) + 8, self.y(points[-1][1]) + 4, label, colour=colour)

    def bar(self, x, low, high, colour, half_width=0.38):
        top, bottom = sorted((self.y(low), self.y(high)))
        self.lines.append(f'<rect x="{self.x(x - half_width):.1f}" y="{top:.1f}" '
                          f'width="{self.x(x + half_width) - self.x(x - half_width):.1f}" height="{bottom - top:.1f}" fill="{colour}"/>')

    def dot(self, x, mean, error, colour):
        """A dot with its 95 % interval."""
        low, high = self.y(mean - NORMAL_95 * error), self.y(mean + NORMAL_95 * error)
        self.lines.append(f'<line x1="{self.x(x):.1f}" x2="{self.x(x):.1f}" y1="{low:.1f}" y2="{high:.1f}" stroke="{colour}"/>')
        self.lines.append(f'<circle cx="{self.x(x):.1f}" cy="{self.y(mean):.1f}" r="3.5" fill="{colour}"/>')

    def svg(self):
        return "\n".join(self.lines + ["</svg>"]) + "\n"


def in_short(facts):
    games, known = facts["games"], common_words()
    spread = Mean(games["first_seat"]["spread"])
    changed = games["points_by_change"][2][1] + games["points_by_change"][3][1]
    listed = saved_list(facts)
    two = ", ".join(word for _, word, _ in listed[:200] if tiles_in(word) == 2 and word not in known)
    three = ", ".join([word for _, word, _ in listed if tiles_in(word) == 3 and word not in known][:12])
    worths = rack_worths(facts)
    laid = games["points_by_laid"]
    return [f"- To begin is worth {spread.mean:.1f} points.",
            f"- {percent(changed, sum(row[1] for row in games['points_by_change']), 0)} of the points of words come from words that were changed: "
            "a tile on a stack counts everything below it again.",
            f"- Two-letter words that few people know save most: {', '.join(two.split(', ')[:12])}. Then come {three}.",
            f"- A play of one tile makes {laid[1][1] / laid[1][0]:.0f} points, one of three {laid[3][1] / laid[3][0]:.0f}, one of all seven "
            f"{laid[7][1] / laid[7][0]:.0f}.",
            f"- The best tiles to have are {', '.join(face_name(row[0]) for row in worths[:4])}, the worst "
            f"{', '.join(face_name(row[0]) for row in worths[-5:])}."]


# ---- First plays ----------------------------------------------------------------------------------------------------

def summary(facts):
    games = facts["games"]
    count = games["games"]
    score, moves = Mean(games["scores"]), Mean(games["moves"])
    spread = Mean(games["first_seat"]["spread"])
    points = sum(row[1] for row in games["points_by_move"])
    turns = sum(row[0] for row in games["points_by_move"])
    return [f"In {count:,} games a side scored {score.mean:.0f} points in the mean (standard deviation {math.sqrt(score.variance):.0f}), "
            f"in {moves.mean / 2:.1f} turns of {points / turns:.1f} points. The spread between the two sides had a standard deviation "
            f"of {math.sqrt(spread.variance):.0f} points. {percent(games['ended_out'], count)} of the games ended with an empty rack."]


def going_first(facts):
    games = facts["games"]
    spread = Mean(games["first_seat"]["spread"])
    return [f"The side that began won {share(games['first_seat']['half_wins'], games['games'])} of the games, ties counted as half, and was "
            f"ahead by {spread} points."]


def first_lengths(facts):
    rows = []
    racks = sum(row["is_best"] for row in facts["openings"]["by_laid"])
    for row in facts["openings"]["by_laid"]:
        if row["spread"][0] == 0:
            continue
        if row["behind"][0] > 1:
            behind, value = Mean(row["behind"]), Mean(row["value_behind"], 100)
            compared = [f"{-behind.mean:+.2f} ± {NORMAL_95 * behind.error:.2f}", f"{-value.mean:+.2f}"]
        else:
            compared = ["", ""]
        rows.append([row["laid"], percent(row["spread"][0], racks), percent(row["is_best"], racks),
                     f"{Mean(row['points']).mean:.1f}", Mean(row["spread"]), *compared])
    return table(["tiles", "racks that have one", "is the choice", "points", "spread at the end", "beside the choice",
                  "the same as foreseen"], rows)


def by_middle(facts):
    """The spread at the end by how far the middle of the first word is from the board's, less the mean of its length."""
    places = facts["games"]["first_plays"]["by_place"]
    means = {}
    for length in {place["length"] for place in places}:
        own = [place for place in places if place["length"] == length]
        means[length] = sum(place["spread"] for place in own) / sum(place["games"] for place in own)
    def pooled(chosen):
        games = sum(place["games"] for place in chosen)
        excess = sum(place["spread"] - place["games"] * means[place["length"]] for place in chosen)
        squares = sum(place["spread_squares"] - 2 * means[place["length"]] * place["spread"]
                      + place["games"] * means[place["length"]] ** 2 for place in chosen)
        return Mean([games, excess, squares])
    return places, pooled


def middle_of(place):
    return place["start"] + (place["length"] - 1) / 2 - 4.5


def first_places(facts):
    places, pooled = by_middle(facts)
    rows = []
    for name, test in (("in the upper row, or the left column, of the middle", lambda place: place["line"] == 4),
                       ("in the lower row, or the right column, of the middle", lambda place: place["line"] == 5),
                       ("across", lambda place: not place["down"]), ("down", lambda place: place["down"]),
                       ("further to the beginning of its line (left, or up)", lambda place: middle_of(place) < 0),
                       ("in the middle of its line", lambda place: middle_of(place) == 0),
                       ("further to the end of its line (right, or down)", lambda place: middle_of(place) > 0)):
        rows.append([name, pooled([place for place in places if test(place)])])
    return table(["the first word lies", "spread at the end, beside all places"], rows)


def places_picture(facts):
    places, pooled = by_middle(facts)
    middles = sorted({middle_of(place) for place in places if 3 <= place["length"] <= 6})
    chosen = [(middle, pooled([place for place in places if middle_of(place) == middle and 3 <= place["length"] <= 6])) for middle in middles]
    high = max(abs(mean.mean) + NORMAL_95 * mean.error for _, mean in chosen)
    high = max(1, math.ceil(high))
    chart = Chart("Where the first word lies (three to six tiles)", (middles[0] - 0.5, middles[-1] + 0.5), (-high, high),
                  "squares from the middle of its line to the middle of the word", "points at the end, beside all places")
    chart.ticks(middles, [high * step / 2 for step in range(-2, 3)], upwards_text="{:+g}")
    for middle, mean in chosen:
        chart.dot(middle, mean.mean, mean.error, BLUE)
    return chart.svg()


LEAST_GAMES = 200  # A first word of fewer games tells too little.


def shrunk_words(facts):
    """First words with what they probably are worth: their means, drawn towards those of their length by as much as
    chance alone would have them differ (empirical Bayes)."""
    first = facts["games"]["first_plays"]
    by_length = {int(laid): spread_of(plays) for laid, plays in first["by_laid"].items()}
    words = []
    for word, plays in first["words"].items():
        if plays["games"] < LEAST_GAMES:
            continue
        length = len(word.replace("QU", "Q"))
        own = spread_of(plays)
        words.append([word, plays["games"], own.mean, by_length[length].mean, by_length[length].variance / plays["games"]])
    if not words:
        return []
    weights = [1 / row[4] for row in words]
    tau = max(0.0, sum(weight * ((row[2] - row[3]) ** 2 - row[4]) for weight, row in zip(weights, words)) / sum(weights))
    result = []
    for word, games, mean, expected, variance in words:
        kept = tau / (tau + variance)
        result.append((expected + kept * (mean - expected), math.sqrt(kept * variance), word, games, mean))
    return sorted(result, reverse=True)


def first_words(facts):
    words = shrunk_words(facts)
    def cells(row):
        return [row[2], f"{row[3]:,}", f"{row[0]:+.1f} ± {NORMAL_95 * row[1]:.1f}"]
    count = 15
    if len(words) < 4 * count:
        return [f"{facts['games']['games']:,} games are too few for this table: only {len(words)} first words were laid {LEAST_GAMES} times or more."]
    return table(["best", "games", "spread at the end", "worst", "games", "spread at the end"],
                 [cells(good) + cells(bad) for good, bad in zip(words[:count], reversed(words[-count:]))])


# ---- Words ----------------------------------------------------------------------------------------------------------

def common_words():
    return {word.upper() for word in (ROOT / "lexicons/common.txt").read_text(encoding="utf-8").split()}


def tiles_in(word):
    return len(word.replace("QU", "Q"))


def saved_list(facts):
    """Words with the points that they saved in a hundred games, the greatest first."""
    games = facts["games"]["games"]
    return sorted(((use["saved"] / games, word, use) for word, use in facts["games"]["words"].items()), key=lambda row: (-row[0], row[1]))


def word_lengths(facts):
    games = facts["games"]
    rows, all_formed = [], sum(row["formed"] for row in games["words_by_length"])
    all_points = sum(row["points"] for row in games["words_by_length"])
    for length, row in enumerate(games["words_by_length"]):
        if row["formed"]:
            rows.append([length, f"{row['different']:,}", percent(row["formed"], all_formed), percent(row["points"], all_points),
                         f"{row['points'] / row['formed']:.1f}", f"{row['saved'] / 100 / games['games']:.1f}",
                         f"{row['saved'] / games['games'] / row['different']:.2f}"])
    return table(["tiles", "different words", "of all words formed", "of their points", "points each", "saved a game",
                  "saved in 100 games, a word"], rows)


def in_columns(cells, columns):
    """A table without a head, to be read down its columns."""
    height = -(-len(cells) // columns)
    cells = cells + [""] * (height * columns - len(cells))
    return table([""] * columns, [cells[row::height] for row in range(height)])


def two_letters(facts):
    known = common_words()
    two = [row for row in saved_list(facts) if tiles_in(row[1]) == 2]
    return in_columns([f"{word}{'' if word in known else ' *'} {saved:.0f}" for saved, word, _ in two[:48]], 6)


def words_picture(facts):
    known = common_words()
    two = [row for row in saved_list(facts) if tiles_in(row[1]) == 2][:40]
    high = math.ceil(two[0][0] / 20) * 20
    chart = Chart("What two-letter words save: points in 100 games, both sides (blue: known to most adults)", (-0.6, len(two) - 0.4), (0, high), "",
                  "points in 100 games", width=860)
    chart.ticks([], range(0, high + 1, 20))
    for at, (saved, word, _) in enumerate(two):
        chart.bar(at, 0, saved, BLUE if word in known else RED)
        chart.text(chart.x(at), chart.height - chart.bottom + 16 + 14 * (at % 2), word, "middle")
    return chart.svg()


def longer_words(facts):
    known = common_words()
    count, columns = 20, []
    for least, most in ((3, 3), (4, 4), (5, 99)):
        columns.append([row for row in saved_list(facts) if least <= tiles_in(row[1]) <= most][:count])
    def cell(row):
        return f"{row[1]}{'' if row[1] in known else ' *'} {row[0]:.1f}"
    return table(["three tiles", "four tiles", "five and more"], [[cell(row) for row in rows] for rows in zip(*columns)])


def uncommon_words(facts):
    known = common_words()
    rows = [row for row in saved_list(facts) if row[1] not in known and tiles_in(row[1]) > 2][:60]
    return [", ".join(f"{word} {saved:.0f}" for saved, word, _ in rows) + "."]


# ---- Stacks ---------------------------------------------------------------------------------------------------------

CHANGES = (("new", "no part of it was a word in its line"), ("longer", "a word with tiles before or behind it"),
           ("changed", "a word on the same squares, with other tiles on top"), ("longer and changed", "both"),
           ("joined", "two words or more in one"))


def change_kinds(facts):
    sums = facts["games"]["points_by_change"]
    all_words, all_points = sum(row[0] for row in sums), sum(row[1] for row in sums)
    return table(["word", "what was there before", "of all words", "of their points", "points each"],
                 [[name, text, percent(row[0], all_words), percent(row[1], all_points), f"{row[1] / row[0]:.1f}"]
                  for (name, text), row in zip(CHANGES, sums)])


def flat_words(facts):
    flat, stacked = facts["games"]["points_flat_stacked"]
    flat_count, stacked_count = facts["games"]["words_flat_stacked"]
    bonus = facts["games"]["bonus_points"]
    everything = flat + stacked + bonus
    return [f"Flat words made {percent(flat, everything)} of all points ({flat / flat_count:.1f} each), words with a stack "
            f"{percent(stacked, everything)} ({stacked / stacked_count:.1f} each), and the 20 points for all seven tiles "
            f"{percent(bonus, everything)}."]


def heights(facts):
    games = facts["games"]
    laid, plays, ends = games["laid_at"], games["points_by_highest"], games["end_heights"]
    everything, all_plays = sum(laid), sum(row[0] for row in plays)
    rows = [[0, "", "", "", percent(ends[0], sum(ends))]]
    for height in range(1, len(laid)):
        rows.append([height, percent(laid[height], everything), percent(plays[height][0], all_plays),
                     f"{plays[height][1] / plays[height][0]:.1f}", percent(ends[height], sum(ends))])
    return table(["height", "tiles laid there", "plays whose highest tile lies there", "points of such a play", "squares at the end"], rows)


def transitions(facts):
    games, columns = facts["games"]["games"], []
    for laid in (1, 2, 3, 4):
        own = [row for row in facts["games"]["changes"] if row["laid"] == laid][:15]
        digits = 0 if laid == 1 else 2
        columns.append([f"{row['from']} → {row['to']} {1e4 * row['count'] / games:.{digits}f}" for row in own])
    counts = facts["games"]["changes_by_laid"]
    heads = [f"{laid} {'tile' if laid == 1 else 'tiles'} ({percent(counts[laid], sum(counts))} of changes)" for laid in (1, 2, 3, 4)]
    return table(heads, zip(*columns))


def stems(facts):
    games, rows = facts["games"]["games"], []
    for length in (2, 3, 4, 5):
        own = [row for row in facts["games"]["stems"] if tiles_in(row["word"]) == length][:12]
        rows.append([length, ", ".join(f"{row['word']} ({row['became']:,}; {100 * row['points'] / games:.0f})" for row in own)])
    return table(["tiles", "stem (words that it became; points of these in 100 games)"], rows)


def hooks(facts):
    games = facts["games"]["games"]
    rows = [f"{row['from']} → {row['to']} {1e4 * row['count'] / games:.0f}" for row in facts["games"]["hooks"][:40]]
    return in_columns(rows, 5)


# ---- Tiles ----------------------------------------------------------------------------------------------------------

def rack_worths(facts):
    """What a tile is worth on the first rack, beside the average tile: least squares of the spread on the difference of the
    two racks. Their differences sum to 0, so the worths are fixed by their mean over the bag, which is 0."""
    tiles = facts["games"]["tiles"]
    names = list(tiles)
    spread = Mean(facts["games"]["first_seat"]["spread"])
    products = [tiles[name]["rack_products"] + [0] * (len(names) - len(tiles[name]["rack_products"])) for name in names]
    counts = [tiles[name]["in_bag"] for name in names]
    scale = facts["games"]["games"] / 100
    gauged = [[product + scale * counts[i] * counts[j] for j, product in enumerate(row)] for i, row in enumerate(products)]
    size = len(names)
    identity = [[float(i == j) for j in range(size)] for i in range(size)]
    inverse = solved(gauged, identity)
    target = [tiles[name]["rack_spread"] for name in names]
    worths = [sum(inverse[i][j] * target[j] for j in range(size)) for i in range(size)]
    errors = []
    for i in range(size):
        row = [sum(inverse[i][k] * products[k][j] for k in range(size)) for j in range(size)]
        errors.append(math.sqrt(max(0.0, spread.variance * sum(row[j] * inverse[j][i] for j in range(size)))))
    return sorted(zip(names, worths, errors), key=lambda row: (-row[1], row[0]))


def face_name(name):
    return "Qu" if name == "QU" else name


def tile_table(facts):
    games, tiles = facts["games"]["games"], facts["games"]["tiles"]
    rows = []
    for name, worth, error in rack_worths(facts):
        tile = tiles[name]
        laid = tile["play_points"][0]
        rows.append([face_name(name), tile["in_bag"], f"{worth:+.2f} ± {NORMAL_95 * error:.2f}",
                     f"{tile['kept'] / 100:+.1f}", f"{tile['play_points'][1] / laid:.1f}",
                     percent(tile["covers"], laid, 0), percent(tile["is_covered"], laid, 0),
                     percent(tile["left_at_end"], games * tile["in_bag"])])
    return table(["tile", "in the bag", "on the first rack", "kept", "its play's points", "laid on another", "covered later",
                  "left at the end"], rows)


def tiles_picture(facts):
    worths = rack_worths(facts)
    high = math.ceil(max(abs(worth) + NORMAL_95 * error for _, worth, error in worths) / 2) * 2
    chart = Chart("What a tile on the first rack is worth, beside the average tile", (-0.6, len(worths) - 0.4), (-high, high), "",
                  "points of spread at the end")
    step = 2 if high <= 10 else 6
    high = math.ceil(high / step) * step
    chart.y_range = (-high, high)
    chart.ticks([], range(-high, high + 1, step), upwards_text="{:+g}")
    for at, (name, worth, error) in enumerate(worths):
        chart.dot(at, worth, error, BLUE if name in "AEIOU" else RED)
        chart.text(chart.x(at), chart.height - chart.bottom + 18, face_name(name), "middle")
    return chart.svg()


# ---- The course of a game -------------------------------------------------------------------------------------------

def laid_table(facts):
    rows = facts["games"]["points_by_laid"]
    plays, points = sum(row[0] for row in rows), sum(row[1] for row in rows)
    return table(["tiles laid", "of all plays", "of all points", "points each", "points a tile"],
                 [[laid, percent(row[0], plays), percent(row[1], points), f"{row[1] / row[0]:.1f}", f"{row[1] / row[0] / laid:.1f}"]
                  for laid, row in enumerate(rows) if row[0]])


def course_picture(facts):
    games = facts["games"]["games"]
    sums = facts["games"]["points_by_move"]
    # A game ends early for the side that is quick, so moves that only some games reach are left out.
    shown = [(at + 1, row[1] / row[0]) for at, row in enumerate(sums) if row[0] > 0.999 * games]
    chart = Chart("The points of each move, both sides", (0.5, shown[-1][0] + 0.5), (0, 30), "move", "points in the mean")
    chart.ticks(range(2, shown[-1][0] + 1, 2), range(0, 31, 5))
    for move, points in shown:
        chart.bar(move, 0, points, BLUE)
    return chart.svg()


def leads(facts):
    rows = []
    data = facts["games"]["half_wins_by_lead"]
    columns = (0, 1, 2, 3, 4, 6, 8)
    for time in range(0, 7):
        cells = []
        for step in columns:
            entry = data[time][step] if step < len(data[time]) else [0, 0, 0]
            cells.append(f"{100 * entry[1] / 2 / entry[0]:.0f} %" if entry[0] >= 1000 else "")
        rows.append([4 * (time + 1), *cells])
    return table(["moves", *(f"{max(1, 10 * step)} – {10 * step + 9}" for step in columns)], rows)


def leads_picture(facts):
    data = facts["games"]["half_wins_by_lead"]
    chart = Chart("How often the side that is ahead wins", (0, 110), (50, 100), "points ahead", "games won, in %", right=110)
    chart.ticks(range(0, 111, 10), range(50, 101, 10))
    for time, colour in ((0, GREY), (2, GREEN), (4, BLUE), (6, RED)):
        points = [(10 * step + 5, 50 * entry[1] / entry[0]) for step, entry in enumerate(data[time][:11]) if entry[0] >= 1000]
        if points:
            chart.line(points, colour, f"after {4 * (time + 1)} moves")
    return chart.svg()


def foreseen(facts):
    rows, low = [], 0.0
    for row in facts["openings"]["by_value_behind"]:
        high = row["below"] / 100
        name = f"{low:g} to {high:g}" if high < 1e6 else f"{low:g} and more"
        low = high
        if row["behind"][0] > 1:
            rows.append([name, f"{row['behind'][0]:,}", f"{Mean(row['value_behind'], 100).mean:.2f}", Mean(row["behind"])])
    return table(["foreseen difference", "pairs of games", "foreseen in the mean", "what it was"], rows)


def command(facts):
    pairs = {part: sum(next(iter(facts[part]["opponents"].values()))["pairs"]) for part in ("luck", "words")}
    counts = {"games": facts["games"]["games"], "openings": facts["openings"]["racks"], **pairs}
    return ["<!-- not run: it plays a million games -->", "```sh", "./dev findings " + " ".join(f"{part}={count}" for part, count in counts.items()), "```"]


# ---- Luck -----------------------------------------------------------------------------------------------------------

def pair_variance(pairs):
    games = sum(pairs)
    score = sum(count * at for at, count in enumerate(pairs)) / 4 / games
    return score, sum(count * (at / 4 - score) ** 2 for at, count in enumerate(pairs)) / games


def series(chance, best_of):
    """The chance to win most of so many games."""
    return sum(math.comb(best_of, wins) * chance**wins * (1 - chance) ** (best_of - wins) for wins in range(best_of // 2 + 1, best_of + 1))


def covariance(cross):
    x, y = cross["x"], cross["y"]
    return (cross["products"] - x[1] * y[1] / x[0]) / max(1, x[0] - 1)


def correlation(cross):
    x, y = Mean(cross["x"]), Mean(cross["y"])
    return covariance(cross) / math.sqrt(x.variance * y.variance)


def opponent_name(name):
    names = {"half of its weights": "itself with half of its weights", "points only": "points only, as `greedy`"}
    return names.get(name, name)


def opponents(facts, most_score):
    """The name and the facts of each other player against whom the static player has at most this score."""
    return [(opponent_name(name), row) for name, row in facts["luck"]["opponents"].items()
            if name != "itself" and pair_variance(row["pairs"])[0] <= most_score]


def upsets(facts):
    rows = []
    for name, row in opponents(facts, 0.995):
        score, variance = pair_variance(row["pairs"])
        error = math.sqrt(variance / sum(row["pairs"]))
        spread = Mean(row["spread"])
        low, high = elo_of(score - NORMAL_95 * error), elo_of(score + NORMAL_95 * error)
        weaker = 1 - score
        rows.append([name, f"{elo_of(score):.0f} ({low:.0f} to {high:.0f})", f"{spread.mean:+.1f}", f"{math.sqrt(spread.variance):.0f}",
                     f"{100 * weaker:.1f} %", *(f"{100 * (1 - series(score, best_of)):.1f} %" for best_of in (3, 7, 15)),
                     percent(spread.mean**2, spread.mean**2 + spread.variance, 0)])
    return table(["against", "Elo", "spread", "its deviation", "weaker wins a game", "best of 3", "of 7", "of 15", "skill's share"], rows)


def same_bag(facts):
    rows = []
    for name, row in opponents(facts, 0.97):
        x, y = Mean(row["spreads"]["x"]), Mean(row["spreads"]["y"])
        rows.append([name, f"{math.sqrt((x.variance + y.variance) / 2):.0f}", f"{correlation(row['spreads']):+.2f}"])
    return table(["against", "deviation of a game", "correlation of the two games"], rows)


def draws(facts):
    rows = []
    for name, row in facts["luck"]["opponents"].items():
        if "luck_and_spread" not in row:
            continue
        cross = row["luck_and_spread"][0]
        x, y = Mean(cross["x"], 100), Mean(cross["y"])
        rows.append([opponent_name(name), f"{x.count:,}", x, f"{math.sqrt(x.variance):.0f}", f"{math.sqrt(y.variance):.0f}",
                     f"{covariance(cross) / 100 / x.variance:.2f}", f"{100 * correlation(cross) ** 2:.0f} %"])
    return table(["against", "games", "luck in the mean", "its deviation", "of the spread", "spread for a point of luck", "R²"], rows)


def twenty_elo(facts):
    rows = []
    gain = score_of(20) - 0.5
    needed = (NORMAL_95 + POWER_80) ** 2
    for name in ("half of its weights", "sees 75 %", "points only"):
        row = facts["luck"]["opponents"][name]
        score, variance = pair_variance(row["pairs"])
        x, y = Mean(row["spreads"]["x"]), Mean(row["spreads"]["y"])
        single = (x.variance + y.variance) / 2
        pair_spread = (x.variance + y.variance + 2 * covariance(row["spreads"])) / 4
        points = 20 * math.log(10) * math.sqrt(2 * math.pi * single) / 1600  # docs/sprt_method.md, "The test of spreads".
        rows.append([opponent_name(name), f"{variance:.4f}",
                     f"{needed * variance / gain**2:,.0f}", f"{needed * score * (1 - score) / gain**2:,.0f}",
                     f"{math.sqrt(pair_spread):.0f}", f"{needed * pair_spread / points**2:,.0f}"])
    return table(["pairs like those against", "variance of a pair", "pairs by results", "games without pairs", "deviation of a pair's spread",
                  "pairs by spreads"], rows)


GAPS = (("two tiles", "two tiles", 2, 2), ("three tiles", "three tiles", 3, 3), ("four and more", "four tiles and more", 4, 99),
        ("all", "any length", 2, 99))


def vocabulary(facts):
    known, games, rows = common_words(), facts["games"]["games"], []
    for name, label, least, most in GAPS:
        pairs = facts["words"]["opponents"][name]
        score, variance = pair_variance(pairs["pairs"])
        spread = pairs["spreads"]
        # The mean spread of a pair, whose two games depend on each other.
        count = spread["x"][0]
        mean = (spread["x"][1] + spread["y"][1]) / 2 / count
        error = math.sqrt((Mean(spread["x"]).variance + Mean(spread["y"]).variance + 2 * covariance(spread)) / 4 / count)
        # All words of two tiles are among the facts, but only some of the others.
        saved = sum(use["saved"] for word, use in facts["games"]["words"].items() if tiles_in(word) == 2 and word not in known)
        foreseen_loss = f"{saved / 100 / games / 2:.1f}" if most == 2 else ""
        rows.append([label, f"{100 * (1 - score):.1f} %", f"{-elo_of(score):.0f}" if score < 0.995 else "", f"{-mean:.1f} ± {NORMAL_95 * error:.1f}", foreseen_loss])
    return table(["knows no uncommon words of", "score", "Elo", "spread", "what these words saved a side"], rows)


BLOCKS = {"in_short": in_short, "vocabulary": vocabulary, "command": command, "summary": summary, "going_first": going_first, "first_lengths": first_lengths, "first_places": first_places,
          "first_words": first_words, "word_lengths": word_lengths, "two_letters": two_letters, "longer_words": longer_words,
          "uncommon_words": uncommon_words, "change_kinds": change_kinds, "flat_words": flat_words, "heights": heights,
          "transitions": transitions, "stems": stems, "hooks": hooks, "tiles": tile_table, "laid": laid_table, "leads": leads,
          "foreseen": foreseen, "upsets": upsets, "same_bag": same_bag, "draws": draws, "twenty_elo": twenty_elo}
DRAWN = {"findings_places": places_picture, "findings_words": words_picture, "findings_tiles": tiles_picture,
         "findings_course": course_picture, "findings_leads": leads_picture}


def wrapped(line):
    """The lines of a paragraph or of a point of a list; a row of a table and a command stay as they are."""
    if line.startswith(("|", "`", "./")):
        return [line]
    return textwrap.wrap(line, 120, subsequent_indent="  " if line.startswith("- ") else "", break_on_hyphens=False)


def made(facts):
    """The text of each page and picture by its path."""
    texts = {}
    for page in PAGES:
        def block(match):
            lines = [part for line in BLOCKS[match[1]](facts) for part in wrapped(line)]
            return "\n".join([f"<!-- found: {match[1]} -->", "", *lines, "", "<!-- end of the found -->"])
        texts[page] = BLOCK.sub(block, page.read_text(encoding="utf-8"))
    for name, draw in DRAWN.items():
        texts[PICTURES / f"{name}.svg"] = draw(facts)
    return texts


def main(arguments):
    if arguments not in ([], ["--check"]):
        print(__doc__.strip())
        return 0 if arguments in (["-h"], ["--help"]) else 2
    facts = {name: json.loads((FACTS / f"{name}.json").read_text(encoding="utf-8")) for name in ("games", "openings", "luck", "words")}
    differ = [path for path, text in made(facts).items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if arguments:
        for path in differ:
            print(f"findings.py: {path.relative_to(ROOT)} is not what the facts say; run tools/findings.py", file=sys.stderr)
        return 1 if differ else 0
    for path, text in made(facts).items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
