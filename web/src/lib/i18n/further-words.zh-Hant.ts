// Written by `make types` from src/ninefold/words/chinese.py: edit that instead.

export const words = {
  "reason.lets-win": "讓{them}在第 {board} 盤直接獲勝。",
  "reason.misses-win": "錯過在第 {board} 盤立刻獲勝的機會。",
  "reason.lets-steal": "讓{them}奪走第 {board} 盤。",
  "reason.lets-capture": "讓{them}佔領第 {board} 盤。",
  "reason.misses-steal": "錯過奪走第 {board} 盤的機會。",
  "reason.misses-capture": "錯過佔領第 {board} 盤的機會。",
  "reason.misses-block": "沒擋住{them}在第 {board} 盤的連線。",
  "reason.lets-threaten": "讓{them}形成取勝的威脅。",
  "reason.gives-free-move": "讓{them}可以自由落子。",
  "reason.sends-badly": "把{them}送錯了地方：第 {board} 盤。",
  "puzzle.kind.win": "拿下這一局",
  "puzzle.kind.capture": "逼出一盤",
  "puzzle.kind.steal": "奪盤並守住",
  "puzzle.kind.only-move": "只此一手",
  "puzzle.kind.save-draw": "守住和局",
  "puzzle.kind.safe-send": "安全的去處",
  "puzzle.task.win": "輪到 {player}：找出取勝的下法。",
  "puzzle.task.draw": "輪到 {player}：守住和局。",
  "puzzle.band.easy": "簡單",
  "puzzle.band.medium": "中等",
  "puzzle.band.hard": "困難"
} as const;
