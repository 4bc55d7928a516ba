import type { OutboxRecord } from './record.ts';

/** Refusals of the user's account: they say nothing about the record, and end with the decision of an admin. */
const accountCodes: readonly string[] = ['not-approved', 'no-profile'];

/** Whether a record that failed goes on without its author: its user's account was refused. */
export function resumesByItself({ state, error }: Pick<OutboxRecord, 'state' | 'error'>): boolean {
  return state === 'failed' && accountCodes.includes(error?.code ?? '');
}
