import { useEffect, useRef } from 'react';
import { clientErrors } from '../../contract/errors.ts';
import { counted } from '../../format/counted.ts';
import { useAnnouncer } from '../../ui/feedback/useAnnouncer.tsx';
import { type ConnectionState, useConnectionState, useDebounced } from './useConnectionState.ts';

/**
 * Returns the announcement of a changed state; empty for none. A message that is sent within that moment is not announced.
 */
export function announcementOf(before: ConnectionState, now: ConnectionState): string {
  const refused = now.notSent - before.notSent;
  if (refused > 0) {
    const them = now.notSent === 1 ? 'it' : 'them';
    return `${counted(now.notSent, 'item')} not sent. Open the outbox to fix ${them}.`;
  }
  if (now.signIn > before.signIn) return 'Sign in again to send the items in your outbox.';
  if (!before.isForeign && now.isForeign) {
    return `${clientErrors.foreign.message} Anything you send waits in the outbox until you’re back online.`;
  }
  if (before.reachable && !now.reachable) {
    return 'You’re offline. Anything you send waits in the outbox until you’re back online.';
  }
  const done = before.toSend > 0 && now.toSend + now.notSent + now.signIn === 0;
  const back = !before.reachable && now.reachable;
  if (back && now.toSend > 0) return `Back online. Sending ${counted(now.toSend, 'item')}.`;
  return [back && 'Back online.', done && 'Everything has been sent.'].filter(Boolean).join(' ');
}

const lastingMs = 1500;

function isSame(a: ConnectionState, b: ConnectionState): boolean {
  return (
    a.reachable === b.reachable &&
    a.isForeign === b.isForeign &&
    a.toSend === b.toSend &&
    a.notSent === b.notSent &&
    a.signIn === b.signIn
  );
}

/** Announces changes of the connection and the outbox in a polite live region. */
export function ConnectionAnnouncer() {
  const state = useDebounced(useConnectionState(), lastingMs, isSame);
  const before = useRef(state);
  const { announcer, announce } = useAnnouncer();
  useEffect(() => {
    const text = announcementOf(before.current, state);
    before.current = state;
    if (text) announce(text);
  }, [state, announce]);
  return announcer;
}
