import * as v from 'valibot';
import { kinds } from '../kinds/index.ts';
import type { Kind } from '../kinds/kind.ts';
import { CommonFields } from './commonFields.ts';

/** The records: what a user sends, stored until it has arrived. */

type Kinds = typeof kinds;
export type KindName = keyof Kinds;
type PayloadOf<K extends KindName> = v.InferOutput<Kinds[K]['payload']>;

/** A record of some kinds. */
export type RecordOf<K extends KindName> = {
  [Name in K]: CommonFields & { kind: Name; payload: PayloadOf<Name> };
}[K];
export type OutboxRecord = RecordOf<KindName>;

/** A message, note, choice, job or change before it is a record. */
export type DraftOf<K extends KindName> = {
  [Name in K]: {
    kind: Name;
    payload: PayloadOf<Name>;
    context?: unknown;
    /** Delay in milliseconds before it leaves, during which its author can undo it; `retry` sends it earlier. */
    undoWindowMs?: number | undefined;
  } & (Kinds[Name] extends {
    isJobless: true;
  }
    ? object
    : { jobId: string });
}[K];
export type Draft = DraftOf<KindName>;

/** The kinds whose records add an entry to what is written on a job, and stay until a read shows it. */
export type PostKind = {
  [K in KindName]: Kinds[K] extends { staysUntilRead: true; isJobless?: never } ? K : never;
}[KindName];
export type PostRecord = RecordOf<PostKind>;
export type NoteRecord = RecordOf<'note'>;

/** Returns the definition of a kind. */
export function kindOf({
  kind,
}: {
  kind: KindName;
}): Kind<v.GenericSchema<unknown, OutboxRecord['payload']>> {
  return kinds[kind] as unknown as Kind<v.GenericSchema<unknown, OutboxRecord['payload']>>;
}

const Row = v.variant(
  'kind',
  Object.entries(kinds).map(([kind, { payload }]) =>
    v.object({ ...CommonFields.entries, kind: v.literal(kind), payload }),
  ),
);

/** The highest `needs` that this build supports: that of its own kinds. */
export const supportedNeeds = Math.max(
  ...Object.keys(kinds).map((kind) => kindOf({ kind: kind as KindName }).needs ?? 1),
);

/** Whether a row needs a newer app: it is not sent, changed, quarantined or deleted here, and the records behind it in its lane wait. */
export function needsNewerApp(row: object): boolean {
  return 'needs' in row && typeof row.needs === 'number' && row.needs > supportedNeeds;
}

/** Migrations of rows to the next version, by the version they have. Rows of a released version stay readable. */
export const upcasters: Readonly<Record<number, (row: object) => object>> = {};

/** Reads a row as a record; null when that is not possible. Such a row is never deleted: it waits for a newer app, or is quarantined. */
export function readRecord(row: unknown): OutboxRecord | null {
  if (typeof row === 'object' && row !== null && needsNewerApp(row)) return null;
  let current = row;
  for (;;) {
    const version = typeof current === 'object' && current !== null && 'v' in current ? current.v : undefined;
    const upcast = typeof version === 'number' ? upcasters[version] : undefined;
    if (!upcast) break;
    current = upcast(current as object);
  }
  const read = v.safeParse(Row, current);
  return read.success ? (read.output as OutboxRecord) : null;
}
