"""A league as a site of files: what is written, and that a feed reader and a browser without a script can use it."""

import json
import re
import shutil
import unittest
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

from toptile_program import WORDS, folder, run

ATOM = "{http://www.w3.org/2005/Atom}"


class Links(HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.links = []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.links += [value for name, value in attributes if name in ("href", "src") and not value.startswith("data:")]


class Site(unittest.TestCase):
    def expect(self, done, code=0):
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def test_a_site_is_whole_and_grows_with_its_league(self):
        with folder() as here:
            self.expect(run("league", "init", "--lexicon", WORDS, "--no-clock", "--sandbox", "off", "--name", "Spring & Summer", cwd=here))
            self.expect(run("submit", "greedy", "random", "stacker", "--author", "<b>Ann</b>", cwd=here))
            self.expect(run("league", "run", "--games", 80, "--quiet", cwd=here))
            done = self.expect(run("league", "site", "public", "--url", "https://example.org/l", cwd=here))
            self.assertIn("public: 14 files, 14 of them new or changed, 0 removed", done.stdout)
            site = here / "public"
            for page in site.rglob("*.html"):
                text = page.read_text(encoding="utf-8")
                self.assertNotIn("<b>Ann</b>", text)
                for link in Links(text).links:
                    self.assertFalse(link.startswith(("http:", "https:", "//", "/")), link)
                    self.assertTrue((page.parent / link).exists(), f"{page}: {link}")
            table = re.search(r"<noscript>.*?</noscript>", (site / "index.html").read_text(encoding="utf-8"), re.S)[0]
            self.assertIn("&lt;b&gt;Ann&lt;/b&gt;", table)
            self.assertLess(table.index("greedy-v1"), table.index("random-v1"))
            feed = ElementTree.parse(site / "feed.xml").getroot()
            self.assertEqual(feed.tag, f"{ATOM}feed")
            self.assertEqual(feed.find(f"{ATOM}title").text, "Spring & Summer")
            entries = feed.findall(f"{ATOM}entry")
            self.assertEqual(len(entries), 3)
            self.assertEqual(len({entry.find(f"{ATOM}id").text for entry in entries}), 3)
            for entry in entries:
                self.assertTrue(entry.find(f"{ATOM}link").get("href").startswith("https://example.org/l/bots/"))
                self.assertIn("by <b>Ann</b> plays in the league", entry.find(f"{ATOM}summary").text)
            standings = json.loads((site / "standings.json").read_text())
            self.assertEqual(standings, json.loads(run("league", "standings", "--json", cwd=here).stdout))

            self.assertIn("0 of them new", self.expect(run("league", "site", "public", "--url", "https://example.org/l", cwd=here)).stdout)
            self.expect(run("league", "run", "--games", 20, "--quiet", cwd=here))
            self.expect(run("league", "site", "public", "--url", "https://example.org/l/", cwd=here))
            shutil.rmtree(here / "again", ignore_errors=True)
            self.expect(run("league", "site", "again", "--url", "https://example.org/l/", cwd=here))
            files = sorted(str(file.relative_to(site)) for file in site.rglob("*") if file.is_file())
            self.assertEqual(files, sorted(str(file.relative_to(here / "again")) for file in (here / "again").rglob("*") if file.is_file()))
            files.remove("toptile-site.json")  # It has the times of the files.
            for file in files:
                self.assertEqual((site / file).read_bytes(), (here / "again" / file).read_bytes(), file)

    def test_bad_places_and_addresses_are_said(self):
        with folder() as here:
            self.expect(run("league", "init", "--lexicon", WORDS, "--sandbox", "auto", cwd=here))
            (here / "mine").mkdir()
            (here / "mine/work.txt").write_text("x")
            self.assertIn("there are other files here", self.expect(run("league", "site", "mine", cwd=here), 2).stderr)
            self.assertIn("this is not an address of a site", self.expect(run("league", "site", "s", "--url", "example.org", cwd=here), 2).stderr)
            self.assertFalse((here / "s").exists())


if __name__ == "__main__":
    unittest.main()
