import { useEffect, useEffectEvent, useState } from 'react';

/** About a screen, so that steady scrolling never waits for the next page. */
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
      // Several entries may arrive together; the last one counts.
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
