"""The terminal's sentences in Traditional Chinese."""

from __future__ import annotations

from typing import Final

from ninefold.terminal.words import Words
from ninefold.words import GAME_WORDS

__all__ = ["CHINESE"]

CHINESE: Final = Words(
    game=GAME_WORDS["zh-Hant"],
    level_about="{name}：{text}",
    rules_title="{mode}規則",
    rules_writing="著法先寫小盤再寫格子：13 是第 1 盤第 3 格。",
    anywhere="{player} 先下，可下任何一格。",
    held="{player} 必須下在第 {board} 盤。",
    free="{player} 自由落子：第 {boards} 盤。",
    played="{player} 下 {move}。",
    captured="{player} 佔領第 {board} 盤。",
    recaptured="{player} 從 {other} 手中奪走第 {board} 盤。",
    dead="第 {board} 盤填滿了，不屬於任何人。",
    sends="{move} 會把 {other} 送到第 {board} 盤。",
    sends_free="{move} 會讓 {other} 自由落子。",
    refused_over="棋局已結束：請悔棋或開新局。",
    refused_taken="{move} 已經有 {mark} 了。",
    refused_held="不能下 {move}：上一手把 {player} 送到第 {board} 盤。",
    refused_closed="不能下 {move}：第 {board} 盤已關閉，{owner}。",
    swap_or_key="或按 w 接手 X 的這一手。",
    swap_or_word="或輸入 swap 接手 X 的這一手，改執 X。",
    swap_by_friend="雙方換邊：先下的人改執 O。",
    swap_by_you="你接手 X 的這一手，改執 X。",
    swap_by_computer="電腦接手 X 的這一手：你改執 O。",
    swap_not_now="只有在可換邊的棋局，第一手之後才能接手。",
    plain_welcome="Ninefold {mode}。輸入著法如 13（第 1 盤第 3 格），或輸入 help。",
    plain_help="""\
13                 下第 1 盤第 3 格
undo, redo         悔棋、重做
hint               提示一手好棋
resign             認輸
switch             與電腦對調
swap               可換邊時，接手 X 的第一手
rematch            雙方對調，再下一局
board              顯示棋盤
board off          每手之後不再顯示；`board on` 恢復
look, look 5       用文字說明所有小盤，或第 5 盤
moves              目前的著法
rules              此模式的規則
new [MODE] [swap]  開新局：modern 現代、classic 經典、battle 爭奪、open 開放；swap 為可換邊
continue           繼續未完成的棋局
save FILE          把棋局寫入檔案
open FILE          繼續檔案中的棋局
quit               結束""",
    plain_unknown="「{text}」不是著法也不是指令：請輸入著法如 13，或輸入 help。",
    plain_thinking="電腦（{level}）執 {player}。",
    plain_goodbye="再見。",
    plain_end_of_input="輸入結束，共 {count} 手。",
    plain_board="第 {board} 盤：X 在 {x}；O 在 {o}；{state}。",
    plain_board_open="開放",
    plain_board_owned="由 {owner} 佔領",
    plain_board_dead="已填滿，不屬於任何人",
    plain_boards_on="每手之後顯示棋盤。",
    plain_boards_off="輸入 board 時才顯示棋盤。",
    nothing_to_undo="沒有可以悔的棋。",
    nothing_to_redo="沒有可以重做的棋。",
    undone="已悔棋。",
    redone="已重做。",
    hint="試試 {move}。",
    no_hint_now="棋局已結束，沒有提示。",
    new_game="{mode}新局。",
    rematch="再下一局{mode}：雙方對調。",
    rematch_not_now="棋局還沒結束：請繼續下，或先認輸。",
    saved="已存到 {file}。",
    opened="已開啟 {file}：{mode}，{count} 手。",
    opened_first="檔案裡有 {games} 局，這是第一局。",
    look_where="請指定小盤 1-9，例如 look 5；只輸入 look 則說明全部。",
    file_needed="請指定檔案：{command} FILE。",
    sides_switched="已與電腦對調。",
    sides_shared="雙方都在這個鍵盤下棋，不需要對調。",
    none="無",
    menu_mode="模式",
    menu_opponent="對手",
    menu_level="電腦強度",
    menu_side="你執",
    menu_clock="計時",
    menu_ties="無人連線時",
    menu_swap="換邊",
    opponent_friend="身旁的朋友",
    opponent_computer="電腦",
    side_x="X 先手",
    side_o="O 後手",
    side_either="隨機",
    clock_none="不計時",
    clock_minutes="{minutes} 分",
    clock_increment="{minutes} 分 + {seconds} 秒",
    ties_draw="和局",
    ties_boards="小盤多者勝",
    swap_off="不可換邊",
    swap_on="O 可以接手 X 的第一手",
    menu_start="開始",
    menu_resume="繼續{mode}，第 {count} 手",
    key_resume="繼續",
    menu_open="開啟棋局",
    key_choose="選擇",
    key_move="移動",
    key_play="落子",
    key_undo="悔棋",
    key_redo="重做",
    key_hint="提示",
    key_evaluate="評估",
    key_switch="對調",
    key_swap="接手",
    key_resign="認輸",
    key_rematch="再下一局",
    key_new="新局",
    key_save="儲存",
    key_open="開啟",
    key_theme="深淺色",
    key_language="English",
    key_help="說明",
    key_quit="離開",
    key_step="逐手",
    key_ends="開頭、結尾",
    key_next_game="下一局",
    key_play_on="從此處接著下",
    key_review="覆盤",
    key_next_fault="下一個失誤",
    person="玩家",
    you="你",
    moves_title="著法",
    evaluation_title="評估",
    thinking="電腦思考中…",
    judging="評估中…",
    digit="第 {board} 盤：再輸入格子 1-9。",
    score_chance="{player} {percent} %",
    score_wins="{player} 必勝",
    score_wins_in="{player} {count} 手內勝",
    score_draw="和局",
    hint_why="試試 {move}：{score}。",
    resign_question="{player} 要認輸嗎？",
    yes="認輸",
    no="繼續下",
    too_small="此視窗為 {width} x {height} 字元，Ninefold 需要 {least_width} x {least_height}。"
    "請放大視窗，或執行 `ninefold play --plain`。",
    not_saved="無法儲存棋局：{problem}",
    dialog_keys="Enter 確定，Esc 返回",
    save_title="把這盤棋存成棋譜",
    save_place="檔名",
    file_exists="{file} 已存在，不會覆寫：請換個檔名。",
    open_title="開啟棋局",
    open_place="棋譜檔名",
    open_none="尚無已存的棋局。",
    open_moves="第 {count} 手",
    open_won="{winner} 獲勝",
    open_drawn="和局",
    open_broken="無法讀取",
    replay_status="{mode} · 第 {ply} 手，共 {count} 手",
    replay_status_of="{mode} · 第 {game} 局，共 {games} 局 · 第 {ply} 手，共 {count} 手",
    replay_start="開局。",
    review_progress="覆盤中：第 {done} 手，共 {count} 手…",
    review_none="雙方都沒有失誤。",
    review_accuracy="{player} 準確度 {percent}",
    review_better="更好的下法：{line}。",
    review_inaccuracy="小失誤。",
    review_mistake="失誤。",
    review_blunder="大失誤。",
    help_keys_title="鍵盤操作",
    help_keys="""\
方向鍵或 h j k l   移動游標
Enter 或空白鍵      落子
1 到 9，按兩次     先小盤後格子：1 3 即 13
Tab                 下一個可下的格子
滑鼠                指向預覽，點擊落子
u, r                悔棋、重做
t                   提示
e                   評估與最佳著法
x                   與電腦對調
w                   接手 X 的第一手（可換邊時）
g                   認輸
m                   棋局結束後，雙方對調再下一局
n, s, o             新局、儲存、開啟
d, z                深淺色、語言
Ctrl+P              所有指令
q 或 Ctrl+Q         離開；棋局會保留""",
    help_close="Esc 關閉",
    after_game="按 m 再下一局，n 開新局，u 悔棋，s 儲存。",
    plain_game="第 {game} 局，共 {games} 局；用 --game N 選擇其他局。",
    plain_resume="有一盤{mode}還沒下完，第 {count} 手：輸入 continue 繼續。",
    plain_no_resume="沒有未完成的棋局。",
    puzzle_title="{mode} · {kind} · {band} · {name}",
    puzzle_daily="今天的謎題。",
    puzzle_moves_one="要找出 1 手。",
    puzzle_moves="要找出 {count} 手。",
    puzzle_help="輸入一手（例如 55）、`hint` 提示、`solution` 解答、`next` 下一題或 `quit` 離開。",
    puzzle_right="正確。{player} 應 {reply}。",
    puzzle_solved="解開了！",
    puzzle_wrong="{move} 不行：{line}。",
    puzzle_ends="{move} 不行。",
    puzzle_hint="這一手在第 {board} 盤。",
    puzzle_hint_two="是 {one} 或 {two}。",
    puzzle_solution="解答：{line}。",
    puzzle_streak="連續答對：{streak} 題，最佳紀錄：{best} 題。",
    puzzle_days="每日一題，連續天數：{days}。",
    puzzle_none="沒有符合的謎題了：不是都已解開，就是這個模式沒有這一類。",
)
