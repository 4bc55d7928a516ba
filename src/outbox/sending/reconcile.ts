import type { Deliverable, JobDetails } from '../../contract/jobDetails.ts';
import type { Message } from '../../contract/message.ts';
import type { Database } from '../records/database.ts';
import type { OutboxRecord } from '../records/record.ts';
import { amend, laneOf, moveTo, recordBySeq, recordsOf, remove } from '../records/rows.ts';
import { acknowledge } from './claim.ts';
import { twinOf } from './twin.ts';
import { settleMsOf } from './waits.ts';
import type { World } from './world.ts';

/** The server's clock and ours may differ by this much. */
const clockSlackSeconds = 120;
const told = ['deliveryMode', 'copiesNumber', 'carrier', 'trackingNumber', 'note'] as const;

/**
 * Whether a job has the stamped result that a record brings. Frozen file names decide alone; wet stamps without a file are the
 * sender's own with the same words, not older than the first try.
 */
function hasResult(
  job: Pick<JobDetails, 'deliverables'>,
  record: Extract<OutboxRecord, { kind: 'update' }>,
): boolean {
  const wanted = record.payload.deliverable as Partial<Deliverable>;
  const names = new Set(job.deliverables.map(({ file }) => file?.fileName));
  if (record.files.length > 0) return record.files.every(({ name }) => names.has(name));
  const since = (record.firstAttemptAt ?? record.createdAt) / 1000 - clockSlackSeconds;
  return job.deliverables.some(
    (one) =>
      one.file === null &&
      one.addedBy === record.ownerEmail &&
      one.createdTimestamp >= since &&
      told.every((field) => one[field] === wanted[field]),
  );
}

/**
 * Settles a record of which nobody knows whether it arrived, at a backend that does not know its key: by looking, twice, so
 * far apart that a late one would show (offline.md, 4.5).
 *
 * @throws ApiError when it could not look
 */
export async function reconcile(
  db: Database,
  world: World,
  record: OutboxRecord,
  idToken: string,
): Promise<{ serverId: string | null } | null> {
  const began = world.elapsed();
  const found = await look(db, world, record, idToken);
  // A toggle's late request could still undo a later one: only time settles it.
  if (found && record.kind !== 'toggle') {
    await acknowledge(db, world, record, found.serverId);
    return found;
  }
  const settled = await emptyHanded(db, world, record, began);
  if (!settled || !found) return null;
  await acknowledge(db, world, record, found.serverId);
  return found;
}

async function look(
  db: Database,
  { wire }: World,
  record: OutboxRecord,
  idToken: string,
): Promise<{ serverId: string | null } | null> {
  switch (record.kind) {
    case 'message': {
      const conversation = await wire.conversation(record.jobId, idToken);
      const twin = twinOf(record, conversation, await linkedIds(db, record));
      return twin ? { serverId: twin.communicationId } : null;
    }
    case 'toggle': {
      const conversation = await wire.conversation(record.jobId, idToken);
      return isMarked(record.payload, conversation) ? { serverId: null } : null;
    }
    case 'report': {
      const job = await wire.findJob(record.payload.jobCode, idToken);
      return job ? { serverId: job.jobId } : null;
    }
    case 'update': {
      const job = await wire.job(record.jobId, idToken);
      return hasChanges(job, record) ? { serverId: null } : null;
    }
  }
}

async function linkedIds(db: Database, record: OutboxRecord): Promise<Set<string>> {
  const all = await db.read(['outbox'], (tx) => recordsOf(tx, record.ownerUid));
  return new Set(all.flatMap((other) => other.ack?.serverId ?? []));
}

function isMarked(
  { communicationId, target }: { communicationId: string; target: Message['status'] },
  conversation: readonly Message[],
): boolean {
  return conversation.some(
    (message) => message.communicationId === communicationId && message.status === target,
  );
}

/** What an update asked for stands in the job, its files included. */
function hasChanges(job: JobDetails, record: Extract<OutboxRecord, { kind: 'update' }>): boolean {
  const { evJobId, jobUpdateUser, version, jobServiceUpdate, deliverable, ...changes } = record.payload;
  const wanted = {
    ...changes,
    ...(jobServiceUpdate === undefined ? {} : { jobEVService: jobServiceUpdate }),
  };
  const now = job as Record<string, unknown>;
  if (deliverable !== undefined && !hasResult(job, record)) return false;
  const files = deliverable === undefined ? record.files : [];
  const stored = new Set(job.attachments.map((file) => file.fileName));
  return (
    Object.entries(wanted).every(([field, value]) => isSame(now[field], value)) &&
    files.every((file) => stored.has(file.name))
  );
}

function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) =>
    isSame((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  );
}

/**
 * Notes a reading that did not find the record; after the second it may be sent again, or is dropped when a later toggle
 * takes its place. The time between the two is measured by one page's own clock, which nobody can set.
 *
 * @param began when the reading began
 * @returns whether this was the second
 */
function emptyHanded(db: Database, world: World, looked: OutboxRecord, began: number): Promise<boolean> {
  return db.write(['outbox', 'chunks'], async (tx) => {
    const record = await recordBySeq(tx, looked.seq);
    if (record?.state !== 'uncertain' || record.clientId !== looked.clientId) return false;
    const now = world.now();
    const settleMs = settleMsOf(record);
    const first = record.emptyRead;
    if (first?.holder === world.holder && began - first.elapsed >= settleMs) {
      const lane = await laneOf(tx, record.ownerUid, record.laneKey);
      const isLast = lane.every((other) => other.seq <= record.seq);
      if (record.kind === 'toggle' && !isLast) await remove(tx, record, 'superseded');
      else await moveTo(tx, record, 'queued', { emptyRead: null, maybeSent: false, nextAttemptAt: 0 });
      return true;
    }
    const age = first ? now - first.at : Number.POSITIVE_INFINITY;
    const isAnothers = first !== null && first.holder !== world.holder && age >= 0 && age < 2 * settleMs;
    const isMine = first?.holder === world.holder;
    await amend(tx, record, {
      emptyRead: isAnothers || isMine ? first : { holder: world.holder, at: now, elapsed: world.elapsed() },
      nextAttemptAt: now + (isMine ? settleMs - (began - first.elapsed) : settleMs),
    });
    return false;
  });
}
