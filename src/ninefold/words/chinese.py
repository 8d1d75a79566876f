"""What is said of the game in Traditional Chinese, as it is written in Taiwan."""

from __future__ import annotations

from typing import Final

from ninefold.words.catalogue import EndingWords, GameWords, LevelWords, PuzzleWords, RuleWords

__all__ = ["CHINESE"]

_RULES: Final = RuleWords(
    goal="擁有連成一線的三個小盤：橫、直、斜都算。",
    boards="九個小盤組成一個大盤。小盤與小盤裡的格子都依閱讀順序編號 1 到 9："
    "1 在左上，5 在正中，9 在右下。",
    start="X 先下，81 格任選一格。之後雙方輪流，不能跳過。",
    send="你下在小盤的哪個位置，對手就得去大盤上同一位置的小盤：你下第 3 格，對手就得下在第 3 盤。",
    capture="在小盤上三子連線就佔領它。",
    axes={
        ("ownership", "first"): "之後擁有者不再改變。",
        ("ownership", "latest"): "但領地並不安全：對手之後在同一小盤連成新的一線，就能奪走它。",
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
    win="先擁有連成一線的三個小盤，立刻獲勝。",
    swap="換邊：X 下第一手後，O 可以接手這一手，雙方換邊。",
)

CHINESE: Final = GameWords(
    game="超級井字遊戲",
    modes={"modern": "現代", "classic": "經典", "battle": "爭奪", "open": "開放"},
    changed_mode="{mode}（變體）",
    lines={
        "closes": "小盤一被佔領就關閉。最容易上手，也是最常見的玩法。",
        "holds": "被佔領的小盤仍可落子，你還會被送回去。",
        "changes-hands": "沒有永遠的領地：對手再連成一線，小盤就易主。",
        "opens": "自由落子可下任何空格，被佔領的小盤也行。",
    },
    known_win="X 只要下法完美就必勝。可換邊才公平：O 可以接手 X 的第一手。",
    rules=_RULES,
    you_win="你贏了！",
    you_lose="你輸了",
    wins="{winner} 獲勝",
    draw="和局",
    called_off="已取消",
    endings={
        "line": EndingWords(text="三個小盤連成一線：第 {boards} 盤。"),
        "draw": EndingWords(text="沒有人連成三個小盤。"),
        "tie-break": EndingWords(
            text="沒有人連成三個小盤，但 {winner} 的小盤較多，{more} 比 {fewer}。",
            winner="沒有人連成三個小盤，但你的小盤較多，{more} 比 {fewer}。",
        ),
        "resignation": EndingWords(text="{loser} 認輸。", loser="你認輸了。"),
        "time": EndingWords(text="{loser} 時間用完。", loser="你的時間用完了。"),
        "agreement": EndingWords(text="雙方同意和局。"),
        "abandoned": EndingWords(
            text="{loser} 離開了棋局。",
            loser="你離開了棋局。",
            drawn="有一方離開了棋局。",
        ),
        "proven": EndingWords(text="已證明 {winner} 必勝。"),
        "crash": EndingWords(text="{loser} 的程式當掉了。"),
        "illegal": EndingWords(text="{loser} 下了不合規則的一手。"),
        "error": EndingWords(text="{loser} 的程式出錯了。"),
        "aborted": EndingWords(text="棋局在開始前取消了。"),
        "expired": EndingWords(text="沒有人及時加入。"),
        "unknown": EndingWords(text="紀錄沒有說明棋局如何結束。"),
    },
    levels={
        "first-game": LevelWords("入門", "剛學會規則。"),
        "beginner": LevelWords("新手", "常漏看眼前的連線。"),
        "casual": LevelWords("休閒", "看到什麼就下什麼，想得不遠。"),
        "keen": LevelWords("進階", "會往前想幾手。"),
        "skilled": LevelWords("熟練", "有計畫，很少失誤。"),
        "expert": LevelWords("專家", "幾乎能看穿所有陷阱。"),
        "master": LevelWords("大師", "贏它一局都很難。"),
        "full": LevelWords("全力", "毫無保留。祝你好運。"),
    },
    remarks={
        "wins-game": "這手贏得棋局。",
        "stops-game": "阻止{them}在第 {board} 盤取勝。",
        "steals-board": "奪走第 {board} 盤。",
        "captures-board": "佔領第 {board} 盤。",
        "threatens-game": "威脅取勝。",
        "stops-line": "擋住第 {board} 盤的連線。",
        "threatens-two-lines": "在第 {board} 盤形成雙重威脅。",
        "threatens-board": "威脅佔領第 {board} 盤。",
        "only-move": "這是唯一能下的一手。",
        "sends-to-full": "把{them}送到已填滿的第 {board} 盤：可自由落子。",
        "sends-to-captured": "把{them}送到已被佔領的第 {board} 盤：可自由落子。",
        "gives-free-choice": "但讓{them}自由落子。",
        "sends-to-quiet": "把{them}送到第 {board} 盤，在那裡暫時佔領不了小盤。",
        "sends-back": "把{them}送回同一個小盤。",
        "allows-win": "但讓{them}能立刻獲勝。",
        "allows-capture": "但讓{them}能佔領一個小盤。",
        "takes-centre": "佔住第 {board} 盤的中央。",
    },
    reasons={
        "lets-win": "讓{them}在第 {board} 盤直接獲勝。",
        "misses-win": "錯過在第 {board} 盤立刻獲勝的機會。",
        "lets-steal": "讓{them}奪走第 {board} 盤。",
        "lets-capture": "讓{them}佔領第 {board} 盤。",
        "misses-steal": "錯過奪走第 {board} 盤的機會。",
        "misses-capture": "錯過佔領第 {board} 盤的機會。",
        "misses-block": "沒擋住{them}在第 {board} 盤的連線。",
        "lets-threaten": "讓{them}形成取勝的威脅。",
        "gives-free-move": "讓{them}可以自由落子。",
        "sends-badly": "把{them}送錯了地方：第 {board} 盤。",
    },
    puzzles=PuzzleWords(
        kinds={
            "win": "拿下這一局",
            "capture": "逼出一盤",
            "steal": "奪盤並守住",
            "only-move": "只此一手",
            "save-draw": "守住和局",
            "safe-send": "安全的去處",
        },
        tasks={
            "win": "輪到 {player}：找出取勝的下法。",
            "draw": "輪到 {player}：守住和局。",
        },
        bands={
            "easy": "簡單",
            "medium": "中等",
            "hard": "困難",
        },
    ),
    you="你",
    they=" {player} ",
    stop="。",
    space="",
)
