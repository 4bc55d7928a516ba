import type { Tally } from '../../outbox/records/tally.ts';

type LinePart = { words: string; calls?: boolean };

/**
 * Describes the connection and the unsent records in a few words: "Offline · jobs as of 10:42 AM · 3 waiting to send".
 *
 * @param jobsFrom when the jobs on screen were read, as text; empty while they are current
 */
export function lineParts(reachable: boolean, tally: Tally, jobsFrom = ''): LinePart[] {
  const { toSend, sending, notSent, signIn } = tally;
  const counts: LinePart[] = [];
  if (notSent > 0) counts.push({ words: `${notSent} not sent`, calls: true });
  if (signIn > 0) counts.push({ words: 'Sign in to send' });
  if (toSend > 0) counts.push({ words: reachable && sending ? 'Sending…' : `${toSend} waiting to send` });
  if (reachable) return counts.length > 0 ? counts : [{ words: 'Everything sent' }];
  // There is no room for more; the page shows its age too.
  const age = jobsFrom && counts.length < 2 ? [{ words: `jobs as of ${jobsFrom}` }] : [];
  return [{ words: 'Offline' }, ...age, ...counts];
}

export type LineLead = 'offline' | 'not-sent' | 'sign-in' | 'sending' | 'waiting' | 'all-sent';

/** Returns the most important part of the state. */
export function lineLead(reachable: boolean, { toSend, sending, notSent, signIn }: Tally): LineLead {
  if (!reachable) return 'offline';
  if (notSent > 0) return 'not-sent';
  if (signIn > 0) return 'sign-in';
  if (toSend > 0) return sending ? 'sending' : 'waiting';
  return 'all-sent';
}
