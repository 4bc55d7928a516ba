import type { OutboxRecord } from './record.ts';

/** How much waits, by what a person has to know of it. */
export type Tally = {
  /** Goes out by itself. */
  toSend: number;
  /** Some of it is on its way right now. */
  sending: boolean;
  /** Was refused: a person must look. */
  notSent: number;
  /** Goes out after signing in again. */
  signIn: number;
};

export function tallyOf(records: readonly Pick<OutboxRecord, 'state'>[]): Tally {
  const count = (...states: OutboxRecord['state'][]) =>
    records.filter(({ state }) => states.includes(state)).length;
  return {
    toSend: count('queued', 'sending', 'uncertain'),
    sending: count('sending') > 0,
    notSent: count('failed'),
    signIn: count('blocked-auth'),
  };
}

/** "2 not sent, 3 to send"; in words of its own when nothing waits. */
export function tallyWords({ toSend, notSent, signIn }: Tally): string {
  const parts = [
    notSent > 0 && `${notSent} not sent`,
    signIn > 0 && `${signIn} to send after signing in`,
    toSend > 0 && `${toSend} to send`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(', ') : 'Everything is sent';
}
