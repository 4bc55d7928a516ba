#!/usr/bin/env bash
# Versions: asn1js 4.0.0, node-forge 1.4.3 beside it (Node 24.21.0).
# Guess:    a GeneralizedTime with an offset (`20260704120000-0400`, X.680, 46), as older signers and time stamps have it, is that moment; one
#           without a zone is at the clock of the program. A UTCTime with an offset, or without seconds, is its moment too.
# Seen:     asn1js makes July 4 July 2, and July 1 July 6: it takes a day of the week for the day of the month, and the offset the wrong way
#           round, and tells nobody. Of the UTCTime it makes November 30, 1899, and only `error`, beside it, says that it could not be read.
#           node-forge has the moments.
# Matters:  a seal is shown as made on another day, even in another month, or judged by a certificate that was not valid yet.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 asn1js@4.0.0 node-forge@1.4.3
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { fromBER } from 'asn1js';
import forge from 'node-forge';
process.env.TZ = 'UTC';
const utc = 0x17;
const generalized = 0x18;
const times = [
  [generalized, '20260704120000Z'],
  [generalized, '20260704120000-0400'],
  [generalized, '20260701120000-0400'],
  [generalized, '20260704120000'],
  [utc, '260704120000Z'],
  [utc, '260704120000-0400'],
  [utc, '2607041200Z'],
];
for (const [tag, text] of times) {
  const { offset, result } = fromBER(Uint8Array.from([tag, text.length, ...Buffer.from(text)]));
  const byForge = tag === utc ? forge.asn1.utcTimeToDate(text) : forge.asn1.generalizedTimeToDate(text);
  const said = `${offset > 0 ? 'read' : 'not read'}, error ${JSON.stringify(result.error)}`;
  console.log(`${text}: asn1js ${result.toDate().toISOString()} (${said}); node-forge ${byForge.toISOString()}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
20260704120000Z: asn1js 2026-07-04T12:00:00.000Z (read, error ""); node-forge 2026-07-04T12:00:00.000Z
20260704120000-0400: asn1js 2026-07-02T08:00:00.000Z (read, error ""); node-forge 2026-07-04T16:00:00.000Z
20260701120000-0400: asn1js 2026-07-06T08:00:00.000Z (read, error ""); node-forge 2026-07-01T16:00:00.000Z
20260704120000: asn1js 2026-07-02T12:00:00.000Z (read, error ""); node-forge 2026-07-04T12:00:00.000Z
260704120000Z: asn1js 2026-07-04T12:00:00.000Z (read, error ""); node-forge 2026-07-04T12:00:00.000Z
260704120000-0400: asn1js 1899-11-30T00:00:00.000Z (read, error "Wrong input string for conversion"); node-forge 2026-07-04T16:00:00.000Z
2607041200Z: asn1js 1899-11-30T00:00:00.000Z (read, error "Wrong input string for conversion"); node-forge 2026-07-04T12:00:00.000Z
SEEN
