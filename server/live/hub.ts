import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Caller, onlyEventsFor } from '../access/access.ts';
import { accountCacheMs } from '../auth/accountStatus.ts';
import type { Database } from '../data/db/db.ts';
import { type EventBatch, eventsSince, presentCursor } from '../data/liveEvents.ts';
import { currentCaller } from '../data/users/callers.ts';
import type { WakeUp } from '../data/wakeUp.ts';
import { Refusal } from '../errors/errors.ts';
import type { Vapid } from '../push/vapid.ts';
import { cursorSeal } from './cursorSeal.ts';
import { type EventStream, openEventStream, type StreamLimits, streamLimits } from './eventStream.ts';
import { endsFor, eventsFor } from './eventsFor.ts';
import { RecentCursors } from './recentCursors.ts';

export type LiveLimits = StreamLimits & {
  /** Streams of one user; the oldest is closed for a new one. */
  mostStreams: number;
};

/** The open event streams, which share one query. */
export type Hub = {
  /**
   * Opens a stream for a caller with the events since `lastCursor` (sealed; null: from now on) and those to come. Without a cursor it
   * begins `ago` milliseconds before now, or as close to that as cursors are remembered, and says since when. It ends when the caller's
   * token expires, when the caller's rights change, and when the server stops.
   */
  open(caller: Caller, lastCursor: string | null, ago?: number): Promise<Readable>;
  /** Returns the number of open streams. */
  streams(): number;
  /** Ends all streams and opens no more; resolves when no query is running. */
  close(): Promise<void>;
};

const liveLimits: LiveLimits = { ...streamLimits, mostStreams: 20 };

/** Maximum age of a stream, so that its token is verified again at the reconnect. */
const longestMs = accountCacheMs;

/** Pause between two queries, so that consecutive writes are read together. */
const restMs = 20;

type Listener = {
  caller: Caller;
  stream: EventStream;
  /** Batches read while the listener still catches up. */
  waiting: EventBatch[] | null;
};

type Joining = { begin(cursor: string): void; fail(error: unknown): void };
type HubParts = {
  db: Database;
  now: () => number;
  log: Pick<FastifyBaseLogger, 'warn'>;
  wakeUp: WakeUp;
  /** For a secret that all processes share. */
  vapid: Pick<Vapid, 'privateKey'>;
};
type Seal = ReturnType<typeof cursorSeal>;

/** Sends a stream what of a batch its user may receive, and ends it where something was missed or its user's rights have changed. */
function deliver({ caller, stream }: Listener, { cursor, missed, visible }: EventBatch, seal: Seal): void {
  if (missed || visible.some((happened) => endsFor(caller, happened))) {
    stream.end();
    return;
  }
  const events = eventsFor(caller, visible);
  if (events.length > 0) stream.send({ cursor: seal.seal(cursor), missed: false, events });
}

/** Returns what happened between two cursors; nothing for a user who has none yet. */
async function eventsBetween(db: Database, from: string | null, until: string, caller: Caller) {
  if (from === null) return { missed: false, visible: [] };
  return eventsSince(db, { cursor: from, until, onlyFor: onlyEventsFor(caller) });
}

/**
 * Queries new events at every wake-up, once for all streams, and sends each stream those its user may receive.
 */
export function openHub(parts: HubParts, options: Partial<LiveLimits> = {}): Hub {
  const { db, now, log, wakeUp } = parts;
  const seal = cursorSeal(parts.vapid.privateKey);
  const limits = { ...liveLimits, ...options };
  const listeners = new Set<Listener>();
  const recent = new RecentCursors();
  let joining: Joining[] = [];
  /** The cursor up to which the listeners have received events; null when there are none. */
  let tail: string | null = null;
  let reading: Promise<void> | undefined;
  let again = false;
  let closed = false;

  async function readOnce(): Promise<void> {
    if (listeners.size === 0) tail = null;
    const joiners = joining;
    joining = [];
    if (tail === null && joiners.length === 0 && !recent.isDue) return;
    try {
      if (tail === null) tail = await presentCursor(db);
      else {
        const happened = await eventsSince(db, { cursor: tail, onlyFor: null });
        tail = happened.cursor;
        for (const listener of listeners) {
          if (listener.waiting) listener.waiting.push(happened);
          else deliver(listener, happened, seal);
        }
      }
      recent.add(tail);
      for (const { begin } of joiners) begin(tail);
    } catch (error) {
      for (const { fail } of joiners) fail(error);
      if (joiners.length === 0 && listeners.size > 0) log.warn({ err: error }, 'events could not be read');
    }
  }

  async function read(): Promise<void> {
    while (again && !closed) {
      again = false;
      await readOnce();
      await wait(restMs, undefined, { ref: false });
    }
    reading = undefined;
  }

  function readSoon(): void {
    again = true;
    reading ??= read();
  }

  /** Adds a listener to the shared query at its current cursor. */
  function join(caller: Caller): Promise<{ listener: Listener; cursor: string }> {
    return new Promise((resolve, fail) => {
      joining.push({
        fail,
        begin(cursor) {
          const [oldest, ...others] = [...listeners].filter((one) => one.caller.uid === caller.uid);
          if (oldest && others.length + 1 >= limits.mostStreams) {
            listeners.delete(oldest);
            oldest.stream.end();
          }
          const stream = openEventStream(limits, {
            endsInMs: Math.min(caller.expires * 1000 - now(), longestMs),
            onClosed: () => listeners.delete(listener),
          });
          const listener: Listener = { caller, stream, waiting: [] };
          listeners.add(listener);
          resolve({ listener, cursor });
        },
      });
      readSoon();
    });
  }

  const stop = wakeUp.onSignal(() => {
    if (listeners.size > 0 || recent.isDue) readSoon();
  });
  readSoon();

  return {
    async open(caller, lastCursor, ago) {
      if (closed) throw new Refusal('unavailable');
      const past = lastCursor === null && ago !== undefined ? recent.before(ago) : undefined;
      const { listener, cursor } = await join(caller);
      const { stream } = listener;
      try {
        // Reads the profile again: from this cursor on, every change of it is an event.
        listener.caller = await currentCaller(db, caller);
        const from = lastCursor === null ? (past?.cursor ?? null) : seal.open(lastCursor);
        const { missed, visible } = await eventsBetween(db, from, cursor, listener.caller);
        stream.send({
          cursor: seal.seal(cursor),
          // Where too much happened, the stream begins now.
          missed: missed && lastCursor !== null,
          ...(past && !missed && { ago: past.ago }),
          events: eventsFor(listener.caller, visible),
        });
        const { waiting } = listener;
        listener.waiting = null;
        for (const happened of waiting ?? []) deliver(listener, happened, seal);
      } catch (error) {
        stream.body.destroy();
        throw error;
      }
      if (closed) stream.end();
      return stream.body;
    },
    streams: () => listeners.size,
    async close() {
      closed = true;
      stop();
      for (const { fail } of joining.splice(0)) fail(new Refusal('unavailable'));
      for (const { stream } of listeners) stream.end();
      await reading;
    },
  };
}
