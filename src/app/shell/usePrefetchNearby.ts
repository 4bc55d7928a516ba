import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { jobQuery, queryClient } from '../../api/queries.ts';
import { prefetchMarginPx } from '../../contract/limits.ts';

/** From a change of the page to a look at its links. */
const pauseMs = 300;
/** The page must rest this long, so that scrolling past hundreds of jobs asks for none of them. */
const restMs = 500;
/** Two at a time, so that what a user asks for never waits behind what they may ask for. */
const atOnce = 2;
/** Jobs that nobody opened are forgotten soon. */
const keptMs = 5 * 60_000;

type Connection = { saveData?: boolean; effectiveType?: string };

function connection(): Connection {
  return (navigator as { connection?: Connection }).connection ?? {};
}

/** A user who saves data, or whose connection is slow, gets only the jobs they ask for. */
function isConnectionSpared(): boolean {
  const { saveData, effectiveType } = connection();
  return saveData === true || /2g/.test(effectiveType ?? '');
}

/**
 * Loads what the links on screen, or within 200 px of it, lead to (§9): the code of their pages, each page once, and the data of
 * jobs once the page rests.
 */
export function usePrefetchNearby(): void {
  const router = useRouter();
  useEffect(() => {
    if (connection().saveData) return;
    const loaded = new Set<string>();
    const near = new Set<HTMLAnchorElement>();
    let reading = 0;
    function nextJob(): string | undefined {
      const ids = [...near].map(({ pathname }) => router.getMatchedRoutes(pathname)[1].jobId);
      return ids.find((jobId) => jobId && !queryClient.getQueryState(jobQuery(jobId).queryKey));
    }
    /** Takes what is near at each moment, so that what was scrolled away meanwhile is not asked for. */
    async function readJobs(): Promise<void> {
      if (reading >= atOnce) return;
      reading += 1;
      for (let jobId = nextJob(); jobId && !isConnectionSpared(); jobId = nextJob()) {
        await queryClient.prefetchQuery({ ...jobQuery(jobId), gcTime: keptMs });
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
    // Also told of links that leave the page.
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
