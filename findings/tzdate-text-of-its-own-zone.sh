#!/usr/bin/env bash
# Versions: @date-fns/tz 1.5.0, date-fns 4.4.0 (Node 24.21.0).
# Guess:    a `TZDate` is a `Date` that knows its zone: as JSON, or by `toISOString()`, it is its moment in UTC (ECMA-262, 21.4.4.36), so that texts of
#           one moment are equal, and sorted as texts they are in their order; a copy (`new TZDate(visit)`) has its zone.
# Seen:     the text has the clock and the offset of the zone: 10:00-04:00. Of one moment in two zones there are two texts; a visit at 11:00 in Chicago
#           is sorted before one at 11:30 in New York, which is half an hour earlier. A copy is in the zone of the program.
# Matters:  what is sent as JSON to a form, a key or a column of texts that expects …Z is refused, doubled or in another order.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 @date-fns/tz@1.5.0 date-fns@4.4.0
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns';

const visit = new TZDate(2026, 6, 4, 10, 0, 'America/New_York');
const inChicago = visit.withTimeZone('America/Chicago');
console.log(`one moment: ${+visit === +inChicago}; ${JSON.stringify([visit, inChicago, new Date(+visit)])}`);
console.log(`a day later: ${addDays(visit, 1).toISOString()}`);
const visits = [new TZDate(2026, 6, 4, 11, 30, 'America/New_York'), new TZDate(2026, 6, 4, 11, 0, 'America/Chicago')];
const byMoment = visits.toSorted((one, other) => one - other).map((one) => one.toISOString());
console.log(`by moment: ${byMoment}\nas texts:  ${byMoment.toSorted()}`);
console.log(`zone: ${visit.timeZone}; of a copy ${new TZDate(visit).timeZone}, ${new TZDate(visit).toISOString()}`);
JS
TZ=Pacific/Auckland node try.mjs | tee seen
diff seen - <<'SEEN'
one moment: true; ["2026-07-04T10:00:00.000-04:00","2026-07-04T09:00:00.000-05:00","2026-07-04T14:00:00.000Z"]
a day later: 2026-07-05T10:00:00.000-04:00
by moment: 2026-07-04T11:30:00.000-04:00,2026-07-04T11:00:00.000-05:00
as texts:  2026-07-04T11:00:00.000-05:00,2026-07-04T11:30:00.000-04:00
zone: America/New_York; of a copy undefined, 2026-07-05T02:00:00.000+12:00
SEEN
