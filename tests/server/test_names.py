"""Names: what is left of one, which are refused; and what is public of a visitor."""

from __future__ import annotations

import unicodedata

import pytest

from ninefold.server.play.names import clean_name, isolated
from ninefold.server.play.visitors import (
    Visitor,
    digest_of,
    identity_of,
    is_old_secret,
    is_sealed,
    new_id,
    new_secret,
    new_token,
    topic_of,
)
from ninefold.server.wire.refusal import Refusal


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("", ""),
        ("   ", ""),
        (" Ann  B. ", "Ann B."),
        ("Ann\tB\nC\r\u2028D\u2029E\xa0F\u3000G", "Ann B C D E F G"),
        ("A\u200bn\u2060n\ufeff\u202e", "Ann"),
        ("e\u0301", "é"),
        ("\u200cAnn\u200d", "Ann"),
        ("A\u200dB", "AB"),
        ("\u06a9\u200c\u0644", "\u06a9\u200c\u0644"),
        ("\u0644\u200cA", "\u0644A"),
        ("A\u200c\u0644", "A\u0644"),
        ("\U0001f468\u200d\U0001f469", "\U0001f468\u200d\U0001f469"),
        ("\U0001f3f3\ufe0f\u200d\U0001f308", "\U0001f3f3\ufe0f\u200d\U0001f308"),
        ("\U0001f469\U0001f3fd\u200d\U0001f680", "\U0001f469\U0001f3fd\u200d\U0001f680"),
        ("\U0001f468\u200dA", "\U0001f468A"),
        ("A\u200d\U0001f469", "A\U0001f469"),
        ("⭐", "⭐"),
        ("7", "7"),
        ("A\u0336\u0337\u0338", "A\u0336\u0337\u0338"),
        ("A\u0336\u0337\u0338B\u0336\u0337\u0338", "A\u0336\u0337\u0338B\u0336\u0337\u0338"),
        ("Computerphile", "Computerphile"),
        ("My computer", "My computer"),
        ("Ann Ninefold", "Ann Ninefold"),
        ("ninefolder", "ninefolder"),
    ],
)
def test_what_is_left_of_a_name_is_what_shows(name, shown):
    assert clean_name(name) == unicodedata.normalize("NFC", shown)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("\u3164", "seen"),
        ("\u115f\u1160 \u2800\uffa0\u17b4\u17b5", "seen"),
        ("\u0301", "seen"),
        ("A\u0336\u0337\u0338\u0335", "marks"),
        ("AB\u0489\u0489\u0489\u0489C", "marks"),
        ("computer", "computer's"),
        ("COMPUTER", "computer's"),
        ("Computer (keen)", "computer's"),
        ("computer keen", "computer's"),
        ("ninefold", "computer's"),
        ("N i n e-f o l d", "computer's"),
        ("n1nefold", None),
        ("c0mputer", "computer's"),
        ("Сomputer", "computer's"),
        ("соmрutеr", "computer's"),
        ("ninefοld", "computer's"),
        ("ｎｉｎｅｆｏｌｄ", "computer's"),
        ("Cómpüter", "computer's"),
        ("com\u3164puter", "computer's"),
        ("電腦", "computer's"),
        ("电脑", "computer's"),
        ("電腦（進階）", "computer's"),
        ("com_puter", "computer's"),
    ],
)
def test_a_name_that_nobody_sees_or_that_is_the_computers_is_refused(name, why):
    if why is None:
        assert clean_name(name) == name
        return
    with pytest.raises(Refusal, match=f"{why}.*choose another") as caught:
        clean_name(name)
    assert caught.value.code == "bad-name"


@pytest.mark.parametrize(
    ("name", "turned"),
    [
        ("Ann", False),
        ("", False),
        ("דנה", True),
        ("علي", True),
        ("Ann דנה", True),
        ("Ω 林 7", False),
    ],
)
def test_a_name_from_right_to_left_is_kept_apart(name, turned):
    assert isolated(name) == (f"\u2068{name}\u2069" if turned else name)


# Visitors


def test_a_secret_is_ours_if_it_has_our_seal():
    ours, other = b"seal", b"other"
    secret = new_secret(ours)
    assert is_sealed(secret, ours)
    assert not is_sealed(secret, other)
    text, _, mac = secret.partition(".")
    for forged in (
        "",
        text,
        f"{text}.",
        f".{mac}",
        f"{text}x.{mac}",
        f"{secret}=",
        f"{text}.{mac[::-1]}",
        "ä",
    ):
        assert not is_sealed(forged, ours)
    assert new_secret(ours) != secret
    assert not is_old_secret(secret)
    for known, is_old in ((text, True), (text[:-1], False), (text + "a", False), ("ä" * 43, False)):
        assert is_old_secret(known) == is_old


def test_what_is_public_of_a_visitor_follows_from_the_key_and_says_nothing_of_it():
    ann, bot = Visitor(digest_of("a"), "Ann"), Visitor(digest_of("a"), "Ann", "bot", "t1")
    assert ann.id == bot.id != Visitor(digest_of("b")).id
    assert len(ann.id) == 12
    assert ann.key not in ann.id
    assert (ann.me.id, ann.me.name) == (ann.id, "Ann")
    assert (bot.player.id, bot.player.name, bot.player.kind) == (ann.id, "Ann", "bot")
    assert (ann.identity, bot.identity) == (identity_of(ann.key), identity_of("t1"))
    assert topic_of("k") != identity_of("k")
    assert ann.scopes == {"play", "read"}


def test_names_of_games_and_secrets_of_bots_are_not_to_be_guessed():
    ids = {new_id() for _ in range(200)}
    assert len(ids) == 200
    assert {len(one) for one in ids} == {10}
    assert not set("".join(ids)) & set("aeiou01l")
    assert len(new_id(4)) == 4
    tokens = {new_token() for _ in range(20)}
    assert len(tokens) == 20
    assert all(token.startswith("ninefold_") and len(token) > 40 for token in tokens)
