import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPushService } from '../support/pushService/pushService.ts';
import { appStory } from './appStory.ts';
import { findFirefox } from './firefox.ts';

/**
 * `npm test -- push-firefox`: Web Push from end to end with a real Firefox: subscription, encrypted POST, worker, notification,
 * click. `FIREFOX_PATH` names the program, `PUSH_LOG=Debug` turns Firefox's log on. It is not part of `npm test`, because not every
 * machine has a Firefox.
 */
async function play(program: string): Promise<boolean> {
  const profile = await mkdtemp(join(tmpdir(), 'ev-jobs-firefox-'));
  const service = await startPushService();
  try {
    await appStory(program, profile, service);
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
const isTold = await play(program);
console.log(isTold ? 'Firefox was told everything.' : 'Firefox was not told.');
process.exitCode = isTold ? 0 : 1;
