import { StartError } from './errors/startError.ts';
import { readConfig } from './settings/config.ts';
import { appDir } from './start/appBuild.ts';
import { openDataDir } from './start/dataDir.ts';
import { openApp, openParts } from './start/openApp.ts';
import { runProgram } from './start/program.ts';

/** `node server/main.ts`: runs the server in production, with an app that was built before (`npm run build`). */
await runProgram(async (program) => {
  const config = readConfig(process.env);
  if (config.identity.kind === 'emulator') {
    throw new StartError(
      'Set FIREBASE_PROJECT_ID to run in production. To run without a Firebase project, use `npm start`.',
    );
  }
  const lock = openDataDir(config.dataDir);
  program.onClose(() => lock.release());
  await openApp({ ...(await openParts(config, program)), appDir }, config, program);
});
