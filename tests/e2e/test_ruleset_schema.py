"""The schema that `toptile rules --schema` prints and the checker of `toptile rules FILE` agree about every ruleset."""

import json
import pathlib
import re
import unittest

from json_schema import is_valid
from toptile_program import folder, run

RULESETS = pathlib.Path(__file__).resolve().parents[2] / "rulesets"
SCHEMA = json.loads(run("rules", "--schema").stdout)


class Schema(unittest.TestCase):
    def setUp(self):
        context = folder()
        self.here = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)

    def check(self, ruleset):
        (self.here / "mine.json").write_text(json.dumps(ruleset), encoding="utf-8")
        return run("rules", "mine.json", "--json", cwd=self.here)

    def assert_both(self, ruleset, says, field=None):
        """Checks that both accept it, or that both refuse it and the checker names the field."""
        done = self.check(ruleset)
        self.assertEqual(done.returncode == 0, says, f"the checker: {ruleset}\n{done.stderr}")
        self.assertEqual(is_valid(ruleset, SCHEMA), says, f"the schema: {ruleset}")
        if not says:
            self.assertEqual(done.stderr.count("\n"), 1)
            self.assertIn(field or "mine.json: ", done.stderr)

    def assert_field(self, field, value, says):
        # If a field is low, fields that must not be higher are low, too.
        fitting = {"players_min": 1} if field == "players_max" else {}
        self.assert_both({"name": "mine", "based_on": "hasbro", **fitting, field: value}, says, f"mine.json: line 1: {field}: ")

    def test_what_is_printed_is_the_file(self):
        self.assertEqual(run("rules", "--schema").stdout, (RULESETS / "ruleset.schema.json").read_text(encoding="utf-8"))
        both = run("rules", "hasbro", "--schema")
        self.assertEqual((both.returncode, both.stdout), (2, ""))

    def test_it_describes_exactly_the_fields_there_are(self):
        printed = json.loads(run("rules", "hasbro", "--json").stdout)
        self.assertEqual(set(SCHEMA["properties"]), set(printed) | {"based_on"})
        for field, schema in SCHEMA["properties"].items():
            self.assertGreater(len(schema["description"]), 10, field)

    def test_what_a_field_has_by_default_is_what_the_checker_gives_it(self):
        given = {"name": "mine", "tiles": {"A": 99}}
        done = self.check(given)
        self.assertEqual(done.returncode, 0, done.stderr)
        for field, value in json.loads(done.stdout).items():
            if field not in given:
                self.assertEqual(SCHEMA["properties"][field]["default"], value, field)

    def test_numbers_end_where_the_checker_ends_them(self):
        numbers = [field for field, schema in SCHEMA["properties"].items() if schema.get("type") == "integer"]
        self.assertEqual(len(numbers), 13)
        for field in numbers:
            least, most = SCHEMA["properties"][field]["minimum"], SCHEMA["properties"][field]["maximum"]
            with self.subTest(field):
                for value in (least, most):
                    self.assert_field(field, value, True)
                for value in (least - 1, most + 1, -(10**9), 10**9, 10**20, str(least), True, None, [least], {}):
                    self.assert_field(field, value, False)

    def test_words_are_those_that_the_checker_knows(self):
        words = {field: schema["enum"] for field, schema in SCHEMA["properties"].items() if "enum" in schema}
        self.assertEqual(set(words), {"plural_s", "end", "lexicon", "first", "based_on"})
        for field, allowed in words.items():
            with self.subTest(field):
                for value in [] if field == "based_on" else allowed:
                    self.assert_field(field, value, True)
                for value in ("", "never", allowed[0].upper(), allowed[0] + " ", 0, True, None, [allowed[0]]):
                    self.assert_both({"name": "mine", "based_on": "hasbro", "tiles": {"A": 99}, field: value}, False, f"{field}: ")
        # The checker names all words that it knows, so that a word that the schema lacks is noticed.
        for field in set(words) - {"based_on"}:
            told = self.check({"name": "mine", "based_on": "hasbro", field: "never"}).stderr
            self.assertEqual([word for word in re.findall(r"\w+", told.split("never")[1])
                              if word in words[field]], words[field], told)

    def test_based_on_names_every_ruleset_that_ships(self):
        shipped = [line.split()[0] for line in run("rules").stdout.splitlines()]
        self.assertEqual(SCHEMA["properties"]["based_on"]["enum"], shipped)
        for name in shipped:
            self.assert_both({"name": "mine", "based_on": name}, True)

    def test_every_shipped_ruleset_is_valid_as_written_and_as_printed(self):
        files = [path for path in sorted(RULESETS.glob("*.json")) if path.name != "ruleset.schema.json"]
        self.assertGreaterEqual(len(files), 8)
        for path in files:
            with self.subTest(path.name):
                self.assertTrue(is_valid(json.loads(path.read_text(encoding="utf-8")), SCHEMA))
                self.assertTrue(is_valid(json.loads(run("rules", path.stem, "--json").stdout), SCHEMA))

    def test_unknown_keys_are_refused_wherever_they_are(self):
        self.assert_both({"name": "mine", "based_on": "hasbro", "heigth": 5}, False, "heigth")
        self.assert_both({"name": "mine", "based_on": "hasbro", "$schema": "ruleset.schema.json"}, False, "$schema")
        self.assert_both({"name": "mine", "tiles": {"A": {"count": 40, "tekst": "A"}}}, False, "tekst")

    def test_what_must_be_there_is_asked_for_by_both(self):
        self.assert_both({}, False, "name")
        self.assert_both({"name": "mine"}, False, "tiles")
        self.assert_both({"based_on": "hasbro"}, False, "name")
        self.assert_both({"name": "mine", "tiles": {"A": 40}}, True)
        for whole in ([], "hasbro", 5, None):
            self.assert_both(whole, False)

    def test_names_are_one_word(self):
        for name in ("mine", "My-rules_2", "-", "0"):
            self.assert_both({"name": name, "based_on": "hasbro"}, True)
        for name in ("", "two words", "a/b", "a.b", "ä", "x\n", 5, None, ["mine"]):
            self.assert_both({"name": name, "based_on": "hasbro"}, False, "mine.json: line 1: name: ")

    def test_editions_are_texts(self):
        for edition in ("", "Grüße, 10×10", "two\nlines"):
            self.assert_field("edition", edition, True)
        for edition in (5, None, ["x"]):
            self.assert_field("edition", edition, False)

    def test_tiles_are_counts_or_counts_with_texts(self):
        plenty = {"A": 40}
        for tiles in ({"A": 40}, {"Ä": 40, "ß": 1}, {"A": {"count": 40}}, {**plenty, "Q": {"count": 1, "text": "QU"}},
                      {**plenty, "*": {"count": 99, "text": "SCH"}}, {**plenty, "😀": {"count": 1, "text": "Ж"}}, {"A": 28},
                      {chr(0x410 + i): 2 for i in range(32)}):
            with self.subTest(tiles):
                self.assert_both({"name": "mine", "tiles": tiles}, True)
        for tiles in ({}, {"A": 40, "B": 0}, {"A": 100}, {"A": -1}, {"A": "40"}, {"A": True}, {"A": None}, {"A": 40, "B": [1]},
                      {"A": {}}, {"A": {"text": "A"}}, {"A": {"count": 0}}, {"A": {"count": 100}}, {"A": {"count": 40, "text": 5}},
                      {"A": {"count": 40, "text": ""}}, {"A": {"count": 40, "text": "a"}}, {"A": {"count": 40, "text": "Qu"}},
                      {"A": {"count": 40, "text": "A B"}}, {"A": {"count": 40, "text": "A1"}}, {"A": {"count": 40, "text": "A-"}},
                      {**plenty, "": 1}, {**plenty, "Qu": 1}, {**plenty, " ": 1}, {**plenty, "\n": 1}, *({**plenty, sign: 1}
                      for sign in "0123456789.?,=/-"), {chr(0x410 + i): 2 for i in range(33) if i != 32} | {"A": 2}, [], "A40", 40, None):
            with self.subTest(tiles):
                self.assert_both({"name": "mine", "tiles": tiles}, False, "tiles")

    def test_what_no_schema_can_say_the_checker_says(self):
        for ruleset, field in (({"name": "mine", "based_on": "hasbro", "players_min": 3, "players_max": 2}, "players_max: "),
                               ({"name": "mine", "based_on": "hasbro", "height": 5.0}, "height: "),
                               ({"name": "mine", "tiles": {"A": 27}}, "tiles: "),
                               ({"name": "mine", "tiles": {"C": 40, "H": {"count": 2, "text": "CH"}}}, "tiles: ")):
            done = self.check(ruleset)
            self.assertTrue(is_valid(ruleset, SCHEMA))
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"mine.json: line 1: {field}", done.stderr)


if __name__ == "__main__":
    unittest.main()
