import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPushService } from '../support/pushService/pushService.ts';
import { appStory } from './appStory.ts';
import { bareStory } from './bareStory.ts';
import { findFirefox } from './firefox.ts';

/**
 * `npm test -- push-firefox`: Web Push from end to end with a real Firefox: subscription, encrypted POST, worker, notification,
 * click. `FIREFOX_PATH` names the program, `PUSH_LOG=Debug` turns Firefox's log on. It is not part of `npm test`, because not every
 * machine has a Firefox.
 */
const stories = { bare: bareStory, app: appStory };

async function play(name: keyof typeof stories, program: string): Promise<boolean> {
  console.log(`${name}:`);
  const profile = await mkdtemp(join(tmpdir(), 'ev-jobs-firefox-'));
  const service = await startPushService();
  try {
    await stories[name](program, profile, service);
    return true;
  } catch (error) {
    console.error(error);
    for (const { data, ...push } of service.pushes) console.error({ ...push, bytes: data.length });
    return false;
  } finally {
    await service.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

const limitMs = 240_000;
setTimeout(() => {
  console.log(`Firefox was not told: not done after ${limitMs / 1000} s.`);
  process.exit(1);
}, limitMs).unref();

const program = findFirefox();
if (!program) {
  console.error(
    'There is no Firefox here: install firefox-esr or firefox, or set FIREFOX_PATH to its program.',
  );
  process.exit(1);
}
const asked = process.argv.slice(2);
const names = (Object.keys(stories) as (keyof typeof stories)[]).filter(
  (name) => asked.length === 0 || asked.includes(name),
);
let failed = 0;
for (const name of names) if (!(await play(name, program))) failed += 1;
console.log(
  failed === 0 && names.length > 0
    ? `Firefox was told everything: ${names.join(', ')}.`
    : `Firefox was not told: ${failed} of ${names.length} stories failed.`,
);
process.exitCode = failed === 0 && names.length > 0 ? 0 : 1;
