import { useEffect, useSyncExternalStore } from 'react';
import { onWaitingChange, waitingMessages } from '../../outbox/waiting.ts';

/** Asks before the app is closed while messages wait that live in its memory only. */
export function useLeaveWarning(email: string): void {
  const waiting = useSyncExternalStore(onWaitingChange, waitingMessages);
  const any = waiting.some(({ message }) => message.sender.email === email);
  useEffect(() => {
    if (!any) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [any]);
}
