#!/usr/bin/env python3
"""Rewrites outputs in the documents that the program no longer prints as shown: those of commands, and the README's first
tournament. It also writes the tables of misbehaviour from their catalogue. What a page leaves out with `…` stays left out. If
it cannot tell what a new output should look like, it names the command and leaves its output as it is.
Read the difference before you commit it; `ctest -R docs` then says what remains to be done by hand.

The environment is that of test_docs.py."""

import pathlib
import re
import sys
import tempfile

import test_docs as docs


def loosely(line):
    """The regular expression of a line whose numbers may differ, with a group for each part between two `…`."""
    parts = (re.sub(r"\\?[-+]?\d[\d.]*", r"[-+]?[\\d.]+", re.escape(part)) for part in line.split("…"))
    return re.compile(".*?".join(f"({part})" for part in parts) + " *")


def renewed(shown, printed):
    """The output as the page would show it; None if it leaves out lines and the line after them is not found."""
    lines, at, has_gap = [], 0, False
    printed = printed.splitlines()
    for line in shown.splitlines():
        if line == "…":
            lines.append(line)
            has_gap = True
            continue
        pattern = loosely(line)
        candidates = range(at, len(printed)) if has_gap else range(at, min(at + 1, len(printed)))
        found = next((i for i in candidates if pattern.fullmatch(printed[i])), None)
        if found is None and has_gap:
            return None
        if found is not None:
            lines.append("…".join(pattern.fullmatch(printed[found]).groups()))
        elif at < len(printed):
            found = at
            lines.append(printed[at].rstrip())
        at = at if found is None else found + 1
        has_gap = False
    if not has_gap:
        lines += [line.rstrip() for line in printed[at:]]
    return "".join(line + "\n" for line in lines)


def renewed_block(block, shell, complain):
    text = ""
    for command in docs.commands_of(block):
        code, printed = shell.run(command.text)
        if code != command.code:
            complain(f"$ {command.text}\n{printed}exits with {code}, not with {command.code}")
        if command.shown and not docs.pattern_of(command.shown).fullmatch(printed):
            shown = renewed(command.shown, printed)
            if shown is None or not docs.pattern_of(shown).fullmatch(printed):
                complain(f"$ {command.text}\n{printed}is not what is shown, and has to be written by hand")
            else:
                command.shown = shown
        text += f"$ {command.text}" + (f"  # exit {command.code}" if command.code else "") + "\n" + command.shown
    return text


def renewed_page(name):
    text = docs.page(name)
    renewed_text, at = "", 0
    with tempfile.TemporaryDirectory() as folder:
        if name == "README.md":
            shown, printed = docs.FIRST_OUTPUT.search(text)[0], docs.LATE.sub("", docs.first_tournament(folder))
            is_same = docs.ANY_TIME.sub("", shown) == docs.ANY_TIME.sub("", printed)
            return text if is_same else docs.FIRST_OUTPUT.sub(lambda _: printed, text)
        shell = docs.Shell(folder)
        for match in docs.blocks_to_try(text):
            docs.put_file(match, pathlib.Path(folder))
            if match["kind"] == "console":
                block = renewed_block(match["text"], shell, lambda what: print(f"{name}: {what}", file=sys.stderr))
                renewed_text += text[at:match.start("text")] + block
                at = match.end("text")
        shell.close()
    return renewed_text + text[at:]


def write_museum():
    path = docs.ROOT / "docs/misbehaviour.md"
    before = path.read_text(encoding="utf-8")
    after = docs.MUSEUM.sub(lambda _: docs.museum_tables(), before)
    if after != before:
        path.write_text(after, encoding="utf-8")
        print("docs/misbehaviour.md is written anew")


if __name__ == "__main__":
    write_museum()
    for path in docs.PAGES:
        page_name = str(path.relative_to(docs.ROOT))
        before = docs.page(page_name)
        if page_name != "README.md" and "\n```console\n" not in before:
            continue
        after = renewed_page(page_name)
        if after != before:
            path.write_text(after, encoding="utf-8")
            print(f"{page_name} is written anew")
