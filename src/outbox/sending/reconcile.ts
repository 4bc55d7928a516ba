import type { Shot } from '../../contract/checklist.ts';
import type { DueChange } from '../../contract/dueChange.ts';
import type { Deliverable, JobDetails } from '../../contract/jobDetails.ts';
import type { Message } from '../../contract/message.ts';
import type { Database } from '../records/database.ts';
import type { OutboxRecord } from '../records/record.ts';
import { amend, laneOf, moveTo, recordBySeq, remove } from '../records/rows.ts';
import { acknowledge } from './claim.ts';
import type { Environment } from './environment.ts';
import { matchOf } from './match.ts';
import { reasonIn, reasonRecord } from './reasons.ts';
import { settleMsOf } from './waits.ts';

/** The server's clock and ours may differ by this much. */
const clockSlackSeconds = 120;
const deliverableFields = ['deliveryMode', 'copiesNumber', 'carrier', 'trackingNumber', 'note'] as const;

/**
 * Whether a job has the deliverable of a record. Frozen file names decide alone; wet stamps without a file match when they are the
 * sender's own, with the same values, and not older than the first try.
 */
function hasDeliverable(
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
      deliverableFields.every((field) => one[field] === wanted[field]),
  );
}

/**
 * Decides whether an uncertain record arrived, at a backend that ignores keys: by two reads, so far apart that a late one would show.
 *
 * @throws ApiError when it could not read
 */
export async function reconcile(
  db: Database,
  env: Environment,
  record: OutboxRecord,
  idToken: string,
): Promise<{ serverId: string | null } | null> {
  const began = env.elapsed();
  const found = await findDelivered(db, env, record, idToken);
  // The late request of a toggle or a shot could still undo a later one: only time settles it.
  if (found && record.kind !== 'toggle' && record.kind !== 'shot') {
    await acknowledge(db, env, record, found.serverId, { next: found.next ?? null });
    return found;
  }
  const isSettled = await noteRead(db, env, record, began, found !== null);
  return isSettled ? found : null;
}

/** `next`: what is still to be sent because of it. */
type Found = { serverId: string | null; next?: ReturnType<typeof reasonRecord> };

async function findDelivered(
  db: Database,
  env: Environment,
  record: OutboxRecord,
  idToken: string,
): Promise<Found | null> {
  const { wire } = env;
  switch (record.kind) {
    case 'message':
    case 'note': {
      const conversation = await wire.posts(record, idToken);
      const { baseline, taken } = await othersOf(db, record);
      const match = matchOf({ ...record, baseline }, conversation, taken);
      return match ? { serverId: match.communicationId } : null;
    }
    case 'toggle': {
      const conversation = await wire.posts(record, idToken);
      return isMarked(record.payload, conversation) ? { serverId: null } : null;
    }
    case 'report': {
      const job = await wire.findJob(record.payload.jobCode, idToken);
      return job ? { serverId: job.jobId } : null;
    }
    case 'update': {
      const job = await wire.job(record.jobId, idToken);
      if (!hasChanges(job, record)) return null;
      const reason = reasonIn(record);
      // A job that says why was changed by a server that has posted it.
      const isLeft = reason !== '' && job.statusReason !== reason;
      return { serverId: null, ...(isLeft && { next: reasonRecord(env, record, job) }) };
    }
    case 'shot': {
      const shots = await wire.checklists(idToken);
      return isSaved(shots, record) ? { serverId: null } : null;
    }
  }
}

/** Reads which messages, or notes, are known to be others: those of delivered records, in the outbox still or by now in the baseline. */
async function othersOf(db: Database, { seq, ownerUid, laneKey, baseline }: OutboxRecord) {
  const lane = await db.read(['outbox'], (tx) => laneOf(tx, ownerUid, laneKey));
  const taken = new Set(lane.flatMap(({ ack }) => ack?.serverId ?? []));
  const now = lane.find((record) => record.seq === seq);
  return { baseline: now ? now.baseline : baseline, taken };
}

function isMarked(
  { communicationId, target }: { communicationId: string; target: Message['status'] },
  conversation: Awaited<ReturnType<Environment['wire']['posts']>>,
): boolean {
  return conversation.some(
    (message) => message.communicationId === communicationId && message.status === target,
  );
}

/** Whether the checklists have a shot as it was saved: its texts, its place and its example picture. */
function isSaved(
  shots: readonly Shot[],
  { payload, files }: Extract<OutboxRecord, { kind: 'shot' }>,
): boolean {
  const list = shots.filter(({ service }) => service === payload.service);
  const at = list.findIndex(({ shotId }) => shotId === payload.shotId);
  const shot = list[at];
  if (!shot || payload.removed) return !shot && payload.removed === true;
  const [picture] = files;
  return (
    shot.name === payload.name &&
    shot.hint === payload.hint &&
    (payload.after === undefined || (list[at - 1]?.shotId ?? '') === payload.after) &&
    (!picture || shot.example?.fileName === picture.name) &&
    (!payload.noExample || picture !== undefined || shot.example === null)
  );
}

/** Whether a job has the due date that was set, or follows the rules again. */
function hasDue({ due }: JobDetails, { date }: DueChange): boolean {
  return date === (due?.isSet ? due.date : null);
}

/** Whether a job has everything that an update asked for, its files included. */
function hasChanges(job: JobDetails, record: Extract<OutboxRecord, { kind: 'update' }>): boolean {
  const { evJobId, jobUpdateUser, version, reason, jobServiceUpdate, deliverable, due, ...changes } =
    record.payload;
  const wanted = {
    ...changes,
    ...(jobServiceUpdate === undefined ? {} : { jobEVService: jobServiceUpdate }),
  };
  const now = job as Record<string, unknown>;
  if (deliverable !== undefined && !hasDeliverable(job, record)) return false;
  if (due !== undefined && !hasDue(job, due as DueChange)) return false;
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
 * Notes a read that did not find the record, or found a toggle or a shot. After the second one it has arrived if it was found; else it may
 * be sent again, or is removed when a later toggle replaces it. The time between the two is measured by one page's monotonic clock.
 *
 * @param began when the read began
 * @returns whether this was the second
 */
function noteRead(
  db: Database,
  env: Environment,
  looked: OutboxRecord,
  began: number,
  isFound: boolean,
): Promise<boolean> {
  return db.write(['outbox', 'chunks'], async (tx) => {
    const record = await recordBySeq(tx, looked.seq);
    if (record?.state !== 'uncertain' || record.clientId !== looked.clientId) return false;
    const now = env.now();
    const settleMs = settleMsOf(record);
    const first = record.emptyRead;
    if (first?.holder === env.holder && began - first.elapsed >= settleMs) {
      const lane = await laneOf(tx, record.ownerUid, record.laneKey);
      const isLast = lane.every((other) => other.seq <= record.seq);
      if (isFound) await remove(tx, await moveTo(tx, record, 'acked'), 'linked');
      else if (record.kind === 'toggle' && !isLast) await remove(tx, record, 'superseded');
      else await moveTo(tx, record, 'queued', { emptyRead: null, maybeSent: false, nextAttemptAt: 0 });
      return true;
    }
    const age = first ? now - first.at : Number.POSITIVE_INFINITY;
    const isAnothers = first !== null && first.holder !== env.holder && age >= 0 && age < 2 * settleMs;
    const isMine = first?.holder === env.holder;
    await amend(tx, record, {
      emptyRead: isAnothers || isMine ? first : { holder: env.holder, at: now, elapsed: env.elapsed() },
      nextAttemptAt: now + (isMine ? settleMs - (began - first.elapsed) : settleMs),
    });
    return false;
  });
}
