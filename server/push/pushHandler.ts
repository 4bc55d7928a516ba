import type { FastifyBaseLogger } from 'fastify';
import webPush from 'web-push';
import type { Database } from '../data/db/db.ts';
import { pushFacts } from '../data/notify/pushFacts.ts';
import {
  findPushDevice,
  isDeviceReady,
  type PushDevice,
  type PushTask,
  saveDeviceOutcome,
} from '../data/notify/pushQueue.ts';
import { quietUntil } from '../data/notify/quietHours.ts';
import { dropTask, finishTask, releaseTask, rescheduleTask } from '../data/tasks.ts';
import { isStillNews, type PushNotice } from '../notify/noticeText.ts';
import { backOffSeconds } from '../queue/backOff.ts';
import type { Handler, Run } from '../queue/runTask.ts';
import { outcomeOf, type PushOutcome, unanswered, unusable } from './outcome.ts';
import { type PushContent, payloadOf, smallPayload } from './payload.ts';
import { openPushClient, type PushRequest } from './post.ts';
import type { Vapid } from './vapid.ts';

/** Longer than two requests may take. */
const defaultLeaseSeconds = 60;
const stopWaitMs = 4000;
/** The shortest time that a push service keeps a push. */
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

function isUrgent(notices: readonly PushNotice[]): boolean {
  return (
    notices.length === 0 ||
    notices.some(
      ({ kind, communicationId }) => communicationId !== null || kind === 'ASSIGNMENT' || kind === 'MENTION',
    )
  );
}

/** Sends pushes: a few at once to each push service, and one at a time to each device. */
export function pushHandler(
  parts: {
    db: Database;
    /** Milliseconds since 1970. */
    now: () => number;
    log: Pick<FastifyBaseLogger, 'warn'>;
    vapid: Vapid;
    publicUrl: string;
    /** Allows push services on this machine, for development and tests. */
    loopbackPush: boolean;
  },
  { pushLeaseSeconds = defaultLeaseSeconds, pushTimeoutMs }: PushOptions,
): Handler & { close(): void } {
  const { db, log, vapid, publicUrl, loopbackPush: loopback } = parts;
  const now = () => Math.floor(parts.now() / 1000);
  const client = openPushClient({
    loopback,
    ...(pushTimeoutMs === undefined ? {} : { timeoutMs: pushTimeoutMs }),
  });

  /** Ends a push that the push service rejects permanently. The device stays, so that its user sees why. */
  async function refuse(task: PushTask, error: string): Promise<void> {
    await db.tx(async (tx) => {
      await saveDeviceOutcome(tx, task, { state: 'FAILING', error });
      await dropTask(tx, task);
    });
  }

  /** Returns the content to send to a device now, or null when the task was dropped, postponed or ended. */
  async function contentOf(task: PushTask, device: PushDevice | null): Promise<PushContent | null> {
    const { recipient, payload, items, taskId } = task;
    const isTest = payload.jobId === null;
    const isTheirs = device !== null && device.email === recipient;
    const noteIds = items.flatMap(({ noteId }) => noteId ?? []);
    const facts = isTheirs ? await pushFacts(db, device.email, payload.jobId, noteIds) : null;
    const notices = items.filter((item) => facts !== null && isStillNews(item, facts));
    if (!facts || !device || (!isTest && notices.length === 0)) {
      await dropTask(db, task);
      return null;
    }
    if ((task.expires ?? 0) <= now()) {
      // If there was no attempt because the server was down, the device is not at fault.
      if (device.failures > 0) await refuse(task, isTest ? gaveUpTest : gaveUp);
      else await dropTask(db, task);
      return null;
    }
    const quiet = isTest ? null : quietUntil(facts.settings.quietHours, now());
    if (quiet !== null) {
      const expires = quiet + afterQuietSeconds;
      await rescheduleTask(db, task, { runAfter: quiet, counts: false, expires });
      return null;
    }
    return { notices, facts, receipt: taskId, ownerUid: device.uid, publicUrl };
  }

  async function post(
    task: PushTask,
    device: PushDevice,
    what: { payload: object; urgent: boolean },
    signal: AbortSignal,
  ): Promise<PushOutcome> {
    let request: PushRequest;
    try {
      const { endpoint, headers, body } = webPush.generateRequestDetails(
        device,
        JSON.stringify(what.payload),
        {
          vapidDetails: vapid,
          contentEncoding: 'aes128gcm',
          TTL: Math.max(shortestTtlSeconds, (task.expires ?? 0) - now()),
          urgency: what.urgent ? 'high' : 'normal',
          topic: task.payload.topic,
        },
      );
      request = { endpoint, headers, body };
    } catch {
      // The device's keys are unusable.
      return unusable;
    }
    try {
      return outcomeOf(await client.post(request, signal), parts.now());
    } catch {
      return unanswered;
    }
  }

  async function save(
    task: PushTask,
    device: PushDevice,
    outcome: PushOutcome,
    { signal, pausePool }: Run,
  ): Promise<void> {
    if (outcome.kind === 'accepted') {
      await db.tx(async (tx) => {
        await saveDeviceOutcome(tx, task, { state: 'accepted', at: now() });
        // The row stays for the receipt.
        await finishTask(tx, task, { now: now(), outcome: 'ACCEPTED', payload: task.payload });
      });
    } else if (outcome.kind === 'gone') {
      await db.tx((tx) => saveDeviceOutcome(tx, task, { state: 'GONE', error: outcome.error }));
    } else if (outcome.kind !== 'later') {
      log.warn({ service: device.service }, 'a push service rejected a push');
      await refuse(task, outcome.error);
    } else if (signal.aborted) await releaseTask(db, task);
    else {
      const { error, retryAfter } = outcome;
      if (retryAfter !== null) pausePool(now() + retryAfter);
      const waitUntil = now() + Math.max(backOffSeconds(device.failures + 1), retryAfter ?? 0);
      await db.tx(async (tx) => {
        await saveDeviceOutcome(tx, task, { state: 'delayed', error, waitUntil });
        await rescheduleTask(tx, task, { runAfter: task.runAfter, counts: true, error: outcome.kind });
      });
    }
  }

  return {
    kind: 'push',
    atOnce: 8,
    atOnceOfLane: 1,
    leaseSeconds: pushLeaseSeconds,
    graceMs: stopWaitMs,
    condition: isDeviceReady,
    async handle(leased, run) {
      const task = leased as PushTask;
      const device = await findPushDevice(db, task.lane);
      const content = await contentOf(task, device);
      if (!content || !device) return;
      const urgent = isUrgent(content.notices);
      let outcome = await post(task, device, { payload: payloadOf(content), urgent }, run.signal);
      if (outcome.kind === 'too-large') {
        outcome = await post(task, device, { payload: smallPayload(content), urgent }, run.signal);
      }
      await save(task, device, outcome, run);
    },
    close: () => client.close(),
  };
}
