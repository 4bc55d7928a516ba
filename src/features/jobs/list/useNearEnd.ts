import { useEffect, useEffectEvent, useState } from 'react';

/** About a screen, so that who scrolls steadily never waits for the next page. */
const aheadPx = 900;

/**
 * Calls back when the end of a list comes near the window.
 *
 * @returns the ref of the element that stands at the end
 */
export function useNearEnd(enabled: boolean, onNear: () => void): (end: Element | null) => void {
  const [end, setEnd] = useState<Element | null>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    if (!enabled || !end) return;
    const observer = new IntersectionObserver(
      // Of a busy moment there may be several entries: the last one holds.
      (entries) => {
        if (entries.at(-1)?.isIntersecting) near();
      },
      { rootMargin: `${aheadPx}px` },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [enabled, end]);
  return setEnd;
}
