import webPush from 'web-push';
import type { NoticeKind } from '../../src/contract/notifications.ts';
import type { Database } from '../data/db.ts';
import { pushFacts } from '../data/pushFacts.ts';
import {
  deviceGone,
  dropPush,
  postponePush,
  pushAccepted,
  pushDelayed,
  pushRefused,
  releaseClaim,
  renewClaim,
} from '../data/pushOutcomes.ts';
import type { PushClaim, QueuedPush } from '../data/pushQueue.ts';
import { quietUntil } from '../notify/quietHours.ts';
import { isStillNews, type Told } from '../notify/words.ts';
import { backOffSeconds } from './backOff.ts';
import { outcomeOf, type PushOutcome, unanswered, unusable } from './outcome.ts';
import { type PushMatter, payloadOf, smallPayload } from './payload.ts';
import type { PushLine, PushRequest } from './post.ts';
import type { Vapid } from './vapid.ts';

export type PushSending = {
  db: Database;
  /** Milliseconds since 1970. */
  now: () => number;
  vapid: Vapid;
  publicUrl: string;
  line: PushLine;
  /** How long a claim holds without being renewed. */
  leaseSeconds: number;
  /** Says that the server stops: what is on the way then is given back. */
  stopped: AbortSignal;
};

/** The rest of the time in which it is still to be told; a push service may then throw it away. */
const shortestTtlSeconds = 60;

const gaveUp =
  'The push service took nothing for a day. Open the app on that device, or turn notifications off and on again.';
const gaveUpTest = 'The push service did not take the test in time.';

function isNotice(row: QueuedPush): row is QueuedPush & { kind: NoticeKind } {
  return row.kind !== 'TEST';
}

function isUrgent(told: readonly Told[]): boolean {
  return (
    told.length === 0 ||
    told.some(({ kind, communicationId }) => communicationId !== null || kind === 'ASSIGNMENT')
  );
}

/** What is to be sent to a device now; or what is done instead, which is done already. */
async function matterOf(claim: PushClaim, { db, now, publicUrl }: PushSending): Promise<PushMatter | null> {
  const seconds = Math.floor(now() / 1000);
  const facts = claim.device.email === claim.email ? await pushFacts(db, claim.email, claim.jobId) : null;
  const told = claim.rows.filter(isNotice).filter((row) => facts !== null && isStillNews(row, facts));
  const isTest = claim.jobId === null;
  if (!facts || (!isTest && told.length === 0)) {
    await dropPush(db, claim);
    return null;
  }
  if (Math.max(...claim.rows.map(({ expires }) => expires)) <= seconds) {
    // Nobody tried while the server was off: that is no fault of the device.
    if (claim.device.failures > 0) await pushRefused(db, claim, isTest ? gaveUpTest : gaveUp);
    else await dropPush(db, claim);
    return null;
  }
  const quiet = isTest ? null : quietUntil(facts.settings.quietHours, seconds);
  if (quiet !== null) {
    await postponePush(db, claim, quiet);
    return null;
  }
  const receipt = claim.rows.at(-1)?.receipt ?? '';
  return { told, facts, receipt, ownerUid: claim.device.uid, publicUrl };
}

/** Encrypted and signed; null when the device's keys are good for nothing. */
function requestOf(
  { device, topic, rows }: PushClaim,
  { payload, urgent }: { payload: object; urgent: boolean },
  { vapid, now }: PushSending,
): PushRequest | null {
  const expires = Math.max(...rows.map((row) => row.expires));
  try {
    const { endpoint, headers, body } = webPush.generateRequestDetails(device, JSON.stringify(payload), {
      vapidDetails: vapid,
      contentEncoding: 'aes128gcm',
      TTL: Math.max(shortestTtlSeconds, expires - Math.floor(now() / 1000)),
      urgency: urgent ? 'high' : 'normal',
      topic,
    });
    return { endpoint, headers, body };
  } catch {
    return null;
  }
}

async function post(
  claim: PushClaim,
  what: { payload: object; urgent: boolean },
  sending: PushSending,
): Promise<PushOutcome> {
  const request = requestOf(claim, what, sending);
  if (!request) return unusable;
  try {
    return outcomeOf(await sending.line.post(request, sending.stopped), sending.now());
  } catch {
    return unanswered;
  }
}

async function record(
  claim: PushClaim,
  outcome: PushOutcome,
  receipt: string,
  { db, now, stopped }: PushSending,
): Promise<void> {
  const seconds = Math.floor(now() / 1000);
  if (outcome.kind === 'accepted') await pushAccepted(db, claim, receipt, seconds);
  else if (outcome.kind === 'gone') await deviceGone(db, claim, outcome.error);
  else if (outcome.kind !== 'later') await pushRefused(db, claim, outcome.error);
  else if (stopped.aborted) await releaseClaim(db, claim);
  else {
    const wait = Math.max(backOffSeconds(claim.device.failures + 1), outcome.retryAfter ?? 0);
    await pushDelayed(db, claim, { error: outcome.error, waitUntil: seconds + wait });
  }
}

/**
 * Sends what was claimed for one device and job, as it is now, and keeps what became of it.
 *
 * @returns null when nothing had to be sent
 */
export async function sendPush(claim: PushClaim, sending: PushSending): Promise<PushOutcome | null> {
  const { db, now, leaseSeconds } = sending;
  const leasedUntil = Math.floor(now() / 1000) + leaseSeconds;
  if (!(await renewClaim(db, claim, leasedUntil))) return null;
  const matter = await matterOf(claim, sending);
  if (!matter) return null;
  const urgent = isUrgent(matter.told);
  let outcome = await post(claim, { payload: payloadOf(matter), urgent }, sending);
  if (outcome.kind === 'too-large') {
    outcome = await post(claim, { payload: smallPayload(matter), urgent }, sending);
  }
  await record(claim, outcome, matter.receipt, sending);
  return outcome;
}
