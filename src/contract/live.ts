import * as v from 'valibot';
import { Message } from './messages/message.ts';

/** Ours: a live event. It reaches the users who may see it, and names the data to refetch. */
export const LiveEvent = v.variant('kind', [
  /** A message was written; `message` is as in the conversation. */
  v.object({ kind: v.literal('message'), jobId: v.string(), message: Message }),
  /** A message was marked new or addressed; `status` is its status now. */
  v.object({
    kind: v.literal('mark'),
    jobId: v.string(),
    communicationId: v.string(),
    status: Message.entries.status,
  }),
  /**
   * A job, one of its files or one of its deliverables was added or changed; with an empty id, the photo checklists or saved replies were.
   */
  v.object({ kind: v.literal('job'), jobId: v.string() }),
  /** A user registered, or their profile, type or approval changed. */
  v.object({ kind: v.literal('profile'), email: v.string() }),
]);
export type LiveEvent = v.InferOutput<typeof LiveEvent>;

/**
 * The stream of live events: server-sent events of this name, with a `LiveBatch` as data and its cursor as id. `Last-Event-ID`
 * resumes the stream after a cursor; without one, the header `ago` says how many milliseconds before now it is to begin. The first batch
 * comes at once and says where the events begin.
 */
export const liveStream = { path: '/events/stream', event: 'happened', ago: 'events-ago' } as const;

/** POST /events: requests the events since `cursor`; null requests only the current cursor. */
export const LiveRequest = v.object({ cursor: v.nullable(v.pipe(v.string(), v.maxLength(4000))) });

/**
 * The events since a cursor. `cursor` requests the next ones; `missed` says that not all events since are known any more, so that the
 * client has to refetch everything. `ago`, in the first batch of a stream that began without a cursor: how many milliseconds before its
 * request the events begin.
 */
export const LiveBatch = v.object({
  cursor: v.string(),
  missed: v.boolean(),
  ago: v.optional(v.number()),
  events: v.array(LiveEvent),
});
export type LiveBatch = v.InferOutput<typeof LiveBatch>;
