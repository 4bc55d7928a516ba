import { isBack, rowsAtStart } from '../outbox/startRows.ts';
import { forgetWords } from '../session/forgetWords.ts';
import { noteLeaving } from '../session/session.ts';
import { inTime } from './inTime.ts';

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
  const { leaving, token = null } = (await inTime(rowsAtStart().catch(() => undefined))) ?? {};
  if (!leaving) return;
  const isOver = isBack(leaving, token);
  const found = isOver ? 0 : forgetWords(leaving.uid);
  // Seldom anything is to be done: the steps are a part of their own. Without it the person is kept out all the same.
  if (!leaving.isDone) noteLeaving(leaving.uid);
  const { finishSignOut } = await import('./signOut.ts');
  await finishSignOut(leaving, isOver ? 'over' : found === 0 ? 'nothing left' : 'going on');
}
