#!/usr/bin/env python3
"""Makes the tables and the picture of docs/league_choice.md from what the program league_choice printed.

Usage: league_choice.py [--print] OUTPUT...
With --print it prints the tables instead, and changes nothing.
"""

import collections
import math
import pathlib
import re
import statistics
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/league_choice.md"
PICTURE = ROOT / "docs/pictures/league_choice.svg"
BEGIN, END = "<!-- simulated -->\n", "<!-- end of the simulated -->"
TABLES = re.compile(f"{BEGIN}.*?{END}", re.S)
TOLERANCE = 25  # Elo.
SHOWN_LOOKS = (2000, 8000, 32000)
COLOURS = {"this rule": "#c03a1e", "random pair": "#2b6cb0", "round robin": "#2f855a", "TrueSkill: most uncertain": "#805ad5"}


def read(paths):
    """The newcomers and the tables, each by field and rule; a table has its looks by repetition."""
    newcomers, tables = collections.defaultdict(list), collections.defaultdict(lambda: collections.defaultdict(list))
    for path in paths:
        for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
            kind, field, rule, repetition, *values = line.split(",")
            numbers = [float(value) if value else math.inf for value in values]
            if kind == "newcomer":
                newcomers[field, rule].append(numbers)
            else:
                tables[field, rule][repetition].append(numbers)
    return newcomers, tables


def quantile(values, share):
    """A quantile between the two nearest values; infinite if either is."""
    place = share * (len(values) - 1)
    low, high = sorted(values)[math.floor(place)], sorted(values)[math.ceil(place)]
    return low if low == high else low + (high - low) * (place - math.floor(place))


def games(value, most=None):
    if math.isinf(value):
        return f"> {most:,}" if most else "never"
    return f"{value:,.0f}"


def quartiles(values, most=None):
    median, low, high = (games(quantile(values, share), most) for share in (0.5, 0.25, 0.75))
    return median if median == low == high else f"{median} ({low} – {high})"


def percent(held, counted):
    return f"{100 * held / counted:.1f} %" if counted else ""


def newcomer_table(newcomers):
    lines = ["| field | rule | its own games | games of the league | 95 % intervals that hold |", "|---|---|---|---|---|"]
    for (field, rule), runs in newcomers.items():
        reached = [run for run in runs if not math.isinf(run[0])]
        cover = percent(sum(run[2] for run in reached), sum(run[3] for run in reached))
        lines.append(f"| {field} | {rule} | {quartiles([run[0] for run in runs])} | {quartiles([run[1] for run in runs])} | {cover} |")
    return lines


def reached(looks):
    """The games at the first look from which on every look is right."""
    right = math.inf
    for look in reversed(looks):
        if look[2] > TOLERANCE:
            break
        right = look[0]
    return right


def order_table(tables):
    columns = " | ".join(f"{look:,}" for look in SHOWN_LOOKS)
    lines = [f"| field | rule | games until the ten places are right | Elo off at {columns} | hold at {columns} |",
             "|---|---|---|" + "---|" * (2 * len(SHOWN_LOOKS))]
    for (field, rule), runs in tables.items():
        looks = list(runs.values())
        last = int(looks[0][-1][0])
        row = [field, rule, quartiles([reached(run) for run in looks], last)]
        at = {look: [entry for run in looks for entry in run if abs(entry[0] - look) < 0.01 * look] for look in SHOWN_LOOKS}
        row += [f"{statistics.fmean(entry[1] for entry in at[look]):.1f}" for look in SHOWN_LOOKS]
        row += [percent(sum(entry[3] for entry in at[look]), sum(entry[4] for entry in at[look])) for look in SHOWN_LOOKS]
        lines.append("| " + " | ".join(row) + " |")
    return lines


def spread_table(tables):
    lines = ["| field | rule | sets of the first ten | of these among themselves | greatest share of a pair | fewest sets of one |",
             "|---|---|---|---|---|---|"]
    for (field, rule), runs in tables.items():
        if rule not in ("this rule", "random pair"):
            continue
        last = [run[-1] for run in runs.values()]
        top, within, share, fewest = (statistics.median(entry[place] for entry in last) for place in (5, 6, 7, 8))
        lines.append(f"| {field} | {rule} | {100 * top:.0f} % | {100 * within:.0f} % | {100 * share:.0f} % | {fewest:,.0f} |")
    return lines


def picture(tables, field):
    """The Elo by which the first ten places are wrong, after so many games: medians."""
    width, height, left, right, top, bottom = 760, 380, 60, 190, 36, 48
    low_x, high_x, low_y, high_y = 1000, 32000, 0.5, 64

    def x(value):
        return left + (width - left - right) * math.log(value / low_x) / math.log(high_x / low_x)

    def y(value):
        return height - bottom - (height - top - bottom) * math.log(max(value, low_y) / low_y) / math.log(high_y / low_y)

    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
             f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
             f'<text x="{left}" y="20" font-size="14">Elo by which the first ten places are wrong (median), field {field}</text>']
    for tick in (1000, 2000, 4000, 8000, 16000, 32000):
        lines.append(f'<line x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="{top}" y2="{height - bottom}" stroke="#e2e2e2"/>')
        lines.append(f'<text x="{x(tick):.1f}" y="{height - bottom + 18}" text-anchor="middle">{tick:,}</text>')
    for tick in (0.5, 1, 2, 4, 8, 16, 32, 64):
        lines.append(f'<line x1="{left}" x2="{width - right}" y1="{y(tick):.1f}" y2="{y(tick):.1f}" stroke="#e2e2e2"/>')
        lines.append(f'<text x="{left - 8}" y="{y(tick) + 4:.1f}" text-anchor="end">{"≤ " if tick == low_y else ""}{tick:g}</text>')
    lines.append(f'<text x="{(left + width - right) / 2}" y="{height - 10}" text-anchor="middle">games of the league</text>')
    labels = []
    for rule, colour in COLOURS.items():
        runs = list(tables[field, rule].values())
        points = [(looks[0][0], statistics.median(entry[1] for entry in looks)) for looks in zip(*runs)]
        path = " ".join(f"{x(look):.1f},{y(off):.1f}" for look, off in points)
        lines.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        labels.append([y(points[-1][1]), rule, colour])
    labels.sort()
    for before, label in zip(labels, labels[1:]):
        label[0] = max(label[0], before[0] + 16)
    over = max(0, labels[-1][0] - (height - bottom))
    for place, rule, colour in labels:
        lines.append(f'<text x="{width - right + 8}" y="{place - over + 4:.1f}" fill="{colour}">{rule}</text>')
    return "\n".join(lines + ["</svg>"]) + "\n"


def main(arguments):
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 2 if not arguments else 0
    is_printed = arguments[0] == "--print"
    newcomers, tables = read(arguments[is_printed:])
    parts = (newcomer_table(newcomers), order_table(tables), spread_table(tables))
    if is_printed:
        print("\n\n".join("\n".join(part) for part in parts))
        return 0
    page = PAGE.read_text(encoding="utf-8")
    count = len(TABLES.findall(page))
    if count != 3:
        print(f"league_choice.py: {PAGE} needs three places for tables, but has {count}", file=sys.stderr)
        return 1
    left = iter(parts)
    page = TABLES.sub(lambda _: BEGIN + "\n" + "\n".join(next(left)) + "\n\n" + END, page)
    PAGE.write_text(page, encoding="utf-8")
    PICTURE.write_text(picture(tables, "normal 300"), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
