import type { CallName, CheckedRequestOf, calls, ParamsOf, ResponseOf } from '../../src/contract/calls.ts';
import type { UserType } from '../../src/contract/enums.ts';
import type { ErrorCode } from '../../src/contract/errors.ts';
import type { ApprovedCaller, Caller } from '../access/access.ts';
import type { Choice } from '../data/choice.ts';
import type { Database, Queryable } from '../data/db/db.ts';
import type { StoredFile } from '../data/storedFile.ts';
import type { FileResponse } from '../files/fileResponse.ts';
import type { Services } from '../services/services.ts';
import type { Repeat } from '../writes/repeats.ts';
import type { CallCost } from './callCosts.ts';

/** The arguments of a call's handler. */
export type Context<N extends CallName, C = ApprovedCaller> = {
  /** The caller, as far as the access rule of the call requires one. */
  caller: C;
  /** Path parameters, decoded; an email in lower case. */
  params: ParamsOf<N>;
  /** The unvalidated query string, which few calls use. */
  query: Readonly<Record<string, unknown>>;
  /** Validated by the contract; undefined for a GET. */
  body: CheckedRequestOf<N>;
  /** The request's files, already stored; removed again unless the transaction commits. */
  files: readonly StoredFile[];
  /** Time at which it is handled, in seconds since 1970. */
  now: number;
  /** When it was written, as the device says (`writtenTimeOf`). */
  written: number | null;
  /** The choice that it carries out, see `choiceOf`. */
  choice: Choice;
  /** The idempotency key of a write, where it has one. */
  key: string | null;
  /** What `prepare` of its row returned. */
  prepared?: unknown;
  /** The id in the log and in the header `x-request-id`. */
  requestId: string;
  /** The transaction of a write, which may use no other connection: the services of a handler have none. */
  db: (typeof calls)[N]['write'] extends true ? Queryable : Database;
  services: Omit<Services, 'db'>;
};

export type CallResponse<N extends CallName> = ResponseOf<N> extends 'blob' ? FileResponse : ResponseOf<N>;

/** Handles one call and returns the body of the response. Rejects by throwing a `Refusal`, which rolls a write back. */
export type CallHandler<N extends CallName, C = ApprovedCaller> = (
  context: Context<N, C>,
) => Promise<CallResponse<N>>;

/** The server's part of the definition of a call, beside the contract. */
export type CallRow<N extends CallName> = {
  cost: CallCost;
  /**
   * Set if the call changes or invites users; such calls run one at a time. Their lock is taken before the lock of the caller's own row:
   * in the other order, two admins who erase each other would deadlock. A function decides by the body as it was sent.
   */
  changesUsers?: true | ((sent: unknown) => boolean);
  /** Accepts a multipart body. */
  takesFiles?: true;
  /** Done before the transaction of a write, which it would hold open: what takes long and needs no database. */
  prepare?: (body: CheckedRequestOf<N>) => Promise<unknown>;
  /** Takes `Written-Seconds-Ago`. */
  written?: true;
  /** Takes `Chosen-As`. */
  chosen?: true;
  /** How the response is stored with its key; by default as it is. */
  repeat?: Repeat<N, unknown>;
  tag: 'Jobs' | 'Messages' | 'Files' | 'Users' | 'Notifications';
  summary: string;
  description: string;
  /** Errors besides those of its access rule, its body and repeated writes, and those that every call can return. */
  errors?: readonly ErrorCode[];
} & (
  | { access: readonly UserType[]; handler: CallHandler<N> | OwnRoute<N> }
  | { access: 'signed-in' | 'verified'; handler: CallHandler<N, Caller> }
  | { access: 'public'; handler: CallHandler<N, null> }
);

/** The rows of the calls, each under its name in the contract. */
export type CallRows = { [N in CallName]: CallRow<N> };

/**
 * The only call with a route of its own (`routes/previewRoute.ts`): it is off where previews are off, and its files are made while it
 * waits.
 */
type OwnRoute<N extends CallName> = N extends 'preview' ? null : never;
