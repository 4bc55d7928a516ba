import { randomBytes } from 'node:crypto';
import { symlink } from 'node:fs/promises';
import { openPostgres } from '../../../server/data/db/open.ts';
import { openBucket } from '../../../server/files/bucket.ts';
import type { Files } from '../../../server/files/files.ts';
import { s3Bucket as openS3 } from '../../../server/files/s3.ts';
import { dataPaths } from '../../../server/start/dataDir.ts';
import { startPostgres } from '../database/postgres.ts';
import { s3Bucket, s3Environment, startS3 } from '../files/s3.ts';
import { startBalancer } from '../network/balancer.ts';
import { freePort, newDataDir, runUntilReady, type Stack, type StackOptions, startStack } from './stack.ts';

/** A PostgreSQL and a bucket that all concurrent processes share. */
export type Stores = { postgresUrl: string; s3Endpoint: string };

export async function startStores(): Promise<Stores & { stop(): Promise<void> }> {
  const [postgres, s3] = await Promise.all([startPostgres(), startS3()]);
  return {
    postgresUrl: postgres.url,
    s3Endpoint: s3.endpoint,
    async stop() {
      await postgres.stop();
      await s3.stop();
    },
  };
}

/** A database and a prefix in the bucket, which belong together. */
export type Place = { name: string; environment: Record<string, string> };

function placeNamed({ postgresUrl, s3Endpoint }: Stores, name: string): Place {
  const environment = {
    ...s3Environment,
    DATABASE_URL: `${postgresUrl}/${name}`,
    FILES_URL: `s3://${s3Bucket}/${name}/?endpoint=${s3Endpoint}`,
  };
  return { name, environment };
}

async function filesOf({ s3Endpoint: endpoint }: Stores, name: string): Promise<Files> {
  Object.assign(process.env, s3Environment);
  const bucket = openS3({ bucket: s3Bucket, region: 'us-east-1', endpoint });
  return openBucket(bucket, `${name}/`, `${await newDataDir(false)}/incoming`);
}

/** Creates a place, empty or as a copy of another one, which must not be in use meanwhile. */
export async function newPlace(stores: Stores, from?: string): Promise<Place> {
  const name = `place_${randomBytes(6).toString('hex')}`;
  const db = await openPostgres(`${stores.postgresUrl}/postgres`);
  await db.query(`create database ${name} ${from === undefined ? '' : `template ${from}`}`);
  await db.close();
  if (from !== undefined) {
    const [old, copy] = await Promise.all([filesOf(stores, from), filesOf(stores, name)]);
    for await (const page of old.list('')) {
      for (const { key } of page) await copy.put(key, await old.get(key));
    }
  }
  return placeNamed(stores, name);
}

/** Starts the product as `npm start` does, a second server beside it, and one address for both. */
export async function startTwoProcesses(options: StackOptions & { place: Place }): Promise<Stack> {
  const { place, port, ...rest } = options;
  const ownPort = port ?? (await freePort());
  const url = `http://127.0.0.1:${ownPort}`;
  const environment = { ...rest.environment, ...place.environment, PUBLIC_URL: url };
  const first = await startStack({ ...rest, environment });
  const besideDir = await newDataDir(false);
  // The emails of both are on one page.
  await symlink(dataPaths(first.dataDir).mail, dataPaths(besideDir).mail);
  const besidePort = await freePort();
  const beside = await runUntilReady(
    ['tests/support/server/besideServer.ts'],
    {
      ...environment,
      HOST: '127.0.0.1',
      PORT: String(besidePort),
      AUTH_EMULATOR_PORT: new URL(first.emulatorUrl).port,
      DATA_DIR: besideDir,
    },
    'The server listens',
  );
  const balancer = await startBalancer([first.url, `http://127.0.0.1:${besidePort}`], ownPort);
  return {
    ...first,
    url,
    output: () => first.output() + beside.output(),
    async stop(stopping) {
      await beside.stop();
      const code = await first.stop(stopping);
      // Each stream was ended by its starter.
      await balancer.close();
      return code;
    },
    async kill() {
      await balancer.close();
      await Promise.all([beside.kill(), first.kill()]);
    },
  };
}
