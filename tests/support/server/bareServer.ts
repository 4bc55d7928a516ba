import { readConfig } from '../../../server/settings/config.ts';
import { openApp, openParts } from '../../../server/start/openApp.ts';
import { runProgram } from '../../../server/start/program.ts';
import { watchLoop } from './loopBlocks.ts';

/** The real server on its real database, without the Auth emulator (its tokens need none) and the app: starts in a second. */
// Run with `--expose-gc`, it reports the memory in use after a garbage collection.
const skipUntilNow = watchLoop((ms, requests) => {
  process.stdout.write(`It was busy ${JSON.stringify({ ms, requests: requests.slice(0, 12) })}\n`);
});
process.on('SIGUSR2', () => {
  globalThis.gc?.();
  skipUntilNow();
  const { heapUsed, external } = process.memoryUsage();
  process.stdout.write(`It holds ${heapUsed + external} bytes\n`);
});

await runProgram(async (program) => {
  const config = readConfig(process.env);
  const parts = await openParts(config, program);
  await openApp({ ...parts, rateLimit: false, accounts: undefined }, config, program);
  process.stdout.write('The server listens\n');
});
