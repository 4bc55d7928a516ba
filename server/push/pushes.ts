import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../data/db.ts';
import { releaseClaim } from '../data/pushOutcomes.ts';
import { claimPushes, type PushClaim, servicesWithPushes } from '../data/pushQueue.ts';
import { forgetOldPushes } from '../data/pushReceipts.ts';
import type { Sender } from '../notify/notifier.ts';
import { openPushLine } from './post.ts';
import { type PushSending, sendPush } from './sendPush.ts';
import type { Vapid } from './vapid.ts';

/** Longer than two requests may take. */
const defaultLeaseSeconds = 60;
/** To one push service at once, from this process. */
const devicesAtOnce = 8;
const jobsOfDevice = 5;
/** Push services at once: there are a handful, but a device may name any. */
const maxLanes = 20;
const stopWaitMs = 4000;
const tidyEveryMs = 3_600_000;

export type Pushes = {
  /** Begins to send what is due, and waits for none of it: a push service may take its time. */
  send: Sender;
  /** Resolves when all that was begun has ended. */
  settled(): Promise<void>;
  /** Begins nothing more, gives what is on the way a moment, and gives the rest back. */
  close(): Promise<void>;
};

/** Sends the queue's pushes, to each push service in a lane of its own, so that a slow one holds up no other. */
export function openPushes(parts: {
  db: Database;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  vapid: Vapid;
  publicUrl: string;
  /** Push services on this machine may be used: for development and tests. */
  loopback: boolean;
  leaseSeconds?: number;
  timeoutMs?: number;
}): Pushes {
  const { db, now, log, loopback, timeoutMs, leaseSeconds = defaultLeaseSeconds, ...rest } = parts;
  const line = openPushLine({ loopback, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
  const stop = new AbortController();
  const sending: PushSending = { db, now, line, leaseSeconds, stopped: stop.signal, ...rest };
  const lanes = new Map<string, { ended: Promise<void>; again: boolean }>();
  /** Services that asked us to wait, and until when. */
  const resting = new Map<string, number>();
  let closed = false;
  let tidied = 0;

  const seconds = () => Math.floor(now() / 1000);
  const isResting = (service: string) => (resting.get(service) ?? 0) > seconds();

  /** Whether more may be sent to the same device now. */
  async function sendClaim(service: string, claim: PushClaim): Promise<boolean> {
    const outcome = await sendPush(claim, sending);
    if (outcome?.kind === 'refused') log.warn({ service }, 'a push service refused a push');
    if (outcome?.kind === 'later' && outcome.retryAfter !== null) {
      resting.set(service, seconds() + outcome.retryAfter);
    }
    return outcome?.kind !== 'later';
  }

  /** One after the other, until one has to wait. What an error stops stays claimed, and comes back when the claim runs out. */
  async function sendToDevice(service: string, claims: readonly PushClaim[]): Promise<void> {
    let going = true;
    for (const claim of claims) {
      try {
        if (going && !closed && !isResting(service)) going = await sendClaim(service, claim);
        else await releaseClaim(db, claim);
      } catch (error) {
        log.error({ err: error }, 'a push was not sent');
        return;
      }
    }
  }

  async function work(service: string, lane: { again: boolean }): Promise<void> {
    do {
      lane.again = false;
      for (;;) {
        if (closed || isResting(service)) return;
        const order = { service, now: seconds(), leaseSeconds, devices: devicesAtOnce, jobsOfDevice };
        const claims = await claimPushes(db, order);
        if (claims.length === 0) break;
        const devices = Map.groupBy(claims, ({ device }) => device.deviceId);
        await Promise.all([...devices.values()].map((ofDevice) => sendToDevice(service, ofDevice)));
      }
    } while (lane.again);
  }

  function open(service: string): void {
    const lane = { ended: Promise.resolve(), again: false };
    lanes.set(service, lane);
    lane.ended = work(service, lane)
      .catch((error: unknown) => log.error({ err: error }, 'pushes were not sent'))
      .finally(() => {
        lanes.delete(service);
        // Asked for in the moment between the last look and now.
        if (lane.again && !closed) open(service);
      });
  }

  async function settled(): Promise<void> {
    while (lanes.size > 0) await Promise.all([...lanes.values()].map(({ ended }) => ended));
  }

  return {
    async send() {
      if (now() - tidied > tidyEveryMs) {
        tidied = now();
        await forgetOldPushes(db, seconds());
      }
      for (const service of await servicesWithPushes(db, seconds())) {
        const lane = lanes.get(service);
        if (lane) lane.again = true;
        else if (!closed && lanes.size < maxLanes && !isResting(service)) open(service);
      }
    },
    settled,
    async close() {
      closed = true;
      const timer = setTimeout(() => stop.abort(), stopWaitMs);
      await settled();
      clearTimeout(timer);
      line.close();
    },
  };
}
