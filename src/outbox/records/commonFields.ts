import * as v from 'valibot';
import { FieldIssue } from '../../contract/errors.ts';

/** The fields of every record, whatever it sends. */

const recordStates = ['queued', 'sending', 'uncertain', 'failed', 'blocked-auth', 'acked'] as const;
export type RecordState = (typeof recordStates)[number];

const FileEntry = v.object({
  blobId: v.string(),
  /** Name with the stamp of the time at which it was enqueued (§5). */
  name: v.string(),
  /** Name as it was chosen, for the form that edits it again. */
  chosenName: v.string(),
  type: v.string(),
  /** Bytes. */
  size: v.number(),
  /** Hex. */
  sha256: v.string(),
  /** Its upload in pieces, before the record is sent: the id, and how many bytes the server has. */
  upload: v.exactOptional(v.object({ id: v.string(), offset: v.number() })),
});
export type FileEntry = v.InferOutput<typeof FileEntry>;

export const CommonFields = v.object({
  v: v.literal(1),
  /** The `supportedNeeds` of a build that may touch it; 1 by default. */
  needs: v.exactOptional(v.number()),
  /** The order of sending; never a clock. */
  seq: v.number(),
  /** The idempotency key. */
  clientId: v.string(),
  ownerUid: v.string(),
  ownerEmail: v.string(),
  laneKey: v.string(),
  /** Empty for a job that is yet to be made, and for a shot of a checklist. */
  jobId: v.string(),
  files: v.array(FileEntry),
  state: v.picklist(recordStates),
  /** Milliseconds, like all times here. */
  createdAt: v.number(),
  /** When its present contents were written, by both clocks of the page `holder`. */
  written: v.object({ holder: v.string(), at: v.number(), elapsed: v.number() }),
  /** Number of requests that left, or may have. */
  attempts: v.number(),
  firstAttemptAt: v.nullable(v.number()),
  /** Number of failures in a row; the back-off grows with them. */
  misses: v.number(),
  nextAttemptAt: v.number(),
  /** Earliest time of the next attempt: the server's `Retry-After`. Unlike the back-off, no event shortens it. */
  notBefore: v.number(),
  /** How many milliseconds after it was written it leaves, so that it can be undone until then. No event shortens this either. */
  undoWindowMs: v.exactOptional(v.number()),
  /** Whether a request may have been carried out without a response. */
  maybeSent: v.boolean(),
  /** Whether the last response was 401: the next try takes a renewed token. */
  renewToken: v.boolean(),
  /** `exp` of the token that was refused; a later one ends the block. */
  refusedExp: v.number(),
  claim: v.nullable(
    v.object({
      attemptId: v.string(),
      holder: v.string(),
      until: v.number(),
      /** Whether only files were uploaded so far, which alone carry out nothing: the record can still be deleted. */
      filesOnly: v.exactOptional(v.boolean()),
    }),
  ),
  ack: v.nullable(v.object({ at: v.number(), serverId: v.nullable(v.string()) })),
  error: v.nullable(
    v.object({
      code: v.string(),
      status: v.number(),
      text: v.string(),
      /** The broken rules. */
      issues: v.exactOptional(v.array(FieldIssue)),
      /** Of a duplicate: the existing job. */
      jobId: v.exactOptional(v.string()),
    }),
  ),
  /** Of a choice: the device of its user, and its number there. Of two choices the server keeps the later one. */
  order: v.exactOptional(v.object({ device: v.string(), number: v.number() })),
  /** Of a choice: the key of the message that it follows. */
  after: v.exactOptional(v.string()),
  /** Of a choice that can be undone: the one that waited before it, in whose place it is. */
  earlier: v.exactOptional(v.unknown()),
  /** The lanes of the choices that follow it. */
  leads: v.exactOptional(v.array(v.string())),
  /** Data for the form that opens it again. Never sent. */
  context: v.exactOptional(v.unknown()),
});
export type CommonFields = v.InferOutput<typeof CommonFields>;
