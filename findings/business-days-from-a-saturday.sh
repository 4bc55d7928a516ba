#!/usr/bin/env bash
# Versions: date-fns 4.4.0 (Node 24.21.0).
# Guess:    `differenceInBusinessDays` undoes `addBusinessDays`: a day that is 5 business days later is 5 business days off.
# Seen:     from Monday to Friday it is. From a Saturday or a Sunday, 5 days later is Friday, and the difference is 4; 1 day later is Monday, and the
#           difference is 0.
# Matters:  a job that came in on a weekend has "5 business days" by its promise and 4 by the count beside it, and one that is due in one day is due
#           today.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 date-fns@4.4.0
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { addBusinessDays, differenceInBusinessDays, format } from 'date-fns';

for (const day of [3, 4, 5, 6]) {
  const start = new Date(2026, 6, day);
  const counts = [1, 5].map((days) => {
    const end = addBusinessDays(start, days);
    return `${days} later is ${format(end, 'EEEE')}, ${differenceInBusinessDays(end, start)} off`;
  });
  console.log(`${format(start, 'EEEE')}: ${counts.join('; ')}`);
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
Friday: 1 later is Monday, 1 off; 5 later is Friday, 5 off
Saturday: 1 later is Monday, 0 off; 5 later is Friday, 4 off
Sunday: 1 later is Monday, 0 off; 5 later is Friday, 4 off
Monday: 1 later is Tuesday, 1 off; 5 later is Monday, 5 off
SEEN
