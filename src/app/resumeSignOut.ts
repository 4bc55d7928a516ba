import { isBack, lastToken, unfinishedSignOut } from '../outbox/startRows.ts';
import { forgetWords } from '../session/forgetWords.ts';
import { noteLeaving } from '../session/session.ts';
import { inTime } from './inTime.ts';
import { startDatabase } from './startDatabase.ts';

let resuming: Promise<void> | undefined;

/**
 * Goes on with a sign-out that was interrupted, by a crash or in another window. To be waited for before anything is shown;
 * the rest of what takes long goes on beside it.
 */
export function resumeSignOut(): Promise<void> {
  resuming ??= resume();
  return resuming;
}

async function resume(): Promise<void> {
  const row = await inTime(unfinishedSignOut(startDatabase).catch(() => undefined));
  if (!row) return;
  const isOver = isBack(row, await lastToken(startDatabase));
  const found = isOver ? 0 : forgetWords(row.uid);
  // Seldom anything is to be done: the steps are a part of their own. Without it the person is kept out all the same.
  if (!row.isDone) noteLeaving(row.uid);
  const { finishSignOut } = await import('./signOut.ts');
  await finishSignOut(startDatabase, row, isOver ? 'over' : found === 0 ? 'nothing left' : 'going on');
}
