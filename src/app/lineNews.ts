import type { Tally } from '../outbox/tally.ts';

/** What is known of the line once it has held for a moment. */
export type LineState = Tally & { reachable: boolean };

/**
 * What to read out when the line's state has changed; empty for what needs no words. A message that goes out within the
 * moment a state must hold is never spoken of.
 */
export function lineNews(before: LineState, now: LineState): string {
  const refused = now.notSent - before.notSent;
  if (refused > 0) return `${now.notSent} not sent. See the outbox.`;
  if (now.signIn > before.signIn) return 'Sign in again to send what waits.';
  if (before.reachable && !now.reachable) {
    return 'Offline. What you send is kept on this device until the connection is back.';
  }
  const done = before.toSend > 0 && now.toSend + now.notSent + now.signIn === 0;
  const back = !before.reachable && now.reachable;
  if (back && now.toSend > 0) return `Back online. Sending ${now.toSend}.`;
  return [back && 'Back online.', done && 'All sent.'].filter(Boolean).join(' ');
}
