import type { OutboxRecord } from './record.ts';

/** The `error.code` of a record that is paused while the user changes it: of one that goes on by itself, and of one that does not. */
export const pausedCodes = { resumed: 'held', notResumed: 'left-open' } as const;

export function isPaused({ state, error }: Pick<OutboxRecord, 'state' | 'error'>): boolean {
  return state === 'failed' && Object.values<string | undefined>(pausedCodes).includes(error?.code);
}

/** Refusals of the user's account: they say nothing about the record, and end with the decision of an admin. */
const accountCodes: readonly string[] = ['not-approved', 'no-profile'];

/**
 * Whether a record that failed goes on without its author: one that is paused, unless its kind waits for its author
 * (`isResumed`), and one whose user's account was refused.
 */
export function goesOnByItself({ state, error }: Pick<OutboxRecord, 'state' | 'error'>): boolean {
  const code = error?.code ?? '';
  return state === 'failed' && (code === pausedCodes.resumed || accountCodes.includes(code));
}
