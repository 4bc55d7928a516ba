import * as v from 'valibot';
import { messageStatuses, services, wireValues } from '../../contract/enums.ts';

/** What a user sends, as it is stored until it has arrived. */

const recordStates = ['queued', 'sending', 'uncertain', 'failed', 'blocked-auth', 'acked'] as const;
export type RecordState = (typeof recordStates)[number];

export const FileEntry = v.object({
  blobId: v.string(),
  /** With the stamp of the time at which it was enqueued (§5). */
  name: v.string(),
  /** As it was chosen, for editing. */
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

const common = {
  v: v.literal(1),
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
  /** When its present contents were written, by both clocks of the page `holder`; an edit writes them anew. */
  written: v.object({ holder: v.string(), at: v.number(), elapsed: v.number() }),
  /** Requests that left, or may have. */
  attempts: v.number(),
  firstAttemptAt: v.nullable(v.number()),
  /** Failures in a row; the back-off grows with them. */
  misses: v.number(),
  nextAttemptAt: v.number(),
  /** What the server asked for (`Retry-After`); unlike the back-off, no event shortens it. */
  notBefore: v.number(),
  /** A request may have been carried out without a response. */
  maybeSent: v.boolean(),
  /** The last response was 401: the next try takes a renewed token. */
  renewToken: v.boolean(),
  /** `exp` of the token that was refused; a later one ends the block. */
  refusedExp: v.number(),
  claim: v.nullable(
    v.object({
      attemptId: v.string(),
      holder: v.string(),
      until: v.number(),
      /** So far only files are uploaded, which alone carry out nothing: the record can still be deleted. */
      filesOnly: v.exactOptional(v.boolean()),
    }),
  ),
  ack: v.nullable(v.object({ at: v.number(), serverId: v.nullable(v.string()) })),
  error: v.nullable(v.object({ code: v.string(), status: v.number(), text: v.string() })),
  /** For the form that opens it again. Never sent. */
  context: v.exactOptional(v.unknown()),
};

export const MessagePayload = v.object({
  content: v.string(),
  fromUserType: v.picklist(['ADMIN', 'EMPLOYEE', 'CLIENT']),
  jobReporter: v.string(),
  assignedTo: v.string(),
  /** The shot of a checklist that its files answer, and the shots it asks for. */
  shot: v.exactOptional(v.string()),
  asks: v.exactOptional(v.array(v.string())),
  /** The messages that it marks as addressed. */
  addressed: v.exactOptional(v.array(v.string())),
});

export const TogglePayload = v.object({
  communicationId: v.string(),
  /** Absolute, never "the other one". */
  target: v.picklist(wireValues(messageStatuses)),
});

/** A staff note. */
export const NotePayload = v.object({
  content: v.string(),
  /** Emails of the staff whom it mentions. */
  mentions: v.exactOptional(v.array(v.string())),
});

/** The contract's `JobReport`, validated by the form and by the server. */
export const ReportPayload = v.looseObject({ jobCode: v.string() });
/** The contract's `ShotSave`: a whole shot, so that a repeat changes nothing. */
export const ShotPayload = v.looseObject({
  shotId: v.string(),
  service: v.picklist(wireValues(services)),
  name: v.string(),
  hint: v.string(),
  after: v.exactOptional(v.string()),
  removed: v.exactOptional(v.boolean()),
  noExample: v.exactOptional(v.boolean()),
});
/** The contract's `JobUpdate`. */
export const UpdatePayload = v.looseObject({ evJobId: v.string(), version: v.number() });

export const OutboxRecord = v.variant('kind', [
  v.object({ ...common, kind: v.literal('message'), payload: MessagePayload }),
  v.object({ ...common, kind: v.literal('toggle'), payload: TogglePayload }),
  v.object({ ...common, kind: v.literal('note'), payload: NotePayload }),
  v.object({ ...common, kind: v.literal('report'), payload: ReportPayload }),
  v.object({ ...common, kind: v.literal('update'), payload: UpdatePayload }),
  v.object({ ...common, kind: v.literal('shot'), payload: ShotPayload }),
]);
export type OutboxRecord = v.InferOutput<typeof OutboxRecord>;

/** A record that adds an entry to what is written on a job, which a read shows. */
export type PostRecord = MessageRecord | NoteRecord;
type MessageRecord = Extract<OutboxRecord, { kind: 'message' }>;
export type NoteRecord = Extract<OutboxRecord, { kind: 'note' }>;

/** Migrations of rows to the next version, by the version they have. Rows of a released version stay readable. */
export const upcasters: Readonly<Record<number, (row: object) => object>> = {};

/** Reads a row as a record; null when that is not possible, and then it is quarantined, never deleted. */
export function readRecord(row: unknown): OutboxRecord | null {
  let current = row;
  for (;;) {
    const version = typeof current === 'object' && current !== null && 'v' in current ? current.v : undefined;
    const upcast = typeof version === 'number' ? upcasters[version] : undefined;
    if (!upcast) break;
    current = upcast(current as object);
  }
  const read = v.safeParse(OutboxRecord, current);
  return read.success ? read.output : null;
}

/** Names the lane of a message's toggles. */
export function toggleLane(communicationId: string): string {
  return `toggle:${communicationId}`;
}

/**
 * Names a lane. Lanes are sent side by side, the records of one lane one after the other.
 *
 * @param subject the message of a toggle, the service of a shot
 */
export function laneKeyOf(
  draft: { kind: OutboxRecord['kind']; jobId: string },
  clientId: string,
  subject = '',
) {
  if (draft.kind === 'toggle') return toggleLane(subject);
  if (draft.kind === 'shot') return `checklist:${subject}`;
  if (draft.kind === 'note') return `note:${draft.jobId}`;
  return draft.kind === 'report' ? `report:${clientId}` : `job:${draft.jobId}`;
}
