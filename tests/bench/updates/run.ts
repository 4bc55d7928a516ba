import { keepFigures, median, printBars, round } from '../figures.ts';
import { buildCommit, changesOfApp, type UpdateBytes, updateBytes } from './builds.ts';
import { type UpdateTimes, updateTimes } from './times.ts';

/**
 * Measures what an update loads, and how long it takes: for each of the last commits that changed the app (`COMMITS=8`), the bytes of
 * whole files and of the difference; and in a browser on a connection of 20 KB a second, until the update is offered, and from *Update*
 * until the list is there again, with whole files and with the difference in turns (`RUNS`; `COMMITS=0` leaves out the bytes).
 */
const commits = changesOfApp(Number(process.env.COMMITS ?? 30));
const bytes: (UpdateBytes & { commit: string; ratio: number })[] = [];
for (const [index, commit] of commits.slice(0, -1).entries()) {
  const measured = updateBytes(buildCommit(commits[index + 1] ?? ''), buildCommit(commit));
  bytes.push({ commit, ...measured, ratio: round(measured.update / measured.whole, 4) });
}
if (bytes.length > 0) console.table(bytes);

const times: UpdateTimes = await updateTimes();
console.table(times);

printBars([
  {
    what: 'bytes of an update, to whole files (median)',
    is: median(bytes.map(({ ratio }) => ratio)),
    most: 0.05,
  },
  { what: 'bytes of an update (median)', is: median(bytes.map(({ update }) => update)), most: 5000 },
  {
    what: 'from Update to usable at 20 KB/s, ms (median)',
    is: median(times.filter(({ as }) => as === 'difference').map(({ usableMs }) => usableMs)),
    most: 2000,
  },
]);
await keepFigures('updates', { bytes, times });
