import { rm } from 'node:fs/promises';
import { startStack } from '../../support/stack.ts';
import { newPlace, type Stores, startStores } from '../../support/twoProcesses.ts';

/** Where the demo data are that every worker starts from a copy of. */
const seededDataVariable = 'EV_JOBS_SEEDED_DATA';

export type Seeded = {
  dataDir: string;
  /** With `STORE=s3`: the servers of databases and files, and which place in them has the rest of the demo data. */
  stores?: Stores & { place: string };
};

/** Null if nobody made them, and the product makes its own. */
export function seeded(): Seeded | null {
  const made = process.env[seededDataVariable];
  return made ? (JSON.parse(made) as Seeded) : null;
}

/** Makes the demo data once, before the first worker: each would take its time to make the same. */
export default async function seedOnce(): Promise<() => Promise<void>> {
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
    await rm(dataDir, { recursive: true, force: true });
    await stores?.stop();
  };
}
