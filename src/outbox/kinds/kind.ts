import type * as v from 'valibot';
import type { Change } from '../../cache/change.ts';
import type { CallName, RequestOf } from '../../contract/calls.ts';
import type { CommonFields } from '../records/commonFields.ts';

/** What a kind of record says of itself. A kind is one file, with a line in each of two tables: `index.ts`, and for pages `shown.ts`. */

/** A record of a kind. */
export type RecordWith<Payload> = CommonFields & { payload: Payload };

/** A call of the API and its body. The record's files and its key go beside it. */
export type Outgoing<N extends CallName = CallName> = {
  call: N;
  body: RequestOf<N>;
  /** Whether it says how long ago it was written. */
  isWritten: boolean;
};

/** Types the body by its call. */
export function outgoing<N extends CallName>(call: N, body: RequestOf<N>, isWritten = false): Outgoing<N> {
  return { call, body, isWritten };
}

/** How a kind is stored and sent: by a page, and by the worker. */
export type Kind<Schema extends v.GenericSchema, Payload = v.InferOutput<Schema>> = {
  payload: Schema;
  /** What a build must understand to touch its records; 1 without this. An earlier build leaves them alone. */
  needs?: number;
  /** Whether its records belong to no job when they are written. */
  isJobless?: true;
  /** Probed for unless a response came just now: it is rare and long to type, and must stay as it is while nothing has left. */
  isProbed?: true;
  /** Names its lane. Lanes are sent side by side, the records of one lane one after the other. */
  lane(of: { jobId: string; clientId: string; payload: Payload }): string;
  request(record: Pick<RecordWith<Payload>, 'jobId' | 'ownerEmail' | 'payload'>): Outgoing;
  /** Returns the id that the server gave it; without this, it has none. */
  serverId?(response: unknown): string | null;
  /** What a read shows stays until it was read; everything else leaves as soon as it has arrived. */
  staysUntilRead: boolean;
  /** Of a choice of one value, which a later one replaces, also while it is being sent: its one record is a register. */
  register?: {
    /** Names what is chosen, among the records of its lane and kind. */
    of(payload: Payload): string;
    /** Returns a choice with what it leaves as the one before it had chosen. */
    onTop?(next: Payload, before: Payload, hasFiles: boolean): Payload;
    /** Whether the files of the one before it stay where it has none. */
    keepsFiles?(next: Payload): boolean;
  };
  /** Returns what a later record of its lane and kind sends, by the response to this one. */
  later?(later: Payload, sent: Payload, response: unknown): Payload;
};

/** Where a record is taken back for editing: a page of the app that lists it, or the chat of its job. */
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
  /** Names a refused one to those that wait for it; without this, "an earlier change to this job". */
  blocker?: string;
  /** What to do when it was refused, by the code of the error. */
  advice?: Readonly<Partial<Record<string, string>>>;
  /** Without this, it cannot be edited. */
  editedAt?(record: RecordWith<Payload>): EditedAt;
  /** Returns what the response to it says of jobs, messages, staff notes and checklists. */
  changes(jobId: string, response: unknown): Change[];
  /** Returns what is known without the response, which another page or the worker has. @param isReplaced by another record of its lane */
  arrived(record: RecordWith<Payload>, is: { discarded: boolean; replaced: boolean }): Change[];
  /** Returns what is outdated once it is refused. */
  refused?(record: RecordWith<Payload>): Change[];
  /** Says that it was refused, where its screen does not show it. */
  refusedText?: string;
};
