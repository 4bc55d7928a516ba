import * as v from 'valibot';
import { readStoredJson, writeStored } from '../storage.ts';
import { createEvent } from '../store.ts';
import { installMethod } from './installMethod.ts';
import { caughtPrompt, takePrompt } from './installPrompt.ts';
import { isInstalledApp } from './platform.ts';
import { requestPersistenceOnce } from './storagePersistence.ts';

/** What is stored about installing the app. Belongs to the device, not to a user: it outlives a sign-out. */
const InstallState = v.object({
  visits: v.number(),
  /** Milliseconds. */
  seenAt: v.number(),
  /** No offer is made before; milliseconds. */
  quietUntil: v.number(),
  /** The user wants to see no offer any more. */
  never: v.boolean(),
  installed: v.boolean(),
});
type InstallState = v.InferOutput<typeof InstallState>;

const storageKey = 'install';
/** The app opened again sooner counts as the same visit. */
const visitGapMs = 30 * 60_000;
const quietMs = 90 * 24 * 60 * 60_000;
const unseen: InstallState = { visits: 0, seenAt: 0, quietUntil: 0, never: false, installed: false };

/** `onInstallChange` calls a listener after each change of what the functions below return. */
const { emit: notify, subscribe: onInstallChange } = createEvent();

export { onInstallChange };

function read(): InstallState {
  const stored = v.safeParse(InstallState, readStoredJson(storageKey));
  return stored.success ? stored.output : unseen;
}

function save(change: Partial<InstallState>): void {
  writeStored(storageKey, JSON.stringify({ ...read(), ...change }));
}

/** Counts a visit, unless it continues the last one. */
function countVisit(): void {
  const now = Date.now();
  const { visits, seenAt } = read();
  const isNew = Math.abs(now - seenAt) >= visitGapMs;
  save({ seenAt: now, ...(isNew && { visits: visits + 1 }) });
}

/** Tells whether the app was installed from here, as far as this browser has said. */
export function wasInstalled(): boolean {
  return read().installed;
}

/** Tells whether `install` can be called. */
export function canInstall(): boolean {
  return caughtPrompt() !== null;
}

/** What an offer depends on. */
type Situation = Pick<InstallState, 'visits' | 'quietUntil' | 'never' | 'installed'> & {
  /** This window is the installed app. */
  isApp: boolean;
  /** The browser lets the page ask. */
  canOffer: boolean;
  /** It can be done by hand from the share sheet (iOS). */
  byHand: boolean;
  /** How many records are not sent yet: an installation by hand may begin with empty storage and leave them behind. */
  waiting: number;
  now: number;
};

/** Returns which offer to make: to install at once, to show the steps, or none. */
export function offerIn(situation: Situation): 'install' | 'steps' | null {
  const { visits, quietUntil, never, installed, isApp, canOffer, byHand, waiting, now } = situation;
  if (isApp || installed || never || now < quietUntil || visits < 2 || waiting > 0) return null;
  if (canOffer) return 'install';
  return byHand ? 'steps' : null;
}

/** Returns the offer for this moment. @param waiting how many records are not sent yet */
export function offerNow(waiting: number): ReturnType<typeof offerIn> {
  return offerIn({
    ...read(),
    isApp: isInstalledApp(),
    canOffer: canInstall(),
    byHand: installMethod(navigator) === 'share-sheet',
    waiting,
    now: Date.now(),
  });
}

/** Withdraws the offer: for a while, or for good. */
export function declineInstall(forGood: boolean): void {
  save(forGood ? { never: true } : { quietUntil: Date.now() + quietMs });
  notify();
}

/** Shows the browser's prompt; to be called by a click. A "no" withdraws the offer for a while. */
export async function install(): Promise<void> {
  const prompt = takePrompt();
  if (!prompt) return;
  await prompt.prompt();
  const { outcome } = await prompt.userChoice;
  if (outcome === 'dismissed') declineInstall(false);
  notify();
}

/** Follows the browser's events about installing. Called once. */
export function watchInstall(): void {
  countVisit();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') countVisit();
  });
  const offered = () => {
    // The event comes only where the app is not, or no longer, installed.
    if (wasInstalled()) save({ installed: false });
    notify();
  };
  if (canInstall()) offered();
  window.addEventListener('beforeinstallprompt', offered);
  window.addEventListener('appinstalled', () => {
    takePrompt();
    save({ installed: true });
    // Browsers grant it more readily to an installed app.
    void requestPersistenceOnce();
    notify();
  });
}
