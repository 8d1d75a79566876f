"""What is said of the game in English. Plain ASCII: every terminal shows it."""

from __future__ import annotations

from typing import Final

from ninefold.words.catalogue import EndingWords, GameWords, LevelWords, PuzzleWords, RuleWords

__all__ = ["ENGLISH"]

_RULES: Final = RuleWords(
    goal="Own three boards in a row: across, down or diagonally.",
    boards="Nine small boards make one large board. Boards, and the cells of a board, are numbered "
    "1 to 9 as you read: 1 is top left, 5 the centre, 9 bottom right.",
    start="X begins, on any of the 81 squares. Then the players take turns; nobody passes.",
    send="The cell you choose sends your opponent to the board in the same place: play cell 3 of "
    "any board, and they must answer in board 3.",
    capture="Three of your marks in a row on a board capture it.",
    axes={
        ("ownership", "first"): "It stays yours for good.",
        ("ownership", "latest"): "It is not safe: your opponent takes it over by making a new row "
        "on it later.",
        ("release", "decided"): "Sent to a board that is captured or full? "
        "Then you have a free move.",
        ("release", "full"): "A captured board still holds you while it has an empty cell. "
        "Only when you are sent to a full board do you have a free move.",
        ("free_move", "undecided"): "A free move may go to any board that is neither captured nor "
        "full.",
        ("free_move", "unfilled"): "A free move may go to any empty square, captured boards "
        "included.",
        ("ending", "decided"): "If nobody has done so when every board is captured or full, the "
        "game is over.",
        ("ending", "full"): "If nobody has done so when all 81 squares are full, the game is over.",
        ("tie_break", "draw"): "It is then a draw.",
        ("tie_break", "boards"): "Whoever owns more boards then wins; equal is a draw.",
    },
    win="The first to own three boards in a row wins at once.",
    swap="Swap: after X's first move, O may take it over. The players then change sides.",
)

ENGLISH: Final = GameWords(
    game="Super Tic-Tac-Toe",
    modes={"modern": "Modern", "classic": "Classic", "battle": "Battle", "open": "Open"},
    changed_mode="{mode} (changed)",
    lines={
        "closes": "A captured board is closed. Quick to learn, and the usual way to play.",
        "holds": "Captured boards stay in play, and you can be sent back into them.",
        "changes-hands": "No board is safe: a new row takes it from its owner.",
        "opens": "A free move may go to any empty square, captured boards included.",
    },
    known_win="With perfect play X wins. Swap makes it fair: O may take over X's first move.",
    rules=_RULES,
    you_win="You win!",
    you_lose="You lose",
    wins="{winner} wins",
    draw="Draw",
    called_off="Cancelled",
    endings={
        "line": EndingWords(text="Three boards in a row: {boards}."),
        "draw": EndingWords(text="Nobody has three boards in a row."),
        "tie-break": EndingWords(
            text="No three boards in a row, but {winner} owns more: {more} to {fewer}.",
            winner="No three boards in a row, but you own more: {more} to {fewer}.",
        ),
        "resignation": EndingWords(text="{loser} resigned.", loser="You resigned."),
        "time": EndingWords(text="{loser} ran out of time.", loser="You ran out of time."),
        "agreement": EndingWords(text="Both players agreed to it."),
        "abandoned": EndingWords(
            text="{loser} left the game.",
            loser="You left the game.",
            drawn="One player left the game.",
        ),
        "proven": EndingWords(text="{winner} was proven to win."),
        "crash": EndingWords(text="{loser}'s program crashed."),
        "illegal": EndingWords(text="{loser} made an illegal move."),
        "error": EndingWords(text="{loser}'s program failed."),
        "aborted": EndingWords(text="The game was cancelled before it began."),
        "expired": EndingWords(text="Nobody joined in time."),
        "unknown": EndingWords(text="The record does not say how."),
    },
    levels={
        "first-game": LevelWords("First game", "Has only just learned the rules."),
        "beginner": LevelWords("Beginner", "Overlooks three in a row."),
        "casual": LevelWords("Casual", "Takes what it sees, and does not look far."),
        "keen": LevelWords("Keen", "Looks a few moves ahead."),
        "skilled": LevelWords("Skilled", "Plans, and seldom slips."),
        "expert": LevelWords("Expert", "Finds nearly every trap."),
        "master": LevelWords("Master", "Hard to beat even once."),
        "full": LevelWords("Full strength", "All it has. Good luck."),
    },
    remarks={
        "wins-game": "It wins the game.",
        "stops-game": "It keeps {them} from winning the game on board {board}.",
        "steals-board": "It takes board {board} over.",
        "captures-board": "It captures board {board}.",
        "threatens-game": "It threatens to win the game.",
        "stops-line": "It blocks a row on board {board}.",
        "threatens-two-lines": "It threatens two rows at once on board {board}.",
        "threatens-board": "It threatens to capture board {board}.",
        "only-move": "It was the only move.",
        "sends-to-full": "It sends {them} to board {board}, which is full: a free move.",
        "sends-to-captured": "It sends {them} to board {board}, which is captured: a free move.",
        "gives-free-choice": "But it gives {them} a free move.",
        "sends-to-quiet": "It sends {them} to board {board}, where nothing can be captured now.",
        "sends-back": "It sends {them} back to the same board.",
        "allows-win": "But it lets {them} win at once.",
        "allows-capture": "But it lets {them} capture a board.",
        "takes-centre": "It takes the centre of board {board}.",
    },
    reasons={
        "lets-win": "It lets {them} win the game on board {board}.",
        "misses-win": "It misses a win at once on board {board}.",
        "lets-steal": "It lets {them} take board {board} over.",
        "lets-capture": "It lets {them} capture board {board}.",
        "misses-steal": "It misses the chance to take board {board} over.",
        "misses-capture": "It misses the capture of board {board}.",
        "misses-block": "It leaves {them} a row on board {board}.",
        "lets-threaten": "It lets {them} threaten to win the game.",
        "gives-free-move": "It gives {them} a free move.",
        "sends-badly": "It sends {them} to the wrong board: {board}.",
    },
    puzzles=PuzzleWords(
        kinds={
            "win": "Win the game",
            "capture": "Capture by force",
            "steal": "Steal and keep",
            "only-move": "The only move",
            "save-draw": "Save the draw",
            "safe-send": "The safe send",
        },
        tasks={
            "win": "{player} to move and win.",
            "draw": "{player} to move and hold the draw.",
        },
        bands={
            "easy": "Easy",
            "medium": "Medium",
            "hard": "Hard",
        },
    ),
    you="you",
    they="{player}",
    stop=".",
    space=" ",
)
