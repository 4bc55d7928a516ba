import type { OutboxRecord } from './record.ts';

/** The `error.code` of a record that is paused while the user changes it. */
export const pausedCode = 'held';

export function isPaused({ state, error }: Pick<OutboxRecord, 'state' | 'error'>): boolean {
  return state === 'failed' && error?.code === pausedCode;
}

/** Refusals of the user's account: they say nothing about the record, and end with the decision of an admin. */
const accountCodes: readonly string[] = ['not-approved', 'no-profile'];

/**
 * Whether a record that failed goes on without its author: one that is paused, and one whose user's account was refused. A paused new
 * job has a lane of its own, and what is typed into it could not be sent later: it waits for its author.
 */
export function goesOnByItself(record: Pick<OutboxRecord, 'state' | 'error' | 'kind'>): boolean {
  if (isPaused(record)) return record.kind !== 'report';
  return record.state === 'failed' && accountCodes.includes(record.error?.code ?? '');
}
