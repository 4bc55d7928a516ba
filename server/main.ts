import { appDir } from './appBuild.ts';
import { readConfig } from './config.ts';
import { openApp, openParts } from './openApp.ts';
import { runProgram } from './program.ts';
import { StartError } from './startError.ts';

/** `node server/main.ts`: the server alone, for production, with an app that was built before (`npm run build`). */
await runProgram(async (program) => {
  const config = readConfig(process.env);
  if (config.identity.kind === 'emulator') {
    throw new StartError(
      'FIREBASE_PROJECT_ID must be set here; `npm start` runs without a Firebase project.',
    );
  }
  await openApp({ ...(await openParts(config, program)), appDir }, config, program);
});
