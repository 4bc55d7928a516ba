import { useSyncExternalStore } from 'react';

/** Room for a table beside the rail; in rem, so that larger text gets the cards. */
const wide = '(min-width: 60rem)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(wide);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the screen is a desk's rather than a phone's. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(wide).matches);
}
