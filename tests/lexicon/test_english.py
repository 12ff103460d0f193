"""The shipped word lists: their form, their hashes, the reviewed lists, and words that players expect or would laugh at."""

import hashlib
import importlib.util
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
LEXICONS = HERE.parents[1] / "lexicons"
MAKE = LEXICONS / "make_english.py"
SCOWL_VERSION = "2020.12.07"

EVERYDAY = """
    am an as at be by do go he if in is it me my no of on or so to up us we
    act add age air all and ant any arm art ask bad bag bed big bit box boy bus buy cap car cat cow cry cup cut day
    dog dry ear eat egg end eye fan far fat few fly fox fun get gun hat hen her hot ice ink jam job joy key kid leg
    lip log man map mix mud net new nut oil old one owl own pen pet pie pig pot red run sad sea sit six sky son sun
    tea ten the toy two use van war way who win yes you zoo
    baby bank bird blue boat body book bread child chair church city class clock cloud coffee colour color country
    cousin dance doctor door dream dress driver early earth eight email evening family farmer father favourite
    finger flower forest friend garden giraffe glass grass green guitar hammer heart honey horse hospital house
    hundred island jacket jungle kitchen knife ladder language laugh lemon letter library lion machine market
    medicine milk minute monkey mother mountain music neighbor neighbour night number ocean orange paper parent
    pencil people picture planet police pocket potato quarter question quick quiet rabbit rainbow river school
    science seven silver sister sleep snow soldier spring square station story street strong student sugar summer
    sweater teacher thousand thunder ticket tiger tomato tomorrow train travel tree umbrella uncle vacation
    vegetable village violin voice water weather website wedding window winter woman wonder world writing yellow
    zebra adventure beautiful butterfly chocolate dangerous education furniture important breakfast knowledge
    president afternoon government restaurant photograph friendship mathematics information temperature
    grandmother imagination independent communication international congratulation
    app bot bro bio blog cafe cliche fiance gym intro maths med op podcast saute selfie umami
    organise organize travelled traveled grey gray centre center tyre loch aluminium aluminum
    quit quiz qi qat zax aa za xi jo euro
""".split()

# Abbreviations, symbols, numerals, names and parts of phrases, which no word game allows.
ABSENT = """
    etc pm ft lb lbs kg km cm mph mr mrs ms dr st rd tv cd dvd pc usa uk eu bbc fbi cia nato html url cpu
    ii iii iv vi vii viii ix xii xiv xix xx xxi xl lx xc mcm cs bs ts xs csc dkl kcal ufo ok
    tue thu fri jan feb apr aug oct nov dec mary london france american christmas monday july
    ing hoc situ misc approx vol inc ltd corp abbr assoc govt dept
""".split()


def words_of(path):
    return path.read_text(encoding="ascii").split("\n")[:-1]


def reviewed(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split(" ", 1) for line in lines if not line.startswith("#")]


def installed_scowl():
    try:
        done = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "scowl"],
                              capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return done.stdout


def source_names():
    """The names of the files that the script reads."""
    spec = importlib.util.spec_from_file_location("make_english", MAKE)
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    return [f"{spelling}-words.{size}" for spelling in make.SPELLINGS for size in make.SIZES]


class ShippedList:
    """Tests of every list that ships; NAME is the name of the list."""

    @classmethod
    def setUpClass(cls):
        cls.words = words_of(LEXICONS / f"{cls.NAME}.txt")
        cls.has = set(cls.words)

    def test_its_bytes_have_the_hash_that_is_written_beside_it_and_the_readme_says_so(self):
        digest, file = (LEXICONS / f"{self.NAME}.sha256").read_text(encoding="ascii").split()
        readme = (LEXICONS / "README.md").read_text(encoding="utf-8")
        self.assertEqual(file, f"{self.NAME}.txt")
        self.assertEqual(hashlib.sha256((LEXICONS / file).read_bytes()).hexdigest(), digest)
        self.assertIn(f"`{file}`: sha256 {digest}", readme)
        self.assertRegex(readme, rf"`{file}` is [^.]*?{len(self.words):,} words")

    def test_every_line_is_a_word_of_2_to_15_capitals_and_the_last_one_is_ended(self):
        self.assertEqual([word for word in self.words if not re.fullmatch("[A-Z]{2,15}", word)], [])
        self.assertTrue((LEXICONS / f"{self.NAME}.txt").read_bytes().endswith(b"\n"))

    def test_words_are_sorted_and_stand_once(self):
        self.assertEqual([pair for pair in zip(self.words, self.words[1:]) if pair[0] >= pair[1]], [])


class EnglishTxt(ShippedList, unittest.TestCase):
    NAME = "english"

    def test_there_are_100000_to_200000_words(self):
        self.assertGreaterEqual(len(self.words), 100_000)
        self.assertLessEqual(len(self.words), 200_000)

    def test_the_words_of_two_letters_are_those_reviewed(self):
        golden = [word for word, _ in reviewed(HERE / "two_letter_words.txt")]
        self.assertEqual([word for word in self.words if len(word) == 2], golden)

    def test_no_removed_word_is_in(self):
        removed = {word for word, _ in reviewed(LEXICONS / "english.removed")}
        self.assertTrue(removed)
        self.assertEqual(sorted(removed & self.has), [])

    def test_every_added_word_is_in(self):
        added = {word for word, _ in reviewed(LEXICONS / "english.added")}
        self.assertTrue(added)
        self.assertEqual(sorted(added - self.has), [])

    def test_everyday_words_are_in(self):
        self.assertEqual([word for word in EVERYDAY if word.upper() not in self.has], [])

    def test_abbreviations_symbols_numerals_and_names_are_not(self):
        self.assertEqual([word for word in ABSENT if word.upper() in self.has], [])


class CommonTxt(ShippedList, unittest.TestCase):
    NAME = "common"

    def test_every_word_is_in_the_english_list(self):
        self.assertEqual(sorted(self.has - set(words_of(LEXICONS / "english.txt"))), [])

    def test_what_everybody_knows_is_in_and_what_only_players_know_is_not(self):
        known = "TREE HOUSE WALK GREEN YELLOW QUICK QUIZ HAPPY MOTHER COLOR COLOUR ORGANISE ORGANIZE".split()
        learnt = "AA QI ZA XU ZAX QAT ETUI OE ADIT SUQ TAJ ZOEAE".split()
        self.assertEqual([word for word in known if word not in self.has], [])
        self.assertEqual([word for word in learnt if word in self.has], [])

    def test_there_are_30000_to_50000_words(self):
        self.assertGreaterEqual(len(self.words), 30_000)
        self.assertLessEqual(len(self.words), 50_000)


class MakeEnglish(unittest.TestCase):
    """A copy of the script runs with reviewed lists and a SCOWL of a few words."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.scowl = self.folder / "scowl"
        self.scowl.mkdir()
        shutil.copy(MAKE, self.folder)
        for path in source_names():
            (self.scowl / path).write_bytes(b"")
        self.review("", "")

    def review(self, removed, added):
        (self.folder / "english.removed").write_text("# why\n" + removed, encoding="utf-8")
        (self.folder / "english.added").write_text("# why\n" + added, encoding="utf-8")

    def source(self, name, text, encoding="utf-8"):
        (self.scowl / name).write_text(text, encoding=encoding)

    def run_copy(self, *arguments):
        return subprocess.run([sys.executable, self.folder / MAKE.name, "--scowl", self.scowl, *arguments],
                              capture_output=True, text=True, check=False)

    def made(self):
        done = self.run_copy()
        self.assertEqual(done.returncode, 0, done.stderr)
        return words_of(self.folder / "english.txt"), done.stdout

    def assert_refused(self, sentence, *arguments):
        done = self.run_copy(*arguments)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertIn(sentence, done.stderr)

    def test_joins_all_spellings_once_in_capitals_and_sorted(self):
        self.source("english-words.10", "tree\nant\n")
        self.source("american-words.35", "color\nant\n")
        self.source("british_variant_2-words.70", "colour\n")
        self.assertEqual(self.made()[0], ["ANT", "COLOR", "COLOUR", "TREE"])

    def test_counts_what_it_drops_under_one_reason_each(self):
        self.source("english-words.10", "a\nbe\ncafé\ndon't\nPolish\nand/or\ncounterrevolutionary\nrené's\n")
        words, counts = self.made()
        self.assertEqual(words, ["BE"])
        for line in ("2 dropped: accent", "1 dropped: apostrophe", "1 dropped: capital", "1 dropped: one letter",
                     "1 dropped: hyphen, period or other sign", "1 dropped: longer than 15 letters"):
            self.assertRegex(counts, rf"(?m)^ +{line}$")

    def test_reads_either_encoding_of_the_package_alike(self):
        self.source("english-words.10", "be\ncafé\n", "utf-8")
        utf8 = self.made()
        self.source("english-words.10", "be\ncafé\n", "iso-8859-1")
        self.assertEqual(self.made(), utf8)

    def test_takes_long_words_up_to_size_60_and_words_for_the_board_up_to_80(self):
        self.source("english-words.60", "playgrounds\n")
        self.source("english-words.70", "playfellows\nplayground\n")
        self.source("english-words.80", "zax\n")
        self.assertEqual(self.made()[0], ["PLAYGROUND", "PLAYGROUNDS", "ZAX"])

    def test_leaves_out_what_is_removed_and_takes_in_what_is_added(self):
        self.source("english-words.10", "be\ncs\n")
        self.review("CS plural of a letter\n", "BOT program\n")
        self.assertEqual(self.made()[0], ["BE", "BOT"])

    def test_refuses_a_review_that_has_gone_stale(self):
        self.source("english-words.10", "be\n")
        self.review("CS plural of a letter\n", "")
        self.assert_refused("english.removed: CS is not among the words")
        self.review("", "BE to exist\n")
        self.assert_refused("english.added: BE is already among the words")

    def test_refuses_a_review_without_a_reason_or_out_of_order(self):
        self.review("", "BOT\n")
        self.assert_refused("english.added: line 2: expected a word")
        self.review("", "BOT program\nBIO life\n")
        self.assert_refused("english.added: line 3: BIO must come before BOT")

    def test_common_words_are_those_of_small_sizes_without_variants_that_the_list_has(self):
        self.source("english-words.10", "tree\nPolish\ncs\n")
        self.source("australian-words.35", "esky\n")
        self.source("variant_1-words.10", "hah\n")
        self.source("english-words.40", "oboe\npolish\n")
        self.review("CS plural of a letter\n", "BOT program\n")
        self.assertEqual(self.made()[0], ["BOT", "ESKY", "HAH", "OBOE", "POLISH", "TREE"])
        self.assertEqual(words_of(self.folder / "common.txt"), ["ESKY", "TREE"])

    def test_check_refuses_common_words_or_a_hash_that_are_not_those_made(self):
        self.source("english-words.10", "be\n")
        self.made()
        (self.folder / "common.sha256").write_text("0" * 64 + "  common.txt\n", encoding="ascii")
        self.assert_refused("common.sha256 is not the hash", "--check")
        (self.folder / "common.txt").write_text("BE\nTO\n", encoding="ascii")
        self.assert_refused("common.txt does not match the list made from SCOWL", "--check")

    def test_check_accepts_what_was_made(self):
        self.source("english-words.10", "be\n")
        self.made()
        done = self.run_copy("--check")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("1 words", done.stdout)

    def test_check_says_how_many_words_differ_and_writes_nothing(self):
        self.source("english-words.10", "be\nto\n")
        self.made()
        self.source("english-words.10", "be\nor\nif\n")
        self.assert_refused("1 words too many, 2 missing", "--check")
        self.assertEqual(words_of(self.folder / "english.txt"), ["BE", "TO"])

    def test_check_refuses_a_hash_of_another_list(self):
        self.source("english-words.10", "be\n")
        self.made()
        (self.folder / "english.sha256").write_text("0" * 64 + "  english.txt\n", encoding="ascii")
        self.assert_refused("english.sha256 is not the hash", "--check")

    def test_check_says_what_to_install_where_scowl_is_not(self):
        shutil.rmtree(self.scowl)
        self.assert_refused("is missing; install Debian's package scowl", "--check")


class AgainstScowl(unittest.TestCase):
    @unittest.skipUnless(installed_scowl().startswith(SCOWL_VERSION), f"needs Debian's scowl {SCOWL_VERSION}")
    def test_the_list_is_what_the_script_makes(self):
        done = subprocess.run([sys.executable, MAKE, "--check"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
