import type { OutboxRecord } from './record.ts';
import { resumesByItself } from './resumesByItself.ts';

/** The number of records in the outbox, by what they wait for. */
export type Tally = {
  /** Records that are sent by themselves. */
  toSend: number;
  /** Whether some of them are being sent. */
  sending: boolean;
  /** Whether some of them wait so that they can be undone. */
  held: boolean;
  /** Records that were refused: the user must decide. */
  notSent: number;
  /** Records that are sent after signing in again. */
  signIn: number;
};

export function tallyOf(records: readonly Pick<OutboxRecord, 'state' | 'error' | 'undoWindowMs'>[]): Tally {
  const count = (...states: OutboxRecord['state'][]) =>
    records.filter(({ state }) => states.includes(state)).length;
  const goingOn = records.filter(resumesByItself).length;
  return {
    toSend: count('queued', 'sending', 'uncertain') + goingOn,
    sending: count('sending') > 0,
    held: records.some(({ state, undoWindowMs = 0 }) => state === 'queued' && undoWindowMs > 0),
    notSent: count('failed') - goingOn,
    signIn: count('blocked-auth'),
  };
}

/** Returns "2 not sent, 3 waiting to send". */
export function tallyText({ toSend, notSent, signIn }: Tally): string {
  const parts = [
    notSent > 0 && `${notSent} not sent`,
    signIn > 0 && `${signIn} waiting for sign-in`,
    toSend > 0 && `${toSend} waiting to send`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(', ') : 'Everything has been sent';
}
