import { ApiError } from '../api/ApiError.ts';
import { checked } from '../api/checked.ts';
import { call } from '../api/client.ts';
import { Device, Notifications } from '../contract/users/notifications.ts';
import { getOwner, getSession, onSessionChange, onSignIn } from '../session/session.ts';
import { readStored, writeStored } from '../storage.ts';
import { createStore } from '../store.ts';
import { serialQueue } from '../timing.ts';
import {
  deviceIdOf,
  isOfOtherKey,
  newDevice,
  pushSupport,
  subscribeWithin,
  unsubscribe,
  workerRegistration,
} from './pushSubscription.ts';
import { closeNotifications } from './shownNotifications.ts';

/** The state of push notifications on this device, for the signed-in user. */
export type PushState =
  /** Not checked yet. */
  | { state: 'unknown' }
  | { state: 'unsupported' | 'ios-not-installed' | 'denied' | 'private' | 'off' }
  | { state: 'on'; deviceId: string }
  /** The user wants them, and they do not arrive. `message`: the server's. */
  | { state: 'broken'; why: 'no-service' | 'no-worker' | 'dropped' | 'not-registered'; message?: string };

export type Push = {
  state: () => PushState;
  /** Calls a listener after each change of `state`. @returns a function that ends it */
  subscribe: (listener: () => void) => () => void;
  /** Keeps the device subscribed for this user, if they want it; null when nobody is signed in. */
  follow: (uid: string | null) => void;
  /** Checks once more: a permission may have been given or taken in the browser's settings, and the connection may be back. */
  recheck: () => Promise<void>;
  /** To be called by a click only: the browser asks the user, and never again after a "no". */
  switchOn: () => Promise<void>;
  switchOff: () => Promise<void>;
  /** Replaces the subscription, which is what helps when pushes do not arrive. */
  repair: () => Promise<void>;
};

/** Tells whether a user wants to be notified here. The browser's permission says nothing about the user: it may stem from another. */
function isEnabled(uid: string): boolean {
  return readStored(`push:${uid}`) === 'on';
}

function setEnabled(uid: string, on: boolean): void {
  writeStored(`push:${uid}`, on ? 'on' : null);
}

/** Returns the state that this browser knows by itself. */
async function localState(uid: string): Promise<PushState> {
  const support = pushSupport();
  if (support !== 'supported') return { state: support };
  if (Notification.permission === 'denied') return { state: 'denied' };
  if (!isEnabled(uid) || Notification.permission !== 'granted') return { state: 'off' };
  const registration = await workerRegistration();
  if (!registration) return { state: 'broken', why: 'no-worker' };
  const subscription = await registration.pushManager.getSubscription();
  if (!subscription) return { state: 'broken', why: 'dropped' };
  return { state: 'on', deviceId: await deviceIdOf(subscription) };
}

/** Returns why a browser does not subscribe, as what can be done about it. */
function refusal(error: unknown): PushState {
  if (Notification.permission === 'denied') return { state: 'denied' };
  const { name } = error as DOMException;
  // It may show notifications, but receives no pushes: that is how private windows say it.
  if (name === 'NotAllowedError' || name === 'SecurityError') return { state: 'private' };
  return { state: 'broken', why: 'no-service' };
}

/** Returns the state after a failed call. A bad connection says nothing about a subscription that is there. */
async function afterFailure(error: unknown, uid: string): Promise<PushState> {
  if (!(error instanceof ApiError)) throw error;
  const found = await localState(uid);
  return found.state === 'on' && !error.definite
    ? found
    : { state: 'broken', why: 'not-registered', message: error.message };
}

/**
 * Sees to it that this browser has a subscription that works, and that the server knows it.
 *
 * @param anew also where a valid one seems to exist
 */
async function register(uid: string, anew: boolean): Promise<PushState> {
  const registration = await workerRegistration();
  if (!registration) return { state: 'broken', why: 'no-worker' };
  const { pushManager } = registration;
  try {
    const { publicKey, devices } = checked(Notifications, await call('notifications', {}));
    let subscription = await pushManager.getSubscription();
    if (subscription) {
      const deviceId = await deviceIdOf(subscription);
      const isExpired = devices.some((device) => device.deviceId === deviceId && device.state === 'GONE');
      if (anew || isExpired || isOfOtherKey(subscription, publicKey)) {
        await call('removeDevice', { body: { deviceId } }).catch(() => undefined);
        await subscription.unsubscribe();
        subscription = null;
      }
    }
    try {
      subscription ??= await subscribeWithin(pushManager, publicKey);
    } catch (error) {
      return refusal(error);
    }
    const { deviceId } = checked(Device, await call('registerDevice', { body: newDevice(subscription) }));
    return { state: 'on', deviceId };
  } catch (error) {
    return afterFailure(error, uid);
  }
}

/** Creates the push state of a page. It follows no user yet. */
export function createPush(): Push {
  const push = createStore<PushState>({ state: 'unknown' });
  let user: string | null = null;
  const queue = serialQueue();

  function put(next: PushState): void {
    if (JSON.stringify(next) !== JSON.stringify(push.get())) push.set(next);
  }

  /** Runs one change after the other; the result for a user who is gone is not shown. */
  function inOrder(work: (uid: string) => Promise<PushState>): Promise<void> {
    const uid = user;
    if (!uid) return Promise.resolve();
    return queue(async () => {
      const next = uid === user ? await work(uid) : null;
      if (next && uid === user) put(next);
    });
  }

  return {
    state: push.get,
    subscribe: push.subscribe,
    follow(next) {
      if (next === user) return;
      user = next;
      put({ state: 'unknown' });
      inOrder(async (uid) => {
        const found = await localState(uid);
        const isOn = found.state === 'on' || (found.state === 'broken' && found.why === 'dropped');
        if (!isOn) return found;
        put(found);
        return register(uid, false);
      }).catch((error: unknown) => console.warn('Whether this device is notified is not known:', error));
    },
    recheck: () =>
      inOrder(async (uid) => {
        const found = await localState(uid);
        const isAsBefore = found.state === 'off' || found.state === 'on' || found.state === 'broken';
        if (!isAsBefore) return found;
        const before = push.get();
        if (before.state === 'broken' && before.why === 'not-registered') return register(uid, false);
        // A check does not undo what an attempt found out.
        return before.state === 'private' || before.state === 'broken' ? before : found;
      }),
    async switchOn() {
      // Before anything else is awaited: the browser accepts this only right after a click.
      const permission = await Notification.requestPermission();
      await inOrder(async (uid) => {
        if (permission === 'denied') return { state: 'denied' };
        if (permission !== 'granted') return { state: 'off' };
        setEnabled(uid, true);
        const next = await register(uid, false);
        if (next.state !== 'on' && next.state !== 'broken') setEnabled(uid, false);
        return next;
      });
    },
    switchOff: () =>
      inOrder(async (uid) => {
        setEnabled(uid, false);
        await unsubscribe();
        return { state: 'off' };
      }),
    repair: () => inOrder((uid) => register(uid, true)),
  };
}

/** Creates the push state of a page and keeps this device subscribed for the signed-in user, if they want it. */
export function startPush(): Push {
  const push = createPush();
  const follow = () => push.follow(getSession().stage === 'active' ? (getOwner()?.uid ?? null) : null);
  follow();
  onSessionChange(follow);
  // Notifications of a user whose session was lost are not for the next one.
  onSignIn(({ uid }) => void closeNotifications(uid).catch(() => undefined));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') push.recheck().catch(() => undefined);
  });
  return push;
}
