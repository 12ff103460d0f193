"""Stands between the referee and a bot, passes every line on, and writes the conversation into a file in the form of a
transcript: recorder.py FOLDER BOT [ARGUMENT...]"""

import os
import pathlib
import subprocess
import sys
import threading


def record(folder, command):
    lock = threading.Lock()
    bot = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with open(pathlib.Path(folder) / f"{os.getpid()}.txt", "wb") as log:

        def pass_on(mark, source, target):
            for line in source:
                with lock:
                    log.write(mark + line)
                    log.flush()
                target.write(line)
                target.flush()
            target.close()

        answers = threading.Thread(target=pass_on, args=(b"< ", bot.stdout, sys.stdout.buffer))
        answers.start()
        pass_on(b"> ", sys.stdin.buffer, bot.stdin)
        answers.join()
    return bot.wait()


if __name__ == "__main__":
    sys.exit(record(sys.argv[1], sys.argv[2:]))
