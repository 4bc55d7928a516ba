import { rm } from 'node:fs/promises';
import { startStack } from '../../support/stack.ts';

/** Where the demo data are that every worker starts from a copy of. */
export const seededDataVariable = 'EV_JOBS_SEEDED_DATA';

/** Makes the demo data once, before the first worker: each would take its time to make the same. */
export default async function seedOnce(): Promise<() => Promise<void>> {
  const { dataDir, stop } = await startStack({ seed: true });
  await stop();
  process.env[seededDataVariable] = dataDir;
  return () => rm(dataDir, { recursive: true, force: true });
}
