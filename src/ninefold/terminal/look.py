"""Look: how the screens speak and what they are drawn with; shared by all of them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from ninefold.terminal.glyphs import UNICODE, Glyphs, glyphs_for
from ninefold.terminal.palette import MONO, PALETTES, Palette
from ninefold.terminal.say import WORDS
from ninefold.terminal.words import Words
from ninefold.words import LANGUAGES, Language, preferred_language

__all__ = ["Look"]


@dataclass
class Look:
    """A language, a set of characters and a palette; screens ask it anew for each drawing."""

    language: Language = "en"
    glyphs: Glyphs = UNICODE
    shade: str = "dark"
    colour: bool = True

    @classmethod
    def from_environment(
        cls, language: Language | None = None, environment: Mapping[str, str] = os.environ
    ) -> Look:
        """What the environment asks for; Chinese needs more than ASCII, so it is English there."""
        glyphs = glyphs_for(environment)
        asked = language or preferred_language(environment)
        return cls(
            language=asked if glyphs.unicode else "en",
            glyphs=glyphs,
            colour=not environment.get("NO_COLOR"),
        )

    @property
    def words(self) -> Words:
        """The sentences of the language in use."""
        return WORDS[self.language]

    @property
    def palette(self) -> Palette:
        """The colours in use."""
        return PALETTES[self.shade] if self.colour else MONO

    def next_language(self) -> None:
        """Speak the next language, if the terminal can show it."""
        if self.glyphs.unicode:
            at = LANGUAGES.index(self.language)
            self.language = LANGUAGES[(at + 1) % len(LANGUAGES)]

    def next_shade(self) -> None:
        """Go from dark to light, or back."""
        self.shade = {"dark": "light", "light": "dark"}[self.shade]
