import { type ParsedLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** A page that has not grown by then stays where it is. */
const limitMs = 10_000;
/** What the user does meanwhile counts. */
const ownScrolls = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

function keyOf({ state, href }: ParsedLocation): string {
  return state.__TSR_key ?? href;
}

/**
 * Scrolls to where a page was left, as it grows: the router does so once, when of a page whose rest is rendered later only the head
 * is there.
 */
export function useScrollOnBack(): void {
  const router = useRouter();
  useEffect(() => {
    const leftAt = new Map<string, number>();
    let waiting = new AbortController();
    const stopNoting = router.subscribe('onBeforeLoad', ({ fromLocation }) => {
      waiting.abort();
      if (fromLocation) leftAt.set(keyOf(fromLocation), window.scrollY);
    });
    const stopScrolling = router.subscribe('onRendered', ({ toLocation }) => {
      waiting.abort();
      const top = leftAt.get(keyOf(toLocation)) ?? 0;
      if (top === 0) return;
      waiting = new AbortController();
      const { signal } = waiting;
      const end = () => waiting.abort();
      const growing = new ResizeObserver(() => {
        window.scrollTo({ top, behavior: 'instant' });
        if (Math.abs(window.scrollY - top) < 1) end();
      });
      const timer = setTimeout(end, limitMs);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        growing.disconnect();
      });
      for (const act of ownScrolls) window.addEventListener(act, end, { signal, passive: true });
      growing.observe(document.documentElement);
    });
    return () => {
      waiting.abort();
      stopNoting();
      stopScrolling();
    };
  }, [router]);
}
