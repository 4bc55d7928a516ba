import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** The messages whose links were followed, by the entry of the history that the chat was open in. */
const leftAt = new Map<string, string>();

/** Returns the key that the router gives to the entry of the history; another one for each entry. */
function entryKey(): string {
  return String((history.state as { __TSR_key?: string } | null)?.__TSR_key);
}

/** Remembers the message of a link that is followed, so that back returns to it. */
export function noteLeaving(target: EventTarget): void {
  if (!(target instanceof Element)) return;
  const message = target.closest('a')?.closest<HTMLElement>('[data-message]')?.dataset.message;
  if (message) leftAt.set(entryKey(), message);
}

/** Scrolls to the message that the chat was left at, where back has opened it again. */
export function useReturn(toMessage: (communicationId: string) => void): void {
  const router = useRouter();
  useEffect(() => {
    const left = leftAt.get(entryKey());
    if (!left) return;
    toMessage(left);
    // The router scrolls the list as far as it was scrolled, when other messages of it were rendered.
    const stop = router.subscribe('onRendered', () => {
      stop();
      toMessage(left);
    });
    return stop;
  }, [router, toMessage]);
}
