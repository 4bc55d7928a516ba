import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { jobQuery, queryClient } from '../../api/queries.ts';
import { prefetchMarginPx } from '../../contract/limits.ts';
import { isConnectionSlow, savesData } from '../../device/connectionCost.ts';

/** Delay between a change of the page and the check of its links. */
const pauseMs = 300;
/** Waits until scrolling has stopped for this long, so that jobs scrolled past are not fetched. */
const restMs = 500;
/** Two at a time, so that prefetches do not delay what the user opens. */
const atOnce = 2;
/** Prefetched jobs that are not opened are removed after this long. */
const gcMs = 5 * 60_000;

/**
 * Prefetches what the links on screen, or within 200 px of it, lead to (§9): the code of their pages, and the data of jobs once
 * scrolling has stopped.
 */
export function usePrefetchNearby(): void {
  const router = useRouter();
  useEffect(() => {
    if (savesData()) return;
    const loaded = new Set<string>();
    const near = new Set<HTMLAnchorElement>();
    let reading = 0;
    function nextJob(): string | undefined {
      const ids = [...near].map(({ pathname }) => router.getMatchedRoutes(pathname)[1].jobId);
      return ids.find((jobId) => jobId && !queryClient.getQueryState(jobQuery(jobId).queryKey));
    }
    /** Reads the nearby links anew each time, so that links scrolled away are not fetched. */
    async function readJobs(): Promise<void> {
      if (reading >= atOnce) return;
      reading += 1;
      for (let jobId = nextJob(); jobId && !savesData() && !isConnectionSlow(); jobId = nextJob()) {
        await queryClient.prefetchQuery({ ...jobQuery(jobId), gcTime: gcMs });
      }
      reading -= 1;
    }
    let resting: ReturnType<typeof setTimeout> | undefined;
    const readWhenAtRest = () => {
      clearTimeout(resting);
      resting = setTimeout(() => {
        for (let one = 0; one < atOnce; one += 1) void readJobs();
      }, restMs);
    };
    function loadCode({ origin, pathname }: HTMLAnchorElement): void {
      const [, , route] = router.getMatchedRoutes(pathname);
      if (origin !== location.origin || !route || loaded.has(route.id)) return;
      loaded.add(route.id);
      Promise.resolve(router.loadRouteChunk(route)).catch(() => loaded.delete(route.id));
    }
    // Observers report links that leave the area too.
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          const link = target as HTMLAnchorElement;
          if (isIntersecting) {
            near.add(link);
            loadCode(link);
          } else near.delete(link);
        }
        readWhenAtRest();
      },
      { rootMargin: `${prefetchMarginPx}px` },
    );
    const known = new WeakSet<Element>();
    const look = () => {
      for (const link of document.querySelectorAll('a[href^="/"]')) {
        if (known.has(link)) continue;
        known.add(link);
        observer.observe(link);
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
      clearTimeout(resting);
      changes.disconnect();
      observer.disconnect();
    };
  }, [router]);
}
