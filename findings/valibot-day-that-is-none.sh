#!/usr/bin/env bash
# Versions: valibot 1.5.0, zod 4.6.7 beside it (Node 24.21.0).
# Guess:    `isoDate()` and `isoTimestamp()` refuse a day that no month has, and `email()` accepts the addresses that providers give out: with an
#           apostrophe (`o'neil@x.test`), and at a domain with an accent, as it is sent (`xn--bcher-kva`).
# Seen:     February 30 is an `isoDate()` and an `isoTimestamp()`, while the 13th month is none. Both addresses are refused. zod refuses the day, and
#           accepts the addresses.
# Matters:  JavaScript makes March 2 of that day, so what was typed by mistake is due on another; and Mr. O'Neil cannot be invited.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 valibot@1.5.0 zod@4.6.7
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import * as v from 'valibot';
import { z } from 'zod';

const rows = [
  ['2026-13-01', v.isoDate(), z.iso.date()],
  ['2026-02-30', v.isoDate(), z.iso.date()],
  ['2026-02-30T10:00:00Z', v.isoTimestamp(), z.iso.datetime()],
  ["o'neil@x.test", v.email(), z.email()],
  ['bob@xn--bcher-kva.example', v.email(), z.email()],
];
const seen = rows.map(([text, rule, other]) => [v.safeParse(v.pipe(v.string(), rule), text).success, other.safeParse(text).success]);
for (const [at, [text]] of rows.entries()) console.log(text.padEnd(28), 'valibot', seen[at][0], 'zod', seen[at][1]);
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
2026-13-01                   valibot false zod false
2026-02-30                   valibot true zod false
2026-02-30T10:00:00Z         valibot true zod false
o'neil@x.test                valibot false zod true
bob@xn--bcher-kva.example    valibot false zod true
SEEN
