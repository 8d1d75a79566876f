"""Telling: from facts of the game to the sentences of a language."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from ninefold.rules.position import Position
from ninefold.rules.squares import Player, other
from ninefold.rules.variants import VARIANTS, Variant
from ninefold.words.catalogue import GameWords

__all__ = [
    "TRAITS",
    "Rules",
    "Trait",
    "level_name",
    "mode_line",
    "mode_name",
    "tell_ending",
    "tell_headline",
    "tell_reason",
    "tell_remark",
    "tell_result",
    "tell_rules",
    "trait_of",
]

#: What a captured board does in a mode: it is closed, it holds whoever is sent there, it may change
#: hands, or it is open to free moves.
Trait = Literal["closes", "holds", "changes-hands", "opens"]
#: Which value of which axis makes the trait; the first that holds counts, else a board closes.
TRAITS: Final[tuple[tuple[str, str, Trait], ...]] = (
    ("ownership", "latest", "changes-hands"),
    ("release", "full", "holds"),
    ("free_move", "unfilled", "opens"),
)
#: Endings of games that never began: nobody won them, and they are no draws.
_CALLED_OFF: Final = ("aborted", "expired")


def trait_of(variant: Variant) -> Trait:
    """What sets a mode apart, as far as one line can tell.

    >>> from ninefold import VARIANTS
    >>> [trait_of(variant) for variant in VARIANTS.values()]
    ['closes', 'holds', 'changes-hands', 'opens']
    """
    axes = variant.axes
    return next((trait for axis, value, trait in TRAITS if axes[axis] == value), "closes")


def mode_name(words: GameWords, variant: Variant) -> str:
    """A mode's name for people; a variant of one's own goes by its own name.

    >>> from ninefold.words import GAME_WORDS
    >>> mode_name(GAME_WORDS["en"], Variant("modern", free_move="unfilled"))
    'Modern (changed)'
    """
    known = VARIANTS.get(variant.name)
    if known is None:
        return variant.name.capitalize()
    name = words.modes[known.name]
    same = variant.with_tie_break(known.tie_break) == known
    return name if same else words.changed_mode.format(mode=name)


def mode_line(words: GameWords, variant: Variant) -> str:
    """A mode in one line."""
    return words.lines[trait_of(variant)]


def level_name(words: GameWords, level: str) -> str:
    """A level's name for people; one that a record names and we do not know goes by its own."""
    return words.levels[level].name if level in words.levels else level


class Rules(NamedTuple):
    """The rules of a mode, sentence by sentence: how it is played, and how it ends."""

    play: tuple[str, ...]
    end: tuple[str, ...]


def tell_rules(
    words: GameWords, variant: Variant, *, swap: bool = False, marking: str = ""
) -> Rules:
    """The rules of any variant, from its axes; ``marking`` is what to do about a captured board.

    >>> from ninefold.words import GAME_WORDS
    >>> tell_rules(GAME_WORDS["en"], Variant("own", tie_break="boards")).end[0]
    'The first to own three boards in a row wins at once.'
    """
    rules = words.rules
    says = {axis: rules.axes[axis, value] for axis, value in variant.axes.items()}
    captured = (rules.capture, says["ownership"], marking)
    play = (
        *(rules.boards, rules.start, rules.send),
        words.space.join(filter(None, captured)),
        *(says["release"], says["free_move"]),
        *([rules.swap] if swap else []),
    )
    return Rules(play, (rules.win, words.space.join((says["ending"], says["tie_break"]))))


def tell_headline(
    words: GameWords, ending: str, winner: Player | None, to: Player | None = None
) -> str:
    """Who won, told to one of the players or to a watcher.

    >>> from ninefold.words import GAME_WORDS
    >>> [tell_headline(GAME_WORDS["en"], "time", "X", to) for to in ("X", "O", None)]
    ['You win!', 'You lose', 'X wins']
    """
    if ending in _CALLED_OFF:
        return words.called_off
    if winner is None:
        return words.draw
    if to is None:
        return words.wins.format(winner=winner)
    return words.you_win if to == winner else words.you_lose


def tell_ending(
    words: GameWords,
    ending: str,
    winner: Player | None,
    position: Position,
    to: Player | None = None,
) -> str:
    """Why the game is over, told to one of the players or to a watcher.

    >>> from ninefold.words import GAME_WORDS
    >>> start = Position.start()
    >>> [tell_ending(GAME_WORDS["en"], "resignation", "X", start, to) for to in ("O", None)]
    ['You resigned.', 'O resigned.']
    """
    said = words.endings[ending]
    if winner is None:
        return said.drawn or said.text
    own = "" if to is None else (said.winner if to == winner else said.loser)
    loser = other(winner)
    boards = position.outcome.boards if position.outcome else ()
    return (own or said.text).format(
        winner=winner,
        loser=loser,
        boards=" ".join(str(board + 1) for board in boards),
        more=position.owners.count(winner),
        fewer=position.owners.count(loser),
    )


def tell_result(
    words: GameWords,
    ending: str,
    winner: Player | None,
    position: Position,
    to: Player | None = None,
) -> str:
    """Who won and why, in one go.

    >>> from ninefold.words import GAME_WORDS
    >>> tell_result(GAME_WORDS["en"], "time", "X", Position.start())
    'X wins. O ran out of time.'
    """
    headline = tell_headline(words, ending, winner, to)
    stop = "" if headline[-1] in "!！" else words.stop
    return f"{headline}{stop}{words.space}{tell_ending(words, ending, winner, position, to)}"


def tell_remark(
    words: GameWords, code: str, board: int, opponent: Player, to: Player | None = None
) -> str:
    """What a move does; ``board`` is 0-8, and the opponent is addressed if they are told it.

    >>> from ninefold.words import GAME_WORDS
    >>> tell_remark(GAME_WORDS["en"], "allows-win", 0, "O", to="O")
    'But it lets you win at once.'
    """
    return words.remarks[code].format(board=board + 1, them=_them(words, opponent, to))


def tell_reason(
    words: GameWords, code: str, board: int, opponent: Player, to: Player | None = None
) -> str:
    """Why a move is worse than another, told as remarks are.

    >>> from ninefold.words import GAME_WORDS
    >>> tell_reason(GAME_WORDS["en"], "lets-capture", 4, "O")
    'It lets O capture board 5.'
    """
    return words.reasons[code].format(board=board + 1, them=_them(words, opponent, to))


def _them(words: GameWords, opponent: Player, to: Player | None) -> str:
    return words.you if to == opponent else words.they.format(player=opponent)
