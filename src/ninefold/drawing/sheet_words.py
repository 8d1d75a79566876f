"""What only printed pages say, in each language; the game itself is told by ``ninefold.words``.

The fonts in ``fonts/`` hold the characters that stand here and there: after a change run
``tools/make_sheet_fonts.py`` (a test tells).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ninefold.words import GAME_WORDS, GameWords, Language, Trait

__all__ = ["SHEET_WORDS", "SheetWords"]


@dataclass(frozen=True, slots=True)
class SheetWords:
    """What a printed page says in one language: of the ``game`` as everywhere, the rest its own.

    ``markings`` are what to do with a pencil about a captured board, and ``mode_tips`` what is good
    to know, each by the trait of the mode.
    """

    game: GameWords
    title: str
    mode_title: str
    winner: str
    hint: str
    goal_title: str
    turn_title: str
    markings: Mapping[Trait, str]
    end_title: str
    tips_title: str
    tip: str
    mode_tips: Mapping[Trait, str]
    picture_sends: str
    picture_closed: str
    picture_free: str
    picture_held: str
    picture_recaptured: str
    picture_won: str
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
    game=GAME_WORDS["en"],
    title="{game}: {mode}",
    mode_title="{mode} mode",
    winner="Winner",
    hint="The cell you choose is the board your opponent must play in next.",
    goal_title="Goal",
    turn_title="How to play",
    markings={
        "closes": "Draw your mark large over it.",
        "holds": "Write your mark small at its corner: the board is still played in.",
        "changes-hands": "Write your mark small at its corner, and cross out the mark that was "
        "there: the board is still played in.",
        "opens": "Write your mark small at its corner: the board is still played in.",
    },
    end_title="The end",
    tips_title="Good to know",
    tip="Before you play, look where your move sends your opponent. The best cell is often the one "
    "that sends them where they can do nothing.",
    mode_tips={
        "closes": "A free move is a gift. Do not send your opponent to a closed board if you can "
        "help it.",
        "holds": "In a captured board nothing can be won any more: a good place to send your "
        "opponent.",
        "changes-hands": "A board is yours for good only when it is full. Count the rows that your "
        "opponent can still make there.",
        "opens": "A move into a captured board wins nothing there, but it decides where your "
        "opponent goes.",
    },
    picture_sends="X has played 13: board 1, cell 3. O must answer in board 3.",
    picture_closed="X captures board 1 by 11, and cell 1 points back at it. "
    "It is closed: O may play in any other board.",
    picture_free="X captures board 1 by 11, and cell 1 points back at it: "
    "O may play on any empty square, even in board 1.",
    picture_held="X captures board 1 by 11, and cell 1 points back at it: "
    "O must play there all the same.",
    picture_recaptured="Board 1 was X's. O makes a row down its middle by 18 and takes it.",
    picture_won="Boards 7, 8 and 9 are X's: X has won.",
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
    game=GAME_WORDS["zh-Hant"],
    title="{game}：{mode}",
    mode_title="{mode}模式",
    winner="勝方",
    hint="你選的格子，決定對手下一手要下在哪個小盤。",
    goal_title="目標",
    turn_title="玩法",
    markings={
        "closes": "請在上面畫一個大大的記號。",
        "holds": "請在角落寫上小小的記號：這個小盤還會繼續下。",
        "changes-hands": "請在角落寫上小小的記號，並劃掉原來的記號：這個小盤還會繼續下。",
        "opens": "請在角落寫上小小的記號：這個小盤還會繼續下。",
    },
    end_title="結束",
    tips_title="小提醒",
    tip="落子之前，先看看會把對手送到哪裡。最好的一格，往往是讓對手無從發揮的那一格。",
    mode_tips={
        "closes": "讓對手自由落子等於送禮。沒有必要，別把對手送到關閉的小盤。",
        "holds": "已佔領的小盤裡再也沒有收穫，正好把對手送去那裡。",
        "changes-hands": "小盤填滿之後才真正屬於你。數一數對手在那裡還能連成幾條線。",
        "opens": "下在已佔領的小盤不會有收穫，但能決定對手的去處。",
    },
    picture_sends="X 下 13，也就是第 1 盤第 3 格。O 必須下在第 3 盤。",
    picture_closed="X 以 11 佔領第 1 盤，而第 1 格又指回第 1 盤。它已關閉，O 可下在其他任何小盤。",
    picture_free="X 以 11 佔領第 1 盤，而第 1 格又指回第 1 盤。O 可下任何空格，第 1 盤也行。",
    picture_held="X 以 11 佔領第 1 盤，而第 1 格又指回第 1 盤。O 還是得下在裡面。",
    picture_recaptured="第 1 盤原屬 X。O 以 18 在中間直行連線，把它奪走。",
    picture_won="第 7、8、9 盤都屬於 X：X 獲勝。",
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

#: What the pages say in each language.
SHEET_WORDS: Final[Mapping[Language, SheetWords]] = {"en": _ENGLISH, "zh-Hant": _CHINESE}
