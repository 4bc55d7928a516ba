import { Workbox } from 'workbox-window';
import { toast } from '../ui/toast.ts';

const lookEveryMs = 60 * 60 * 1000;

/**
 * Installs the service worker, and offers a new version when one waits. It never takes over by itself: a page in use
 * keeps the version it began with.
 */
export function installWorker(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const worker = new Workbox('/sw.js');
  worker.addEventListener('waiting', () => {
    toast('A new version is ready.', {
      lasts: true,
      action: {
        label: 'Update',
        run: () => {
          worker.addEventListener('controlling', () => location.reload());
          worker.messageSkipWaiting();
        },
      },
    });
  });
  worker
    .register()
    .then(() => setInterval(() => void worker.update().catch(() => undefined), lookEveryMs))
    .catch((error: unknown) => console.warn('The app cannot be kept for offline use:', error));
}

const reloadedKey = 'reloaded-for-chunk';
const reloadAgainMs = 60_000;

/** A part of an older version that is gone from the server: one reload brings the new version. */
export function reloadOnMissingChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(reloadedKey) ?? 0);
    if (Date.now() - last < reloadAgainMs || !navigator.onLine) return;
    event.preventDefault();
    sessionStorage.setItem(reloadedKey, `${Date.now()}`);
    location.reload();
  });
}
