BEGIN TRANSACTION;
CREATE TABLE facts (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO "facts" VALUES('alive',1794988386784);
INSERT INTO "facts" VALUES('up',302);
CREATE TABLE games (
      id TEXT PRIMARY KEY,
      settings TEXT NOT NULL,       -- JSON of entries.Settings, never changed
      state TEXT NOT NULL,          -- these four follow from the log and are an index on it
      x TEXT, o TEXT,
      updated_at INTEGER NOT NULL
    , listed INTEGER NOT NULL DEFAULT 0, solo INTEGER NOT NULL DEFAULT 0, up INTEGER) WITHOUT ROWID;
INSERT INTO "games" VALUES('7xjtjn5crn','{"id":"7xjtjn5crn","created_at":1794988386516,"mode":"open","opponent":"computer","tie_break":"draw","swap":false,"clock":{"kind":"none"},"x":{"key":"910234ca1072c7132d814bbfc4642f6d005d279ed860d5320cb519d90cdfc1f1","player":{"id":"qgg7esveifvq","name":"","kind":"person","level":null}},"o":{"key":null,"player":{"id":null,"name":"","kind":"computer","level":"first-game"}},"previous":null}','over','910234ca1072c7132d814bbfc4642f6d005d279ed860d5320cb519d90cdfc1f1',NULL,1794988386573,0,1,35);
INSERT INTO "games" VALUES('gbcx5tbvsj','{"id":"gbcx5tbvsj","created_at":1794988386511,"mode":"modern:tie_break=boards","opponent":"same-device","tie_break":"boards","swap":false,"clock":{"kind":"none"},"x":{"key":"910234ca1072c7132d814bbfc4642f6d005d279ed860d5320cb519d90cdfc1f1","player":{"id":"qgg7esveifvq","name":"","kind":"person","level":null}},"o":{"key":"910234ca1072c7132d814bbfc4642f6d005d279ed860d5320cb519d90cdfc1f1","player":{"id":"qgg7esveifvq","name":"","kind":"person","level":null}},"previous":null}','over','910234ca1072c7132d814bbfc4642f6d005d279ed860d5320cb519d90cdfc1f1','910234ca1072c7132d814bbfc4642f6d005d279ed860d5320cb519d90cdfc1f1',1794988386515,0,1,29);
INSERT INTO "games" VALUES('qtj297s459','{"id":"qtj297s459","created_at":1794988386579,"mode":"modern","opponent":"same-device","tie_break":"draw","swap":false,"clock":{"kind":"none"},"x":{"key":"910234ca1072c7132d814bbfc4642f6d005d279ed860d5320cb519d90cdfc1f1","player":{"id":"qgg7esveifvq","name":"","kind":"person","level":null}},"o":{"key":"910234ca1072c7132d814bbfc4642f6d005d279ed860d5320cb519d90cdfc1f1","player":{"id":"qgg7esveifvq","name":"","kind":"person","level":null}},"previous":null}','playing','910234ca1072c7132d814bbfc4642f6d005d279ed860d5320cb519d90cdfc1f1','910234ca1072c7132d814bbfc4642f6d005d279ed860d5320cb519d90cdfc1f1',1794988386579,0,1,97);
INSERT INTO "games" VALUES('rct3kbmh3w','{"id":"rct3kbmh3w","created_at":1794988386499,"mode":"modern","opponent":"same-device","tie_break":"draw","swap":false,"clock":{"kind":"none"},"x":{"key":"910234ca1072c7132d814bbfc4642f6d005d279ed860d5320cb519d90cdfc1f1","player":{"id":"qgg7esveifvq","name":"","kind":"person","level":null}},"o":{"key":"910234ca1072c7132d814bbfc4642f6d005d279ed860d5320cb519d90cdfc1f1","player":{"id":"qgg7esveifvq","name":"","kind":"person","level":null}},"previous":null}','over','910234ca1072c7132d814bbfc4642f6d005d279ed860d5320cb519d90cdfc1f1','910234ca1072c7132d814bbfc4642f6d005d279ed860d5320cb519d90cdfc1f1',1794988386504,0,1,17);
INSERT INTO "games" VALUES('tjnxfwcrkw','{"id":"tjnxfwcrkw","created_at":1794988386506,"mode":"battle","opponent":"same-device","tie_break":"draw","swap":false,"clock":{"kind":"none"},"x":{"key":"910234ca1072c7132d814bbfc4642f6d005d279ed860d5320cb519d90cdfc1f1","player":{"id":"qgg7esveifvq","name":"","kind":"person","level":null}},"o":{"key":"910234ca1072c7132d814bbfc4642f6d005d279ed860d5320cb519d90cdfc1f1","player":{"id":"qgg7esveifvq","name":"","kind":"person","level":null}},"previous":null}','over','910234ca1072c7132d814bbfc4642f6d005d279ed860d5320cb519d90cdfc1f1','910234ca1072c7132d814bbfc4642f6d005d279ed860d5320cb519d90cdfc1f1',1794988386510,0,1,24);
INSERT INTO "games" VALUES('trj6sjf2mk','{"id":"trj6sjf2mk","created_at":1794988386575,"mode":"open","opponent":"computer","tie_break":"draw","swap":false,"clock":{"kind":"none"},"x":{"key":"910234ca1072c7132d814bbfc4642f6d005d279ed860d5320cb519d90cdfc1f1","player":{"id":"qgg7esveifvq","name":"","kind":"person","level":null}},"o":{"key":null,"player":{"id":null,"name":"","kind":"computer","level":"first-game"}},"previous":null}','aborted','910234ca1072c7132d814bbfc4642f6d005d279ed860d5320cb519d90cdfc1f1',NULL,1794988386577,0,1,94);
INSERT INTO "games" VALUES('xc596xk3qz','{"id":"xc596xk3qz","created_at":1794988386490,"mode":"modern","opponent":"same-device","tie_break":"draw","swap":false,"clock":{"kind":"none"},"x":{"key":"910234ca1072c7132d814bbfc4642f6d005d279ed860d5320cb519d90cdfc1f1","player":{"id":"qgg7esveifvq","name":"","kind":"person","level":null}},"o":{"key":"910234ca1072c7132d814bbfc4642f6d005d279ed860d5320cb519d90cdfc1f1","player":{"id":"qgg7esveifvq","name":"","kind":"person","level":null}},"previous":null}','over','910234ca1072c7132d814bbfc4642f6d005d279ed860d5320cb519d90cdfc1f1','910234ca1072c7132d814bbfc4642f6d005d279ed860d5320cb519d90cdfc1f1',1794988386497,0,1,8);
CREATE TABLE kinds (kind TEXT PRIMARY KEY) WITHOUT ROWID;
INSERT INTO "kinds" VALUES('abort');
INSERT INTO "kinds" VALUES('claim');
INSERT INTO "kinds" VALUES('decline');
INSERT INTO "kinds" VALUES('draw');
INSERT INTO "kinds" VALUES('fail');
INSERT INTO "kinds" VALUES('join');
INSERT INTO "kinds" VALUES('keep');
INSERT INTO "kinds" VALUES('move');
INSERT INTO "kinds" VALUES('name');
INSERT INTO "kinds" VALUES('offer');
INSERT INTO "kinds" VALUES('rematch');
INSERT INTO "kinds" VALUES('resign');
INSERT INTO "kinds" VALUES('swap');
INSERT INTO "kinds" VALUES('takeback');
INSERT INTO "kinds" VALUES('time');
CREATE TABLE log (
      game TEXT NOT NULL REFERENCES games (id),
      version INTEGER NOT NULL,
      epoch INTEGER,                -- epoch and ply: set for moves only
      ply INTEGER,
      entry TEXT NOT NULL, up INTEGER,          -- JSON of entries.Entry, never changed
      PRIMARY KEY (game, version)
    ) WITHOUT ROWID;
INSERT INTO "log" VALUES('7xjtjn5crn',2,0,0,'{"kind":"move","at":1794988386518,"side":"X","square":40,"spent":1,"by":"qgg7esveifvq"}',36);
INSERT INTO "log" VALUES('7xjtjn5crn',3,0,1,'{"kind":"move","at":1794988386530,"side":"O","square":37,"spent":12}',49);
INSERT INTO "log" VALUES('7xjtjn5crn',4,NULL,NULL,'{"kind":"resign","at":1794988386573,"side":"X","by":"qgg7esveifvq"}',91);
INSERT INTO "log" VALUES('gbcx5tbvsj',2,0,0,'{"kind":"move","at":1794988386513,"side":"X","square":40,"spent":1,"by":"qgg7esveifvq"}',31);
INSERT INTO "log" VALUES('gbcx5tbvsj',3,0,1,'{"kind":"move","at":1794988386514,"side":"O","square":36,"spent":1,"by":"qgg7esveifvq"}',32);
INSERT INTO "log" VALUES('gbcx5tbvsj',4,NULL,NULL,'{"kind":"resign","at":1794988386515,"side":"X","by":"qgg7esveifvq"}',33);
INSERT INTO "log" VALUES('rct3kbmh3w',2,0,0,'{"kind":"move","at":1794988386501,"side":"X","square":40,"spent":1,"by":"qgg7esveifvq"}',19);
INSERT INTO "log" VALUES('rct3kbmh3w',3,0,1,'{"kind":"move","at":1794988386502,"side":"O","square":44,"spent":1,"by":"qgg7esveifvq"}',20);
INSERT INTO "log" VALUES('rct3kbmh3w',4,0,2,'{"kind":"move","at":1794988386503,"side":"X","square":80,"spent":1,"by":"qgg7esveifvq"}',21);
INSERT INTO "log" VALUES('rct3kbmh3w',5,NULL,NULL,'{"kind":"resign","at":1794988386504,"side":"O","by":"qgg7esveifvq"}',22);
INSERT INTO "log" VALUES('tjnxfwcrkw',2,0,0,'{"kind":"move","at":1794988386507,"side":"X","square":0,"spent":1,"by":"qgg7esveifvq"}',25);
INSERT INTO "log" VALUES('tjnxfwcrkw',3,0,1,'{"kind":"move","at":1794988386509,"side":"O","square":8,"spent":1,"by":"qgg7esveifvq"}',27);
INSERT INTO "log" VALUES('tjnxfwcrkw',4,NULL,NULL,'{"kind":"resign","at":1794988386510,"side":"X","by":"qgg7esveifvq"}',28);
INSERT INTO "log" VALUES('trj6sjf2mk',2,NULL,NULL,'{"kind":"abort","at":1794988386577,"side":"X","reason":"aborted","by":"qgg7esveifvq"}',95);
INSERT INTO "log" VALUES('xc596xk3qz',2,0,0,'{"kind":"move","at":1794988386493,"side":"X","square":40,"spent":2,"by":"qgg7esveifvq"}',11);
INSERT INTO "log" VALUES('xc596xk3qz',3,0,1,'{"kind":"move","at":1794988386495,"side":"O","square":36,"spent":1,"by":"qgg7esveifvq"}',13);
INSERT INTO "log" VALUES('xc596xk3qz',4,0,2,'{"kind":"move","at":1794988386496,"side":"X","square":0,"spent":1,"by":"qgg7esveifvq"}',14);
INSERT INTO "log" VALUES('xc596xk3qz',5,NULL,NULL,'{"kind":"resign","at":1794988386497,"side":"O","by":"qgg7esveifvq"}',15);
CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "secrets" VALUES('visitors','f0d83732c4dc6928b883546d0d4b3dd3083a1f14756948d6218ea0fbc36d064c');
CREATE TABLE signed_out (key TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE tokens (
      digest TEXT PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      visitor TEXT NOT NULL,
      label TEXT NOT NULL,
      created_at INTEGER NOT NULL
    , scopes TEXT NOT NULL DEFAULT 'play read') WITHOUT ROWID;
CREATE TABLE told (game TEXT PRIMARY KEY, version INTEGER NOT NULL, up INTEGER NOT NULL)
      WITHOUT ROWID;
CREATE TABLE visitors (key TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX games_unfinished ON games (state) WHERE state IN ('waiting', 'playing');
CREATE INDEX games_of_x ON games (x, updated_at) WHERE x IS NOT NULL;
CREATE INDEX games_of_o ON games (o, updated_at) WHERE o IS NOT NULL;
CREATE UNIQUE INDEX log_one_move_a_ply ON log (game, epoch, ply) WHERE ply IS NOT NULL;
CREATE TRIGGER log_is_append_only_u BEFORE UPDATE ON log
      BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE INDEX tokens_of_visitor ON tokens (visitor, created_at);
CREATE INDEX games_unfinished_of_x ON games (x)
      WHERE state IN ('waiting', 'playing') AND x IS NOT NULL;
CREATE INDEX games_unfinished_of_o ON games (o)
      WHERE state IN ('waiting', 'playing') AND o IS NOT NULL;
CREATE TRIGGER log_is_append_only_d BEFORE DELETE ON log
      WHEN (SELECT state FROM games WHERE id = OLD.game) IS NOT 'aborted'
      BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE INDEX games_called_off ON games (updated_at) WHERE state = 'aborted';
CREATE INDEX games_solo_unfinished ON games (updated_at)
      WHERE state IN ('waiting', 'playing') AND solo;
COMMIT;
PRAGMA user_version=7;
