import { mayChangeUser, maySeeProfile } from '../access/access.ts';
import { addEvent } from '../data/events.ts';
import { addAuditEntry } from '../data/users/audit.ts';
import { endSessionsOf } from '../data/users/users.ts';
import { Refusal } from '../errors/errors.ts';
import type { Context } from '../http/callRow.ts';

/**
 * POST /users/sessions/end: signs a user out everywhere, for a lost phone or a stolen password. The identity provider offers this
 * to service accounts only, so the moment is stored here and compared with each token's sign-in.
 */
export async function endSessions(context: Context<'endSessions'>): Promise<{ done: true }> {
  const { caller, body, db, requestId, now: created } = context;
  const { email } = body;
  if (!maySeeProfile(caller, email)) throw new Refusal('not-found');
  if (!mayChangeUser(caller, email)) throw new Refusal('forbidden');
  if (!(await endSessionsOf(db, email, created))) throw new Refusal('not-found');
  await addAuditEntry(db, {
    actor: caller.email,
    action: 'end-sessions',
    subject: email,
    created,
    requestId,
  });
  // Ends the user's streams, in every process.
  await addEvent(db, {
    kind: 'profile',
    actor: caller.email,
    created,
    forUser: email,
    detail: { decision: 'signed-out' },
  });
  return { done: true };
}
