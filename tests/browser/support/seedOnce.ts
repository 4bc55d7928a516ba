import { rm } from 'node:fs/promises';
import { startStack } from '../../support/server/stack.ts';
import { newPlace, type Stores, startStores } from '../../support/server/twoProcesses.ts';

/** Names the folder of the demo data from which every worker starts with a copy. */
const seededDataVariable = 'EV_JOBS_SEEDED_DATA';

export type Seeded = {
  dataDir: string;
  /** With `STORE=s3`: the servers of databases and files, and the place in them with the rest of the demo data. */
  stores?: Stores & { place: string };
};

/** Returns null if there are no demo data, and the product creates its own. */
export function seeded(): Seeded | null {
  const made = process.env[seededDataVariable];
  return made ? (JSON.parse(made) as Seeded) : null;
}

/**
 * Creates the demo data once, before the first worker, to save the others the time.
 *
 * @returns what removes them
 */
export default async function seedOnce(): Promise<() => Promise<void>> {
  // `npm test` has made them already.
  if (seeded()) return async () => {};
  const stores = process.env.STORE === 's3' ? await startStores() : undefined;
  const place = stores && (await newPlace(stores));
  const { dataDir, stop } = await startStack({ seed: true, environment: place?.environment ?? {} });
  await stop();
  const made: Seeded = {
    dataDir,
    ...(stores && place
      ? {
          stores: {
            postgresUrl: stores.postgresUrl,
            s3Endpoint: stores.s3Endpoint,
            place: place.name,
          },
        }
      : {}),
  };
  process.env[seededDataVariable] = JSON.stringify(made);
  return async () => {
    delete process.env[seededDataVariable];
    await rm(dataDir, { recursive: true, force: true });
    await stores?.stop();
  };
}
