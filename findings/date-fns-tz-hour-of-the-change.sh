#!/usr/bin/env bash
# Versions: date-fns-tz 3.2.0 with date-fns 4.4.0 (Node 24.21.0).
# Guess:    `fromZonedTime` gives, of a time that clocks pass over (02:30 in New York on March 8, 2026), the one after it, 03:30, as `Date` and RFC 5545
#           (3.3.5) do; and of 01:30 on November 1, which is there twice, always the same one, wherever the program runs.
# Seen:     02:30 is 01:30: an hour earlier than was typed, not later. Of the two 01:30 it gives the first where the program runs in New York or in UTC,
#           and the second in Auckland. A `Date` in New York has 03:30 and the first.
# Matters:  what is to be done at 2:30 is done before what is due at 1:45; and one time is two moments, an hour apart, for a server and a phone.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 date-fns@4.4.0 date-fns-tz@3.2.0
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { fromZonedTime } from 'date-fns-tz';

const clock = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' });
for (const typed of ['2026-03-08T02:30:00', '2026-11-01T01:30:00']) {
  const own = process.env.TZ === 'America/New_York' ? `, Date ${clock.format(new Date(typed))}` : '';
  console.log(`${process.env.TZ}: ${typed} is ${clock.format(fromZonedTime(typed, 'America/New_York'))}${own}`);
}
JS
for zone in America/New_York UTC Pacific/Auckland; do TZ=$zone node try.mjs; done | tee seen
diff seen - <<'SEEN'
America/New_York: 2026-03-08T02:30:00 is 01:30 AM EST, Date 03:30 AM EDT
America/New_York: 2026-11-01T01:30:00 is 01:30 AM EDT, Date 01:30 AM EDT
UTC: 2026-03-08T02:30:00 is 01:30 AM EST
UTC: 2026-11-01T01:30:00 is 01:30 AM EDT
Pacific/Auckland: 2026-03-08T02:30:00 is 01:30 AM EST
Pacific/Auckland: 2026-11-01T01:30:00 is 01:30 AM EST
SEEN
