import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { prefetchMarginPx } from '../../contract/limits.ts';

const pauseMs = 300;

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/**
 * Loads the code of the pages that links on screen, or within 200 px of it, lead to (§9), each page once. Their data is
 * read on intent only: a list of jobs would ask for all of them.
 */
export function usePrefetchNearby(): void {
  const router = useRouter();
  useEffect(() => {
    if (savesData()) return;
    const loaded = new Set<string>();
    const load = (link: HTMLAnchorElement) => {
      if (link.origin !== location.origin) return;
      const [, , route] = router.getMatchedRoutes(link.pathname);
      if (!route || loaded.has(route.id)) return;
      loaded.add(route.id);
      Promise.resolve(router.loadRouteChunk(route)).catch(() => loaded.delete(route.id));
    };
    const near = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting) continue;
          near.unobserve(target);
          load(target as HTMLAnchorElement);
        }
      },
      { rootMargin: `${prefetchMarginPx}px` },
    );
    const known = new WeakSet<Element>();
    const look = () => {
      for (const link of document.querySelectorAll('a[href^="/"]')) {
        if (known.has(link)) continue;
        known.add(link);
        near.observe(link);
      }
    };
    let timer = setTimeout(look, pauseMs);
    const changes = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(look, pauseMs);
    });
    changes.observe(document.body, { childList: true, subtree: true });
    return () => {
      clearTimeout(timer);
      changes.disconnect();
      near.disconnect();
    };
  }, [router]);
}
