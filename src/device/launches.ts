/** A launch of the installed app; `files` are those that were opened with it in a file manager. */
type Launch = { targetURL?: string | null; files?: readonly { getFile(): Promise<File> }[] };
/** Chromium's queue of launches for a window of the installed app. */
type LaunchQueue = { setConsumer(consumer: (launch: Launch) => void): void };

/**
 * Returns where an open window goes when the app is launched once more by a shortcut or a link. Null to stay where it is: the app's
 * icon was pressed, the window was opened for this very launch, or the browser brings something shared, for which it navigates
 * itself.
 *
 * @param target the address of the launch
 * @param loaded the address this window was opened with
 */
export function pathOfLaunch(target: string | null | undefined, loaded: string): string | null {
  const isOpening = target?.split('#')[0] === loaded.split('#')[0];
  if (!target || isOpening || !URL.canParse(target)) return null;
  const { origin, pathname, search, hash } = new URL(target);
  if (origin !== new URL(loaded).origin || pathname === '/' || pathname === '/share-target') return null;
  return pathname + search + hash;
}

/**
 * Shares files as another app does: the worker stores them, and the page asks for their job.
 *
 * @param mayLeave awaited before this page goes
 * @throws what the browser throws for a file that it cannot open
 */
async function share(handles: NonNullable<Launch['files']>, mayLeave: () => Promise<unknown>): Promise<void> {
  const chosen = new DataTransfer();
  for (const handle of handles) chosen.items.add(await handle.getFile());
  const form = document.createElement('form');
  Object.assign(form, {
    method: 'POST',
    action: '/share-target',
    enctype: 'multipart/form-data',
    hidden: true,
  });
  const field = Object.assign(document.createElement('input'), {
    type: 'file',
    name: 'files',
    multiple: true,
  });
  field.files = chosen.files;
  form.append(field);
  document.body.append(form);
  await mayLeave();
  form.submit();
}

/**
 * Handles launches that the manifest directs to the open window. The page changes as by any link, so that nothing typed is lost and
 * what is being sent goes on. Called once.
 *
 * @param goTo changes the page
 * @param mayLeave resolves once nothing that is typed would be lost with the page
 */
export function followLaunches(goTo: (path: string) => void, mayLeave: () => Promise<unknown>): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue };
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // The user, or the way to the sign-in, may have left it by now.
  let loaded = navigation?.name ?? location.href;
  // A window that is reloaded gets its last launch once more (Chromium before 146), however long ago that was.
  let isAgain = navigation?.type === 'reload';
  launchQueue?.setConsumer(({ targetURL, files = [] }) => {
    if (files.length > 0) return void share(files, mayLeave).catch(() => goTo('/share?missed=1'));
    const path = isAgain ? null : pathOfLaunch(targetURL, loaded);
    // Only the first launch is the one that opened it.
    loaded = location.origin;
    if (path) goTo(path);
  });
  // What the browser had queued has come: each later one is new.
  loaded = location.origin;
  isAgain = false;
}
