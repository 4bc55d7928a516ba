import * as v from 'valibot';
import { askOnceNeeded } from '../session/keepStorage.ts';
import { heldPrompt, takePrompt } from './installPrompt.ts';
import { installWay } from './installWay.ts';

/**
 * Whether the app can be installed on this device, is, or was offered. How often it was opened is kept for the device, not for
 * a person: it outlives a sign-out.
 */
const Kept = v.object({
  visits: v.number(),
  /** Milliseconds. */
  seenAt: v.number(),
  /** No offer before; milliseconds. */
  quietUntil: v.number(),
  /** Somebody wants to see no offer any more. */
  never: v.boolean(),
  installed: v.boolean(),
});
type Kept = v.InferOutput<typeof Kept>;

const storageKey = 'install';
/** Opening it again sooner belongs to the same visit. */
const visitGapMs = 30 * 60_000;
const quietMs = 90 * 24 * 60 * 60_000;
const unseen: Kept = { visits: 0, seenAt: 0, quietUntil: 0, never: false, installed: false };

const listeners = new Set<() => void>();

function told(): void {
  for (const listener of listeners) listener();
}

/** Told of every change of what the functions below answer. @returns what stops it */
export function onInstallChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): Kept {
  try {
    const checked = v.safeParse(Kept, JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
    return checked.success ? checked.output : unseen;
  } catch {
    return unseen;
  }
}

function keep(change: Partial<Kept>): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...read(), ...change }));
  } catch {
    // Storage is forbidden here: then no visit is ever the second one.
  }
}

/** Counts a visit, unless it goes on with the last one. */
export function noteVisit(now = Date.now()): void {
  const { visits, seenAt } = read();
  const isNew = Math.abs(now - seenAt) >= visitGapMs;
  keep({ seenAt: now, ...(isNew && { visits: visits + 1 }) });
}

/** Whether this window is the installed app. In a browser's full screen nothing is installed. */
export function isInstalledApp(): boolean {
  const { standalone } = navigator as { standalone?: boolean };
  const modes = ['standalone', 'minimal-ui', 'window-controls-overlay'];
  return standalone === true || modes.some((mode) => matchMedia(`(display-mode: ${mode})`).matches);
}

/** Whether it was installed from here, as far as this browser has told. */
export function wasInstalled(): boolean {
  return read().installed;
}

/** Whether `install` can be called. */
export function canInstall(): boolean {
  return heldPrompt() !== null;
}

/** What an offer depends on. */
export type Situation = Pick<Kept, 'visits' | 'quietUntil' | 'never' | 'installed'> & {
  /** This window is the installed app. */
  isApp: boolean;
  /** The browser lets the page ask. */
  canAsk: boolean;
  /** It can be done by hand from the share sheet (iOS). */
  byHand: boolean;
  /** Of the person, not sent yet: an installation by hand may begin with empty storage, and leave it behind. */
  waiting: number;
  now: number;
};

/** Which offer to make: to install at once, to show the steps, or none. */
export function offerIn(situation: Situation): 'install' | 'steps' | null {
  const { visits, quietUntil, never, installed, isApp, canAsk, byHand, waiting, now } = situation;
  if (isApp || installed || never || now < quietUntil || visits < 2 || waiting > 0) return null;
  if (canAsk) return 'install';
  return byHand ? 'steps' : null;
}

/** The offer as things stand. @param waiting how much of the person is not sent yet */
export function offerNow(waiting: number): ReturnType<typeof offerIn> {
  const byHand = installWay(navigator) === 'share-sheet';
  return offerIn({
    ...read(),
    isApp: isInstalledApp(),
    canAsk: canInstall(),
    byHand,
    waiting,
    now: Date.now(),
  });
}

/** Somebody does not want it: for a while, or for good. */
export function declineInstall(forGood: boolean): void {
  keep(forGood ? { never: true } : { quietUntil: Date.now() + quietMs });
  told();
}

/** Lets the browser ask; to be called by a press. Whoever says no there is left alone for a while. */
export async function install(): Promise<void> {
  const prompt = takePrompt();
  if (!prompt) return;
  await prompt.prompt();
  const { outcome } = await prompt.userChoice;
  if (outcome === 'dismissed') declineInstall(false);
  told();
}

/** Follows what the browser says of installing. Called once, before the app is drawn. */
export function watchInstall(): void {
  noteVisit();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') noteVisit();
  });
  const offered = () => {
    // It is sent only where the app is not, or no longer, installed.
    if (wasInstalled()) keep({ installed: false });
    told();
  };
  if (canInstall()) offered();
  window.addEventListener('beforeinstallprompt', offered);
  window.addEventListener('appinstalled', () => {
    takePrompt();
    keep({ installed: true });
    // Browsers say yes more readily to what is installed.
    void askOnceNeeded();
    told();
  });
}
