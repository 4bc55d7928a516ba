import { readConfig } from '../../../server/settings/config.ts';
import { openApp, openParts } from '../../../server/start/openApp.ts';
import { runProgram } from '../../../server/start/program.ts';

/** The real server with short claims of pushes, so that those of a killed one end soon. */
await runProgram(async (program) => {
  const config = readConfig(process.env);
  const parts = await openParts(config, program);
  await openApp({ ...parts, rateLimit: false, accounts: undefined, pushLeaseSeconds: 2 }, config, program);
  process.stdout.write('The server listens\n');
});
