import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Where the world may take time, chance and order from this process: the scheduler’s own file, and what runs outside of the world. */
const exempt = /^(run\/(worker|soak|playInProcess|database|globals|bundle|planted\w+)\.ts|.*\.test\.ts)$/;
/** What would not come from the seed. */
const foreign =
  /\b(Date\.now\(|new Date\(\)|performance\.now\(|Math\.random\(|(?<![.\w])set(Timeout|Interval|Immediate)\(|(randomUUID|randomBytes|randomInt|getRandomValues)\(|process\.hrtime)|from 'node:timers/;

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !exempt.test(name),
);

test.each(files)('%s takes time and chance from the scheduler alone', (name) => {
  const lines = readFileSync(join(import.meta.dirname, name), 'utf8').split('\n');
  // What a page of the app reads is its own clock and timers, which the scheduler has given it.
  const own = /^client\/(page|screens|inbox|acts)\.ts$/.test(name) ? /Date\.now\(|setTimeout\(/ : /(?!)/;
  const found = lines.filter(
    (line) => foreign.test(line) && !own.test(line) && !/^\s*(\/\/|\*|\/\*\*)/.test(line),
  );
  expect(found).toEqual([]);
});
