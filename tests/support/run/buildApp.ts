import { compressApp, ensureAppBuilt } from '../../../server/start/appBuild.ts';

/** Builds the app as the server does at its start, so that the tests after it need not build it again. */
await ensureAppBuilt((line) => console.log(line));
await compressApp();
