import { readConfig } from '../../../server/settings/config.ts';
import { appDir } from '../../../server/start/appBuild.ts';
import { openApp, openParts } from '../../../server/start/openApp.ts';
import { runProgram } from '../../../server/start/program.ts';

/** A further server of a running product: its database, its Auth emulator, and the app it built. */
await runProgram(async (program) => {
  const config = readConfig(process.env);
  const parts = await openParts(config, program);
  await openApp({ ...parts, appDir, rateLimit: false }, config, program);
  process.stdout.write('The server listens\n');
});
