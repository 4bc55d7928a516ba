import type { Database, SignOutRow } from '../outbox/database.ts';
import { pageOutbox } from '../outbox/pageOutbox.ts';
import {
  beginSignOut,
  endSignOut,
  isBack,
  lastToken,
  markSignedOut,
  purgeRecords,
  unfinishedSignOut,
} from '../outbox/signOut.ts';
import { closeStorage } from '../session/closeStorage.ts';
import { forgetAnswers, forgetDatabases, forgetWords } from '../session/forgetPerson.ts';
import { endNotices } from '../session/notices.ts';
import { closeSession, getOwner, getSession, leaveProvider } from '../session/session.ts';
import { stopSending } from './sending.ts';

/**
 * A sign-out takes everything of a person off this device, in an order that a crash at any point can be resumed from: the
 * journal is written first, every step can be repeated, and a start that finds the journal goes on with it before anything
 * is shown. Every other window does the same when it hears of it.
 */

const signInPath = '/auth/signin';
const stepLimitMs = 3000;
/** A browser that is killed may bring back what its local storage had this long ago. */
const settleMs = 60_000;

type Leaving = Pick<SignOutRow, 'uid' | 'keep' | 'isDone'>;

/** What is left to do once the journal is written, each by its name. */
export function stepsOf(db: Database, { uid, keep, isDone = false }: Leaving) {
  const steps: [name: string, run: () => unknown][] = [
    ['words', () => forgetWords(uid)],
    ['databases', () => forgetDatabases(uid)],
    ['answers', () => forgetAnswers(uid)],
  ];
  if (isDone) return steps;
  // Whoever signed in again since has new records; those from before are gone already.
  if (!keep) steps.push(['records', () => purgeRecords(db, uid)]);
  return [
    ...steps,
    ['notifications', () => endNotices(uid)],
    ['provider', () => leaveProvider(uid)],
    ['done', () => markSignedOut(db, uid)],
  ] satisfies typeof steps;
}

/** A step may hang with the browser's storage, or with a provider that is still loading; a page must not. */
function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), stepLimitMs);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

/** A step that fails does not keep the others from being done, but the whole from being called done: the next start tries again. */
async function takeOff(db: Database, leaving: Leaving): Promise<void> {
  let failed = false;
  for (const [name, run] of stepsOf(db, leaving)) {
    if (failed && name === 'done') return;
    try {
      await run();
    } catch (error) {
      console.warn(`Signing out, the ${name} could not be taken off this device yet:`, error);
      failed = true;
    }
  }
}

const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('ev-session') : null;

/**
 * Signs out for good.
 *
 * @param keep whether what is not sent waits on this device until the person signs in again
 */
export async function signOut(keep: boolean): Promise<void> {
  const { db } = pageOutbox();
  const owner = getOwner();
  if (!owner) return leavePage();
  const { uid } = owner;
  stopSending();
  try {
    await inTime(beginSignOut(db, { now: Date.now }, uid, keep));
  } catch (error) {
    console.warn('This browser lets no journal be written; the sign-out goes on without:', error);
  }
  channel?.postMessage({ uid });
  closeSession();
  closeStorage();
  await inTime(takeOff(db, { uid, keep }));
  leavePage();
}

/** The page is replaced as a whole: nothing of the person stays in its memory either. */
function leavePage(): void {
  // Should the browser show this very page once more, by "back".
  window.addEventListener('pageshow', ({ persisted }) => persisted && location.replace(signInPath));
  location.replace(signInPath);
}

/**
 * Goes on with a sign-out that was interrupted, by a crash or in another window. To be waited for before anything is shown;
 * the rest of what takes long goes on beside it.
 */
export function resumeSignOut(): Promise<void> {
  resuming ??= resume();
  return resuming;
}

let resuming: Promise<void> | undefined;

async function resume(): Promise<void> {
  const { db } = pageOutbox();
  const row = await inTime(unfinishedSignOut(db).catch(() => undefined));
  if (!row) return;
  if (isBack(row, await lastToken(db))) return endSignOut(db);
  const found = forgetWords(row.uid);
  await inTime(takeOff(db, row));
  if (row.isDone && found === 0 && Date.now() - row.at > settleMs) await endSignOut(db);
}

/** Leaves too when another window signs out. Called once. */
export function followSignOuts(): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<{ uid: string }>) => {
    const owner = getOwner();
    if (getSession().stage === 'signed-out' || (owner && owner.uid !== data.uid)) return;
    stopSending();
    closeSession();
    closeStorage();
    forgetWords(data.uid);
    // Once its pages are gone, none of them asks whether to stay.
    setTimeout(leavePage);
  });
}

/** The last token that was kept on the device, for calls while the provider cannot be asked. */
export function keptToken() {
  return lastToken(pageOutbox().db);
}
