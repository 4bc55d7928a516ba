import { setClient } from '../../../src/api/client.ts';
import { createClient } from '../../../src/api/createClient.ts';
import { followSignOuts } from '../../../src/app/signOut/leavePage.ts';
import { resumeSignOut } from '../../../src/app/signOut/resumeSignOut.ts';
import { startServices } from '../../../src/app/start/afterFirstScreen.ts';
import { respondToWorker } from '../../../src/app/start/respondToWorker.ts';
import { createSendingToken } from '../../../src/app/start/sendingToken.ts';
import { showStored } from '../../../src/app/start/showStored.ts';
import { lastTokenReader, readStartRows } from '../../../src/outbox/records/startRows.ts';
import { followSender } from '../../../src/outbox/records/waiting.ts';
import { bearer, getOwner, onSessionChange, startSession } from '../../../src/session/session.ts';
import { follow, showLive } from './screens.ts';

/**
 * A page of the app without its elements: starts as `main.tsx` does, keeps the queries of its screens observed, and says what they
 * show. What a user does goes through the functions that the screens call.
 */

const router = {
  subscribe: () => () => undefined,
  navigate: async () => undefined,
  history: { push: () => undefined },
  state: { location: { href: '/', search: {} } },
};

/** Starts the app as `main.tsx` does. */
export async function start(): Promise<void> {
  setClient(createClient({ token: bearer, repeatsReads: true }));
  const token = createSendingToken();
  respondToWorker(router as never);
  followSignOuts();
  followSender({ current: getOwner, subscribe: onSessionChange, token: token.read });
  const atStart = readStartRows();
  const resumed = resumeSignOut(atStart);
  token.delayUntil(resumed);
  const shown = resumed.then(() => showStored(atStart));
  onSessionChange(follow);
  void startSession(lastTokenReader(atStart), resumed);
  await shown;
  showLive(startServices(router as never, token).live);
  follow();
}

export { onLiveEvents } from '../../../src/live/createLive.ts';
export * from './acts.ts';
export { onScreenChange, openChat, screen } from './screens.ts';
