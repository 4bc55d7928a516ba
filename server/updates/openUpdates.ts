import { Worker } from 'node:worker_threads';
import { readVersion, startVersion, storeVersion } from '../data/appVersions.ts';
import type { Services } from '../services/services.ts';
import { nowSeconds } from '../time/clock.ts';
import { versionIn } from './bundle.ts';
import type { Order } from './thread.ts';

type Updates = {
  /** The version that is served. */
  version: string;
  /** Stores its files, which the next version is made of. */
  keep(): Promise<void>;
  /** Returns what makes it from an earlier version, compressed with brotli; null where that is not known. */
  differenceFrom(version: string): Promise<Buffer | null>;
  close(): Promise<void>;
};

/**
 * Makes differences between the versions of the app, in threads: one takes about a second of a processor. What devices have is known by
 * the database, which every way of running the server has, also two servers of two versions side by side: a build has no earlier one at
 * hand where an image is made from scratch. A difference is made when the first device asks for it, and kept until the server ends.
 *
 * @returns null where the app in the folder has no version
 */
export function openUpdates(services: Pick<Services, 'db' | 'now'>, appDir: string): Updates | null {
  const { db } = services;
  const version = versionIn(appDir);
  if (version === null) return null;
  const threads = new Set<Worker>();
  const made = new Map<string, Promise<Buffer | null>>();

  function inThread(order: Order): Promise<Buffer> {
    const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData: order });
    threads.add(thread);
    return new Promise((resolve, reject) => {
      thread.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)));
      thread.once('error', reject);
      thread.once('exit', () => {
        threads.delete(thread);
        reject(new Error('the thread has ended'));
      });
    });
  }

  async function make(from: string): Promise<Buffer | null> {
    const before = await readVersion(db, from);
    return before && inThread({ appDir, version: version ?? '', before });
  }

  return {
    version,
    async keep() {
      if (await startVersion(db, version, nowSeconds(services))) return;
      await storeVersion(db, version, await inThread({ appDir, version }), nowSeconds(services));
    },
    differenceFrom(from) {
      const known = made.get(from) ?? make(from);
      made.set(from, known);
      // Another device may have it tried again.
      const forget = () => made.delete(from);
      known.then((difference) => difference ?? forget(), forget);
      return known;
    },
    async close() {
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}
