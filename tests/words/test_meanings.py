"""Each sentence says what its key means: of two that are exchanged neither would be true.

What keys have in common is told by the same word, which stands in their sentences and in no others.
"""

from __future__ import annotations

import re

import pytest

from ninefold.drawing.sheet_words import SHEET_WORDS
from ninefold.words import GAME_WORDS, GameWords

EN, ZH = GAME_WORDS["en"], GAME_WORDS["zh-Hant"]


def told(words: GameWords) -> dict[str, str]:
    """Remarks and reasons, which have no key in common."""
    return {**words.remarks, **words.reasons}


@pytest.mark.parametrize(
    ("english", "chinese", "codes"),
    [
        ("over", "奪走", "steals-board lets-steal misses-steal"),
        (
            "capture",
            "佔領",
            "captures-board threatens-board sends-to-captured sends-to-quiet allows-capture "
            "lets-capture misses-capture",
        ),
        ("threaten", "威脅", "threatens-game threatens-two-lines threatens-board lets-threaten"),
        (
            "win",
            "勝|贏",
            "wins-game stops-game threatens-game allows-win lets-win misses-win lets-threaten",
        ),
        ("win at once", "立刻", "allows-win misses-win"),
        (
            "free move",
            "自由落子",
            "sends-to-full sends-to-captured gives-free-choice gives-free-move",
        ),
        ("misses", "錯過", "misses-win misses-steal misses-capture"),
        (
            "lets|gives",
            "讓",
            "allows-win allows-capture lets-win lets-steal lets-capture lets-threaten "
            "gives-free-choice gives-free-move",
        ),
        ("But", "但", "gives-free-choice allows-win allows-capture"),
        ("row", "連線|雙重", "stops-line threatens-two-lines misses-block"),
        ("blocks|leaves", "擋", "stops-line misses-block"),
        ("leaves", "沒擋住", "misses-block"),
        ("sends", "送", "sends-to-full sends-to-captured sends-to-quiet sends-back sends-badly"),
        ("full", "填滿", "sends-to-full"),
        ("nothing", "佔領不了", "sends-to-quiet"),
        ("back", "送回", "sends-back"),
        ("wrong", "錯了", "sends-badly"),
        ("keeps", "阻止", "stops-game"),
        ("two", "雙重", "threatens-two-lines"),
        ("only", "唯一", "only-move"),
        ("centre", "中央", "takes-centre"),
    ],
)
def test_remarks_and_reasons_say_what_their_codes_mean(
    english: str, chinese: str, codes: str
) -> None:
    for words, pattern in ((EN, english), (ZH, chinese)):
        found = {code for code, text in told(words).items() if re.search(pattern, text)}
        assert found == set(codes.split())


@pytest.mark.parametrize(
    ("ending", "english", "chinese"),
    [
        ("line", "Three boards", "連成一線"),
        ("draw", "Nobody has", "沒有人連成三個小盤。"),
        ("tie-break", "owns? more", "較多"),
        ("resignation", "resigned", "認輸"),
        ("time", "time", "時間"),
        ("agreement", "agreed", "同意"),
        ("abandoned", "left", "離開"),
        ("proven", "proven", "證明"),
        ("crash", "crashed", "當掉"),
        ("illegal", "illegal", "不合規則"),
        ("error", "failed", "出錯"),
        ("aborted", "before it began", "開始前取消"),
        ("expired", "joined", "加入"),
        ("unknown", "record", "紀錄"),
    ],
)
def test_endings_say_how_a_game_ended_to_everybody(ending: str, english: str, chinese: str) -> None:
    for words, pattern, you in ((EN, english, "[Yy]ou "), (ZH, chinese, "你")):
        said = words.endings[ending]
        versions = [text for text in (said.text, said.winner, said.loser, said.drawn) if text]
        assert all(re.search(pattern, text) for text in versions)
        assert not re.search(you, said.text + said.drawn)
        assert all(re.search(you, text) for text in (said.winner, said.loser) if text)


AXES = [
    ("ownership", "first", "for good", "不再改變"),
    ("ownership", "latest", "takes it over", "奪走它"),
    ("release", "decided", "captured or full\\?", "已佔領或已填滿"),
    ("release", "full", "still holds you", "仍然要下"),
    ("free_move", "undecided", "neither captured nor full", "未被佔領、也未填滿"),
    ("free_move", "unfilled", "any empty square", "任何空格"),
    ("ending", "decided", "every board", "所有小盤"),
    ("ending", "full", "81 squares", "81 格"),
    ("tie_break", "draw", "^It is then a draw", "^這時算和局"),
    ("tie_break", "boards", "more boards", "較多"),
]


@pytest.mark.parametrize(("axis", "value", "english", "chinese"), AXES)
def test_each_value_of_an_axis_has_its_own_rule(
    axis: str, value: str, english: str, chinese: str
) -> None:
    for words, pattern in ((EN, english), (ZH, chinese)):
        said = words.rules.axes
        assert [key for key in said if re.search(pattern, said[key])] == [(axis, value)]


TRAITS = [
    ("closes", "is closed", "關閉", "large over it", "大大的", "closed board", "關閉"),
    ("holds", "sent back", "送回", "at its corner:", "小小的", "nothing can be won", "再也沒有"),
    ("changes-hands", "new row", "易主", "cross out", "劃掉", "only when it is full", "真正屬於"),
    (
        "opens",
        "any empty square",
        "任何空格",
        "at its corner:",
        "小小的",
        "into a captured",
        "下在已",
    ),
]


@pytest.mark.parametrize(("trait", "line", "zh_line", "mark", "zh_mark", "tip", "zh_tip"), TRAITS)
def test_what_is_said_of_a_trait_is_true_of_it(
    trait: str, line: str, zh_line: str, mark: str, zh_mark: str, tip: str, zh_tip: str
) -> None:
    for language, in_line, in_mark, in_tip in (
        ("en", line, mark, tip),
        ("zh-Hant", zh_line, zh_mark, zh_tip),
    ):
        words = SHEET_WORDS[language]  # type: ignore[index]  # the two languages
        assert in_line in words.game.lines[trait]
        assert in_mark in words.markings[trait]  # type: ignore[index]  # the four traits
        assert in_tip in words.mode_tips[trait]  # type: ignore[index]


def test_names_are_those_of_what_they_name() -> None:
    assert EN.modes == {name: name.capitalize() for name in EN.modes}
    assert list(ZH.modes.items()) == [
        *(("modern", "現代"), ("classic", "經典"), ("battle", "爭奪"), ("open", "開放"))
    ]
    english, chinese = (
        ", ".join(level.name for level in words.levels.values()) for words in (EN, ZH)
    )
    assert english == "First game, Beginner, Casual, Keen, Skilled, Expert, Master, Full strength"
    assert chinese == "入門, 新手, 休閒, 進階, 熟練, 專家, 大師, 全力"
    assert EN.puzzles.bands == {name: name.capitalize() for name in EN.puzzles.bands}
    assert ZH.puzzles.bands == {"easy": "簡單", "medium": "中等", "hard": "困難"}


@pytest.mark.parametrize(
    ("kind", "english", "chinese"),
    [
        ("win", "Win", "拿下"),
        ("capture", "Capture", "逼出"),
        ("steal", "Steal", "奪盤"),
        ("only-move", "only", "只此"),
        ("save-draw", "draw", "和局"),
        ("safe-send", "safe", "安全"),
    ],
)
def test_kinds_of_puzzles_are_called_what_they_are(kind: str, english: str, chinese: str) -> None:
    for words, pattern in ((EN, english), (ZH, chinese)):
        kinds = words.puzzles.kinds
        assert [each for each in kinds if pattern in kinds[each]] == [kind]
    assert ("win" in EN.puzzles.tasks["win"], "draw" in EN.puzzles.tasks["draw"]) == (True, True)
    assert ("取勝" in ZH.puzzles.tasks["win"], "和局" in ZH.puzzles.tasks["draw"]) == (True, True)


@pytest.mark.parametrize(
    ("caption", "english", "chinese"),
    [
        ("picture_sends", "X has played 13", "X 下 13"),
        ("picture_closed", "It is closed", "它已關閉"),
        ("picture_free", "any empty square", "任何空格"),
        ("picture_held", "there all the same", "還是得下在裡面"),
        ("picture_recaptured", "was X's", "原屬 X"),
        ("picture_won", "X has won", "X 獲勝"),
    ],
)
def test_captions_say_what_their_pictures_show(caption: str, english: str, chinese: str) -> None:
    for language, said in (("en", english), ("zh-Hant", chinese)):
        assert said in getattr(SHEET_WORDS[language], caption)  # type: ignore[index]
