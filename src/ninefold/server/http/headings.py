"""Headings: what a link tells of itself in chats and search engines, before any script runs.

Every address of the browser app gets a title, a description and a picture of its own in the head of
the response, in the reader's language; one that leads nowhere gets the status 404.
"""

from __future__ import annotations

from html import escape
from typing import Final
from urllib.parse import quote, unquote

from msgspec import Struct

from ninefold.rules.errors import BadInput
from ninefold.rules.squares import PLAYERS
from ninefold.rules.variants import VARIANTS, find_variant
from ninefold.server.http.heading_words import HEADING_WORDS, HeadingWords
from ninefold.server.play.game import LiveGame
from ninefold.server.play.hall import Hall
from ninefold.server.play.names import isolated
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal
from ninefold.words import GAME_WORDS, LANGUAGES, Language, find_language
from ninefold.words.telling import level_name, mode_line, mode_name, tell_ending, tell_headline

__all__ = ["Heading", "dressed", "game_heading", "heading_of", "language_of", "public_paths"]

#: Pages without anything in their address; those in ``_PUBLIC`` are for search engines too.
_PAGES: Final = ("", "games", "learn", "puzzles", "analysis", "review", "watch", "settings")
_PUBLIC: Final = ("", "learn", "puzzles", "analysis", "review", "watch")
#: What there is of a game: itself, and its review.
_GAME_PAGES: Final = ("", "review")
#: Pages about something that only the reader's own browser has.
_OWN: Final = ("play",)


class Heading(Struct, frozen=True):
    """What the head of a page tells; ``picture`` is an address within the API."""

    title: str
    description: str
    picture: str = "/picture.png"
    status: int = 200
    listed: bool = False  # whether search engines may show it


def language_of(asked: str | None, accepts: str) -> Language:
    """The reader's language: by the address, else the first that their browser asks for.

    >>> language_of(None, "fr, zh-TW;q=0.9, en;q=0.8"), language_of("en", "zh-TW")
    ('zh-Hant', 'en')
    """
    for tag in (asked or "", *(part.partition(";")[0].strip() for part in accepts.split(","))):
        try:
            return find_language(tag)
        except BadInput:
            continue
    return "en"


def public_paths() -> list[str]:
    """The addresses that search engines are told of."""
    return [*(f"/{page}" for page in _PUBLIC), *(f"/learn/{mode}" for mode in VARIANTS)]


async def heading_of(path: str, language: Language, hall: Hall) -> Heading:
    """The heading of the page at a path."""
    words = HEADING_WORDS[language]
    first, _, rest = path.strip("/").partition("/")
    game, _, page = rest.partition("/")
    if first == "game" and game and page in _GAME_PAGES:
        return await _of_game(unquote(game), language, hall)
    if first == "learn" and rest and "/" not in rest:
        return _of_mode(unquote(rest), language)
    if first in _OWN and rest:
        return Heading(words.title, words.about)
    if rest or first not in _PAGES:
        return Heading(words.missing, words.missing_text, status=404)
    title = f"{words.pages[first]} · Ninefold" if first in words.pages else words.title
    return Heading(title, words.texts.get(first, words.about), listed=first in _PUBLIC)


def _of_mode(mode: str, language: Language) -> Heading:
    words = HEADING_WORDS[language]
    try:
        variant = find_variant(mode)
    except BadInput:
        return Heading(words.missing, words.missing_text, status=404)
    told = GAME_WORDS[language]
    title = f"{mode_name(told, variant)} · {told.game}"
    return Heading(title, mode_line(told, variant), listed=mode in VARIANTS)


async def _of_game(game: str, language: Language, hall: Hall) -> Heading:
    words = HEADING_WORDS[language]
    try:
        live = await hall.look_at(game)
    except Refusal as refusal:
        missing = refusal.code == "no-such-game"
        return Heading(words.missing_game, words.missing_text, status=404 if missing else 503)
    return game_heading(live, language)


def game_heading(live: LiveGame, language: Language) -> Heading:
    """What is told of a game: an invitation, a game that goes on, or one that is over."""
    words, told = HEADING_WORDS[language], GAME_WORDS[language]
    mode = mode_name(told, live.position.variant)
    terms = f"{mode} · {_clock_text(live.settings.clock, words)}"
    name = quote(live.settings.id, safe="")
    picture = f"/games/{name}/picture.png?ply={live.ply}&now={live.state}"
    if live.state == "waiting":
        free = next(side for side in PLAYERS if live.seats[side] is None)
        host = next((seat.player.name for seat in live.seats.values() if seat), "")
        title = words.invites.format(name=isolated(host)) if host else words.invited
        return Heading(title, words.invitation.format(terms=terms, side=free), picture)
    names = [_name(live, side, language) for side in PLAYERS]
    title = words.between.format(x=names[0], o=names[1])
    if live.result is None:
        said = words.goes_on.format(terms=terms, count=live.ply, side=live.position.turn)
        return Heading(title, said, picture)
    ending, winner = live.result.ending, live.result.winner
    headline = tell_headline(told, ending, winner)
    reason = tell_ending(told, ending, winner, live.position)
    said = words.over.format(terms=terms, count=live.ply, reason=reason)
    return Heading(f"{title}: {headline}", said, picture)


def _name(live: LiveGame, side: m.Side, language: Language) -> str:
    seat = live.seats[side]
    words = HEADING_WORDS[language]
    if seat is not None and seat.level is not None:
        return words.computer.format(level=level_name(GAME_WORDS[language], seat.level))
    return isolated(seat.name if seat else "") or words.guest.format(side=side)


def _clock_text(clock: m.ClockSettings, words: HeadingWords) -> str:
    """A clock in as few signs as players write it."""
    match clock:
        case m.TimedClock(initial, increment):
            return f"{initial / 60:g}+{increment}"
        case m.DaysClock(days):
            return words.days.format(count=days)
        case _:
            return words.no_clock


def dressed(index: str, heading: Heading, language: Language, base: str, path: str) -> str:
    """The app's page with a heading in its head; ``base`` is the server's own address."""
    address = f"{base}/{quote(path.strip('/'))}"
    more = "&" if "?" in heading.picture else "?"
    picture = f"{base}{m.API}{heading.picture}{more}lang={language}"
    tags = [
        f"<title>{escape(heading.title)}</title>",
        *_metas("name", {"description": heading.description}),
        *_metas("name", {"twitter:card": "summary_large_image"}),
        *_metas(
            "property",
            {
                "og:site_name": "Ninefold",
                "og:type": "website",
                "og:title": heading.title,
                "og:description": heading.description,
                "og:url": address,
                "og:image": picture,
                "og:image:type": "image/png",
                "og:image:width": "1200",
                "og:image:height": "630",
                "og:locale": "zh_TW" if language == "zh-Hant" else "en_GB",
            },
        ),
        *(_alternates(address) if heading.listed else _metas("name", {"robots": "noindex"})),
    ]
    head = index.replace('<html lang="en">', f'<html lang="{language}">', 1)
    start, _, rest = head.partition("<!--heading-->")
    _, _, end = rest.partition("<!--/heading-->")
    return f"{start}{''.join(tags)}{end}"


def _metas(attribute: str, tags: dict[str, str]) -> list[str]:
    return [
        f'<meta {attribute}="{name}" content="{escape(text, quote=True)}">'
        for name, text in tags.items()
    ]


def _alternates(address: str) -> list[str]:
    """The same page in each language, for search engines."""
    link = '<link rel="alternate" hreflang="{tag}" href="{href}">'
    tags = [link.format(tag=tag, href=escape(f"{address}?lang={tag}")) for tag in LANGUAGES]
    return [*tags, link.format(tag="x-default", href=escape(address))]
