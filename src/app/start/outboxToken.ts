import type { HeldToken } from '../../session/firebase.ts';
import { heldToken, keptIfItHolds } from '../../session/session.ts';
import { resumeSignOut } from '../signOut/resumeSignOut.ts';

let before: Promise<unknown> = Promise.resolve();

/** Nothing is sent before this has ended. */
export function sendAfter(work: Promise<unknown>): void {
  before = work;
}

/** The token that the outbox sends under: the one kept on the device while it holds, so that sending waits for no provider. */
export async function outboxToken(renew: boolean): Promise<HeldToken | null | 'later'> {
  await resumeSignOut();
  await before;
  return (renew ? null : await keptIfItHolds()) ?? heldToken(renew);
}
