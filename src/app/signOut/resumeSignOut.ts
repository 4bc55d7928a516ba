import type { StartRows } from '../../outbox/records/startRows.ts';
import { purgeWebStorage } from '../../session/purge.ts';
import { ignoreUntilSignIn } from '../../session/session.ts';

/** Resumes a sign-out that a crash interrupted. Await it before anything is shown. */
export async function resumeSignOut(atStart: Promise<StartRows>): Promise<void> {
  // Without a time limit: until this is known, what local storage says about a user must not be trusted.
  const { leaving } = (await atStart.catch(() => undefined)) ?? {};
  if (!leaving) return;
  const found = purgeWebStorage(leaving.uid);
  // Keeps the user signed out also if the lazy module below cannot be loaded.
  if (!leaving.isDone) ignoreUntilSignIn(leaving.uid);
  const { finishSignOut } = await import('./signOut.ts');
  await finishSignOut(leaving, found === 0);
}
