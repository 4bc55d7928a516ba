import '../styles/print.css';
import type { AnyRouter } from '@tanstack/react-router';
import { followProvider } from '../session/session.ts';
import { watchConnection } from './connection.ts';
import { watchInstall } from './install.ts';
import { keepPush } from './keepPush.ts';
import { keepScreen } from './keepScreen.ts';
import { keepSite } from './keepSite.ts';
import { followLaunches } from './launches.ts';
import { startSending } from './sending.ts';
import { startLive } from './startLive.ts';
import { installWorker } from './update.ts';

/** What is loaded after the first screen. Whatever it follows may have begun before it. */

export { BackCloses } from '../ui/BackCloses.tsx';
export { FrameParts } from './FrameParts.tsx';
export { askToLeave } from './leaving.ts';
export { QuietLine } from './QuietLine.tsx';
export { RootParts } from './RootParts.tsx';

/** Called once. */
export function startParts(router: AnyRouter): void {
  startSending();
  void followProvider();
  watchConnection();
  watchInstall();
  keepSite();
  followLaunches((href) => void router.navigate({ href }));
  keepPush();
  keepScreen();
  startLive();
  installWorker();
  // What tells that there is no line has to be here before it is gone.
  import('./seldomPages.ts').catch(() => undefined);
}
