#!/usr/bin/env python3
"""Holds the architecture: which folder may include which, and that the engine stays pure.

Usage: check_layers.py [ROOT]     (default: the repository this file is in)

Prints one line an offence, FILE:LINE: WHAT, and exits with 1 when there are any. Offences are:
  - an include of a project header from a folder that is not among those the includer may use;
  - an include of a project header not written from the root (in a bot: as <toptile/…>, or the name of a file beside it), or C++ in a folder that the table does not know;
  - in engine/, anything that does I/O, reads a clock, starts a thread or draws hidden randomness, also in a header of base/;
  - files that include each other in a circle;
  - a header without #pragma once.
"""

import os
import pathlib
import re
import sys

# The folders that each folder may include. For a file, its deepest folder in this table counts, so protocol/sdk is not protocol.
MAY_USE = {
    "base": {"base"},
    "engine": {"base", "engine"},
    "protocol": {"base", "engine", "protocol"},
    "protocol/sdk": {"engine", "protocol/sdk"},
    "protocol/sdk/cpp": {"base", "engine", "protocol", "protocol/sdk", "protocol/sdk/cpp"},
    "champion": {"base", "engine", "protocol", "champion"},
    "browser": {"base", "engine", "protocol", "champion", "browser"},
    "learning": {"base", "engine", "protocol", "champion", "learning"},
    "python": {"base", "engine", "protocol", "champion", "learning", "python"},
    "web/wasm": {"base", "champion", "browser", "web/wasm"},
    "tools/champion": {"base", "engine", "protocol", "champion", "tools/champion"},
    "tools": {"base", "engine", "protocol", "champion", "tools/champion", "tools"},
    "referee/jail": {"referee/jail"},  # A program of its own, which is compiled into the sandbox.
    "referee/processes": {"base", "referee/processes"},
    "cli/templates": {"engine", "protocol/sdk", "protocol/sdk/cpp"},  # `toptile new-bot` makes these bots.
    "sample_bots": {"engine", "champion", "protocol/sdk", "protocol/sdk/cpp", "sample_bots"},
}


def add_rooms(layer, rooms, below):
    """Adds a layer's rooms, lowest first: each may use those before it and the layers below."""
    for count, room in enumerate(rooms, 1):
        MAY_USE[f"{layer}/{room}"] = set(below) | {f"{layer}/{each}" for each in rooms[:count]}


def rooms_of(layer):
    return {folder for folder in MAY_USE if folder.startswith(f"{layer}/") and folder != "cli/templates"}


add_rooms("referee", ["sandbox", "game"], {"base", "engine", "protocol", "referee/processes"})
add_rooms("ratings", ["results", "fit", "tables", "matches"], {"base", "engine", "protocol"})
UP_TO_GAMES = {"base", "engine", "protocol", "referee/processes", "referee/sandbox", "referee/game"}
MAY_USE |= {layer: UP_TO_GAMES | {layer} for layer in ("conformance", "bots")}
MAY_USE["bots/copies"] = UP_TO_GAMES | {"bots", "bots/copies"}
add_rooms("tournaments", ["formats", "plan", "standings", "run", "analysis", "resume", "review", "tune", "exchange", "report", "merge"],
          UP_TO_GAMES | {"bots", "bots/copies"} | rooms_of("ratings"))
BELOW_PLAY = UP_TO_GAMES | {"bots", "bots/copies"} | rooms_of("ratings") | rooms_of("tournaments")
MAY_USE["play"] = BELOW_PLAY | {"play"}
MAY_USE["server/http"] = {"base", "server/http"}  # It knows neither tournaments nor leagues, and its other rooms not each other.
MAY_USE["server/live"] = BELOW_PLAY | {"server/http", "server/live"}
BELOW_LEAGUE = BELOW_PLAY | {"conformance"}
add_rooms("league", ["database", "store", "choice", "tables", "intake", "site", "work"], BELOW_LEAGUE)
MAY_USE["server/league"] = BELOW_LEAGUE | {"server/http", "server/league"} | rooms_of("league")
# Only toptile-league, whose verbs are in cli/league, has what leagues need.
BELOW_CLI = BELOW_LEAGUE | {"play", "server/http", "server/live"}
add_rooms("cli", ["terminal", "flags", "watch", "replay", "play", "tournament", "analysis", "verbs"], BELOW_CLI)
MAY_USE["cli/analysis"].add("champion")  # It reviews games.
MAY_USE["cli/play"].add("champion")  # It names the champion's levels.
MAY_USE["cli/league"] = BELOW_CLI | {"server/league", "cli/league", "cli/terminal", "cli/flags"} | rooms_of("league")
MAY_USE["cli"] = BELOW_CLI | rooms_of("cli") | {"cli"}
# These may include anything, and none of the above may include them.
UNRESTRICTED = {"tests", "bench"}
# These are written as bots in folders of their own, which include what lies beside them.
LIKE_BOTS_ELSEWHERE = {"cli/templates", "sample_bots"}
# These folders hold no sources of ours.
SKIPPED = {"build", "runs", "docs", "node_modules"}

IMPURE_HEADERS = {
    "does I/O": r"fstream|iostream|filesystem|unistd\.h|fcntl\.h|poll\.h|sys/.*|netinet/.*|arpa/.*|netdb\.h"
    r"|boost/(asio|beast|process|filesystem|iostreams|interprocess)\b.*",
    "reads a clock": r"chrono|ctime|time\.h|boost/(chrono|date_time|timer)\b.*",
    "has threads": r"thread|mutex|shared_mutex|condition_variable|future|semaphore|latch|barrier|stop_token|pthread\.h"
    r"|boost/thread\b.*",
}
IMPURE_WORDS = {
    "does I/O": r"\bf(re)?open\s*\(|\bprintf\s*\(|\bstd(in|out)\b",
    "reads a clock": r"\b(time|clock|gettimeofday|clock_gettime)\s*\(\s*(\)|nullptr|NULL|0\s*\)|&|CLOCK_)",
    "draws hidden randomness": r"\brandom_device\b|\bs?rand\s*\(|\barc4random|\bgetrandom\b",
    "reads the environment": r"\b(secure_)?getenv\b",
}
SOURCE_SUFFIXES = {".h", ".hpp", ".cpp", ".cc", ".ipp"}
INCLUDE = re.compile(r"""^\s*#\s*include\s*([<"])([^">]+)[">]""")


def folder_of(path):
    """The deepest folder of the table that holds this path (relative to the root), or None."""
    parts = path.split("/")[:-1]
    for length in range(len(parts), 0, -1):
        folder = "/".join(parts[:length])
        if folder in MAY_USE or folder in UNRESTRICTED:
            return folder
    return None


def project_path(include):
    """The file behind a header of the kit as bots include it, such as toptile/engine/move.h (cmake/kit_headers.cmake)."""
    if include.startswith("toptile/sdk/"):
        return "protocol/sdk/cpp/" + include.removeprefix("toptile/sdk/")
    return include.removeprefix("toptile/")


class Source:
    """One C++ file: its path from the root, its lines, and its includes as (line number, path, in quotes)."""

    def __init__(self, root, path):
        self.path = path.relative_to(root).as_posix()
        self.folder = folder_of(self.path)
        self.lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        self.includes = []
        for number, line in enumerate(self.lines, 1):
            found = INCLUDE.match(line)
            if found:
                self.includes.append((number, project_path(found[2]), found[1] == '"'))


def read_sources(root):
    sources = {}
    for folder, subfolders, names in os.walk(root):
        subfolders[:] = sorted(name for name in subfolders if name not in SKIPPED and not name.startswith("."))
        for name in sorted(names):
            if pathlib.Path(name).suffix in SOURCE_SUFFIXES:
                source = Source(root, pathlib.Path(folder, name))
                sources[source.path] = source
    return sources


def layer_offences(source, sources):
    if source.folder is None:
        yield 1, f"C++ outside the folders known to {pathlib.Path(__file__).name}: give the folder a row in its table"
        return
    allowed = MAY_USE.get(source.folder)
    for number, include, quoted in source.includes:
        beside = (pathlib.PurePosixPath(source.path).parent / include).as_posix()
        target = folder_of(include)
        is_beside = quoted and include not in sources and (include.startswith(".") or beside in sources)
        if is_beside and (source.folder not in LIKE_BOTS_ELSEWHERE or "/" in include):
            yield number, f'"{include}" is not written from the root of the repository'
        elif allowed is not None and target is not None and target not in allowed:
            yield number, f'{source.folder}/ may not include "{include}": it may use {", ".join(sorted(allowed))}'


def included_by(include, sources):
    """The header itself and all that it includes, directly or not."""
    found = [include]
    for each in found:
        if each in sources:
            found += [further for _, further, _ in sources[each].includes if further not in found]
    return found


def purity_offences(source, sources):
    if source.folder != "engine":
        return
    for number, include, _ in source.includes:
        reached = included_by(include, sources) if folder_of(include) == "base" else [include]
        for reason, pattern in IMPURE_HEADERS.items():
            if any(re.fullmatch(pattern, each) for each in reached):
                name = f'"{include}"' if include in sources else f"<{include}>"
                yield number, f"engine/ may not include {name}: it {reason}"
    for number, line in enumerate(source.lines, 1):
        code = line.split("//")[0]
        for reason, pattern in IMPURE_WORDS.items():
            found = re.search(pattern, code)
            if found:
                yield number, f"engine/ may not use {found[0].rstrip(' (')}: it {reason}"


def guard_offences(source):
    if source.path.endswith((".h", ".hpp")) and not any(line.strip() == "#pragma once" for line in source.lines):
        yield 1, "a header without #pragma once"


def cycle_offences(sources):
    """Yields (path, line, what) for every include that closes a circle."""
    done = set()

    def walk(path, trail):
        trail = trail + [path]
        for number, include, _ in sources[path].includes:
            if include in trail:
                circle = trail[trail.index(include):] + [include]
                yield path, number, "include circle: " + " -> ".join(circle)
            elif include in sources and include not in done:
                yield from walk(include, trail)
        done.add(path)

    for path in sources:
        if path not in done:
            yield from walk(path, [])


def offences(root):
    """Every offence under root as "FILE:LINE: WHAT", sorted by place, and the number of files that were read."""
    sources = read_sources(root)
    found = list(cycle_offences(sources))
    for source in sources.values():
        for check in (layer_offences(source, sources), purity_offences(source, sources), guard_offences(source)):
            found += [(source.path, number, what) for number, what in check]
    return [f"{path}:{number}: {what}" for path, number, what in sorted(found)], len(sources)


def main(arguments):
    if len(arguments) > 1 or arguments[:1] in (["-h"], ["--help"]):
        print(__doc__.strip())
        return 2 if len(arguments) > 1 else 0
    root = pathlib.Path(arguments[0] if arguments else pathlib.Path(__file__).parent.parent).resolve()
    lines, count = offences(root)
    if count == 0:
        print(f"check_layers: no C++ source under {root}", file=sys.stderr)
        return 2
    for line in lines:
        print(line)
    if not lines:
        print(f"{count} files keep to the layers")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
