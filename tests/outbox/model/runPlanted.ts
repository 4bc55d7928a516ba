import { registerHooks } from 'node:module';
import fc from 'fast-check';
import { type PlantedBug, plantedBugs } from './plantedBugs.ts';

/**
 * Plays schedules against the outbox with one mistake in it, for each mistake in turn, until a rule is broken:
 * `node runPlanted.ts <seed> <most> [<bug>…]`. Prints one line of JSON for each.
 */
const [seed = '1', most = '10000', ...asked] = process.argv.slice(2);

/** The mistake that modules are loaded with now; each one has modules of its own. */
let current: { name: string; bug: PlantedBug; planted: Set<string> } | null = null;
const ours = /\/(?:src\/outbox|tests\/outbox\/model)\/(\w+\.ts)(?:\?|$)/;

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    if (!current || !ours.test(found.url)) return found;
    return { ...found, url: `${found.url}?bug=${encodeURIComponent(current.name)}` };
  },
  load(url, context, next) {
    const loaded = next(url, context);
    const file = url.includes('/src/outbox/') ? ours.exec(url)?.[1] : undefined;
    const changes = current?.bug.changes.filter(([changed]) => changed === file) ?? [];
    if (changes.length === 0) return loaded;
    let source = String(loaded.source);
    for (const [, text, instead] of changes) {
      if (source.split(text).length !== 2) throw new Error(`"${text}" does not stand once in ${file}`);
      source = source.replace(text, () => instead);
      current?.planted.add(text);
    }
    return { ...loaded, source };
  },
});

async function hunt(name: string): Promise<{ name: string; after: number; problem: string | null }> {
  const bug = plantedBugs[name];
  if (!bug) throw new Error(`There is no planted bug "${name}"`);
  current = { name, bug, planted: new Set() };
  const { play } = (await import('./play.ts')) as typeof import('./play.ts');
  const { scheduleOf } = (await import('./schedule.ts')) as typeof import('./schedule.ts');
  if (current.planted.size !== bug.changes.length) throw new Error(`Not all of "${name}" was planted`);
  const modes = bug.modes ?? ['N', 'I', 'N', 'L'];
  for (let played = 0; played < Number(most); ) {
    for (const mode of modes) {
      const schedules = scheduleOf(mode, bug.telling);
      for (const schedule of fc.sample(schedules, { numRuns: 10, seed: Number(seed) + played })) {
        played += 1;
        const [problem] = (await play(schedule)).problems;
        if (problem) return { name, after: played, problem };
      }
    }
  }
  return { name, after: Number(most), problem: null };
}

for (const name of asked.length > 0 ? asked : Object.keys(plantedBugs)) {
  process.stdout.write(`${JSON.stringify(await hunt(name))}\n`);
}
