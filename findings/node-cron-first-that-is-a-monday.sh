#!/usr/bin/env bash
# Versions: node-cron 4.6.0, croner 11.0.1, cron-parser 5.10.6 and node-schedule 2.1.1 beside it (Node 24.21.0).
# Guess:    a plan with a day of the month and a day of the week, `0 9 1 * 1`, is each first of the month and each Monday: either will do, as in cron
#           (POSIX, crontab).
# Seen:     so it is in croner, cron-parser and node-schedule. node-cron wants both: the next one is the first Monday that is the 1st, and
#           `0 9 1,15 * 1-5` leaves out each 1st and 15th that is on a weekend. With one of the two as `*` they agree.
# Matters:  a reminder for the 1st and every Monday, tried in another program or on a page that explains such plans, comes once or twice a year.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 node-cron@4.6.0 croner@11.0.1 cron-parser@5.10.6 node-schedule@2.1.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { mock } from 'node:test';
import { CronExpressionParser } from 'cron-parser';
import { Cron } from 'croner';
import { createTask } from 'node-cron';
import schedule from 'node-schedule';

mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 6, 2, 12) });
const day = (date) => new Date(date).toDateString();
for (const plan of ['0 9 1 * 1', '0 9 1,15 * 1-5', '0 9 1 * *', '0 9 * * 1']) {
  const task = createTask(plan, () => {});
  task.start();
  const job = schedule.scheduleJob(plan, () => {});
  console.log(`${plan}: node-cron ${day(task.getNextRun())}`);
  console.log(`  croner ${day(new Cron(plan).nextRun())}, cron-parser ${day(CronExpressionParser.parse(plan).next().toDate())}, node-schedule ${day(job.nextInvocation())}`);
  job.cancel();
  await task.destroy();
}
process.exit();
JS
TZ=UTC node try.mjs | tee seen
diff seen - <<'SEEN'
0 9 1 * 1: node-cron Mon Feb 01 2027
  croner Mon Jul 06 2026, cron-parser Mon Jul 06 2026, node-schedule Mon Jul 06 2026
0 9 1,15 * 1-5: node-cron Wed Jul 15 2026
  croner Fri Jul 03 2026, cron-parser Fri Jul 03 2026, node-schedule Fri Jul 03 2026
0 9 1 * *: node-cron Sat Aug 01 2026
  croner Sat Aug 01 2026, cron-parser Sat Aug 01 2026, node-schedule Sat Aug 01 2026
0 9 * * 1: node-cron Mon Jul 06 2026
  croner Mon Jul 06 2026, cron-parser Mon Jul 06 2026, node-schedule Mon Jul 06 2026
SEEN
