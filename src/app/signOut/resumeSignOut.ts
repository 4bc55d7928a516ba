import { isBack, type StartRows } from '../../outbox/records/startRows.ts';
import { purgeWebStorage } from '../../session/purge.ts';
import { ignoreUntilSignIn } from '../../session/session.ts';

/**
 * Goes on with a sign-out that was interrupted, by a crash or in another window. To be waited for before anything is shown;
 * the rest of what takes long goes on beside it.
 */
export async function resumeSignOut(atStart: Promise<StartRows>): Promise<void> {
  // However long this takes: what local storage says of a user is not to be believed before.
  const { leaving, token = null } = (await atStart.catch(() => undefined)) ?? {};
  if (!leaving) return;
  const isOver = isBack(leaving, token);
  const found = isOver ? 0 : purgeWebStorage(leaving.uid);
  // Seldom anything is to be done: the steps are a part of their own. Without it the person is kept out all the same.
  if (!leaving.isDone) ignoreUntilSignIn(leaving.uid);
  const { finishSignOut } = await import('./signOut.ts');
  await finishSignOut(leaving, isOver ? 'over' : found === 0 ? 'nothing left' : 'going on');
}
