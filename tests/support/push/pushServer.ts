import { runProgram } from '../../../server/commands/program.ts';
import { readConfig } from '../../../server/config.ts';
import { openApp, openParts } from '../../../server/start/openApp.ts';

/** The real server with short claims of pushes, so that those of a killed one end soon. */
await runProgram(async (program) => {
  const config = readConfig(process.env);
  const parts = await openParts(config, program);
  await openApp({ ...parts, rateLimit: false, accounts: undefined, pushLeaseSeconds: 2 }, config, program);
  process.stdout.write('The server listens\n');
});
