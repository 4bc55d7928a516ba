import { type RefObject, useEffect, useEffectEvent } from 'react';
import { withRowParts } from './loadRowParts.ts';

/**
 * A finger that rests on a card of the list means the card, not its link: the press is told once, and what the browser makes
 * of it (its own menu, a click at the end) does not come.
 *
 * @param onLongPress gets the job's id, and says whether it made something of it; absent where it never does
 */
export function useLongPress(
  list: RefObject<HTMLElement | null>,
  onLongPress: ((jobId: string) => boolean) | undefined,
): void {
  const enabled = onLongPress !== undefined;
  const taken = useEffectEvent((jobId: string) => onLongPress?.(jobId) ?? false);
  useEffect(() => {
    const element = list.current;
    if (!element || !enabled) return;
    // Once the list stands; without it, selecting begins by its button.
    return withRowParts(({ watchLongPress }) => {
      const ended = new AbortController();
      watchLongPress(element, taken, ended.signal);
      return () => ended.abort();
    });
  }, [list, enabled]);
}
