import type { Database } from './database.ts';
import { asOutboxError, checkSession } from './enqueue.ts';
import type { OutboxRecord } from './record.ts';
import { recordById } from './rows.ts';
import type { KeptFile } from './world.ts';

/**
 * Puts back what a person deleted a moment ago: in its old place in the line, under its old key and file names, so that to
 * the server it is the same request as ever.
 *
 * @param files as `keptFiles` gave them before the deletion
 * @throws OutboxError when it cannot be kept any more
 */
export async function putBack(db: Database, record: OutboxRecord, files: readonly KeptFile[]): Promise<void> {
  try {
    await db.write(
      ['outbox', 'chunks', 'session'],
      async (tx) => {
        await checkSession(tx, record.ownerUid);
        if (await recordById(tx, record.clientId)) return;
        for (const [at, { blobId }] of record.files.entries()) {
          for (const [n, chunk] of (files[at]?.chunks ?? []).entries()) {
            await tx.objectStore('chunks').put(chunk, [blobId, n]);
          }
        }
        // Its files were going out as it was deleted: nobody has it in hand any more.
        const isHeld = record.state === 'sending';
        const free: OutboxRecord = isHeld ? { ...record, state: 'queued', claim: null } : record;
        await tx.objectStore('outbox').put(free);
      },
      'strict',
    );
  } catch (error) {
    throw asOutboxError(error);
  }
}
