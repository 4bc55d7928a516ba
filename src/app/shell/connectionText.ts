import type { Tally } from '../../outbox/records/tally.ts';

type ConnectionPart = { text: string; calls?: boolean };

/**
 * Describes the connection and the unsent records in a few words: "Offline · jobs as of 10:42 AM · 3 waiting to send".
 *
 * @param jobsFrom when the jobs on screen were read, as text; empty while they are current
 */
export function connectionParts(reachable: boolean, tally: Tally, jobsFrom = ''): ConnectionPart[] {
  const { toSend, sending, notSent, signIn } = tally;
  const counts: ConnectionPart[] = [];
  if (notSent > 0) counts.push({ text: `${notSent} not sent`, calls: true });
  if (signIn > 0) counts.push({ text: 'Sign in to send' });
  if (toSend > 0) counts.push({ text: reachable && sending ? 'Sending…' : `${toSend} waiting to send` });
  if (reachable) return counts.length > 0 ? counts : [{ text: 'Everything sent' }];
  // There is no room for more; the page shows its age too.
  const age = jobsFrom && counts.length < 2 ? [{ text: `jobs as of ${jobsFrom}` }] : [];
  return [{ text: 'Offline' }, ...age, ...counts];
}

export type ConnectionLead = 'offline' | 'not-sent' | 'sign-in' | 'sending' | 'waiting' | 'all-sent';

/** Returns the most important part of the state. */
export function connectionLead(
  reachable: boolean,
  { toSend, sending, notSent, signIn }: Tally,
): ConnectionLead {
  if (!reachable) return 'offline';
  if (notSent > 0) return 'not-sent';
  if (signIn > 0) return 'sign-in';
  if (toSend > 0) return sending ? 'sending' : 'waiting';
  return 'all-sent';
}

const nothing: Tally = { toSend: 0, sending: false, held: false, notSent: 0, signIn: 0 };

/** Whether nothing but what is being sent, or will be at once, is to be said. */
export function isPassing(reachable: boolean, tally: Tally): boolean {
  return /^(sending|waiting)$/.test(connectionLead(reachable, tally));
}

/** Returns what is to be said at once: nothing of what is sent a moment later, unlike what can be undone until then. */
export function withoutPassing(reachable: boolean, tally: Tally): Tally {
  return isPassing(reachable, tally) && !tally.held ? nothing : tally;
}
