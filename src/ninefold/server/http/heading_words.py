"""The words of headings, a value a language; what they say of the game itself is in ``words``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from ninefold.words import Language

__all__ = ["HEADING_WORDS", "HeadingWords"]


@dataclass(frozen=True, slots=True)
class HeadingWords:
    """One language: ``pages`` are titles by path, ``texts`` the descriptions that some have.

    ``terms`` are a game's mode and clock.
    """

    title: str
    about: str
    pages: Mapping[str, str]
    texts: Mapping[str, str]
    missing: str
    missing_game: str
    missing_text: str
    invites: str
    invited: str
    invitation: str
    between: str
    goes_on: str
    over: str
    computer: str
    guest: str
    no_clock: str
    days: str


HEADING_WORDS: Final[Mapping[Language, HeadingWords]] = MappingProxyType(
    {
        "en": HeadingWords(
            title="Ninefold · Super Tic-Tac-Toe",
            about="Super Tic-Tac-Toe in four modes: against strangers, with a friend, on one phone,"
            " or against the computer. No account.",
            pages={
                "learn": "Learn it by playing",
                "watch": "Games being played",
                "puzzles": "Puzzles: find the move",
                "review": "Review of a game",
                "games": "Your games",
                "analysis": "Analysis board",
                "settings": "Settings",
            },
            texts={
                "analysis": "Explore a game move by move: side lines and comments, live lines of a"
                " strong engine with proven results, any position. All in your browser."
            },
            missing="Page not found · Ninefold",
            missing_game="There is no such game · Ninefold",
            missing_text="This address leads nowhere. Perhaps the link was cut off.",
            invites="{name} invites you to a game",
            invited="You are invited to a game",
            invitation="{terms}. You play {side}. No account: open the link and play.",
            between="{x} v {o}",
            goes_on="{terms}. After {count} moves {side} is to move. Watch it live.",
            over="{terms}. {reason} {count} moves to step through.",
            computer="Computer ({level})",
            guest="Player {side}",
            no_clock="no clock",
            days="{count} d a move",
        ),
        "zh-Hant": HeadingWords(
            title="Ninefold · 超級井字遊戲",
            about="四種模式的超級井字遊戲：和線上對手、朋友、面對面，或和電腦下一局，不需要帳號。",
            pages={
                "learn": "邊下邊學",
                "watch": "正在進行的棋局",
                "puzzles": "謎題：找出那一手",
                "review": "覆盤",
                "games": "你的棋局",
                "analysis": "分析棋盤",
                "settings": "設定",
            },
            texts={
                "analysis": "一手一手研究棋局：變化、評語、強力引擎的即時分析與證明，"
                "任何局面都可以，全在你的瀏覽器裡進行。"
            },
            missing="找不到這個頁面 · Ninefold",
            missing_game="沒有這局棋 · Ninefold",
            missing_text="這個網址沒有內容，也許連結在複製時不完整。",
            invites="{name} 邀你下一局",
            invited="有人邀你下一局",
            invitation="{terms}。你執 {side}。不需要帳號，打開連結就能下。",
            between="{x} 對 {o}",
            goes_on="{terms}。已下 {count} 手，輪到 {side}。打開就能觀戰。",
            over="{terms}。{reason}共 {count} 手，可以逐手重看。",
            computer="電腦（{level}）",
            guest="{side} 方",
            no_clock="不計時",
            days="每手 {count} 天",
        ),
    }
)
