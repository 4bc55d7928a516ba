import { useMemo, useSyncExternalStore } from 'react';
import { onWaitingChange, type WaitingMessage, waitingMessages } from '../../outbox/waiting.ts';

/** The reader's messages of a job that have not arrived yet, oldest first. */
export function useWaiting(jobId: string, email: string): readonly WaitingMessage[] {
  const all = useSyncExternalStore(onWaitingChange, waitingMessages);
  return useMemo(
    () => all.filter(({ message }) => message.jobId === jobId && message.sender.email === email),
    [all, jobId, email],
  );
}
