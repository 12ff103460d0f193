#!/usr/bin/env python3
"""Makes the shipped word lists, english.txt and common.txt, from the word lists of Debian's package scowl.

english.txt is the ordinary words of SCOWL in every spelling (American, British, Canadian, Australian and their
variants), cut by size, less the words of english.removed, plus those of english.added. common.txt is the words of
english.txt that SCOWL has in a small size. README.md says why.
"""

import argparse
import hashlib
import re
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
SCOWL = Path("/usr/share/dict/scowl")
SCOWL_VERSION = "2020.12.07"

SPELLINGS = (
    "english", "american", "british", "british_z", "canadian", "australian",
    "variant_1", "variant_2", "variant_3", "british_variant_1", "british_variant_2",
    "canadian_variant_1", "canadian_variant_2", "australian_variant_1", "australian_variant_2",
)
SIZES = (10, 20, 35, 40, 50, 55, 60, 70, 80)

SHORTEST, LONGEST = 2, 15
# A shipped board is at most 10 squares wide. What fits on it comes from SCOWL's word-game size (80); what does not
# comes from the largest size that SCOWL's author holds free of errors (60).
WIDEST_BOARD = 10
SIZE_FOR_THE_BOARD, SIZE_BEYOND_IT = 80, 60

# The common words: what SCOWL's author recommends for a small list (35), without the variants of spelling.
COMMON_SPELLINGS = SPELLINGS[:6]
COMMON_SIZES = SIZES[:3]


class Problem(Exception):
    """Something the user can mend, said in one sentence."""


def largest_size(word):
    return SIZE_FOR_THE_BOARD if len(word) <= WIDEST_BOARD else SIZE_BEYOND_IT


def smallest_sizes(scowl, spellings, sizes):
    """Every entry of the ordinary lists, as bytes, with the smallest size that has it."""
    smallest = {}
    for size in sizes:
        for spelling in spellings:
            path = scowl / f"{spelling}-words.{size}"
            if not path.is_file():
                raise Problem(f"{path} is missing; install Debian's package scowl ({SCOWL_VERSION}) "
                              "or name its folder with --scowl")
            for entry in path.read_bytes().split():
                smallest.setdefault(entry, size)
    return smallest


def reason_to_drop(entry, size):
    """Why the rules or the cuts leave an entry out, or None. An entry counts under the first reason that holds."""
    # The package is UTF-8 or ISO-8859-1, by its version; either way an accent is a byte that ASCII does not have.
    if not entry.isascii():
        return "accent"
    if b"'" in entry:
        return "apostrophe"
    word = entry.decode("ascii")
    if not word.isalpha():
        return "hyphen, period or other sign"
    if not word.islower():
        return "capital"
    if len(word) < SHORTEST:
        return "one letter"
    if len(word) > LONGEST:
        return f"longer than {LONGEST} letters"
    if size > largest_size(word):
        return f"longer than {WIDEST_BOARD} letters and beyond size {SIZE_BEYOND_IT}"
    return None


def sift(smallest):
    """The upper-case words that stay, and how many entries each reason dropped."""
    words, dropped = set(), Counter()
    for entry, size in smallest.items():
        reason = reason_to_drop(entry, size)
        if reason:
            dropped[reason] += 1
        else:
            words.add(entry.decode("ascii").upper())
    return words, dropped


def read_reviewed(path):
    """The words of a reviewed list: `WORD reason` a line, sorted; lines that begin with # are comments."""
    words = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("#"):
            continue
        word, _, reason = line.partition(" ")
        if not re.fullmatch(f"[A-Z]{{{SHORTEST},{LONGEST}}}", word) or not reason.strip():
            raise Problem(f"{path.name}: line {number}: expected a word of {SHORTEST} to {LONGEST} upper-case "
                          "letters, a space and a reason")
        if words and word <= words[-1]:
            raise Problem(f"{path.name}: line {number}: {word} must come before {words[-1]}, once")
        words.append(word)
    return set(words)


def apply_reviews(words, removed, added):
    stale = sorted(removed - words)
    if stale:
        raise Problem(f"english.removed: {stale[0]} is not among the words of this SCOWL; take the line out, "
                      f"or use SCOWL {SCOWL_VERSION}")
    needless = sorted(added & words)
    if needless:
        raise Problem(f"english.added: {needless[0]} is already among the words of this SCOWL; take the line out, "
                      f"or use SCOWL {SCOWL_VERSION}")
    return (words - removed) | added


def text_of(words):
    return "".join(word + "\n" for word in sorted(words)).encode("ascii")


def build(scowl):
    """The bytes of each list by its name, and the lines that count what went in and what was left out."""
    kept, dropped = sift(smallest_sizes(scowl, SPELLINGS, SIZES))
    removed = read_reviewed(HERE / "english.removed")
    added = read_reviewed(HERE / "english.added")
    words = apply_reviews(kept, removed, added)
    common = sift(smallest_sizes(scowl, COMMON_SPELLINGS, COMMON_SIZES))[0] & words

    lines = [f"{len(words):7} words"]
    lines += [f"{count:7} of {length} letters" for length, count in sorted(Counter(map(len, words)).items())]
    lines += [f"{count:7} dropped: {reason}" for reason, count in dropped.most_common()]
    lines += [f"{len(removed):7} removed by english.removed", f"{len(added):7} added by english.added"]
    lines += [f"{len(common):7} common words"]
    return {"english": text_of(words), "common": text_of(common)}, lines


def sum_of(name, text):
    return f"{hashlib.sha256(text).hexdigest()}  {name}.txt\n"


def write(scowl):
    lists, lines = build(scowl)
    for name, text in lists.items():
        (HERE / f"{name}.txt").write_bytes(text)
        (HERE / f"{name}.sha256").write_text(sum_of(name, text), encoding="ascii")
    print("\n".join(lines))


def check_list(name, text, scowl):
    shipped = HERE / f"{name}.txt"
    if not shipped.is_file():
        raise Problem(f"{shipped} is missing; run make_english.py without --check")
    if shipped.read_bytes() != text:
        made, found = set(text.split()), set(shipped.read_bytes().split())
        difference = (f"{len(found - made)} words too many, {len(made - found)} missing" if made != found
                      else "the same words in another order or form")
        raise Problem(f"{name}.txt does not match the list made from SCOWL in {scowl}: {difference}; "
                      f"run make_english.py without --check, or use SCOWL {SCOWL_VERSION}")
    sums = HERE / f"{name}.sha256"
    if not sums.is_file() or sums.read_text(encoding="ascii").split() != sum_of(name, text).split():
        raise Problem(f"{sums.name} is not the hash of {name}.txt; run make_english.py without --check")
    print(f"{name}.txt is what SCOWL in {scowl} makes: {len(text.split())} words, sha256 {sum_of(name, text).split()[0]}")


def check(scowl):
    """Raises a Problem unless the lists and their hashes are what this script makes."""
    lists, _ = build(scowl)
    for name, text in lists.items():
        check_list(name, text, scowl)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     epilog="example: ./make_english.py --check")
    parser.add_argument("--check", action="store_true",
                        help="write nothing; exit 0 if both lists are what would be made, else 1")
    parser.add_argument("--scowl", type=Path, default=SCOWL, metavar="FOLDER",
                        help=f"SCOWL's word lists (default {SCOWL})")
    arguments = parser.parse_args()
    try:
        (check if arguments.check else write)(arguments.scowl)
    except (Problem, OSError) as problem:
        print(f"make_english: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
