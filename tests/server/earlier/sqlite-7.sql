-- {"timed": "ngsnv4298d", "swap": "26vw62dnqp", "solo": "kjcjrvthjv", "over": "7s348xt437", "listed": "69bdjm4jkw", "aborted": "qbfpwwj2g5", "ann": "ninefold_visitor=I6NdOmtg5YqixRSlPhnmhtnZRTXjJqL6IyKSL4Oae9U.ZWf_v_n7D2RxTsBu0k6mAdvi", "ben": "ninefold_visitor=1Y0XyvYoW-YJGMOMaRcB_EbbZkuDm5MB5iGVKk6tzeg.3Bea9oGusmDu2SpVlyvH8fc1"}
BEGIN TRANSACTION;
CREATE TABLE facts (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE games (
      id TEXT PRIMARY KEY,
      settings TEXT NOT NULL,       -- JSON of entries.Settings, never changed
      state TEXT NOT NULL,          -- these four follow from the log and are an index on it
      x TEXT, o TEXT,
      updated_at INTEGER NOT NULL
    , listed INTEGER NOT NULL DEFAULT 0, solo INTEGER NOT NULL DEFAULT 0, up INTEGER) WITHOUT ROWID;
INSERT INTO "games" VALUES('26vw62dnqp','{"id":"26vw62dnqp","created_at":1794990676600,"mode":"battle","opponent":"link","tie_break":"draw","swap":true,"clock":{"kind":"none"},"x":{"key":"8cc64c0f568f6ba583fc61ddb14fd98a9b9e4bc9b68f5c1a54db8706a1a2cc57","player":{"id":"uxbvt54soysw","name":"Ann","kind":"person","level":null}},"o":null,"previous":null}','playing','fc1dcf0477ac6b17c44831b8afa7a025457175c4959692ff48805c33e293f918','8cc64c0f568f6ba583fc61ddb14fd98a9b9e4bc9b68f5c1a54db8706a1a2cc57',1794990676621,0,0,203);
INSERT INTO "games" VALUES('69bdjm4jkw','{"id":"69bdjm4jkw","created_at":1794990676938,"mode":"modern","opponent":"open","tie_break":"draw","swap":false,"clock":{"kind":"timed","initial_s":60,"increment_s":0},"x":{"key":"fc1dcf0477ac6b17c44831b8afa7a025457175c4959692ff48805c33e293f918","player":{"id":"zwzj6b7trvxd","name":"Ben","kind":"person","level":null}},"o":null,"previous":null}','waiting','fc1dcf0477ac6b17c44831b8afa7a025457175c4959692ff48805c33e293f918',NULL,1794990676938,1,0,540);
INSERT INTO "games" VALUES('7s348xt437','{"id":"7s348xt437","created_at":1794990676817,"mode":"modern","opponent":"link","tie_break":"draw","swap":false,"clock":{"kind":"none"},"x":{"key":"8cc64c0f568f6ba583fc61ddb14fd98a9b9e4bc9b68f5c1a54db8706a1a2cc57","player":{"id":"uxbvt54soysw","name":"Ann","kind":"person","level":null}},"o":null,"previous":null}','over','8cc64c0f568f6ba583fc61ddb14fd98a9b9e4bc9b68f5c1a54db8706a1a2cc57','fc1dcf0477ac6b17c44831b8afa7a025457175c4959692ff48805c33e293f918',1794990676912,0,0,420);
INSERT INTO "games" VALUES('kjcjrvthjv','{"id":"kjcjrvthjv","created_at":1794990676699,"mode":"open","opponent":"same-device","tie_break":"draw","swap":false,"clock":{"kind":"none"},"x":{"key":"8cc64c0f568f6ba583fc61ddb14fd98a9b9e4bc9b68f5c1a54db8706a1a2cc57","player":{"id":"uxbvt54soysw","name":"","kind":"person","level":null}},"o":{"key":"8cc64c0f568f6ba583fc61ddb14fd98a9b9e4bc9b68f5c1a54db8706a1a2cc57","player":{"id":"uxbvt54soysw","name":"","kind":"person","level":null}},"previous":null}','playing','8cc64c0f568f6ba583fc61ddb14fd98a9b9e4bc9b68f5c1a54db8706a1a2cc57','8cc64c0f568f6ba583fc61ddb14fd98a9b9e4bc9b68f5c1a54db8706a1a2cc57',1794990676699,0,1,303);
INSERT INTO "games" VALUES('ngsnv4298d','{"id":"ngsnv4298d","created_at":1794990676498,"mode":"modern","opponent":"link","tie_break":"draw","swap":false,"clock":{"kind":"timed","initial_s":600,"increment_s":5},"x":{"key":"8cc64c0f568f6ba583fc61ddb14fd98a9b9e4bc9b68f5c1a54db8706a1a2cc57","player":{"id":"uxbvt54soysw","name":"Ann","kind":"person","level":null}},"o":null,"previous":null}','playing','8cc64c0f568f6ba583fc61ddb14fd98a9b9e4bc9b68f5c1a54db8706a1a2cc57','fc1dcf0477ac6b17c44831b8afa7a025457175c4959692ff48805c33e293f918',1794990676520,0,0,106);
INSERT INTO "games" VALUES('qbfpwwj2g5','{"id":"qbfpwwj2g5","created_at":1794990676959,"mode":"classic","opponent":"link","tie_break":"draw","swap":false,"clock":{"kind":"none"},"x":{"key":"8cc64c0f568f6ba583fc61ddb14fd98a9b9e4bc9b68f5c1a54db8706a1a2cc57","player":{"id":"uxbvt54soysw","name":"Ann","kind":"person","level":null}},"o":null,"previous":null}','aborted','8cc64c0f568f6ba583fc61ddb14fd98a9b9e4bc9b68f5c1a54db8706a1a2cc57','fc1dcf0477ac6b17c44831b8afa7a025457175c4959692ff48805c33e293f918',1794990677002,0,0,561);
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
INSERT INTO "log" VALUES('26vw62dnqp',2,NULL,NULL,'{"kind":"join","at":1794990676621,"side":"O","seat":{"key":"fc1dcf0477ac6b17c44831b8afa7a025457175c4959692ff48805c33e293f918","player":{"id":"zwzj6b7trvxd","name":"Ben","kind":"person","level":null}},"by":"zwzj6b7trvxd"}',222);
INSERT INTO "log" VALUES('26vw62dnqp',3,0,0,'{"kind":"move","at":1794990676656,"side":"X","square":40,"spent":32,"by":"uxbvt54soysw"}',257);
INSERT INTO "log" VALUES('26vw62dnqp',4,NULL,NULL,'{"kind":"swap","at":1794990676677,"side":"O","by":"zwzj6b7trvxd"}',278);
INSERT INTO "log" VALUES('7s348xt437',2,NULL,NULL,'{"kind":"join","at":1794990676862,"side":"O","seat":{"key":"fc1dcf0477ac6b17c44831b8afa7a025457175c4959692ff48805c33e293f918","player":{"id":"zwzj6b7trvxd","name":"Ben","kind":"person","level":null}},"by":"zwzj6b7trvxd"}',463);
INSERT INTO "log" VALUES('7s348xt437',3,0,0,'{"kind":"move","at":1794990676884,"side":"X","square":40,"spent":19,"by":"uxbvt54soysw"}',485);
INSERT INTO "log" VALUES('7s348xt437',4,NULL,NULL,'{"kind":"resign","at":1794990676912,"side":"O","by":"zwzj6b7trvxd"}',513);
INSERT INTO "log" VALUES('kjcjrvthjv',2,0,0,'{"kind":"move","at":1794990676725,"side":"X","square":40,"spent":6,"by":"uxbvt54soysw"}',326);
INSERT INTO "log" VALUES('kjcjrvthjv',3,0,1,'{"kind":"move","at":1794990676741,"side":"O","square":36,"spent":4,"by":"uxbvt54soysw"}',343);
INSERT INTO "log" VALUES('kjcjrvthjv',4,0,2,'{"kind":"move","at":1794990676775,"side":"X","square":0,"spent":10,"by":"uxbvt54soysw"}',376);
INSERT INTO "log" VALUES('kjcjrvthjv',5,NULL,NULL,'{"kind":"takeback","at":1794990676793,"side":"O","count":1,"by":"uxbvt54soysw"}',395);
INSERT INTO "log" VALUES('ngsnv4298d',2,NULL,NULL,'{"kind":"join","at":1794990676520,"side":"O","seat":{"key":"fc1dcf0477ac6b17c44831b8afa7a025457175c4959692ff48805c33e293f918","player":{"id":"zwzj6b7trvxd","name":"Ben","kind":"person","level":null}},"by":"zwzj6b7trvxd"}',121);
INSERT INTO "log" VALUES('ngsnv4298d',3,0,0,'{"kind":"move","at":1794990676543,"side":"X","square":40,"spent":23,"by":"uxbvt54soysw","left":600000}',145);
INSERT INTO "log" VALUES('ngsnv4298d',4,0,1,'{"kind":"move","at":1794990676576,"side":"O","square":36,"spent":14,"by":"zwzj6b7trvxd","left":600000}',177);
INSERT INTO "log" VALUES('ngsnv4298d',5,0,2,'{"kind":"move","at":1794990676598,"side":"X","square":4,"spent":2,"by":"uxbvt54soysw","left":604998}',199);
INSERT INTO "log" VALUES('qbfpwwj2g5',2,NULL,NULL,'{"kind":"join","at":1794990676981,"side":"O","seat":{"key":"fc1dcf0477ac6b17c44831b8afa7a025457175c4959692ff48805c33e293f918","player":{"id":"zwzj6b7trvxd","name":"Ben","kind":"person","level":null}},"by":"zwzj6b7trvxd"}',582);
INSERT INTO "log" VALUES('qbfpwwj2g5',3,NULL,NULL,'{"kind":"abort","at":1794990677002,"side":"X","reason":"aborted","by":"uxbvt54soysw"}',604);
CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "secrets" VALUES('visitors','b83eeff394216c0216aa450a0129c9c2f4169905371589be644a7fc1cd0800f3');
CREATE TABLE signed_out (key TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE tokens (
      digest TEXT PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      visitor TEXT NOT NULL,
      label TEXT NOT NULL,
      created_at INTEGER NOT NULL
    , scopes TEXT NOT NULL DEFAULT 'play read') WITHOUT ROWID;
INSERT INTO "tokens" VALUES('9b77d251122b27ab43cebdb6561e821adc55719e0d56b3069a749096b01d6c7c','j9858wjv65','8cc64c0f568f6ba583fc61ddb14fd98a9b9e4bc9b68f5c1a54db8706a1a2cc57','a bot',1794990676476,'play read');
CREATE TABLE told (game TEXT PRIMARY KEY, version INTEGER NOT NULL, up INTEGER NOT NULL)
      WITHOUT ROWID;
CREATE TABLE visitors (key TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "visitors" VALUES('8cc64c0f568f6ba583fc61ddb14fd98a9b9e4bc9b68f5c1a54db8706a1a2cc57','Ann');
INSERT INTO "visitors" VALUES('fc1dcf0477ac6b17c44831b8afa7a025457175c4959692ff48805c33e293f918','Ben');
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
