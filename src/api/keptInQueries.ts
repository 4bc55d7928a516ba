import { type QueryCache, replaceEqualDeep } from '@tanstack/react-query';
import { keptSince, passMarks } from './keptSince.ts';

/** What stayed the same stays the same object, as queries do it by default; its age is the newer reading's. */
export function shareWithMarks(before: unknown, now: unknown): unknown {
  const shared = replaceEqualDeep(before, now);
  passMarks(now, shared);
  return shared;
}

type AnsweredQuery = Parameters<NonNullable<QueryCache['config']['onSuccess']>>[1];

/** After a query was answered: data from a copy is as old as the copy, and to be read again. */
export function datedByCopies(_data: unknown, query: AnsweredQuery): void {
  const since = keptSince(query.state.data);
  if (since !== undefined) query.setState({ dataUpdatedAt: since, isInvalidated: true });
}
