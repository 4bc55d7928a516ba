import { useSyncExternalStore } from 'react';

/** Whether it is known that nothing can be sent right now. That the browser sees a network proves nothing. */
export function isOffline(): boolean {
  return navigator.onLine === false;
}

function watch(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export function useIsOffline(): boolean {
  return useSyncExternalStore(watch, isOffline);
}
