"""A bot that misbehaves as its first argument says; the second is the protocol it speaks."""

import os
import signal
import sys
import time

how, protocol = sys.argv[1], sys.argv[2]
turns = 0


def say(line):
    print(line, flush=True)


def hang():
    time.sleep(600)


def die():
    print("boom: the table is on fire", file=sys.stderr, flush=True)
    sys.exit(3)


def killed():
    os.kill(os.getpid(), signal.SIGKILL)


def mute():
    """Lives on, but nobody will hear it."""
    os.close(1)
    hang()


def garbage():
    sys.stdout.buffer.write(b"\xff\xfe\x00 nonsense\n")
    sys.stdout.flush()
    hang()


def flood():
    """Talks without end and without an answer."""
    while True:
        say("info string " + "la " * 300)


def endless_line():
    while True:
        print("x" * 10_000, end="", flush=True)


def cheat():
    say("bestmove 99" if protocol == "ugi" else "8 8")


def no_move():
    say("bestmove" if protocol == "ugi" else "pass")


def boast():
    say("info depth 3 time " + "9" * 400 + " score cp -200000 pv 55\nbestmove 55")


def changes_its_mind():
    """Talks of one move and plays another."""
    say("info depth 3 multipv 1 score cp 50 pv 51\ninfo depth 3 multipv 2 score cp 10 pv 52")
    say("bestmove 52")


def stutter():
    """Says each of its answers twice."""
    global turns
    turns += 1
    say(f"bestmove 5{turns}\nbestmove 5{turns}")


def slow():
    """Answers when it is told to stop."""
    say("info depth 1 pv 51")
    while sys.stdin.readline() != "stop\n":
        pass
    say("bestmove 51")


def deaf():
    """Answers, and never again."""
    say("bestmove 51")
    hang()


def stubborn():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    hang()


def family():
    """Leaves a child behind that holds its pipes."""
    if os.fork() == 0:
        hang()
    sys.exit(0)


def misbehave():
    """What stands in the place of an answer."""
    globals()[how.replace("-", "_")]()


def speak_ugi():
    if how == "no-greeting":
        time.sleep(600)
    if how == "dies-at-once":
        sys.exit("no such table")
    for line in sys.stdin:
        if line.startswith("ugi\n"):
            say("id name Bad Bot\noption name Hash type spin default 1 min 1 max 9")
            say("option name MultiPV type spin default 1 min 1 max 9\nugiok")
        elif line.startswith("isready"):
            say("readyok")
        elif line.startswith("go"):
            misbehave()
        elif line.startswith("quit") and how != "stubborn":
            break


def speak_codingame():
    for _ in sys.stdin:
        for _ in range(int(sys.stdin.readline())):
            sys.stdin.readline()
        misbehave()


speak_ugi() if protocol == "ugi" else speak_codingame()
