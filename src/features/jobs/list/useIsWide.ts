import { useSyncExternalStore } from 'react';

/** Wide enough for a table beside the rail; in rem, so that larger text gets the cards. */
const wideScreen = '(min-width: 60rem)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(wideScreen);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

let wasWide = false;

/** A printed list keeps its layout: paper is narrower, and rows that are rendered anew while they are printed leave pages empty. */
function isWide(): boolean {
  if (!window.matchMedia('print').matches) wasWide = window.matchMedia(wideScreen).matches;
  return wasWide;
}

/** Whether the list is a table. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, isWide);
}
