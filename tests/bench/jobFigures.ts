import { migrate } from '../../server/data/db/migrate.ts';
import { openPostgres } from '../../server/data/db/open.ts';
import { figuresOf } from '../../server/data/jobs/figures.ts';
import { wireValues } from '../../src/contract/enums.ts';
import { figureGroups } from '../../src/contract/jobs/figuresRequest.ts';
import { startPostgres } from '../support/database/postgres.ts';
import { people, savePeople } from '../support/server/people.ts';
import { quantile } from './figures.ts';
import { growTo } from './scaleData.ts';

/** Measures the figures of a quarter and of a year on `JOBS` jobs (1,000,000 by default): the medians of `RUNS` runs, in ms. */
const jobs = Number(process.env.JOBS ?? 1_000_000);
const runs = Number(process.env.RUNS ?? 7);
/** When the last of these jobs was reported: one a minute from then on (`scaleData.ts`). */
const now = 1_600_000_000 + jobs * 60;

const postgres = await startPostgres();
const url = `${postgres.url}/postgres`;
const db = await openPostgres(url);
await migrate(db);
await savePeople(db, Object.values(people), now * 1000);
await growTo(url, 0, jobs);

const rows = [];
for (const weeks of [13, 52]) {
  for (const by of wireValues(figureGroups)) {
    const times: number[] = [];
    let completed = 0;
    for (let run = 0; run < runs; run += 1) {
      const began = performance.now();
      const figures = await figuresOf(db, { weeks, by, timeZone: 'America/New_York' }, now);
      times.push(performance.now() - began);
      completed = figures.turnaround?.count ?? 0;
    }
    rows.push({ jobs, weeks, by, completed, ms: Math.round(quantile(times, 0.5)) });
  }
}
console.table(rows);
await db.close();
await postgres.stop();
