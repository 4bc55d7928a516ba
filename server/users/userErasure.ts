import type { Erased } from '../../src/contract/users/erasures.ts';
import type { Queryable } from '../data/db/db.ts';
import { addEvent, addJobEvents } from '../data/events.ts';
import { addAuditEntry } from '../data/users/audit.ts';
import { uidHash } from '../data/users/callers.ts';
import { eraseUser } from '../data/users/eraseUser.ts';
import { erasureAskedBy, saveErasureRequest } from '../data/users/erasures.ts';
import { hasAdmin, lockUsers } from '../data/users/users.ts';
import { Refusal } from '../errors/errors.ts';
import type { Context } from '../http/callRow.ts';
import { queueAccountDeletions } from './deleteAccounts.ts';

type Order = {
  email: string;
  keepCompany: boolean;
  /** Whether the server deletes the sign-in account. */
  deletesAccount: boolean;
  /** Actor in the audit trail. */
  actor: string;
  requestId?: string;
  /** Epoch seconds. */
  now: number;
  /** The pseudonym of an earlier erasure, when it is repeated after a restore: whoever was admin by then is none in what was restored. */
  pseudonym?: string;
};

/**
 * Erases a user, and records it in the audit trail and in the events. Must run in a transaction.
 *
 * @throws Refusal `not-found`; `last-admin` where it would leave no admin
 */
export async function eraseAndRecord(db: Queryable, order: Order): Promise<Erased> {
  const { email, actor, requestId = '', now, deletesAccount, keepCompany } = order;
  await lockUsers(db);
  const needsAdmin = order.pseudonym === undefined && (await hasAdmin(db));
  const erasure = await eraseUser(db, email, order);
  if (!erasure) throw new Refusal('not-found');
  if (needsAdmin && !(await hasAdmin(db))) throw new Refusal('last-admin');
  const { pseudonym, uid, jobIds } = erasure;
  const detail = { company: keepCompany ? 'kept' : 'erased' };
  await addAuditEntry(db, { actor, action: 'erase', subject: pseudonym, detail, created: now, requestId });
  await addEvent(db, {
    kind: 'profile',
    actor,
    created: now,
    forUser: pseudonym,
    detail: { decision: 'erased', ends: uidHash(uid) },
  });
  await addJobEvents(db, jobIds, actor, now);
  if (deletesAccount) await queueAccountDeletions(db, now);
  return { pseudonym, byHand: !deletesAccount };
}

/** POST /users/erase. */
export async function eraseByAdmin(context: Context<'eraseUser'>): Promise<Erased> {
  const { caller, body, db, services, requestId, now } = context;
  if (body.email === caller.email) {
    throw new Refusal('forbidden', { message: 'You can’t delete your own account. Ask another admin.' });
  }
  return eraseAndRecord(db, {
    ...body,
    actor: caller.email,
    requestId,
    now,
    deletesAccount: services.accountAdmin !== null,
  });
}

/** GET /users/erasure: when the caller requested deletion, or null. */
export async function ownErasure(db: Queryable, email: string): Promise<{ asked: number | null }> {
  return { asked: await erasureAskedBy(db, email) };
}

/** POST /users/erasure/ask: requests deletion, or withdraws the request; a repeat changes nothing. */
export async function requestErasure(context: Context<'askErasure'>): Promise<{ asked: number | null }> {
  const { caller, db, body, requestId, now: created } = context;
  const { email } = caller;
  if (await saveErasureRequest(db, email, body.wanted ? created : null)) {
    const action = body.wanted ? 'ask-erasure' : 'keep-after-all';
    await addAuditEntry(db, { actor: email, action, subject: email, created, requestId });
    await addEvent(db, { kind: 'profile', actor: email, created, forUser: email, detail: { decision: '' } });
  }
  return ownErasure(db, email);
}
