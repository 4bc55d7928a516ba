import { useSyncExternalStore } from 'react';

/** Wide enough for the rail and a table beside it; in rem, so that larger text gets the cards. */
const wideScreen = '(min-width: 60rem)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(wideScreen);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

let wasWide = false;

/** A printed page keeps its layout: paper is narrower, and rows that are rendered anew while they are printed leave pages empty. */
export function isWide(): boolean {
  if (!window.matchMedia('print').matches) wasWide = window.matchMedia(wideScreen).matches;
  return wasWide;
}

/** Whether the screen has room for the rail and a table: a desk. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, isWide);
}
