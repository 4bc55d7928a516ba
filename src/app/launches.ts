/** What Chromium tells a window of the installed app that is there already when the app is started once more. */
type LaunchQueue = { setConsumer(consumer: (launch: { targetURL?: string | null }) => void): void };

/**
 * Where a window goes when the app is started once more: a shortcut or a link to its page. Null to stay where it is: the app
 * itself was pressed, the window was opened for this very launch, or the browser brings something shared, which it does by a
 * navigation of its own.
 *
 * @param target the address of the launch
 * @param loaded the address this window was opened with
 */
export function pathOfLaunch(target: string | null | undefined, loaded: string): string | null {
  if (!target || target === loaded || !URL.canParse(target)) return null;
  const { origin, pathname, search, hash } = new URL(target);
  if (origin !== new URL(loaded).origin || pathname === '/' || pathname === '/share-target') return null;
  return pathname + search + hash;
}

/**
 * The manifest lets a start of the app come to the window that is open. It changes its page as any link does, so that nothing
 * typed is lost and what is being sent goes on. Called once.
 *
 * @param goTo changes the page
 */
export function followLaunches(goTo: (path: string) => void): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue };
  let loaded = location.href;
  launchQueue?.setConsumer(({ targetURL }) => {
    const path = pathOfLaunch(targetURL, loaded);
    // Only the first launch is the one that opened it.
    loaded = location.origin;
    if (path) goTo(path);
  });
}
