import type { Message } from '../contract/message.ts';
import { discard, edit, hold, keptFiles, liftWaits, retry } from './decide.ts';
import type { SentDraft } from './drafts/draftRows.ts';
import type { Database, QuarantineRow } from './records/database.ts';
import { asOutboxError, checkSession, type Draft, enqueue, type Owner } from './records/enqueue.ts';
import type { HeldFile } from './records/fileBytes.ts';
import type { OutboxRecord } from './records/record.ts';
import { recordById } from './records/rows.ts';
import { dropSetAside } from './records/setAside.ts';
import { Courier } from './sending/Courier.ts';
import type { KeptFile } from './sending/world.ts';

/**
 * The durable outbox of one page. What it promises: nothing lost, nothing sent twice, the order of each job kept, and everything
 * visible until it has arrived.
 */
export class Outbox extends Courier {
  /**
   * Keeps what a person sends and begins to send it. Clear the composer when this has answered, not before.
   *
   * @param sent the saved draft it was written in, which goes in the same transaction
   * @throws OutboxError: nothing was kept
   */
  async send(
    owner: Owner,
    draft: Draft,
    files: readonly HeldFile[] = [],
    clientId = this.world.uuid(),
    sent?: SentDraft,
  ): Promise<OutboxRecord> {
    const record = await enqueue(this.db, this.world, owner, draft, files, clientId, sent);
    this.changed();
    void this.drain({ eager: true });
    return record;
  }

  async retry(ownerUid: string, clientId: string): Promise<void> {
    await retry(this.db, this.world, ownerUid, clientId);
    this.changed();
    void this.drain({ eager: true });
  }

  /** Tries everything of a person now, whatever it was to wait for. It never throws, as `drain`. */
  async tryNow(ownerUid: string): Promise<void> {
    await liftWaits(this.db, ownerUid).catch(() => undefined);
    await this.drain({ eager: true });
  }

  /** @returns the new key of what was changed */
  async edit(
    ownerUid: string,
    clientId: string,
    payload: OutboxRecord['payload'],
    files: readonly HeldFile[] = [],
    { context, sent }: { context?: unknown; sent?: SentDraft | undefined } = {},
  ): Promise<string> {
    const newId = await edit(this.db, this.world, ownerUid, clientId, payload, files, { context, sent });
    this.changed();
    void this.drain({ eager: true });
    return newId;
  }

  /** Holds back what has not left, while the person changes it; to be called again and again for as long as they do. */
  async hold(ownerUid: string, clientId: string): Promise<void> {
    await hold(this.db, this.world, ownerUid, clientId);
    this.changed();
  }

  async discard(ownerUid: string, clientId: string): Promise<void> {
    this.changed({ discarded: await discard(this.db, ownerUid, clientId) });
    void this.drain();
  }

  /** Undoes `discard`. @param files what `files(record)` gave before it */
  async putBack(record: OutboxRecord, files: readonly KeptFile[]): Promise<void> {
    await putBack(this.db, record, files);
    this.changed({ restored: record.seq });
    void this.drain({ eager: true });
  }

  /** Takes away what was set aside as unreadable; to be offered once the person has saved it elsewhere. */
  async dropSetAside(row: QuarantineRow): Promise<void> {
    await dropSetAside(this.db, row);
    this.changed();
  }

  files(record: OutboxRecord): Promise<KeptFile[] | null> {
    return keptFiles(this.db, record);
  }

  /**
   * A conversation was read: its delivered messages need no echo any more.
   *
   * @param begunAt when the reading began
   */
  async link(
    ownerUid: string,
    jobId: string,
    conversation: readonly Pick<Message, 'communicationId'>[],
    begunAt: number,
  ): Promise<void> {
    const ids = new Set(conversation.map((message) => message.communicationId));
    const isLinked = ({ ack }: OutboxRecord) =>
      ack !== null && (begunAt > ack.at || (ack.serverId !== null && ids.has(ack.serverId)));
    await this.removeAcked(ownerUid, isLinked, `job:${jobId}`);
  }
}

/**
 * Puts back what a person deleted a moment ago: in its old place in the line, under its old key and file names, so that to
 * the server it is the same request as ever.
 *
 * @param files as `keptFiles` gave them before the deletion
 * @throws OutboxError when it cannot be kept any more
 */
async function putBack(db: Database, record: OutboxRecord, files: readonly KeptFile[]): Promise<void> {
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
