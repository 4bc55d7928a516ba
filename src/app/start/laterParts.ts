import '../../styles/print.css';
import { watchInstall } from '../../device/install.ts';
import { followLaunches } from '../../device/launches.ts';
import { type Push, startPush } from '../../device/push.ts';
import type { Live } from '../../live/live.ts';
import { keepSaving } from '../../session/saveForOffline.ts';
import { followProvider } from '../../session/session.ts';
import type { AppRouter } from '../routes.tsx';
import { watchConnection } from './connection.ts';
import { startSending } from './sending.ts';
import { startLive } from './startLive.ts';
import { installWorker } from './update.ts';

/** What is loaded after the first screen. Whatever it follows may have begun before it. */

export { BackCloses } from '../../ui/BackCloses.tsx';
export { FrameParts, RootParts } from '../shell/FrameParts.tsx';
export { QuietLine } from '../shell/QuietLine.tsx';
export { askToLeave } from '../signOut/leaving.ts';

/** Versions before this one stored a snapshot of the list. */
function removeOldSnapshots(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith('screen:')) localStorage.removeItem(key);
  } catch {
    // A browser that stores nothing has none.
  }
}

/** Starts what runs beside the screens. Called once. */
export function startServices(router: AppRouter): { live: Live; push: Push } {
  removeOldSnapshots();
  startSending();
  void followProvider();
  watchConnection();
  watchInstall();
  keepSaving();
  followLaunches((href) => void router.navigate({ href }));
  const push = startPush();
  const live = startLive();
  installWorker();
  return { live, push };
}
