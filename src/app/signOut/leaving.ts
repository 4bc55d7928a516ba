import { pageOutbox } from '../../outbox/pageOutbox.ts';
import { getOwner, type Owner } from '../../session/session.ts';
import { createStore } from '../../store.ts';
import { unfinishedOf } from './notSent.ts';
import { signOut, withinLimit } from './signOut.ts';

/** The question before a sign-out while something is unsent or only typed. */
export type SignOutQuestion = { owner: Owner; answer: (answer: 'keep' | 'discard' | 'stay') => void };

/** Null while no question is open. */
export const signOutQuestion = createStore<SignOutQuestion | null>(null);

/** Signs out, after asking what becomes of unsent items and drafts. Resolves also when the user cancels. */
export async function requestSignOut(): Promise<void> {
  const owner = getOwner();
  await withinLimit(pageOutbox().sendUndoable());
  if (!owner || (await unfinishedOf(owner)).length === 0) return signOut(false);
  const answered = await new Promise<'keep' | 'discard' | 'stay'>((answer) =>
    signOutQuestion.set({ owner, answer }),
  );
  signOutQuestion.set(null);
  if (answered !== 'stay') await signOut(answered === 'keep');
}
