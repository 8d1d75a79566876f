-- What a node of schema 3 says while it runs beside newer ones, in its own words: the tables and columns that it names must stay.
INSERT INTO nodes (address, up, expires_at) VALUES ('127.0.0.1:1', 5, clock_timestamp() + make_interval(secs => 600)) RETURNING fence;
UPDATE nodes SET up = 6, expires_at = clock_timestamp() + make_interval(secs => 600) WHERE fence = currval('fences') AND expires_at > clock_timestamp() RETURNING fence;
INSERT INTO games (id, settings, state, x, o, updated_at, listed, solo, timed, up, owner)
  SELECT 'beside', replace(settings, id, 'beside'), 'playing', x, o, 1, false, false, true, 7, currval('fences')
  FROM games WHERE state = 'playing' AND timed LIMIT 1;
WITH held AS (
  SELECT id FROM games WHERE id = ANY ('{beside,beside}'::text[]) AND owner IS NOT DISTINCT FROM currval('fences')
    AND EXISTS (SELECT FROM nodes WHERE fence = currval('fences') AND expires_at > clock_timestamp())
  FOR SHARE
), added AS (
  INSERT INTO log (game, version, epoch, ply, entry, at, up)
  SELECT one.game, one.version, one.epoch, one.ply, one.entry, one.at, one.up FROM (
    SELECT 'beside' AS game, 2 AS version, NULL::int AS epoch, NULL::int AS ply, entry, 1::bigint AS at, 8::bigint AS up
    FROM log WHERE entry LIKE '{"kind":"join"%' AND game IN (SELECT id FROM games WHERE state = 'playing' AND timed AND id <> 'beside')
    UNION ALL SELECT 'beside', 3, 0, 0, '{"kind":"move","at":2,"side":"X","square":40,"spent":1,"left":600000}', 2, 9
  ) AS one JOIN held ON held.id = one.game
  ON CONFLICT DO NOTHING RETURNING game, version
)
SELECT id AS game, NULL::int AS version FROM held UNION ALL SELECT game, version FROM added;
UPDATE games SET state = 'playing', updated_at = 3 WHERE id = 'beside';
UPDATE games SET x = x, o = o WHERE id = 'beside';
UPDATE games SET taken_version = 3, taken_up = 9, taken_spent = 0 WHERE id = 'beside' AND owner = currval('fences');
INSERT INTO told VALUES ('beside', 3, 9) ON CONFLICT (game) DO UPDATE SET version = 3, up = 9 WHERE told.version < 3;
INSERT INTO visitors VALUES ('key of an old node', 'Cleo') ON CONFLICT (key) DO UPDATE SET name = 'Cleo';
INSERT INTO tokens VALUES ('digest', 'token', 'key of an old node', 'a bot', 1, 'play read');
INSERT INTO signed_out VALUES ('key of an old node', 1) ON CONFLICT DO NOTHING;
INSERT INTO facts VALUES ('alive', 1), ('up', 2) ON CONFLICT (name) DO UPDATE SET value = greatest(facts.value, excluded.value);
SELECT settings, up, taken_version, taken_up, taken_spent FROM games WHERE id = 'beside';
SELECT entry, up FROM log WHERE game = 'beside' ORDER BY version;
SELECT version, up FROM told WHERE game = 'beside';
SELECT id, label, created_at, scopes FROM tokens WHERE visitor = 'key of an old node' ORDER BY created_at, id;
SELECT value FROM secrets WHERE name = 'visitors';
