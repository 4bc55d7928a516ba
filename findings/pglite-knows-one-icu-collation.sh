#!/usr/bin/env bash
# Versions: @electric-sql/pglite 0.5.16 (PostgreSQL 18).
# Guess:    PGlite is PostgreSQL with ICU, so `order by name collate "en-x-icu"` works in it as on a server.
# Seen:     of the hundreds of ICU collations of a server it has two, "unicode" and "und-x-icu"; "en-x-icu" does not exist. A collation that
#           one creates oneself (`provider = icu, locale = 'und'`) works on both. Without any, É comes after Z: the default is that of C.
# Matters:  a query that was tried on a server fails in PGlite, and one without a collation lists names in an order that nobody expects.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @electric-sql/pglite@0.5.16
cat > try.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';
const db = new PGlite();
const rows = (sql) => db.query(sql).then(({ rows }) => rows.map((row) => Object.values(row)[0]).join(' '), (error) => error.message);
const names = "from (values ('Zoe'), ('Émile'), ('Adam')) as people (name) order by name";
console.log('collations of ICU:', await rows("select collname from pg_collation where collprovider = 'i' order by 1"));
console.log('en-x-icu:', await rows(`select name ${names} collate "en-x-icu"`));
console.log('und-x-icu:', await rows(`select name ${names} collate "und-x-icu"`));
await db.exec("create collation ours (provider = icu, locale = 'und')");
console.log('ours:', await rows(`select name ${names} collate ours`));
console.log('default:', await rows(`select name ${names}`));
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
collations of ICU: und-x-icu unicode
en-x-icu: collation "en-x-icu" for encoding "UTF8" does not exist
und-x-icu: Adam Émile Zoe
ours: Adam Émile Zoe
default: Adam Zoe Émile
SEEN
