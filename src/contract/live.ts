import * as v from 'valibot';
import { Message } from './message.ts';

/** Ours: something that happened, as whoever may see it is told at once. What it says replaces no reading: it says what to read again. */
export const LiveEvent = v.variant('kind', [
  /** A message was written; whole, as the conversation has it. */
  v.object({ kind: v.literal('message'), jobId: v.string(), message: Message }),
  /** A message was marked new or addressed; `status` is what it is now. */
  v.object({
    kind: v.literal('mark'),
    jobId: v.string(),
    communicationId: v.string(),
    status: Message.entries.status,
  }),
  /** A job was reported or changed, its files and results included. */
  v.object({ kind: v.literal('job'), jobId: v.string() }),
  /** A person registered, or their profile, type or approval changed. */
  v.object({ kind: v.literal('profile'), email: v.string() }),
]);
export type LiveEvent = v.InferOutput<typeof LiveEvent>;

/**
 * The stream of the same things: server-sent events of this name, each with a `LiveBatch` as its data and the batch's cursor as
 * its id, which `Last-Event-ID` takes up again. The first comes at once and says where it begins.
 */
export const liveStream = { path: '/events/stream', event: 'happened' } as const;

/** POST /events: what happened since `cursor`; without one, only where to begin. */
export const LiveRequest = v.object({ cursor: v.nullable(v.pipe(v.string(), v.maxLength(4000))) });

/**
 * What happened since a cursor. `cursor` is given back to ask for what comes after; `missed` says that it is not known any more what
 * happened since, so that everything has to be read again.
 */
export const LiveBatch = v.object({ cursor: v.string(), missed: v.boolean(), events: v.array(LiveEvent) });
export type LiveBatch = v.InferOutput<typeof LiveBatch>;
