import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runToEnd, type Stack, startStack } from '../support/server/stack.ts';
import { Disk, type Forgets, readRecord } from './replay.ts';
import { type Acknowledged, work } from './work.ts';

/**
 * Power cuts of the default set-up, as `npm start` runs it: what its processes do to the data folder is recorded, the record is cut at
 * random steps, and what a disk would then have, which forgets what was not flushed, must have everything acknowledged, no broken
 * file, and a database that opens by itself. `ROUNDS` (20) records with `CUTS` (25) each; each twenty-fifth image is started whole.
 * `PLANTED=1` leaves out every flush of the database, which must be found.
 */
const rounds = Number(process.env.ROUNDS ?? 20);
const cuts = Number(process.env.CUTS ?? 25);
const recorder = pathToFileURL(join(import.meta.dirname, 'recordedDisk.ts')).href;

const folders: string[] = [];
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ev-power-'));
  folders.push(folder);
  return folder;
}
function drop(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function pathsIn(folder: string): Map<string, 'file' | 'folder'> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries.map((entry) => [
      join(entry.parentPath, entry.name).slice(folder.length + 1),
      entry.isDirectory() ? 'folder' : 'file',
    ]),
  );
}

type Found = { messages: { text: string; sha256: string | null }[]; broken: unknown[]; accounts: string[] };

/** Opens an image as the server does, and returns what is wrong with it. */
async function faultsOf(image: string, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const { code, stdout, stderr } = await runToEnd(['tests/power/found.ts'], { DATA_DIR: image });
  if (code !== 0) return [`cannot be opened: ${(stderr || stdout).slice(-600)}`];
  const found = JSON.parse(stdout.slice(stdout.lastIndexOf('\n{"messages"') + 1)) as Found;
  const faults = found.broken.length > 0 ? [`${found.broken.length} files are not what their rows say`] : [];
  for (const each of acknowledged) {
    if (each.what === 'account') {
      if (!found.accounts.includes(each.email)) faults.push(`an account is lost`);
      continue;
    }
    const rows = found.messages.filter(({ text }) => text === each.text);
    if (rows.length !== 1) faults.push(`a message is there ${rows.length} times`);
    else if (rows[0]?.sha256 !== each.sha256) faults.push('a message has lost its file');
  }
  return faults;
}

async function record(
  base: string,
  dataDir: string,
  file: string,
  use: (stack: Stack) => Promise<void>,
): Promise<void> {
  cpSync(base, dataDir, { recursive: true });
  const stack = await startStack({
    seed: true,
    dataDir,
    environment: {
      NODE_OPTIONS: `--import ${recorder}`,
      RECORDED_FOLDER: dataDir,
      RECORD: file,
      ...(process.env.PLANTED && { PLANTED: process.env.PLANTED }),
    },
  });
  await use(stack);
  await stack.kill();
}

const first = await startStack({ seed: true });
await first.stop();
folders.push(first.dataDir);
const names = pathsIn(first.dataDir);
let [played, faulty] = [0, 0];
for (let round = 0; round < rounds; round += 1) {
  const [dataDir, notes] = [newFolder(), newFolder()];
  const file = join(notes, 'record');
  let acknowledged: Acknowledged[] = [];
  await record(first.dataDir, dataDir, file, async (stack) => {
    acknowledged = await work(stack, file, 20);
  });
  const steps = readRecord(file);
  const disk = new Disk(first.dataDir, names);
  const at = Array.from({ length: cuts }, () => Math.floor(Math.random() * steps.length)).sort(
    (a, b) => a - b,
  );
  let next = 0;
  for (const cut of at) {
    for (; next < cut; next += 1) disk.do(steps[next] as (typeof steps)[number]);
    const image = newFolder();
    const forgets: Forgets = Math.random() < 0.5 ? 'all' : 'some';
    disk.cut(image, forgets, Math.random);
    const end = steps[cut - 1]?.end ?? 0;
    const said = acknowledged.filter((each) => each.end <= end);
    const faults = await faultsOf(image, said);
    played += 1;
    if (faults.length === 0 && played % 25 === 0) {
      await startStack({ seed: true, dataDir: image }).then(
        (stack) => stack.stop(),
        (error: unknown) => faults.push(`does not start: ${error}`),
      );
    }
    if (faults.length > 0) {
      faulty += 1;
      const last = steps.slice(Math.max(0, cut - 3), cut).map(({ data, ...step }) => JSON.stringify(step));
      console.log(
        `round ${round}, step ${cut} of ${steps.length}, forgets ${forgets}: ${[...new Set(faults)].join('; ')}`,
      );
      console.log(`  after ${last.join(' ')}`);
    }
    drop(image);
  }
  console.log(
    `round ${round}: ${steps.length} steps, ${acknowledged.length} acknowledged, ${at.length} cuts`,
  );
  for (const folder of [dataDir, notes]) drop(folder);
}
console.log(`${played - faulty} passed, ${faulty} failed`);
process.exitCode = faulty > 0 ? 1 : 0;
