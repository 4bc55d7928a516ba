import type { Database, SignOutRow } from '../outbox/database.ts';
import { pageOutbox } from '../outbox/pageOutbox.ts';
import { beginSignOut, endSignOut, markSignedOut, purgeRecords } from '../outbox/signOut.ts';
import { closeStorage } from '../session/closeStorage.ts';
import { forgetAnswers, forgetDatabases } from '../session/forgetPerson.ts';
import { forgetWords } from '../session/forgetWords.ts';
import { endNotices } from '../session/notices.ts';
import { closeSession, getOwner, leaveProvider } from '../session/session.ts';
import { inTime } from './inTime.ts';
import { endWork, leavePage, leavingChannel } from './leavePage.ts';

/**
 * A sign-out takes everything of a person off this device, in an order that a crash at any point can be resumed from: the
 * journal is written first, every step can be repeated, and a start that finds the journal goes on with it before anything
 * is shown. Every other window does the same when it hears of it.
 */

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
  endWork();
  try {
    await inTime(beginSignOut(db, { now: Date.now }, uid, keep));
  } catch (error) {
    console.warn('This browser lets no journal be written; the sign-out goes on without:', error);
  }
  leavingChannel?.postMessage({ uid });
  closeSession();
  closeStorage();
  await inTime(takeOff(db, { uid, keep }));
  leavePage();
}

/**
 * Goes on with a sign-out whose journal a start has found. What is kept in strings was taken away by then.
 *
 * @param state `over`: the person has signed in again since
 */
export async function finishSignOut(
  row: SignOutRow,
  state: 'over' | 'nothing left' | 'going on',
): Promise<void> {
  const { db } = pageOutbox();
  if (state === 'over') return endSignOut(db);
  await inTime(takeOff(db, row));
  if (row.isDone && state === 'nothing left' && Date.now() - row.at > settleMs) await endSignOut(db);
}
