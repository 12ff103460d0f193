"""What is in a page that the program wrote."""

import base64
import json
import re
import zlib

TIMES = re.compile(rb'("(?:ms|clock|late_ms)":)\d+')
# The file that says when a run was played. It differs each time, and so does what the page shows of it.
SESSIONS = "sessions.json"
DATA = re.compile(rb'(id="toptile-data">)(.*?)(</script>)', re.DOTALL)
GAMES = re.compile(rb'(class="toptile-games"[^>]*>)([^<]*)(<)')


def without_sessions(page):
    """The bytes of a page without what it says of when and where the games were played."""
    def timeless(found):
        report = json.loads(found[2])
        for run in report["runs"]:
            run.pop("sessions", None)
        return found[1] + json.dumps(report).encode() + found[3]

    return DATA.sub(timeless, page)


def without_times(page):
    """The bytes of a page with its games unpacked, and without what differs if the same games are played again: the times of moves,
    and when and where they were played."""
    def untimed(data):
        return json.dumps({key: value for key, value in json.loads(data).items() if key != "times"}).encode()

    def unpacked(chunk):
        return TIMES.sub(rb"\g<1>0", zlib.decompress(base64.b64decode(chunk), -15))

    page = DATA.sub(lambda found: found[1] + untimed(found[2]) + found[3], without_sessions(page))
    return GAMES.sub(lambda found: found[1] + unpacked(found[2]) + found[3], page)
