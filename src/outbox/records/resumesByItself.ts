import type { OutboxRecord } from './record.ts';

/** Refusals of the user's account: they say nothing about the record, and end with the decision of an admin. */
const accountCodes: readonly string[] = ['not-approved', 'no-profile'];

/** Whether a failed record resumes without its author: not the record was refused, but its user's account. */
export function resumesByItself({ state, error }: Pick<OutboxRecord, 'state' | 'error'>): boolean {
  return state === 'failed' && accountCodes.includes(error?.code ?? '');
}
