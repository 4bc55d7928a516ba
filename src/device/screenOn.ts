/**
 * Keeps the screen on while the page is visible. A browser ends this whenever the page is hidden, and may refuse it, as with an empty
 * battery; then the screen goes dark as always.
 *
 * @returns what lets the screen go dark again
 */
export function keepScreenOn(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined;
  let lock: Promise<WakeLockSentinel | undefined> | undefined;

  function follow() {
    if (document.visibilityState === 'visible')
      lock ??= navigator.wakeLock.request('screen').catch(() => undefined);
    else release();
  }

  function release() {
    void lock?.then((held) => held?.release()).catch(() => undefined);
    lock = undefined;
  }

  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    release();
  };
}
