import { type Caller, mustBeSelf } from '../access/access.ts';
import { knownCaller } from '../data/users/callers.ts';
import { saveSignUp } from '../data/users/signUps.ts';
import { lockUsers } from '../data/users/users.ts';
import { Refusal } from '../errors/errors.ts';
import type { Context } from '../http/callRow.ts';
import { nowSeconds } from '../time/clock.ts';
import { approvingInvitation } from './approvingInvitation.ts';
import { registerWith } from './register.ts';

const tooManySignUps = 'Too many people are signing up right now. Verify your email address to continue.';

/**
 * POST /users/sign-up: stores what was typed, with which the account is registered once its address is verified
 * (`registerFromSignUp`). The link of an invitation that approves this very address proves it: the identity provider is told so, after
 * the transaction, and the account is then registered at once, so that the invitation is accepted for all to see. Whoever has the link
 * can do no more with it than accept the invitation.
 */
export async function signUp(context: Context<'signUp', Caller>): Promise<{ verified: boolean }> {
  const { caller, body, db, services } = context;
  const { invitation: token, ...registration } = body;
  mustBeSelf(caller, body.email);
  const isInvited = await db.tx(async (tx) => {
    await lockUsers(tx);
    const now = nowSeconds(services);
    // Read again: the user may have been erased, or registered, since the request arrived.
    const { profile, erased } = await knownCaller(tx, caller);
    if (erased) throw new Refusal('unauthorized');
    if (profile) throw new Refusal('profile-exists');
    const proves = token !== undefined && (await approvingInvitation(tx, caller.email, now, token)) !== null;
    if (!(await saveSignUp(tx, caller, registration, now, { isInvited: proves }))) {
      throw new Refusal('rate-limited', { message: tooManySignUps, retryAfter: 3600 });
    }
    return proves;
  });
  if (!isInvited || caller.verified || !(await isProven(context))) return { verified: caller.verified };
  await db.tx(async (tx) => {
    await lockUsers(tx);
    await registerWith({ ...context, db: tx, now: nowSeconds(services) }, registration, token);
  });
  services.wakeUp.signal();
  return { verified: true };
}

/** Marks the caller's address as verified at the identity provider. @returns false where that is not possible; an email has to prove it */
async function isProven({ caller, services }: Context<'signUp', Caller>): Promise<boolean> {
  try {
    await services.accountAdmin?.verifyEmail(caller.uid, caller.email);
    return services.accountAdmin !== null;
  } catch (error) {
    services.log.warn({ err: error }, 'an invited address could not be verified');
    return false;
  }
}
