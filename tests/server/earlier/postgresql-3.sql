-- {"timed": "jkvshtmrks", "swap": "rpx9qrqs3n", "solo": "2mkh2h44cb", "over": "rkd4smmcvc", "listed": "q34s8rq7hc", "aborted": "xfk9jngw75", "ann": "ninefold_visitor=seT_ckty_kcblOerQrPVeHfScmK3bNoxrDN9qtILjaM.DaeTP7Js7Ze1PmkNxvcQ2qjv", "ben": "ninefold_visitor=a6gRF_NxC7OJTMK2jVtYA1LJGzyHkthng7dVuAWhs7E.sUepY5hodgKJ6GuwagHVpKFf"}
CREATE FUNCTION log_is_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN
        IF TG_OP = 'DELETE' AND EXISTS (
          SELECT FROM games WHERE id = OLD.game AND state = 'aborted'
        ) THEN
          RETURN OLD;
        END IF;
        RAISE EXCEPTION 'the log is append-only';
      END $$;
CREATE TABLE facts (
    name text NOT NULL,
    value bigint NOT NULL
);
CREATE SEQUENCE fences
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE games (
    id text NOT NULL COLLATE pg_catalog."C",
    settings text NOT NULL,
    state text NOT NULL,
    x text COLLATE pg_catalog."C",
    o text COLLATE pg_catalog."C",
    updated_at bigint NOT NULL,
    listed boolean NOT NULL,
    solo boolean NOT NULL,
    timed boolean NOT NULL,
    up bigint NOT NULL,
    owner bigint,
    taken_version integer,
    taken_up bigint,
    taken_spent bigint
);
CREATE TABLE kinds (
    kind text NOT NULL
);
CREATE TABLE log (
    game text NOT NULL COLLATE pg_catalog."C",
    version integer NOT NULL,
    epoch integer,
    ply integer,
    entry text NOT NULL,
    at bigint NOT NULL,
    up bigint
);
CREATE TABLE ninefold_schema (
    steps integer NOT NULL
);
CREATE TABLE nodes (
    fence bigint DEFAULT nextval('fences'::regclass) NOT NULL,
    address text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    up bigint NOT NULL
);
CREATE TABLE secrets (
    name text NOT NULL,
    value text NOT NULL
);
CREATE TABLE signed_out (
    key text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE tokens (
    digest text NOT NULL,
    id text NOT NULL,
    visitor text NOT NULL,
    label text NOT NULL,
    created_at bigint NOT NULL,
    scopes text DEFAULT 'play read'::text NOT NULL
);
CREATE TABLE told (
    game text NOT NULL,
    version integer NOT NULL,
    up bigint NOT NULL
);
CREATE TABLE visitors (
    key text NOT NULL,
    name text NOT NULL
);
INSERT INTO games VALUES ('jkvshtmrks', '{"id":"jkvshtmrks","created_at":1794990660324,"mode":"modern","opponent":"link","tie_break":"draw","swap":false,"clock":{"kind":"timed","initial_s":600,"increment_s":5},"x":{"key":"6ed65a586fc0c4b875438c4afe9ef06c1d0f80208218ba132403501f4efd4afe","player":{"id":"xhfey4sqbdxs","name":"Ann","kind":"person","level":null}},"o":null,"previous":null}', 'playing', '6ed65a586fc0c4b875438c4afe9ef06c1d0f80208218ba132403501f4efd4afe', '8cfaeb4a7f0f1e1c43bc46fd098acd4809a2b33a1658c038553b54eed29e2038', 1794990660363, false, false, true, 319, 1, NULL, NULL, NULL);
INSERT INTO games VALUES ('rpx9qrqs3n', '{"id":"rpx9qrqs3n","created_at":1794990660540,"mode":"battle","opponent":"link","tie_break":"draw","swap":true,"clock":{"kind":"none"},"x":{"key":"6ed65a586fc0c4b875438c4afe9ef06c1d0f80208218ba132403501f4efd4afe","player":{"id":"xhfey4sqbdxs","name":"Ann","kind":"person","level":null}},"o":null,"previous":null}', 'playing', '8cfaeb4a7f0f1e1c43bc46fd098acd4809a2b33a1658c038553b54eed29e2038', '6ed65a586fc0c4b875438c4afe9ef06c1d0f80208218ba132403501f4efd4afe', 1794990660568, false, false, false, 534, 1, NULL, NULL, NULL);
INSERT INTO games VALUES ('2mkh2h44cb', '{"id":"2mkh2h44cb","created_at":1794990660676,"mode":"open","opponent":"same-device","tie_break":"draw","swap":false,"clock":{"kind":"none"},"x":{"key":"6ed65a586fc0c4b875438c4afe9ef06c1d0f80208218ba132403501f4efd4afe","player":{"id":"xhfey4sqbdxs","name":"","kind":"person","level":null}},"o":{"key":"6ed65a586fc0c4b875438c4afe9ef06c1d0f80208218ba132403501f4efd4afe","player":{"id":"xhfey4sqbdxs","name":"","kind":"person","level":null}},"previous":null}', 'playing', '6ed65a586fc0c4b875438c4afe9ef06c1d0f80208218ba132403501f4efd4afe', '6ed65a586fc0c4b875438c4afe9ef06c1d0f80208218ba132403501f4efd4afe', 1794990660676, false, true, false, 670, 1, NULL, NULL, NULL);
INSERT INTO games VALUES ('rkd4smmcvc', '{"id":"rkd4smmcvc","created_at":1794990660832,"mode":"modern","opponent":"link","tie_break":"draw","swap":false,"clock":{"kind":"none"},"x":{"key":"6ed65a586fc0c4b875438c4afe9ef06c1d0f80208218ba132403501f4efd4afe","player":{"id":"xhfey4sqbdxs","name":"Ann","kind":"person","level":null}},"o":null,"previous":null}', 'over', '6ed65a586fc0c4b875438c4afe9ef06c1d0f80208218ba132403501f4efd4afe', '8cfaeb4a7f0f1e1c43bc46fd098acd4809a2b33a1658c038553b54eed29e2038', 1794990661004, false, false, false, 831, 1, NULL, NULL, NULL);
INSERT INTO games VALUES ('q34s8rq7hc', '{"id":"q34s8rq7hc","created_at":1794990661036,"mode":"modern","opponent":"open","tie_break":"draw","swap":false,"clock":{"kind":"timed","initial_s":60,"increment_s":0},"x":null,"o":{"key":"8cfaeb4a7f0f1e1c43bc46fd098acd4809a2b33a1658c038553b54eed29e2038","player":{"id":"kpnemvqafrlf","name":"Ben","kind":"person","level":null}},"previous":null}', 'waiting', NULL, '8cfaeb4a7f0f1e1c43bc46fd098acd4809a2b33a1658c038553b54eed29e2038', 1794990661036, true, false, true, 1033, 1, NULL, NULL, NULL);
INSERT INTO games VALUES ('xfk9jngw75', '{"id":"xfk9jngw75","created_at":1794990661084,"mode":"classic","opponent":"link","tie_break":"draw","swap":false,"clock":{"kind":"none"},"x":{"key":"6ed65a586fc0c4b875438c4afe9ef06c1d0f80208218ba132403501f4efd4afe","player":{"id":"xhfey4sqbdxs","name":"Ann","kind":"person","level":null}},"o":null,"previous":null}', 'aborted', '6ed65a586fc0c4b875438c4afe9ef06c1d0f80208218ba132403501f4efd4afe', '8cfaeb4a7f0f1e1c43bc46fd098acd4809a2b33a1658c038553b54eed29e2038', 1794990661232, false, false, false, 1078, 1, NULL, NULL, NULL);
INSERT INTO kinds VALUES ('abort');
INSERT INTO kinds VALUES ('claim');
INSERT INTO kinds VALUES ('decline');
INSERT INTO kinds VALUES ('draw');
INSERT INTO kinds VALUES ('fail');
INSERT INTO kinds VALUES ('join');
INSERT INTO kinds VALUES ('keep');
INSERT INTO kinds VALUES ('move');
INSERT INTO kinds VALUES ('name');
INSERT INTO kinds VALUES ('offer');
INSERT INTO kinds VALUES ('rematch');
INSERT INTO kinds VALUES ('resign');
INSERT INTO kinds VALUES ('swap');
INSERT INTO kinds VALUES ('takeback');
INSERT INTO kinds VALUES ('time');
INSERT INTO log VALUES ('jkvshtmrks', 2, NULL, NULL, '{"kind":"join","at":1794990660363,"side":"O","seat":{"key":"8cfaeb4a7f0f1e1c43bc46fd098acd4809a2b33a1658c038553b54eed29e2038","player":{"id":"kpnemvqafrlf","name":"Ben","kind":"person","level":null}},"by":"kpnemvqafrlf"}', 1794990660363, 356);
INSERT INTO log VALUES ('jkvshtmrks', 3, 0, 0, '{"kind":"move","at":1794990660436,"side":"X","square":40,"spent":66,"by":"xhfey4sqbdxs","left":600000}', 1794990660436, 429);
INSERT INTO log VALUES ('jkvshtmrks', 4, 0, 1, '{"kind":"move","at":1794990660476,"side":"O","square":36,"spent":16,"by":"kpnemvqafrlf","left":600000}', 1794990660476, 469);
INSERT INTO log VALUES ('jkvshtmrks', 5, 0, 2, '{"kind":"move","at":1794990660504,"side":"X","square":4,"spent":7,"by":"xhfey4sqbdxs","left":604993}', 1794990660504, 497);
INSERT INTO log VALUES ('rpx9qrqs3n', 2, NULL, NULL, '{"kind":"join","at":1794990660568,"side":"O","seat":{"key":"8cfaeb4a7f0f1e1c43bc46fd098acd4809a2b33a1658c038553b54eed29e2038","player":{"id":"kpnemvqafrlf","name":"Ben","kind":"person","level":null}},"by":"kpnemvqafrlf"}', 1794990660568, 562);
INSERT INTO log VALUES ('rpx9qrqs3n', 3, 0, 0, '{"kind":"move","at":1794990660608,"side":"X","square":40,"spent":32,"by":"xhfey4sqbdxs"}', 1794990660608, 601);
INSERT INTO log VALUES ('rpx9qrqs3n', 4, NULL, NULL, '{"kind":"swap","at":1794990660634,"side":"O","by":"kpnemvqafrlf"}', 1794990660634, 628);
INSERT INTO log VALUES ('2mkh2h44cb', 2, 0, 0, '{"kind":"move","at":1794990660700,"side":"X","square":40,"spent":5,"by":"xhfey4sqbdxs"}', 1794990660700, 693);
INSERT INTO log VALUES ('2mkh2h44cb', 3, 0, 1, '{"kind":"move","at":1794990660733,"side":"O","square":36,"spent":16,"by":"xhfey4sqbdxs"}', 1794990660733, 726);
INSERT INTO log VALUES ('2mkh2h44cb', 4, 0, 2, '{"kind":"move","at":1794990660748,"side":"X","square":0,"spent":4,"by":"xhfey4sqbdxs"}', 1794990660748, 741);
INSERT INTO log VALUES ('2mkh2h44cb', 5, NULL, NULL, '{"kind":"takeback","at":1794990660788,"side":"O","count":1,"by":"xhfey4sqbdxs"}', 1794990660788, 782);
INSERT INTO log VALUES ('rkd4smmcvc', 2, NULL, NULL, '{"kind":"join","at":1794990660884,"side":"O","seat":{"key":"8cfaeb4a7f0f1e1c43bc46fd098acd4809a2b33a1658c038553b54eed29e2038","player":{"id":"kpnemvqafrlf","name":"Ben","kind":"person","level":null}},"by":"kpnemvqafrlf"}', 1794990660884, 877);
INSERT INTO log VALUES ('rkd4smmcvc', 3, 0, 0, '{"kind":"move","at":1794990660960,"side":"X","square":40,"spent":65,"by":"xhfey4sqbdxs"}', 1794990660960, 953);
INSERT INTO log VALUES ('rkd4smmcvc', 4, NULL, NULL, '{"kind":"resign","at":1794990661004,"side":"O","by":"kpnemvqafrlf"}', 1794990661004, 997);
INSERT INTO log VALUES ('xfk9jngw75', 2, NULL, NULL, '{"kind":"join","at":1794990661131,"side":"O","seat":{"key":"8cfaeb4a7f0f1e1c43bc46fd098acd4809a2b33a1658c038553b54eed29e2038","player":{"id":"kpnemvqafrlf","name":"Ben","kind":"person","level":null}},"by":"kpnemvqafrlf"}', 1794990661131, 1125);
INSERT INTO log VALUES ('xfk9jngw75', 3, NULL, NULL, '{"kind":"abort","at":1794990661232,"side":"X","reason":"aborted","by":"xhfey4sqbdxs"}', 1794990661232, 1225);
INSERT INTO ninefold_schema VALUES (3);
INSERT INTO nodes VALUES (1, '127.0.0.1:38071', '2026-11-18 08:31:05.720938+00', 2213);
INSERT INTO secrets VALUES ('nodes', '6fd2acba-a5eb-45d7-9a9c-56ab619d036817b900dd-27b8-4443-8892-0d1c29f711ca');
INSERT INTO secrets VALUES ('visitors', '11a06f96-1bc6-4497-8489-bc742e7d32bdad5cc7bc-ea02-4c18-8ba1-eed8dca79ff6');
INSERT INTO tokens VALUES ('557e5a88ec0cb7563c2fae899ad3c6324bbe922b9aa5b6e0ff20298767325c71', 'dzhcr6zw2f', '6ed65a586fc0c4b875438c4afe9ef06c1d0f80208218ba132403501f4efd4afe', 'a bot', 1794990660266, 'play read');
INSERT INTO visitors VALUES ('6ed65a586fc0c4b875438c4afe9ef06c1d0f80208218ba132403501f4efd4afe', 'Ann');
INSERT INTO visitors VALUES ('8cfaeb4a7f0f1e1c43bc46fd098acd4809a2b33a1658c038553b54eed29e2038', 'Ben');
SELECT pg_catalog.setval('fences', 1, true);
ALTER TABLE ONLY facts
    ADD CONSTRAINT facts_pkey PRIMARY KEY (name);
ALTER TABLE ONLY games
    ADD CONSTRAINT games_pkey PRIMARY KEY (id);
ALTER TABLE ONLY kinds
    ADD CONSTRAINT kinds_pkey PRIMARY KEY (kind);
ALTER TABLE ONLY log
    ADD CONSTRAINT log_pkey PRIMARY KEY (game, version);
ALTER TABLE ONLY nodes
    ADD CONSTRAINT nodes_pkey PRIMARY KEY (fence);
ALTER TABLE ONLY secrets
    ADD CONSTRAINT secrets_pkey PRIMARY KEY (name);
ALTER TABLE ONLY signed_out
    ADD CONSTRAINT signed_out_pkey PRIMARY KEY (key);
ALTER TABLE ONLY tokens
    ADD CONSTRAINT tokens_id_key UNIQUE (id);
ALTER TABLE ONLY tokens
    ADD CONSTRAINT tokens_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY told
    ADD CONSTRAINT told_pkey PRIMARY KEY (game);
ALTER TABLE ONLY visitors
    ADD CONSTRAINT visitors_pkey PRIMARY KEY (key);
CREATE INDEX games_called_off ON games USING btree (updated_at) WHERE (state = 'aborted'::text);
CREATE INDEX games_links ON games USING btree (updated_at) WHERE ((state = 'waiting'::text) AND (NOT listed));
CREATE INDEX games_of_o ON games USING btree (o, updated_at, id) WHERE (state = ANY (ARRAY['over'::text, 'aborted'::text]));
CREATE INDEX games_of_x ON games USING btree (x, updated_at, id) WHERE (state = ANY (ARRAY['over'::text, 'aborted'::text]));
CREATE INDEX games_solo_unfinished ON games USING btree (updated_at) WHERE ((state = ANY (ARRAY['waiting'::text, 'playing'::text])) AND solo);
CREATE INDEX games_to_tend ON games USING btree (owner) WHERE (((state = 'waiting'::text) AND listed) OR ((state = 'playing'::text) AND timed));
CREATE INDEX games_unfinished_of_o ON games USING btree (o) WHERE (state = ANY (ARRAY['waiting'::text, 'playing'::text]));
CREATE INDEX games_unfinished_of_x ON games USING btree (x) WHERE (state = ANY (ARRAY['waiting'::text, 'playing'::text]));
CREATE UNIQUE INDEX log_one_move_a_ply ON log USING btree (game, epoch, ply) WHERE (ply IS NOT NULL);
CREATE INDEX tokens_of_visitor ON tokens USING btree (visitor, created_at);
CREATE TRIGGER log_is_append_only BEFORE DELETE OR UPDATE ON log FOR EACH ROW EXECUTE FUNCTION log_is_append_only();
