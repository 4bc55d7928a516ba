import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { LiveEvent } from '../../src/contract/live.ts';
import { type Caller, mayHear, onlyEventsFor } from '../access.ts';
import { standingMs } from '../auth/standing.ts';
import type { Database } from '../data/db/db.ts';
import { type EventBatch, eventsSince, presentCursor, type VisibleEvent } from '../data/liveEvents.ts';
import { callerNow, uidHash } from '../data/users/callers.ts';
import { Refusal } from '../http/errors.ts';
import { type EventStream, openEventStream, type StreamLimits, streamLimits } from './eventStream.ts';
import type { Pulse } from './pulse.ts';

export type LiveLimits = StreamLimits & {
  /** Streams of one person; the oldest makes way. */
  mostStreams: number;
};

/** One reading for all streams, and the open streams. */
export type Hub = {
  /**
   * Opens a stream for a caller, which tells what happened since `lastCursor` (null: from now on) and goes on with what happens.
   * It ends with the caller's token, when what the caller may do changes, and when the server stops.
   */
  open(caller: Caller, lastCursor: string | null): Promise<Readable>;
  /** How many streams are open. */
  streams(): number;
  /** Ends all streams and opens none any more; resolves when nothing is being read. */
  close(): Promise<void>;
};

const liveLimits: LiveLimits = { ...streamLimits, mostStreams: 20 };
/** Then a stream is begun anew, and its token looked at once more, whatever it says itself. */
const longestMs = standingMs;
/** Between two readings, so that many writes in a row are read together. */
const restMs = 20;

type Listener = {
  caller: Caller;
  stream: EventStream;
  /** What was read while the listener still catches up. */
  waiting: EventBatch[] | null;
};

/** What of it a caller may hear. */
export function heardBy(caller: Caller, told: readonly VisibleEvent[]): LiveEvent[] {
  return told
    .filter(({ event, forUser }) => mayHear(caller, { kind: event.kind, forUser }))
    .map(({ event }) => event);
}

type Joining = { begin(cursor: string): void; fail(error: unknown): void };

/** Rights are judged when a stream is opened. Whoever comes back with the cursor they have is told all of this then. */
function endsFor({ email, uid }: Caller, { changesRights, forUser, ends }: VisibleEvent): boolean {
  return (changesRights && forUser === email) || (ends !== null && ends === uidHash(uid));
}

function tell({ caller, stream }: Listener, { cursor, missed, told }: EventBatch): void {
  if (missed || told.some((happened) => endsFor(caller, happened))) {
    stream.end();
    return;
  }
  const events = heardBy(caller, told);
  if (events.length > 0) stream.tell({ cursor, missed: false, events });
}

/** Reads what happened whenever the pulse beats, once for all streams, and tells each what its owner may hear of. */
export function openHub(
  parts: { db: Database; now: () => number; log: Pick<FastifyBaseLogger, 'warn'>; pulse: Pulse },
  options: Partial<LiveLimits> = {},
): Hub {
  const { db, now, log, pulse } = parts;
  const limits = { ...liveLimits, ...options };
  const listeners = new Set<Listener>();
  let joining: Joining[] = [];
  /** How far the listeners have been told; null when there are none. */
  let tail: string | null = null;
  let reading: Promise<void> | undefined;
  let again = false;
  let closed = false;

  async function readOnce(): Promise<void> {
    if (listeners.size === 0) tail = null;
    const joiners = joining;
    joining = [];
    if (tail === null && joiners.length === 0) return;
    try {
      if (tail === null) tail = await presentCursor(db);
      else {
        const happened = await eventsSince(db, { cursor: tail, onlyFor: null });
        tail = happened.cursor;
        for (const listener of listeners) {
          if (listener.waiting) listener.waiting.push(happened);
          else tell(listener, happened);
        }
      }
      for (const { begin } of joiners) begin(tail);
    } catch (error) {
      for (const { fail } of joiners) fail(error);
      if (joiners.length === 0) log.warn({ err: error }, 'what happened was not read');
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

  /** Adds a listener to the shared reading, at the very place where that reading is. */
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

  const stop = pulse.onBeat(() => {
    if (listeners.size > 0) readSoon();
  });

  return {
    async open(caller, lastCursor) {
      if (closed) throw new Refusal('unavailable');
      const { listener, cursor } = await join(caller);
      const { stream } = listener;
      try {
        // Not the profile the request came with: from here on, every change of it is an event.
        listener.caller = await callerNow(db, caller);
        const missing =
          lastCursor === null
            ? { missed: false, told: [] }
            : await eventsSince(db, {
                cursor: lastCursor,
                until: cursor,
                onlyFor: onlyEventsFor(listener.caller),
              });
        stream.tell({ cursor, missed: missing.missed, events: heardBy(listener.caller, missing.told) });
        const { waiting } = listener;
        listener.waiting = null;
        for (const happened of waiting ?? []) tell(listener, happened);
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
