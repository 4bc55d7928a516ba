import type { QueryCacheNotifyEvent } from '@tanstack/react-query';
import { queryClient } from '../../api/queries.ts';
import { apply } from '../../cache/apply.ts';
import { createEvent } from '../../store.ts';
import { shown, shownAs } from '../kinds/shown.ts';
import type { Outbox } from '../Outbox.ts';
import type { KindName, OutboxRecord, PostKind } from '../records/record.ts';
import { discardedRecords, onWaitingChange, recordsOwner } from '../records/waiting.ts';

type Records = readonly OutboxRecord[];

/** The kinds whose records stay until a read shows them. */
const postKinds = (Object.keys(shown) as KindName[]).filter(
  (kind): kind is PostKind => 'read' in shown[kind],
);

/** Applies the response to a record to the query cache. */
export function applyResponse(
  record: Pick<OutboxRecord, 'kind'> & { jobId?: string },
  response: unknown,
): void {
  for (const change of shownAs(record).changes(record.jobId ?? '', response)) apply(change);
}

const refused = createEvent<[record: OutboxRecord]>();

/** Calls back once in every window for each record that is refused. @returns a function that stops it */
export const onRefused = refused.subscribe;

/**
 * Applies the changes that any page or the worker has delivered, and removes acknowledged records once a read shows their messages or
 * notes.
 *
 * @returns a function that stops it
 */
export function followDeliveries(outbox: Outbox): () => void {
  /** Records whose response this page has, by `seq`: nothing needs to be read again. */
  const answered = new Set<number>();
  const stops = [
    outbox.onDelivered((record, { response }) => {
      if (response === null) return;
      answered.add(record.seq);
      applyResponse(record, response);
    }),
    onWaitingChange((now, before) => {
      if (before === null || before === now) return;
      for (const record of arrivedElsewhere(now, before)) {
        if (!answered.delete(record.seq)) applyArrived(record, now);
      }
      for (const record of newlyRefused(now, before)) {
        for (const change of shownAs(record).refused?.(record) ?? []) apply(change);
        refused.emit(record);
      }
    }),
    queryClient.getQueryCache().subscribe((event) => {
      if (isPostsRead(event)) link(outbox, event);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Applies a record that has left the outbox without a response here: another page or the worker sent it, or it was deleted. */
function applyArrived(record: OutboxRecord, now: Records): void {
  const replaced = now.some(({ seq, laneKey }) => laneKey === record.laneKey && seq !== record.seq);
  const changes = shownAs(record).arrived(record, {
    discarded: discardedRecords().has(record.seq),
    replaced,
  });
  for (const change of changes) apply(change);
}

function arrivedElsewhere(now: Records, before: Records): OutboxRecord[] {
  const left = new Map(now.map((record) => [record.seq, record]));
  return before.flatMap((record) => {
    if (record.state === 'acked') return [];
    const after = left.get(record.seq);
    if (!after) return record;
    return after.state === 'acked' ? after : [];
  });
}

function newlyRefused(now: Records, before: Records): OutboxRecord[] {
  const refused = new Set(before.flatMap(({ state, clientId }) => (state === 'failed' ? clientId : [])));
  return now.filter(({ state, clientId }) => state === 'failed' && !refused.has(clientId));
}

type Read = Extract<QueryCacheNotifyEvent, { query: unknown }>;

/** Whether data was read from the network, or restored from the device, that shows records of a kind. */
function isPostsRead(event: QueryCacheNotifyEvent): event is Read {
  if (!kindReadBy(event.query.queryKey[0])) return false;
  if (event.type === 'added') return event.query.state.data !== undefined;
  if (event.type !== 'updated') return false;
  return event.action.type === 'setState' || (event.action.type === 'success' && !event.action.manual);
}

/** Returns the kind whose records a query shows. */
function kindReadBy(query: unknown): PostKind | undefined {
  return postKinds.find((kind) => shown[kind].read.query === query);
}

function link(outbox: Outbox, { query }: Read): void {
  const [name, jobId] = query.queryKey;
  // When the read began: `apply` sets it.
  const { data, dataUpdatedAt } = query.state;
  const owner = recordsOwner();
  const kind = kindReadBy(name);
  const read = kind && shown[kind].read;
  if (typeof jobId !== 'string' || !owner || !data || !read) return;
  outbox.removeLinked(owner.uid, jobId, read.posts(data), dataUpdatedAt, kind).catch(() => undefined);
}
