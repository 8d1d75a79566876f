// Written by `make types` from src/ninefold/opponents.py: edit that instead.

export const en = {
  "level.first-game": "First game",
  "level.first-game.text": "Has only just learned the rules.",
  "level.beginner": "Beginner",
  "level.beginner.text": "Misses lines that are right there.",
  "level.casual": "Casual",
  "level.casual.text": "Takes what it sees, and does not look far.",
  "level.keen": "Keen",
  "level.keen.text": "Looks a few moves ahead.",
  "level.skilled": "Skilled",
  "level.skilled.text": "Plans, and seldom slips.",
  "level.expert": "Expert",
  "level.expert.text": "Finds nearly every trap.",
  "level.master": "Master",
  "level.master.text": "Hard to beat even once.",
  "level.full": "Full strength",
  "level.full.text": "All it has. Good luck."
};

export const zh = {
  "level.first-game": "第一局",
  "level.first-game.text": "剛學會規則。",
  "level.beginner": "新手",
  "level.beginner.text": "常漏看眼前的連線。",
  "level.casual": "休閒",
  "level.casual.text": "看到什麼就下什麼，想得不遠。",
  "level.keen": "認真",
  "level.keen.text": "會往前想幾手。",
  "level.skilled": "熟練",
  "level.skilled.text": "有計畫，很少失誤。",
  "level.expert": "專家",
  "level.expert.text": "幾乎能看穿所有陷阱。",
  "level.master": "大師",
  "level.master.text": "贏它一局都很難。",
  "level.full": "全力",
  "level.full.text": "毫無保留。祝你好運。"
};
