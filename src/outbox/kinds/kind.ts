import type * as v from 'valibot';
import type { ApiError } from '../../api/ApiError.ts';
import type { Change } from '../../cache/change.ts';
import type { CallName, RequestOf } from '../../contract/calls.ts';
import type { CommonFields } from '../records/commonFields.ts';

/** The definition of a kind of record. A kind is one file, with a line in each of two tables: `index.ts`, and for pages `shown.ts`. */

/** A record of a kind. */
export type RecordWith<Payload> = CommonFields & { payload: Payload };

/** A call of the API and its body. The record's files and its key go beside it. */
export type Outgoing<N extends CallName = CallName> = {
  call: N;
  body: RequestOf<N>;
  /** Whether the request says how long ago it was written. */
  isWritten: boolean;
};

/** Types the body by its call. */
export function outgoing<N extends CallName>(call: N, body: RequestOf<N>, isWritten = false): Outgoing<N> {
  return { call, body, isWritten };
}

/** How a kind is stored and sent: by a page, and by the worker. */
export type Kind<Schema extends v.GenericSchema, Payload = v.InferOutput<Schema>> = {
  payload: Schema;
  /** The `supportedNeeds` of a build that may touch its records; 1 by default. An earlier build leaves them alone. */
  needs?: number;
  /** Whether its records belong to no job when they are written. */
  isJobless?: true;
  /**
   * Whether the connection is probed first, unless a response came just now: such a record is rare and long to type, and must stay as it
   * is while nothing has left.
   */
  isProbed?: true;
  /** Names its lane. Lanes are sent side by side, the records of one lane one after the other. */
  lane(of: { jobId: string; clientId: string; payload: Payload }): string;
  request(record: Pick<RecordWith<Payload>, 'jobId' | 'ownerEmail' | 'payload'>): Outgoing;
  /** Returns the id that the server gave it; without this, it has none. */
  serverId?(response: unknown): string | null;
  /**
   * Whether an arrived record stays until a read shows it. All others leave as soon as they have arrived. Of a job it is an
   * entry of a list (`PostKind`): its lane is named by the job and the kind alone, where its `read` looks for it.
   */
  staysUntilRead: boolean;
  /**
   * Set for choices of one value: the only record of a choice is a register, which a later choice replaces, also while it is being sent.
   */
  register?: {
    /** Names what is chosen, among the records of its lane and kind. */
    of(payload: Payload): string;
    /** Returns a choice, completed with the values that only the one before it had chosen. */
    onTop?(next: Payload, before: Payload, hasFiles: boolean): Payload;
    /** Whether a choice without files keeps those of the one before it. */
    keepsFiles?(next: Payload): boolean;
  };
  /**
   * Returns the payload with which a refused record is sent again, as another request: where nothing its author typed is the cause. Without
   * it the author decides.
   */
  renewed?(payload: Payload, error: ApiError): Payload | null;
  /** Returns what a later record of its lane and kind sends, by the response to this one. */
  later?(later: Payload, sent: Payload, response: unknown): Payload;
};

/** The place where a record is edited: a page of the app that lists it, or the chat of its job. */
export type EditedAt =
  | { to: '/jobs/listing/$category'; params: { category: 'all' } }
  | { to: '/jobs/update/$jobId'; params: { jobId: string }; search?: { view: 'notes' } }
  | 'chat';

/** How pages show a kind. */
export type Shown<Payload> = {
  /** Counts it: "1 message", "2 messages". */
  names: readonly [one: string, many: string];
  /** Describes a record in one line; empty where its text says enough. @param job the title of its job */
  label(payload: Payload, job: string): string;
  /** Whether each of its records is a group of its own, with the label as heading. */
  isOwnGroup?: true;
  /** Returns what the user wrote. */
  text(payload: Payload): string;
  /** Returns what is copied; without this, the text. */
  copy?(payload: Payload): string;
  /** Names a refused record to those that wait for it; by default "an earlier change to this job". */
  blocker?: string;
  /** Advice on a refusal, by the code of the error. */
  advice?: Readonly<Partial<Record<string, string>>>;
  /** Returns where a record is edited; undefined for one that is not. */
  editedAt?(record: RecordWith<Payload>): EditedAt | undefined;
  /** Returns the changes of jobs, messages, staff notes and checklists in its response. */
  changes(jobId: string, response: unknown): Change[];
  /**
   * Returns the changes that are known without the response, which another page or the worker has.
   *
   * @param isReplaced by another record of its lane
   */
  arrived(record: RecordWith<Payload>, is: { discarded: boolean; replaced: boolean }): Change[];
  /** Returns the changes that follow from its refusal. */
  refused?(record: RecordWith<Payload>): Change[];
  /** Text of its refusal, for a kind whose screen does not show it. */
  refusedText?: string;
};

/** How pages show a kind whose records stay until a read shows them. */
export type ShownPost<Payload> = Shown<Payload> & {
  /** The read that shows what has arrived. */
  read: {
    /** The first part of its query's key; the second is the job. */
    query: string;
    posts(data: unknown): readonly { idempotencyKey?: string }[];
  };
};
