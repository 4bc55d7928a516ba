import type { FastifyBaseLogger } from 'fastify';
import webPush from 'web-push';
import type { Database } from '../data/db/db.ts';
import { dropTask, finishTask, releaseTask, rescheduleTask } from '../data/leasedTasks.ts';
import {
  findPushDevice,
  isDeviceReady,
  type PushDevice,
  saveDeviceOutcome,
} from '../data/notify/pushOutcome.ts';
import { type PushTask, topicOf } from '../data/notify/pushQueue.ts';
import type { Counters } from '../log/counters.ts';
import { backOffSeconds } from '../queue/backOff.ts';
import type { Run, TaskHandler } from '../queue/runTask.ts';
import { type DuePush, decidePush } from './decidePush.ts';
import { noResponse, outcomeOf, type PushOutcome, unusable } from './outcome.ts';
import { isUrgent, type PushContent, payloadOf, smallPayload } from './payload.ts';
import { openPushClient, type PushClient, type PushRequest } from './post.ts';
import type { Vapid } from './vapid.ts';

/** Longer than two requests may take. */
const defaultLeaseSeconds = 60;
const stopWaitMs = 4000;
/** The shortest time to live of a push. */
const shortestTtlSeconds = 60;
/** Time to live of a push that waited for the end of quiet hours. */
const afterQuietSeconds = 3600;

const gaveUp =
  'Notifications to this device failed for a day. Open EV Jobs on that device, or turn notifications off and on again.';
const gaveUpTest = 'The test wasn’t delivered in time. Try again.';

export type PushOptions = {
  /** How long a push waits when its process dies. */
  pushLeaseSeconds?: number;
  /** How long a push service may take. */
  pushTimeoutMs?: number;
};

type Parts = {
  db: Database;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Pick<FastifyBaseLogger, 'warn'>;
  counters: Pick<Counters, 'delivery'>;
  vapid: Vapid;
  publicUrl: string;
  /** Allows push services on this machine, for development and tests. */
  loopbackPush: boolean;
};
type Sending = Parts & { client: PushClient; task: PushTask; device: PushDevice };

function seconds({ now }: Pick<Parts, 'now'>): number {
  return Math.floor(now() / 1000);
}

/** Ends a push that the push service rejects permanently. The device stays, so that its user sees why. */
async function refuse({ db, task }: Sending, error: string): Promise<void> {
  await db.tx(async (tx) => {
    await saveDeviceOutcome(tx, task, { state: 'FAILING', error });
    await dropTask(tx, task);
  });
}

/** Drops, ends or postpones a push that is not sent now. */
async function leave(sending: Sending, due: Exclude<DuePush, { now: 'send' }>): Promise<void> {
  const { db, task, device } = sending;
  if (due.now === 'wait') {
    const expires = due.until + afterQuietSeconds;
    await rescheduleTask(db, task, { runAfter: due.until, counts: false, expires });
  } else if (due.now === 'expire' && device.failures > 0) {
    await refuse(sending, 'testId' in task.payload ? gaveUpTest : gaveUp);
  }
  // If there was no attempt because the server was down, the device is not at fault.
  else await dropTask(db, task);
}

/** Returns the encrypted request for a payload, or null where the device's keys are unusable. */
function requestOf(sending: Sending, payload: object, urgent: boolean): PushRequest | null {
  const { task, device, vapid } = sending;
  try {
    return webPush.generateRequestDetails(device, JSON.stringify(payload), {
      vapidDetails: vapid,
      contentEncoding: 'aes128gcm',
      TTL: Math.max(shortestTtlSeconds, (task.expires ?? 0) - seconds(sending)),
      urgency: urgent ? 'high' : 'normal',
      topic: topicOf(device.deviceId, task.payload),
    });
  } catch {
    return null;
  }
}

/** Posts a push, and once more with a smaller payload where the first is too large. */
async function post(sending: Sending, content: PushContent, signal: AbortSignal): Promise<PushOutcome> {
  const urgent = isUrgent(content.notices);
  async function attempt(payload: object): Promise<PushOutcome> {
    const request = requestOf(sending, payload, urgent);
    if (!request) return unusable;
    try {
      return outcomeOf(await sending.client.post(request, signal), sending.now());
    } catch {
      return noResponse;
    }
  }
  const outcome = await attempt(payloadOf(content));
  return outcome.kind === 'too-large' ? attempt(smallPayload(content)) : outcome;
}

async function retry(
  { db, task, device, ...sending }: Sending,
  { error, retryAfter }: Extract<PushOutcome, { kind: 'later' }>,
  pausePool: Run['pausePool'],
): Promise<void> {
  const now = seconds(sending);
  if (retryAfter !== null) pausePool(now + retryAfter);
  const waitUntil = now + Math.max(backOffSeconds(device.failures + 1), retryAfter ?? 0);
  await db.tx(async (tx) => {
    await saveDeviceOutcome(tx, task, { state: 'delayed', error, waitUntil });
    await rescheduleTask(tx, task, { runAfter: task.runAfter, counts: true, error: 'later' });
  });
}

async function save(sending: Sending, outcome: PushOutcome, { signal, pausePool }: Run): Promise<void> {
  const { db, task, device, log, counters } = sending;
  counters.delivery('push', outcome.kind);
  if (outcome.kind === 'accepted') {
    const now = seconds(sending);
    await db.tx(async (tx) => {
      await saveDeviceOutcome(tx, task, { state: 'accepted', at: now });
      // The row stays for the receipt, unless more waits for this device.
      await finishTask(tx, task, { now, outcome: 'ACCEPTED' });
    });
  } else if (outcome.kind === 'gone') {
    await db.tx((tx) => saveDeviceOutcome(tx, task, { state: 'GONE', error: outcome.error }));
  } else if (outcome.kind !== 'later') {
    log.warn({ service: device.service }, 'a push service rejected a push');
    await refuse(sending, outcome.error);
  } else if (signal.aborted) await releaseTask(db, task);
  else await retry(sending, outcome, pausePool);
}

/** Sends pushes: a few at once to each push service, and one at a time to each device. */
export function pushHandler(
  parts: Parts,
  { pushLeaseSeconds = defaultLeaseSeconds, pushTimeoutMs }: PushOptions,
): TaskHandler<'push'> & { close(): void } {
  const client = openPushClient({
    loopback: parts.loopbackPush,
    ...(pushTimeoutMs === undefined ? {} : { timeoutMs: pushTimeoutMs }),
  });
  return {
    kind: 'push',
    atOnce: 8,
    atOnceOfLane: 1,
    leaseSeconds: pushLeaseSeconds,
    graceMs: stopWaitMs,
    condition: isDeviceReady,
    async handle(task, run) {
      const device = await findPushDevice(parts.db, task.lane);
      if (!device) return dropTask(parts.db, task);
      const sending = { ...parts, client, task, device };
      const due = await decidePush(parts, task, device, seconds(parts));
      if (due.now !== 'send') return leave(sending, due);
      await save(sending, await post(sending, due.content, run.signal), run);
    },
    close: () => client.close(),
  };
}
