import { useRef } from 'react';
import type { JobGroup } from './byJob.ts';

/** A conversation of the list; `left` once it is no longer in it, but still being read. */
export type Row = JobGroup & { left?: true };

/**
 * Lays what a list has now over the rows that are shown: they stay where they are, those that left it too, and what is new comes after
 * them.
 */
export function heldRows(shown: readonly Row[], now: readonly JobGroup[]): Row[] {
  const left = new Map(now.map((group) => [group.jobId, group]));
  const held = shown.map((row): Row => {
    const group = left.get(row.jobId);
    left.delete(row.jobId);
    return group ?? { ...row, left: true };
  });
  return [...held, ...left.values()];
}

/**
 * Returns the rows of a list. While a conversation is read, nothing that happens moves them; the next one that is opened brings the list up
 * to date.
 */
export function useHeldRows(
  now: readonly JobGroup[] | undefined,
  chat: string | undefined,
): readonly Row[] | undefined {
  const held = useRef<{ chat: string; rows: readonly Row[]; of: unknown }>(undefined);
  if (!chat || !now) {
    held.current = undefined;
    return now;
  }
  if (held.current?.chat !== chat) held.current = { chat, rows: now, of: now };
  else if (held.current.of !== now) held.current = { chat, rows: heldRows(held.current.rows, now), of: now };
  return held.current.rows;
}
