import { readConfig } from '../../server/config.ts';
import { openApp, openParts } from '../../server/openApp.ts';
import { runProgram } from '../../server/program.ts';

/** The real server on its real database, without the Auth emulator (its tokens need none) and the app: starts in a second. */
// Run with `--expose-gc`, it tells what it holds once everything that nobody needs is thrown away.
process.on('SIGUSR2', () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.stdout.write(`It holds ${heapUsed + external} bytes\n`);
});

await runProgram(async (program) => {
  const config = readConfig(process.env);
  const parts = await openParts(config, program);
  await openApp({ ...parts, rateLimit: false, accounts: undefined }, config, program);
  process.stdout.write('The server listens\n');
});
