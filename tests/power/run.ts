import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { startStack } from '../support/server/stack.ts';
import { drop, faultsOf, foundIn, newFolder, pathsIn, recording } from './images.ts';
import { Disk, type Forgets, readRecord } from './replay.ts';
import { type Acknowledged, work } from './work.ts';

/**
 * Power cuts of the default set-up, as `npm start` runs it: what its processes do to the data folder is recorded, the record is cut at
 * random steps, and what a disk would then have, which forgets what was not flushed, must have everything acknowledged, no broken
 * file, and a database that opens by itself. `ROUNDS` (20) records with `CUTS` (15) each of work; every third recovery of these is cut once
 * more; every fifth round also cuts a first start, which makes the database and the demo data, `CUTS` + 10 times. Each
 * twenty-fifth image is started whole, of a first start each fifth, whose demo data must then be whole. `PARTS` (work,start) leaves one
 * out. `PLANTED=1` leaves out every flush of the database, which must be found.
 */
const rounds = Number(process.env.ROUNDS ?? 20);
const cuts = Number(process.env.CUTS ?? 15);
const parts = (process.env.PARTS ?? 'work,start').split(',');
const kinds = ['work', 'recovery', 'first start'] as const;
type Kind = (typeof kinds)[number];
const played: Record<Kind, number> = { work: 0, recovery: 0, 'first start': 0 };
const failed: Record<Kind, number> = { work: 0, recovery: 0, 'first start': 0 };

type Cut = { image: string; end: number; said: string };

/** Cuts a record at random steps, one after the other. @param base what the folder was before */
async function cutRecord(
  base: string,
  record: string,
  times: number,
  check: (cut: Cut) => Promise<void>,
): Promise<number> {
  const steps = readRecord(record);
  const disk = new Disk(base, pathsIn(base));
  const at = Array.from({ length: times }, () => Math.floor(Math.random() * steps.length));
  let next = 0;
  for (const cut of at.sort((a, b) => a - b)) {
    for (; next < cut; next += 1) disk.do(steps[next] as (typeof steps)[number]);
    const image = newFolder();
    const forgets: Forgets = Math.random() < 0.5 ? 'all' : 'some';
    disk.cut(image, forgets, Math.random);
    const last = steps.slice(Math.max(0, cut - 3), cut).map(({ data, ...step }) => JSON.stringify(step));
    const said = `step ${cut} of ${steps.length}, forgets ${forgets}, after ${last.join(' ')}`;
    await check({ image, end: steps[cut - 1]?.end ?? 0, said });
    drop(image);
  }
  return steps.length;
}

function count(kind: Kind, faults: readonly string[], said: string): void {
  played[kind] += 1;
  if (faults.length === 0) return;
  failed[kind] += 1;
  console.log(`${kind}: ${[...new Set(faults)].join('; ')}\n  ${said}`);
}

/** Starts the whole product on an image, and ends it. @returns what is wrong */
async function started(image: string): Promise<string[]> {
  return startStack({ seed: true, dataDir: image }).then(
    async (stack) => {
      await stack.stop();
      return [];
    },
    (error: unknown) => [`does not start: ${error}`],
  );
}

/** Opens an image, and, every third time, cuts the power again while that is being done. */
async function checkWork({ image, end, said }: Cut, acknowledged: readonly Acknowledged[]): Promise<void> {
  const known = acknowledged.filter((each) => each.end <= end);
  const isCutAgain = played.work % 3 === 2;
  const [base, notes] = [newFolder(), newFolder()];
  const record = join(notes, 'record');
  if (isCutAgain) cpSync(image, base, { recursive: true });
  const faults = faultsOf(await foundIn(image, isCutAgain ? recording(image, record) : {}), known);
  if (faults.length === 0 && played.work % 25 === 24) faults.push(...(await started(image)));
  count('work', faults, said);
  if (isCutAgain) {
    await cutRecord(base, record, 1, async (again) =>
      count('recovery', faultsOf(await foundIn(again.image), known), `${said}\n  ${again.said}`),
    );
  }
  drop(base, notes);
}

async function playWork(base: string): Promise<string> {
  const [dataDir, notes] = [newFolder(), newFolder()];
  const record = join(notes, 'record');
  cpSync(base, dataDir, { recursive: true });
  const stack = await startStack({ seed: true, dataDir, environment: recording(dataDir, record) });
  const acknowledged = await work(stack, record, 20);
  await stack.kill();
  const steps = await cutRecord(base, record, cuts, (cut) => checkWork(cut, acknowledged));
  drop(dataDir, notes);
  return `${steps} steps, ${acknowledged.length} acknowledged`;
}

/** Opens an image of a first start; every fifth time starts it whole, which must then have all that an undisturbed first start makes. */
async function checkStart({ image, said }: Cut, demo: unknown): Promise<void> {
  const faults = faultsOf(await foundIn(image), []);
  if (faults.length === 0 && played['first start'] % 5 === 4) {
    faults.push(...(await started(image)));
    const found = await foundIn(image);
    faults.push(...faultsOf(found, []));
    if (typeof found === 'object' && !isDeepStrictEqual(found.rows, demo))
      faults.push(`the demo data are ${JSON.stringify(found.rows)}, not ${JSON.stringify(demo)}`);
  }
  count('first start', faults, said);
}

async function playStart(demo: unknown): Promise<string> {
  const [base, dataDir, notes] = [newFolder(), newFolder(), newFolder()];
  const record = join(notes, 'record');
  const stack = await startStack({ seed: true, dataDir, environment: recording(dataDir, record) });
  await stack.kill();
  const steps = await cutRecord(base, record, cuts + 10, (cut) => checkStart(cut, demo));
  drop(base, dataDir, notes);
  return `${steps} steps of a first start`;
}

const first = await startStack({ seed: true, dataDir: newFolder() });
await first.stop();
const untouched = newFolder();
cpSync(first.dataDir, untouched, { recursive: true });
const demo = await foundIn(first.dataDir);
if (typeof demo === 'string') throw new Error(demo);
for (let round = 0; round < rounds; round += 1) {
  const all = [
    ...(parts.includes('work') ? [await playWork(untouched)] : []),
    ...(parts.includes('start') && round % 5 === 0 ? [await playStart(demo.rows)] : []),
  ];
  console.log(`round ${round}: ${all.join('; ')}`);
}
for (const kind of kinds)
  console.log(`${kind}: ${played[kind] - failed[kind]} of ${played[kind]} cuts lost nothing`);
const total = (all: Record<Kind, number>) => kinds.reduce((sum, kind) => sum + all[kind], 0);
console.log(`${total(played) - total(failed)} passed, ${total(failed)} failed`);
process.exitCode = total(failed) > 0 ? 1 : 0;
