import * as v from 'valibot';
import { type NoticeKind, noticeKinds } from '../../src/contract/users/notificationForms.ts';

/** An id that the server made. Has no room for an email address, a name or a text. */
const Id = v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/));
/** The pseudonym of an erased user. */
const Pseudonym = v.pipe(v.string(), v.regex(/^former-[0-9a-z]{1,32}@erased\.invalid$/));
/** The number of a row, or a time in seconds. */
const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The item of one event in the push or the email that gathers it. Author and changes are read when that is sent. */
export const NoticeItem = v.strictObject({
  kind: v.picklist(Object.keys(noticeKinds) as NoticeKind[]),
  /** In a task about several jobs: its own. */
  jobId: v.exactOptional(Id),
  communicationId: v.nullable(Id),
  noteId: v.nullable(Id),
  /** Rows of the job's history. */
  changes: v.array(Count),
  /** The first of the deliverables that were added together. */
  deliverable: v.nullable(Id),
  created: Count,
});
export type NoticeItem = v.InferOutput<typeof NoticeItem>;

const Nothing = v.never();

/**
 * The data that is stored with the tasks of each kind: ids, kinds and times only, so that an erasure finds nobody in them, and a task
 * sends the state of the moment when it runs. `enqueue` refuses everything else. Their handlers are listed in `background/background.ts`.
 */
export const taskKinds = {
  push: {
    payload: v.union([v.strictObject({ jobId: Id }), v.strictObject({ testId: Id })]),
    item: NoticeItem,
  },
  email: {
    payload: v.variant('kind', [
      v.strictObject({ kind: v.literal('notice'), jobId: Id }),
      v.strictObject({ kind: v.literal('notices') }),
      v.strictObject({ kind: v.literal('digest') }),
      v.strictObject({ kind: v.literal('invitation'), invitationId: Id }),
      v.strictObject({ kind: v.literal('approval') }),
      v.strictObject({ kind: v.literal('decline') }),
      v.strictObject({ kind: v.literal('revocation') }),
      v.strictObject({ kind: v.literal('unposted'), reportId: Id }),
    ]),
    item: NoticeItem,
  },
  preview: {
    /** `storedKey`: the key under which the last attempt stores its bytes. */
    payload: v.strictObject({ key: Id, storedKey: v.exactOptional(Id) }),
    item: Nothing,
  },
  /** Compares the sets of a job with those before them. */
  comparison: { payload: v.strictObject({ jobId: Id }), item: Nothing },
  'account-deletion': { payload: v.strictObject({ pseudonym: Pseudonym }), item: Nothing },
  schedule: { payload: v.strictObject({}), item: Nothing },
} as const;

export type TaskKind = keyof typeof taskKinds;
export type Payload<Kind extends TaskKind> = v.InferOutput<(typeof taskKinds)[Kind]['payload']>;
export type Item<Kind extends TaskKind> = v.InferOutput<(typeof taskKinds)[Kind]['item']>;

/** Validates a part of a task for storing. @throws where it has more than ids; names the place and not the value */
export function onlyIds<Part extends v.GenericSchema>(
  kind: TaskKind,
  part: Part,
  value: unknown,
): v.InferOutput<Part> {
  const result = v.safeParse(part, value);
  if (result.success) return result.output;
  const places = result.issues.map((issue) => v.getDotPath(issue) ?? 'payload');
  throw new Error(`A task of the kind ${kind} would store more than ids: ${places.join(', ')}`);
}
