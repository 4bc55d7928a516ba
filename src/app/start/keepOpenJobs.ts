import { ApiError } from '../../api/ApiError.ts';
import { isWriting } from '../../api/client.ts';
import { getConnectivity, onConnectivityChange } from '../../api/connectivity.ts';
import { queryClient } from '../../api/queries.ts';
import { coalesced } from '../../cache/throttle.ts';
import { isStaff } from '../../contract/enums.ts';
import {
  connectionCost,
  isConnectionSlow,
  mayFetchUnasked,
  onConnectionCost,
} from '../../device/connectionCost.ts';
import { onLiveEvents } from '../../live/createLive.ts';
import {
  chooseOpenJobs,
  getOpenJobs,
  onUpdateRequest,
  type PauseReason,
  putOpenJobs,
  readOpenJobsList,
  rereadOpenJobsSetting,
} from '../../offline/openJobs.ts';
import {
  removeFromOffline,
  saveInBackground,
  stopBackgroundSaving,
  whenUserSavesEnd,
} from '../../offline/saveForOffline.ts';
import { getOfflineJobs, onOfflineJobsChange, showOfflineJobs } from '../../offline/shownOfflineJobs.ts';
import { DeviceFull, updateOpenJobs } from '../../offline/updateOpenJobs.ts';
import { tallyOf } from '../../outbox/records/tally.ts';
import { onWaitingChange, waitingRecords } from '../../outbox/records/waiting.ts';
import { getOwner, getSession, onSessionChange } from '../../session/session.ts';
import { sleep } from '../../timing.ts';
import { onLeaving } from '../signOut/leavePage.ts';
import { followJobLists, keepSealList } from './keepSealList.ts';

/** How long after an event an update begins, and the least time between two updates. */
const soonMs = 5000;
const restMs = 60_000;
const checkEveryMs = 15 * 60_000;
/** How often it is checked whether the user is waiting for something. */
const quietCheckMs = 500;

/** Thrown where an update is to wait. */
class Paused extends Error {
  readonly why: PauseReason;
  constructor(why: PauseReason) {
    super(why);
    this.why = why;
  }
}

function hasToSend(): boolean {
  return getConnectivity().reachable && tallyOf(waitingRecords()).toSend > 0;
}

/** Returns why nothing should be fetched now; null when it may. @param isAsked whether the user has just asked for it */
export function pauseOf(isAsked: boolean): PauseReason | null {
  if (!getConnectivity().reachable) return 'offline';
  if (hasToSend()) return 'sending';
  if (isAsked) return null;
  if (connectionCost() === 'metered') return 'metered';
  return isConnectionSlow() ? 'slow' : null;
}

/**
 * Keeps the user's open jobs available offline: a while after the start, after live events, and when a connection is back. One tab at a
 * time does; it waits for whatever the user opens, stops for whatever they send, and fetches nothing on mobile data. Called once.
 */
export function keepOpenJobs(): void {
  /** When something happened on a job, by its id, milliseconds since 1970. */
  const changed = new Map<string, number>();
  let running: Promise<void> | null = null;
  let isWantedAgain = false;
  let notBefore = 0;
  const updateSoon = coalesced(() => void update(false), soonMs, restMs);

  async function update(isAsked: boolean): Promise<void> {
    const user = currentUser();
    if (!user || !getOfflineJobs().possible) return;
    if (getOpenJobs().isOn === null && mayFetchUnasked()) return chooseOpenJobs({ isOn: true });
    if (!getOpenJobs().isOn) return removeAll();
    if (!isAsked && (document.visibilityState !== 'visible' || Date.now() < notBefore)) return;
    isWantedAgain = running !== null;
    if (running) return;
    const save = () => saveInBackground((signal) => run(user, isAsked, signal));
    running = alone(`ev-open-jobs:${user.uid}`, save, () => showSaved(user.uid)).catch(() => undefined);
    await running;
    running = null;
    if (isWantedAgain) updateSoon();
  }

  async function run(user: CurrentUser, isAsked: boolean, signal: AbortSignal): Promise<void> {
    const isTheirs = () => getOwner()?.uid === user.uid;
    const mayGoOn = async () => {
      await whenUserSavesEnd();
      for (let pause = pauseOf(isAsked); pause !== null || isUserWaiting(); pause = pauseOf(isAsked)) {
        if (pause !== null) throw new Paused(pause);
        await sleep(quietCheckMs, signal);
      }
      signal.throwIfAborted();
    };
    const { limitMb } = getOpenJobs();
    try {
      await mayGoOn();
      putOpenJobs({ state: 'updating' });
      await updateOpenJobs(user, { limitMb, changed, isTheirs, mayGoOn, signal });
      await keepSealList();
      putOpenJobs({ state: 'resting' });
    } catch (error) {
      putOpenJobs({ state: stateAfter(error) });
      if (error instanceof ApiError && error.status === 429) {
        notBefore = Date.now() + Math.max(restMs, error.retryAfterMs ?? 0);
        setTimeout(updateSoon, notBefore - Date.now());
      }
    }
  }

  onLiveEvents((events) => {
    if (!getOpenJobs().isOn) return;
    const { jobIds } = getOpenJobs().listed;
    const now = Date.now();
    const isNews = events.filter((event) => {
      if (event.kind === 'profile') return false;
      const isMine = jobIds.includes(event.jobId);
      if (isMine) changed.set(event.jobId, now);
      // A job that was changed may be the user's from now on.
      return isMine || event.kind === 'job';
    });
    if (isNews.length > 0 || events.length === 0) updateSoon();
  });
  onUpdateRequest((isAsked) => {
    void (async () => {
      // The choice may have changed during an update.
      await stopBackgroundSaving();
      await running;
      await update(isAsked);
    })();
  });
  onWaitingChange(() => {
    if (!running && getOpenJobs().state !== 'sending') return;
    if (hasToSend()) void stopBackgroundSaving();
    updateSoon();
  });
  onConnectivityChange(() => {
    if (getConnectivity().reachable && getOpenJobs().state !== 'updating') updateSoon();
  });
  onConnectionCost(updateSoon);
  let isPossible = getOfflineJobs().possible;
  onOfflineJobsChange(() => {
    if (getOfflineJobs().possible && !isPossible) updateSoon();
    isPossible = getOfflineJobs().possible;
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') updateSoon();
  });
  window.addEventListener('storage', rereadOpenJobsSetting);
  setInterval(() => document.visibilityState === 'visible' && updateSoon(), checkEveryMs);
  let uid: string | undefined;
  const follow = () => {
    const now = currentUser()?.uid;
    if (now === uid) return;
    uid = now;
    changed.clear();
    if (!now) return;
    void readOpenJobsList(now);
    updateSoon();
  };
  onSessionChange(follow);
  onLeaving(() => void stopBackgroundSaving());
  follow();
  followJobLists();
}

type CurrentUser = { uid: string; email: string; isStaff: boolean };

function currentUser(): CurrentUser | null {
  const session = getSession();
  const owner = getOwner();
  if (session.stage !== 'active' || !owner) return null;
  return { ...owner, isStaff: isStaff(session.profile.userType) };
}

/** Whether a screen waits for a response, or something is being sent. */
function isUserWaiting(): boolean {
  return queryClient.isFetching() > 0 || isWriting();
}

function stateAfter(error: unknown): PauseReason | 'resting' {
  if (error instanceof Paused) return error.why;
  if (error instanceof DeviceFull) return 'full';
  if (hasToSend()) return 'sending';
  return error instanceof ApiError && error.status === 0 ? 'offline' : 'resting';
}

/** Runs `work` in one tab at a time; in another one meanwhile, `otherwise`. */
async function alone(name: string, work: () => Promise<void>, otherwise: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work();
  await navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : otherwise()));
}

/** Shows the jobs that another tab has saved. */
async function showSaved(uid: string): Promise<void> {
  await Promise.all([showOfflineJobs(uid), readOpenJobsList(uid)]);
}

/** Removes what was saved by itself, once that is turned off. */
async function removeAll(): Promise<void> {
  const open = [...getOfflineJobs().jobs.values()].filter((job) => job.open);
  if (open.length > 0) await removeFromOffline(open.map(({ jobId }) => jobId));
}
