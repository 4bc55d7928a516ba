import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBucket } from '../../../server/files/bucket.ts';
import type { Files } from '../../../server/files/files.ts';
import { openFolder } from '../../../server/files/folder.ts';
import { gcsBucket } from '../../../server/files/gcs.ts';
import { s3Bucket } from '../../../server/files/s3.ts';
import { startTcpProxy } from '../network/tcpProxy.ts';
import { startGcs } from './gcs.ts';
import { s3Bucket as bucketName, s3Environment, startS3 } from './s3.ts';

export type StoreKind = 'folder' | 's3' | 'gcs';
export const storeKinds: readonly StoreKind[] = ['folder', 's3', 'gcs'];

/** So small that listings in tests take several pages. */
const pageSize = 3;

/** A store of its own that can be down for a while. */
export type TestStore = {
  /** Opens the store as a start of the program does. */
  open(): Promise<Files>;
  /** Returns the names of everything in it, incomplete files included. */
  names(): Promise<string[]>;
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  end(): Promise<void>;
};

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : []));
}

async function folderStore(): Promise<TestStore> {
  const dir = await mkdtemp(join(tmpdir(), 'ev-store-'));
  return {
    open: () => openFolder(dir),
    names: () => namesIn(dir),
    goAway: () => rename(dir, `${dir}-away`),
    comeBack: () => rename(`${dir}-away`, dir),
    end: () => rm(dir, { recursive: true, force: true }),
  };
}

/** Puts a connection that can be cut in front of an object server; unsent files wait in a folder. */
async function cuttable(endpoint: string) {
  const { hostname: host, port } = new URL(endpoint);
  const proxy = await startTcpProxy({ host, port: Number(port) });
  const waiting = await mkdtemp(join(tmpdir(), 'ev-waiting-'));
  return {
    endpoint: `http://127.0.0.1:${proxy.port}`,
    waiting,
    goAway: async () => proxy.cut(),
    comeBack: async () => proxy.restore(),
    async end() {
      await proxy.close();
      await rm(waiting, { recursive: true, force: true });
    },
  };
}

/** @param server a running one, which others may use too; otherwise one is started */
export async function s3Store(server?: { endpoint: string }): Promise<TestStore> {
  Object.assign(process.env, s3Environment);
  const s3 = server ? undefined : await startS3();
  const line = await cuttable((server ?? s3)?.endpoint ?? '');
  const prefix = `${line.waiting.slice(-6)}/`;
  const place = { bucket: bucketName, region: 'us-east-1' };
  const open = (endpoint: string, waiting: string) =>
    openBucket(s3Bucket({ ...place, endpoint }, pageSize), prefix, waiting);
  const looker = await open((server ?? s3)?.endpoint ?? '', join(line.waiting, 'looker'));
  return {
    open: () => open(line.endpoint, join(line.waiting, 'incoming')),
    async names() {
      if (s3)
        return [
          ...(await s3.names(prefix)).map((name) => name.slice(prefix.length)),
          ...(await namesIn(line.waiting)),
        ];
      return [...(await listed(looker)), ...(await namesIn(line.waiting))];
    },
    goAway: line.goAway,
    comeBack: line.comeBack,
    async end() {
      await line.end();
      await s3?.stop();
    },
  };
}

async function listed(files: Files): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of files.list('')) keys.push(...page.map(({ key }) => key));
  return keys;
}

async function gcsStore(): Promise<TestStore> {
  const gcs = await startGcs();
  const line = await cuttable(gcs.endpoint);
  const open = (endpoint: string, waiting: string) =>
    openBucket(gcsBucket({ bucket: 'ev-files', endpoint }, pageSize), 'jobs/', waiting);
  const looker = await open(gcs.endpoint, join(line.waiting, 'looker'));
  return {
    open: () => open(line.endpoint, join(line.waiting, 'incoming')),
    names: async () => [...(await listed(looker)), ...(await namesIn(line.waiting))],
    goAway: line.goAway,
    comeBack: line.comeBack,
    async end() {
      await line.end();
      await gcs.stop();
    },
  };
}

export function newStore(kind: StoreKind): Promise<TestStore> {
  return { folder: folderStore, s3: () => s3Store(), gcs: gcsStore }[kind]();
}
