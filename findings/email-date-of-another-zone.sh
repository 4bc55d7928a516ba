#!/usr/bin/env bash
# Versions: mailparser 3.14.2 (Node 24.21.0).
# Guess:    an email whose Date has the name of a zone that JavaScript does not know, such as AST (Puerto Rico), has no `date`; or it is read
#           as UTC, which is what RFC 5322 (4.3) wants for names that are not its own.
# Seen:     its `date` is the moment of parsing, another each time, and nothing says so. EST and PST are read; AST, AKST and HST are not. An
#           email without a Date has none.
# Matters:  emails of an archive, read later, are listed as of today, and one that is read twice has two dates.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 mailparser@3.14.2
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { simpleParser } from 'mailparser';
for (const zone of ['-0400', 'EST', 'PST', 'AST', 'AKST', 'HST', '']) {
  const date = zone && `Date: Mon, 2 Feb 2026 10:00:00 ${zone}\r\n`;
  const before = Date.now();
  const read = await simpleParser(`From: ana@firm.test\r\n${date}Subject: Plans\r\n\r\nHello\r\n`);
  const isNow = read.date >= before && read.date <= Date.now();
  console.log(`${zone || 'no Date'}:`, isNow ? 'the moment of parsing' : (read.date?.toISOString() ?? 'none'));
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
-0400: 2026-02-02T14:00:00.000Z
EST: 2026-02-02T15:00:00.000Z
PST: 2026-02-02T18:00:00.000Z
AST: the moment of parsing
AKST: the moment of parsing
HST: the moment of parsing
no Date: none
SEEN
