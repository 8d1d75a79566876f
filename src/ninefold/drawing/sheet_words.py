"""The printed pages' sentences, in English and in Traditional Chinese.

What a mode does is told axis by axis, so a mode of your own gets its rule sheet too. The fonts in
``fonts/`` hold exactly the characters that stand here: after a change run
``tools/make_sheet_fonts.py`` (a test tells).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

__all__ = ["LANGUAGES", "Language", "SheetWords"]

Language = Literal["en", "zh-TW"]


@dataclass(frozen=True, slots=True)
class SheetWords:
    """Everything that a printed page says in one language."""

    game: str
    title: str
    modes: Mapping[str, str]
    mode_title: str
    taglines: Mapping[str, str]
    date: str
    winner: str
    hint: str
    goal_title: str
    goal: str
    turn_title: str
    turn: tuple[str, ...]
    capture: str
    axes: Mapping[tuple[str, str], str]
    end_title: str
    win: str
    tips_title: str
    tips: tuple[str, ...]
    mode_tips: Mapping[str, tuple[str, ...]]
    picture_sends: str
    picture_closed: str
    picture_free: str
    picture_held: str
    picture_recaptured: str
    picture_won: str
    space: str
    comma: str
    semicolon: str
    versus: str
    moves_title: str
    boards_title: str
    board_taken: str
    notes_title: str
    unnamed: str
    result_win: str
    result_draw: str
    result_open: str
    result_how: str
    move_count: str
    page: str


_ENGLISH: Final = SheetWords(
    game="Super Tic-Tac-Toe",
    title="{game}: {mode}",
    modes={"modern": "Modern", "classic": "Classic", "battle": "Battle", "open": "Open"},
    mode_title="{mode} mode",
    taglines={
        "modern": "A captured board is closed. Quick to learn, and the usual way to play.",
        "classic": "Captured boards stay in play, and you can be sent back into them.",
        "battle": "No board is safe: a new line takes it from its owner.",
        "open": "A free move may go to any empty square, captured boards included.",
    },
    date="Date",
    winner="Winner",
    hint="The cell you choose is the board your opponent must play in next.",
    goal_title="Goal",
    goal="Own three boards in a row: across, down or diagonally.",
    turn_title="How to play",
    turn=(
        "Nine small boards make one large board. Boards, and the cells of a board, are numbered "
        "1 to 9 as you read: 1 is top left, 5 the centre, 9 bottom right.",
        "X begins, on any of the 81 squares. Then the players take turns; nobody passes.",
        "The cell you choose sends your opponent to the board in the same place. Play cell 3 of "
        "any board, and the answer must come in board 3.",
    ),
    capture="Three of your marks in a row on a board capture it. Draw your mark large over it.",
    axes={
        ("ownership", "first"): "The board keeps its first owner for good.",
        (
            "ownership",
            "latest",
        ): "It is not safe: a later line by your opponent on the same board takes it from you. "
        "An older line does not count again.",
        (
            "release",
            "decided",
        ): "If you are sent to a board that is captured or full, you have a free move.",
        (
            "release",
            "full",
        ): "A captured board still holds you while it has an empty cell. Only if you are sent to "
        "a full board do you have a free move.",
        (
            "free_move",
            "undecided",
        ): "A free move may go to any board that is neither captured nor full.",
        (
            "free_move",
            "unfilled",
        ): "A free move may go to any empty square, captured boards included.",
        (
            "ending",
            "decided",
        ): "If nobody has such a row when every board is captured or full, the game is over.",
        (
            "ending",
            "full",
        ): "If nobody has such a row when all 81 squares are full, the game is over.",
        ("tie_break", "draw"): "It is then a draw.",
        ("tie_break", "boards"): "Whoever owns more boards then wins; equal is a draw.",
    },
    end_title="The end",
    win="The first to own three boards in a row wins at once.",
    tips_title="Good to know",
    tips=(
        "Before you play, look where your move sends your opponent. The best cell is often the "
        "one that sends them where they can do nothing.",
    ),
    mode_tips={
        "modern": (
            "A free move is a gift. Do not send your opponent to a closed board without need.",
        ),
        "classic": (
            "X can force a win. Play two games and change sides, or let O take over X's first "
            "move (swap): the players then exchange sides.",
        ),
        "battle": (
            "A board is yours for good only when it is full. Count the lines that your opponent "
            "can still make there.",
        ),
        "open": (
            "A move into a captured board wins nothing there, but it decides where your opponent "
            "goes.",
        ),
    },
    picture_sends="X has played 13: board 1, cell 3. O must answer in board 3.",
    picture_closed="X captures board 1 by 11, and cell 1 points back at it. "
    "It is closed: O may play in any other board.",
    picture_free="X captures board 1 by 11, and cell 1 points back at it: "
    "O may play on any empty square, even in board 1.",
    picture_held="X captures board 1 by 11, and cell 1 points back at it: "
    "O must play there all the same.",
    picture_recaptured="Board 1 was X's. O makes a line down its middle by 18 and takes it.",
    picture_won="Boards 7, 8 and 9 are X's: X has won.",
    space=" ",
    comma=", ",
    semicolon="; ",
    versus="{x} – {o}",
    moves_title="Moves",
    boards_title="Boards taken",
    board_taken="{board} by {player} (move {move})",
    notes_title="Notes",
    unnamed="Player {player}",
    result_win="{player} wins",
    result_draw="draw",
    result_open="unfinished",
    result_how="{result} ({ending})",
    move_count="{count} moves",
    page="{page} of {pages}",
)

_CHINESE: Final = SheetWords(
    game="超級井字遊戲",
    title="{game}：{mode}",
    modes={"modern": "現代", "classic": "經典", "battle": "爭奪", "open": "開放"},
    mode_title="{mode}模式",
    taglines={
        "modern": "小盤一被佔領就關閉。最容易上手，也是最常見的玩法。",
        "classic": "被佔領的小盤仍可落子，你還會被送回去。",
        "battle": "沒有永遠的領地：對手再連成一線，小盤就易主。",
        "open": "自由落子可下任何空格，被佔領的小盤也行。",
    },
    date="日期",
    winner="勝方",
    hint="你選的格子，決定對手下一手要下在哪個小盤。",
    goal_title="目標",
    goal="擁有連成一線的三個小盤：橫、直、斜都算。",
    turn_title="玩法",
    turn=(
        "九個小盤組成一個大盤。小盤與小盤裡的格子都依閱讀順序編號 1 到 9："
        "1 在左上，5 在正中，9 在右下。",
        "X 先下，81 格任選一格。之後雙方輪流，不能跳過。",
        "你選的格子，會把對手送到同一位置的小盤。你下第 3 格，對手就得下在第 3 盤。",
    ),
    capture="在小盤上三子連線就佔領它，請在上面畫一個大大的記號。",
    axes={
        ("ownership", "first"): "之後擁有者不再改變。",
        ("ownership", "latest"): "但領地並不安全：對手之後在同一小盤連成新的一線，就能奪走它；"
        "舊的連線不再算數。",
        ("release", "decided"): "如果被送到已佔領或已填滿的小盤，你就可以自由落子。",
        ("release", "full"): "已佔領但還有空格的小盤，被送到了仍然要下在裡面；"
        "只有被送到填滿的小盤，才可以自由落子。",
        ("free_move", "undecided"): "自由落子可下在任何未被佔領、也未填滿的小盤。",
        ("free_move", "unfilled"): "自由落子可下在任何空格，包括已佔領的小盤。",
        ("ending", "decided"): "所有小盤都被佔領或填滿時，若沒有人連成一線，棋局結束。",
        ("ending", "full"): "81 格全部填滿時，若沒有人連成一線，棋局結束。",
        ("tie_break", "draw"): "這時算和局。",
        ("tie_break", "boards"): "這時擁有較多小盤的一方獲勝，相同則為和局。",
    },
    end_title="結束",
    win="先擁有連成一線的三個小盤，立刻獲勝。",
    tips_title="小提醒",
    tips=("落子之前，先看看會把對手送到哪裡。最好的一格，往往是讓對手無從發揮的那一格。",),
    mode_tips={
        "modern": ("讓對手自由落子等於送禮。沒有必要，別把對手送到關閉的小盤。",),
        "classic": (
            "X 有必勝法。可以換邊各下一局，或讓 O 接手 X 的第一手（交換）：雙方就此對調。",
        ),
        "battle": ("小盤填滿之後才真正屬於你。數一數對手在那裡還能連成幾條線。",),
        "open": ("下在已佔領的小盤不會有收穫，但能決定對手的去處。",),
    },
    picture_sends="X 下 13，也就是第 1 盤第 3 格。O 必須下在第 3 盤。",
    picture_closed="X 以 11 佔領第 1 盤，而第 1 格又指回第 1 盤。它已關閉，O 可下在其他任何小盤。",
    picture_free="X 以 11 佔領第 1 盤，而第 1 格又指回第 1 盤。O 可下任何空格，第 1 盤也行。",
    picture_held="X 以 11 佔領第 1 盤，而第 1 格又指回第 1 盤。O 還是得下在裡面。",
    picture_recaptured="第 1 盤原屬 X。O 以 18 在中間直行連線，把它奪走。",
    picture_won="第 7、8、9 盤都屬於 X：X 獲勝。",
    space="",
    comma="，",
    semicolon="；",
    versus="{x} 對 {o}",
    moves_title="著法",
    boards_title="佔領紀錄",
    board_taken="{player} 佔第 {board} 盤（第 {move} 手）",
    notes_title="註解",
    unnamed="{player} 方",
    result_win="{player} 勝",
    result_draw="和局",
    result_open="未下完",
    result_how="{result}（{ending}）",
    move_count="共 {count} 手",
    page="第 {page} 頁，共 {pages} 頁",
)

#: The words of each language.
LANGUAGES: Final[Mapping[str, SheetWords]] = {"en": _ENGLISH, "zh-TW": _CHINESE}
