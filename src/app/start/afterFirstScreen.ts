import type { RegisteredRouter } from '@tanstack/react-router';
import { watchInstall } from '../../device/install.ts';
import { followLaunches } from '../../device/launches.ts';
import { type Push, startPush } from '../../device/push.ts';
import { closeNotifications } from '../../device/shownNotifications.ts';
import { requestPersistenceOnce } from '../../device/storagePersistence.ts';
import { forgetOnceRegistered } from '../../features/auth/forgetTyped.ts';
import type { Live } from '../../live/createLive.ts';
import { onUpdateRequest, requestUpdate } from '../../offline/openJobs.ts';
import { watchSaving } from '../../offline/saveForOffline.ts';
import { shownAs } from '../../outbox/kinds/shown.ts';
import type { Outbox } from '../../outbox/Outbox.ts';
import { pageOutbox, preparePhotosBy } from '../../outbox/pageOutbox.ts';
import { followDeliveries, onRefused } from '../../outbox/queries/applyResponses.ts';
import { hasOthers, mirrorSession } from '../../outbox/records/sessionJournal.ts';
import { onWaitingChange, recordsOwner, waitingRecords } from '../../outbox/records/waiting.ts';
import { purgeOnRoleLoss } from '../../session/role.ts';
import {
  followProvider,
  getOwner,
  getSession,
  onSessionChange,
  onSignIn,
  onToken,
  refresh,
} from '../../session/session.ts';
import { once } from '../../timing.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { keepsPhotoData } from '../../ui/files/photoConsent.ts';
import { asSentPhoto } from '../../ui/files/photoNote.ts';
import { onLeaving } from '../signOut/leavePage.ts';
import { notSentText, unfinishedOf } from '../signOut/notSent.ts';
import { watchConnection } from './connection.ts';
import { followFirm } from './followFirm.ts';
import { followInvitations } from './followInvitations.ts';
import { followStorage } from './followStorage.ts';
import { guardDrops } from './guardDrops.ts';
import { onReconnect } from './onReconnect.ts';
import type { SendingToken } from './sendingToken.ts';
import { startLive } from './startLive.ts';
import { untilIdle } from './untilIdle.ts';
import { installWorker } from './update.ts';

/** The modules that are loaded after the first screen. */

export { BackCloses } from '../../ui/dialog/useBackCloses.ts';
export { LazyFrame, LazyRoot } from '../shell/LazyFrame.tsx';
export { TopNotice } from '../shell/TopNotice.tsx';
export { requestSignOut } from '../signOut/leaving.ts';

/** Starts what runs beside the screens. Called once. */
export function startServices(
  router: RegisteredRouter,
  token: SendingToken,
): { live: Live; push: Push; tryNow: () => Promise<void> } {
  const outbox = startSending(token);
  void followProvider();
  const connection = watchConnection();
  watchInstall();
  followStorage();
  guardDrops();
  followInvitations(router);
  followFirm();
  forgetOnceRegistered();
  watchSaving();
  preparePhotosBy((file) => asSentPhoto(file, () => keepsPhotoData(getOwner()?.email ?? '')));
  purgeOnRoleLoss(() => {
    void closeNotifications();
    toast('Your role changed. What only staff can read was removed from this device.');
  });
  followLaunches((href) => void router.navigate({ href }), untilIdle);
  const push = startPush();
  const live = startLive(connection);
  installWorker();
  keepOpenJobsLater();
  return {
    live,
    push,
    /** Probes the connection and sends what is queued, at the user's request. */
    async tryNow() {
      await Promise.all([connection.tryNow(), outbox.tryNow(recordsOwner()?.uid ?? '')]);
    },
  };
}

const keepAfterMs = 15_000;

/** Loads what keeps the open jobs available offline: well after everything that the user waits for, or when they ask for it. */
function keepOpenJobsLater(): void {
  let isKeeping = false;
  const keep = once(async () => {
    const { keepOpenJobs } = await import('./keepOpenJobs.ts');
    keepOpenJobs();
    isKeeping = true;
  });
  onUpdateRequest((isAsked) => {
    if (!isKeeping)
      keep().then(
        () => requestUpdate(isAsked),
        () => undefined,
      );
  });
  // Without a connection, or after an update that removed its chunk, it cannot be loaded yet.
  const keepLater = () => void setTimeout(() => keep().catch(keepLater), keepAfterMs);
  keepLater();
}

/** Opens the outbox, and drains it whenever sending may have become possible. Called once. */
function startSending(token: SendingToken): Outbox {
  const outbox = pageOutbox();
  const drain = () => void outbox.drain({ eager: true });
  const stopMirror = onToken((token) => {
    // Without storage the worker has nothing to send.
    void mirrorSession(outbox.db, token).then(drain, () => undefined);
  });
  // Once the page is about to be replaced, nothing more is sent and no token is mirrored.
  onLeaving(() => {
    stopMirror();
    void outbox.close();
  });
  followDeliveries(outbox);
  const requestPersistence = () => {
    if (waitingRecords().length > 0) void requestPersistenceOnce();
  };
  requestPersistence();
  onWaitingChange(requestPersistence);
  onRefused((record) => {
    const { error } = record;
    // Messages and changes show their refusal in place; a refused toggle just reverts.
    const { refusedText } = shownAs(record);
    if (refusedText) toast(`${refusedText} ${error?.text ?? ''}`, { tone: 'bad' });
    // Permissions may have changed since the profile was read.
    if (error?.status === 403) refresh().catch(() => undefined);
  });
  onSignIn((person) => token.delayUntil(notifyOfEarlier(person)));
  onReconnect(drain);
  // What was refused because the account was not approved goes on when it is.
  let { stage } = getSession();
  onSessionChange(() => {
    const before = stage;
    stage = getSession().stage;
    if (stage === 'active' && before !== stage) drain();
  });
  window.addEventListener('online', drain);
  let isLeft = false;
  window.addEventListener('pageshow', () => {
    isLeft = false;
    drain();
  });
  window.addEventListener('pagehide', () => {
    isLeft = true;
    outbox.leave();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') drain();
    // Of a document that is left, nothing more is written.
    else if (!isLeft) void outbox.hide();
  });
  // Skips the back-off: a user who opens the app wants it sent. What they have changed since, before this was loaded, can still be undone.
  void outbox.tryNow(recordsOwner()?.uid ?? '', false);
  return outbox;
}

/**
 * Notifies a user who signs in of what their last session left unsent, and of the existence of other users' items on this device:
 * those are hidden, not encrypted, because no secret of a user outlives their session.
 */
async function notifyOfEarlier(person: { uid: string; email: string }): Promise<void> {
  const all = await unfinishedOf(person);
  const waiting = all.filter(({ isStuck }) => !isStuck);
  if (waiting.length > 0) {
    toast(`Sending ${notSentText(waiting)} from earlier.`);
  }
  const drafts = all.filter(({ kind }) => kind === 'draft');
  if (drafts.length > 0) {
    toast(`${notSentText(drafts)} from earlier ${drafts.length === 1 ? 'is' : 'are'} still here.`);
  }
  if (await hasOthers(pageOutbox().db, person).catch(() => false)) {
    toast(
      'Someone else has unsent items on this device. You can’t see theirs, and they can’t see yours. They’re sent the next time that person signs in here.',
    );
  }
}
