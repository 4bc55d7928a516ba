import { readConfig } from '../../server/config.ts';
import { openApp, openParts } from '../../server/openApp.ts';
import { runProgram } from '../../server/program.ts';

/** The real server on its real database, without the Auth emulator (its tokens need none) and the app: starts in a second. */
await runProgram(async (program) => {
  const config = readConfig(process.env);
  const parts = await openParts(config, program);
  await openApp({ ...parts, rateLimit: false, accounts: undefined }, config, program);
  process.stdout.write('The server listens\n');
});
