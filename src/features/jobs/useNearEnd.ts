import { useEffect, useEffectEvent, useState } from 'react';
import { prefetchMarginPx } from '../../contract/limits.ts';

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
      ([entry]) => {
        if (entry?.isIntersecting) near();
      },
      { rootMargin: `${prefetchMarginPx}px` },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [enabled, end]);
  return setEnd;
}
