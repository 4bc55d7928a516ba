import type { RecordState } from './record.ts';

/** `new`: not there yet. `cancelled` (by the person), `superseded` (by a later toggle) and `linked`: no longer there. */
export type Stage = RecordState | 'new' | 'cancelled' | 'superseded' | 'linked';

/**
 * Which stage may follow which. An answer that says "done" is true whenever it comes, so `acked` follows every state. What
 * is being sent can be taken back only while nothing but its files has left (`decide.ts`), and nothing leaves `uncertain` for `sending` except through `queued`.
 */
const ALLOWED_TRANSITIONS: Readonly<Record<Stage, readonly Stage[]>> = {
  new: ['queued'],
  queued: ['sending', 'failed', 'acked', 'cancelled', 'superseded'],
  sending: ['queued', 'uncertain', 'failed', 'blocked-auth', 'acked', 'cancelled'],
  uncertain: ['queued', 'acked', 'failed', 'cancelled', 'superseded'],
  failed: ['queued', 'uncertain', 'acked', 'cancelled', 'superseded'],
  'blocked-auth': ['queued', 'uncertain', 'failed', 'acked', 'cancelled', 'superseded'],
  acked: ['linked'],
  cancelled: [],
  superseded: [],
  linked: [],
};

/** @throws when a record may not go from one stage to the other: a mistake of ours, which must not reach the database */
export function assertTransition(from: Stage, to: Stage): void {
  if (!ALLOWED_TRANSITIONS[from].includes(to)) throw new Error(`A record cannot go from ${from} to ${to}`);
}
