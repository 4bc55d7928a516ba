import * as v from 'valibot';

/** Ours: a note of staff on a job. No client ever receives one, and it is no message: it has neither addressee, status nor files. */
export const StaffNote = v.object({
  noteId: v.string(),
  jobId: v.string(),
  /** The key that it was sent under, for its author alone. */
  idempotencyKey: v.exactOptional(v.string()),
  content: v.string(),
  /** Seconds; `sequence` orders notes of the same second. */
  createdTimestamp: v.number(),
  /** Increases with every note on the server. */
  sequence: v.number(),
  /** Seconds by the server's clock: when it was written on the device. Never after `createdTimestamp`, and orders nothing. */
  writtenTimestamp: v.exactOptional(v.number()),
  /** Email and user name of the author. */
  fromUserId: v.string(),
  fromUserName: v.string(),
  /** The staff who were notified of it. */
  mentions: v.array(v.object({ email: v.string(), userName: v.string() })),
});
export type StaffNote = v.InferOutput<typeof StaffNote>;
