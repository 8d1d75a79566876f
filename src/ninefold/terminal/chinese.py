"""The terminal's sentences in Traditional Chinese."""

from __future__ import annotations

from typing import Final

from ninefold.terminal.words import Words

__all__ = ["CHINESE"]

CHINESE: Final = Words(
    modes={"modern": "現代", "classic": "經典", "battle": "爭奪", "open": "開放"},
    blurbs={
        "modern": ("小盤被佔領或填滿就關閉。", "被送到關閉的小盤時,可任選一個開放的小盤。"),
        "classic": ("被佔領的小盤在填滿前仍可下,", "你可能被送進去;擁有者不再改變。"),
        "battle": ("小盤可以奪回:屬於最後連成線的人。", "小盤填滿之前,你都得留在裡面下。"),
        "open": ("被送到已佔領或填滿的小盤時,", "可下在任何空格。小盤的擁有者不變。"),
    },
    axes={
        ("release", "decided"): "如果那個小盤已被佔領或填滿,對手改為自由落子。",
        ("release", "full"): "只有那個小盤填滿時,對手才改為自由落子;"
        "已被佔領但還有空格的小盤仍要下。",
        ("free_move", "undecided"): "自由落子可下在任何未被佔領也未填滿的小盤。",
        ("free_move", "unfilled"): "自由落子可下在任何空格,包括已被佔領的小盤。",
        ("ownership", "first"): "在小盤上三子連線就佔領它,之後擁有者不再改變。",
        ("ownership", "latest"): "在小盤上三子連線就佔領它;對手之後連線可以奪走。",
        ("ending", "decided"): "若無人連成三個小盤,所有小盤都被佔領或填滿時結束。",
        ("ending", "full"): "若無人連成三個小盤,81 格全部填滿時結束。",
        ("tie_break", "draw"): "這樣的棋局為和局。",
        ("tie_break", "boards"): "此時擁有較多小盤的一方獲勝;相同則為和局。",
    },
    rules_title="{mode}規則",
    rules_shared=(
        "九個小盤組成一個大盤。小盤與格子都由左至右、由上至下編號 1 到 9。",
        "X 先下,可下任何一格。著法先寫小盤再寫格子:13 是第 1 盤第 3 格。",
        "你下的格子決定對手要去的小盤:下 13 之後,對手必須下在第 3 盤。",
        "三個被佔領的小盤連成一線,立刻獲勝。",
    ),
    anywhere="{player} 先下,可下任何一格。",
    held="{player} 必須下在第 {board} 盤。",
    free="{player} 自由落子:第 {boards} 盤。",
    played="{player} 下 {move}。",
    captured="{player} 佔領第 {board} 盤。",
    recaptured="{player} 從 {other} 手中奪走第 {board} 盤。",
    dead="第 {board} 盤填滿了,不屬於任何人。",
    sends="{move} 會把 {other} 送到第 {board} 盤。",
    sends_free="{move} 會讓 {other} 自由落子。",
    refused_over="棋局已結束:請悔棋或開新局。",
    refused_taken="{move} 已有棋子:{mark}。",
    refused_held="不能下 {move}:上一手把 {player} 送到第 {board} 盤。",
    refused_closed="不能下 {move}:第 {board} 盤已關閉,{owner}。",
    won_line="{winner} 獲勝:第 {boards} 盤連成一線。",
    won_tie_break="{winner} 以較多的小盤獲勝,{more} 比 {fewer}。",
    won_resignation="{winner} 獲勝:{loser} 認輸。",
    won_time="{winner} 獲勝:{loser} 時間用完。",
    agreed="雙方同意和局。",
    drawn="和局:沒有人能再連成三個小盤。",
    plain_welcome="Ninefold {mode}。輸入著法如 13(第 1 盤第 3 格),或輸入 help。",
    plain_help="""\
13          下第 1 盤第 3 格
undo, redo  悔棋、重下
hint        提示一手好棋
resign      認輸
switch      與對手交換
board       顯示棋盤;`board off` 與 `board on` 決定每手之後是否顯示
look, look 5  用文字說明所有小盤,或第 5 盤
moves       目前的著法
rules       此模式的規則
new [MODE]  開新局:modern 現代、classic 經典、battle 爭奪、open 開放
save FILE   把棋局寫入檔案
open FILE   繼續檔案中的棋局
quit        結束""",
    plain_unknown="「{text}」不是著法也不是指令:請輸入著法如 13,或輸入 help。",
    plain_thinking="電腦({level})執 {player}。",
    plain_goodbye="再見。",
    plain_end_of_input="輸入結束,共 {count} 手。",
    plain_board="第 {board} 盤:X 在 {x};O 在 {o};{state}。",
    plain_board_open="開放",
    plain_board_owned="由 {owner} 佔領",
    plain_board_dead="已填滿,不屬於任何人",
    plain_boards_on="每手之後顯示棋盤。",
    plain_boards_off="輸入 board 時才顯示棋盤。",
    nothing_to_undo="沒有可以悔的棋。",
    nothing_to_redo="沒有可以重下的棋。",
    undone="已悔棋。",
    redone="已重下。",
    hint="試試 {move}。",
    no_hint_now="棋局已結束,沒有提示。",
    new_game="{mode}新局。",
    saved="已存到 {file}。",
    opened="已開啟 {file}:{mode},{count} 手。",
    file_needed="請指定檔案:{command} FILE。",
    sides_switched="已交換。",
    none="無",
)
