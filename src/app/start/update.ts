import { Workbox } from 'workbox-window';
import { registerBackgroundSync } from '../../device/backgroundSync.ts';
import { scriptAddress } from '../../scriptAddress.ts';
import { once } from '../../timing.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { isTyped } from '../../ui/form/isTyped.ts';
import { reloadWhenIdle, untilIdle } from './untilIdle.ts';

const checkEveryMs = 60 * 60 * 1000;
/** Minimum interval of the checks that are made when the window is shown. */
const minIntervalMs = 60_000;
/** For browsers that fire no event when the new version is active. */
const activeCheckMs = 1000;

/** Says why a press does nothing yet: what is typed here would be lost. */
const typedText =
  'What you typed on this page isn’t saved. EV Jobs updates once you save it or leave the page.';

/**
 * Activates the waiting version, then reloads. A page that reloads earlier gets the old version again: the browser lets the old worker
 * end what it began, for up to five minutes.
 */
function activate(worker: Workbox, waiting: ServiceWorker | undefined): void {
  const reload = once(reloadWhenIdle);
  const reloadOnceActive = () => {
    // Redundant: a still newer version has taken its place.
    if (waiting?.state === 'activated' || waiting?.state === 'redundant') void reload();
  };
  worker.addEventListener('controlling', () => void reload());
  waiting?.addEventListener('statechange', reloadOnceActive);
  worker.messageSkipWaiting();
  setInterval(reloadOnceActive, activeCheckMs);
}

/** Offers a reload after another window activated the new version; until then this one runs the old. */
function offerReload(): void {
  if (document.visibilityState === 'hidden') return void reloadWhenIdle();
  toast('EV Jobs was updated in another window.', {
    lasts: true,
    action: {
      label: 'Reload',
      run() {
        if (isTyped()) toast(typedText, { lasts: true });
        void reloadWhenIdle();
      },
    },
  });
}

function checkForUpdates(worker: Workbox): void {
  let checkedAt = performance.now();
  const check = () => {
    checkedAt = performance.now();
    worker.update().catch(() => undefined);
  };
  setInterval(check, checkEveryMs);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && performance.now() - checkedAt > minIntervalMs) check();
  });
}

/**
 * Installs the service worker, and offers a new version when one waits. It never activates by itself: a page in use keeps the
 * version it was loaded with.
 */
export function installWorker(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const worker = new Workbox(scriptAddress('/sw.js'));
  let isAccepted = false;
  const accept = async (waiting: ServiceWorker | undefined) => {
    performance.mark('update');
    const text = isTyped() ? typedText : 'Updating EV Jobs. What isn’t sent yet stays in your outbox.';
    toast(text, { lasts: true });
    await untilIdle();
    isAccepted = true;
    activate(worker, waiting);
  };
  const offer = (waiting: ServiceWorker | undefined) => {
    // Firefox reports the very first version as waiting while it installs.
    if (navigator.serviceWorker.controller === null) return;
    toast('A new version of EV Jobs is ready.', {
      lasts: true,
      action: { label: 'Update', run: () => void accept(waiting) },
    });
  };
  worker.addEventListener('waiting', ({ sw }) => offer(sw));
  let isControlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The very first worker replaces none.
    if (isControlled && !isAccepted) offerReload();
    isControlled = true;
  });
  worker
    .register()
    .then((registration) => {
      checkForUpdates(worker);
      if (!registration) return;
      // Workbox does not follow one that was found before this page had loaded so far: by the browser as it opened the page, or another
      // tab.
      const { installing } = registration;
      installing?.addEventListener('statechange', () => {
        if (installing.state === 'installed') offer(installing);
      });
      // Nor one that WebKit has installed by the time it tells of it: it would throw.
      const offerInstalled = (event: Event) => {
        if (registration.installing) return;
        event.stopImmediatePropagation();
        if (registration.waiting) offer(registration.waiting);
      };
      registration.addEventListener('updatefound', offerInstalled, { capture: true });
      registerBackgroundSync(registration);
      // The browser may have cleared the caches but not the worker.
      registration.active?.postMessage({ type: 'RESTORE_FILES' });
    })
    .catch((error: unknown) => console.warn('The app cannot be cached for offline use:', error));
}
