import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { plant } from '../../support/run/plant.ts';
import { type PlantedBug, plantedBugs } from './plantedBugs.ts';

/**
 * Plays schedules against the outbox with one mistake in it, for each mistake in turn, until a rule is broken:
 * `node runPlanted.ts <seed> <most> [<bug>…]`. Prints one line of JSON for each.
 */
const [seed = '1', most = '10000', ...asked] = process.argv.slice(2);

/** The bug that modules are loaded with now, as changed sources by address; each bug has its own modules. */
let current: { name: string; sources: Map<string, string> } | null = null;
const ours = /\/(?:src|server\/data|tests\/outbox\/model)\/(?:\w+\/)*\w+\.ts(?:\?|$)/;

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    if (!current || !ours.test(found.url)) return found;
    return { ...found, url: `${found.url}?bug=${encodeURIComponent(current.name)}` };
  },
  load(url, context, next) {
    const loaded = next(url, context);
    const source = current?.sources.get(url.replace(/\?.*/, ''));
    return source === undefined ? loaded : { ...loaded, source };
  },
});

function planted({ changes }: PlantedBug): Map<string, string> {
  const sources = plant(changes.map((change) => ({ in: 'src/outbox', ...change })));
  return new Map([...sources].map(([file, source]) => [pathToFileURL(file).href, source]));
}

async function hunt(name: string): Promise<{ name: string; after: number; problem: string | null }> {
  const bug = plantedBugs[name];
  if (!bug) throw new Error(`There is no planted bug "${name}"`);
  current = { name, sources: planted(bug) };
  const { problemOf } = (await import('./failures.ts')) as typeof import('./failures.ts');
  const { scheduleOf } = (await import('./schedule.ts')) as typeof import('./schedule.ts');
  const schedules = scheduleOf(bug.focus);
  for (let played = 0; played < Number(most); ) {
    for (const schedule of fc.sample(schedules, { numRuns: 10, seed: Number(seed) + played })) {
      played += 1;
      const problem = await problemOf(schedule);
      if (problem !== null) return { name, after: played, problem };
    }
  }
  return { name, after: Number(most), problem: null };
}

for (const name of asked.length > 0 ? asked : Object.keys(plantedBugs)) {
  // A place that is no longer found is a bug that is not caught.
  const found = await hunt(name).catch((error: Error) => {
    console.error(error.message);
    return { name, after: 0, problem: null };
  });
  process.stdout.write(`${JSON.stringify(found)}\n`);
}
// The channels that modules of each bug have opened would keep it running.
process.exit();
