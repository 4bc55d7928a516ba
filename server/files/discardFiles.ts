import type { FastifyBaseLogger } from 'fastify';
import type { StoredFile } from '../data/storedFile.ts';
import type { Files } from './files.ts';

type Parts = { files: Pick<Files, 'remove'>; log: Pick<FastifyBaseLogger, 'warn'> };

/** Removes stored files that no row names. Never throws: the check of the store finds those that stay. */
export async function discardFiles({ files, log }: Parts, stored: readonly StoredFile[]): Promise<void> {
  await Promise.all(stored.map(({ key }) => files.remove(key))).catch((error: unknown) => {
    log.warn({ err: error }, 'stored files could not be removed');
  });
}
