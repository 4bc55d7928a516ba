import type { AnyRouter } from '@tanstack/react-router';
import { queryClient } from '../api/queries.ts';

/** On a line that hangs nothing may ever be shown; the rest of the app begins all the same. */
const mostMs = 2500;

/** Resolves once the page that the app was opened with stands there with what it reads, and the browser has drawn it. */
export function whenShown(router: AnyRouter): Promise<void> {
  return new Promise((resolve) => {
    let isRendered = false;
    const cache = queryClient.getQueryCache();
    const isReading = () =>
      cache.findAll({ type: 'active' }).some(({ state }) => state.data === undefined && state.error === null);
    const look = () => {
      if (isRendered && !isReading()) end();
    };
    const stops = [
      router.subscribe('onRendered', () => {
        isRendered = true;
        // The page's own readings begin with its effects.
        setTimeout(look);
      }),
      cache.subscribe(() => {
        if (isRendered) setTimeout(look);
      }),
    ];
    const late = setTimeout(end, mostMs);
    function end() {
      clearTimeout(late);
      for (const stop of stops.splice(0)) stop();
      if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 200 });
      else setTimeout(resolve, 50);
    }
  });
}
