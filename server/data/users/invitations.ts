import { hash, randomBytes } from 'node:crypto';
import type { UserType } from '../../../src/contract/enums.ts';
import { type EndedInvitation, type Invitation, userNameOf } from '../../../src/contract/users/user.ts';
import type { Invitee } from '../../../src/contract/users/userForms.ts';
import type { Queryable } from '../db/db.ts';
import { invitationState, isOpen, type Times, validSeconds } from './invitationState.ts';

const tokenBytes = 32;
const idBytes = 15;

type Row = { email: string; first_name: string; last_name: string; user_type: UserType; invited_by: string };
const columns = 'email, first_name, last_name, user_type, invited_by';

/** An invitation that can be accepted, and the email of the inviter. */
export type OpenInvitation = { invitation: Invitation; invitedBy: string };

function invitationOf(row: Row): Invitation {
  const { email, first_name: firstName, last_name: lastName, user_type: userType } = row;
  return { email, firstName, lastName, userType };
}

/**
 * Returns the invitation that a user can accept, or null. `nowSeconds` since 1970.
 *
 * @param token of its link, where that is what counts
 */
export async function findInvitation(
  db: Queryable,
  email: string,
  nowSeconds: number,
  token?: string,
): Promise<OpenInvitation | null> {
  const [row] = await db.query<Row & { token_hash: string }>(
    `select ${columns}, token_hash from invitations where email = $1 and ${isOpen('$2')}`,
    [email, nowSeconds - validSeconds],
  );
  if (!row || (token !== undefined && row.token_hash !== hash('sha256', token))) return null;
  return { invitation: invitationOf(row), invitedBy: row.invited_by };
}

/** The state of an invitation that has ended, as its link reports it. */
const endings = { ACCEPTED: 'USED', WITHDRAWN: 'WITHDRAWN', EXPIRED: 'EXPIRED' } as const;

/**
 * Returns the invitation whose email contained this token, or why it has ended; null for a token that is unknown, or was replaced by that
 * of a later email. Stores when it is first opened.
 */
export async function openInvitationLink(
  db: Queryable,
  token: string,
  nowSeconds: number,
): Promise<Invitation | EndedInvitation | null> {
  const tokenHash = hash('sha256', token);
  const [row] = await db.query<Row & Times & { opened: number | null }>(
    `select ${columns}, created, opened, accepted, withdrawn from invitations where token_hash = $1`,
    [tokenHash],
  );
  if (!row) return null;
  const state = invitationState(row, nowSeconds);
  if (state !== 'OPEN') return { ended: endings[state] };
  if (row.opened === null) {
    await db.query('update invitations set opened = $2 where token_hash = $1 and opened is null', [
      tokenHash,
      nowSeconds,
    ]);
  }
  return invitationOf(row);
}

/** Returns how many invitations a user has sent since a time (epoch seconds), renewed ones included. */
export async function invitationsSince(db: Queryable, inviter: string, since: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    "select count(*) from audit where actor = $1 and action = 'invite' and created > $2",
    [inviter, since],
  );
  return row?.count ?? 0;
}

/** SQL condition that a renewed invitation has names that the new one lacks. Not for staff, whose names the admins decide. */
const keepsNames = "invitations.user_type = 'CLIENT' and excluded.first_name || excluded.last_name = ''";

/**
 * Saves an invitation, or renews it: the new link replaces the old one. A client's names stay unless new ones are given.
 *
 * @returns its id
 */
export async function saveInvitation(
  db: Queryable,
  invitee: Invitee,
  invitedBy: string,
  created: number,
): Promise<string> {
  const invitationId = randomBytes(idBytes).toString('base64url');
  const token = randomBytes(tokenBytes).toString('base64url');
  await db.query(
    `insert into invitations (email, invitation_id, token, token_hash, first_name, last_name, user_type, invited_by, created)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (email) do update set invitation_id = excluded.invitation_id, token = excluded.token,
       token_hash = excluded.token_hash,
       first_name = case when ${keepsNames} then invitations.first_name else excluded.first_name end,
       last_name = case when ${keepsNames} then invitations.last_name else excluded.last_name end, user_type = excluded.user_type, invited_by = excluded.invited_by,
       created = excluded.created, opened = null, accepted = null, withdrawn = null`,
    [
      invitee.email,
      invitationId,
      token,
      hash('sha256', token),
      invitee.firstName,
      invitee.lastName,
      invitee.userType,
      invitedBy,
      created,
    ],
  );
  return invitationId;
}

/** The content of an invitation's email. */
export type InvitationContent = {
  to: { email: string; firstName: string; userType: UserType };
  invitedBy: { userName: string };
  /** The secret in its link. */
  token: string;
  /** Whether jobs wait for the recipient. */
  hasJobs: boolean;
  /** Whether one of them waits for documents. */
  lacksDocuments: boolean;
};

/** Returns the content of an invitation's email; null once it was accepted, renewed or withdrawn, or has expired. */
export async function invitationContent(
  db: Queryable,
  invitationId: string,
  nowSeconds: number,
): Promise<InvitationContent | null> {
  type InvitationRow = Row & {
    token: string;
    inviter_first: string;
    inviter_last: string;
    has_jobs: boolean;
    lacks_documents: boolean;
  };
  const [row] = await db.query<InvitationRow>(
    `select i.email, i.first_name, i.last_name, i.user_type, i.invited_by, i.token, u.first_name as inviter_first,
        u.last_name as inviter_last, exists (select 1 from jobs j where j.job_reporter = i.email) as has_jobs,
        exists (select 1 from jobs j where j.job_reporter = i.email and j.attachment_links = ''
          and not exists (select 1 from attachments a where a.job_id = j.job_id)) as lacks_documents
      from invitations i join users u on u.email = i.invited_by
      where i.invitation_id = $1 and ${isOpen('$2', 'i')} and i.token is not null`,
    [invitationId, nowSeconds - validSeconds],
  );
  if (!row) return null;
  return {
    to: { email: row.email, firstName: row.first_name, userType: row.user_type },
    invitedBy: { userName: userNameOf({ firstName: row.inviter_first, lastName: row.inviter_last }) },
    token: row.token,
    hasJobs: row.has_jobs,
    lacksDocuments: row.lacks_documents,
  };
}

/** Deletes the token of an invitation whose link was sent: its hash is enough to recognize it. */
export async function forgetInvitationToken(db: Queryable, invitationId: string): Promise<void> {
  await db.query('update invitations set token = null where invitation_id = $1', [invitationId]);
}

/** Stores that a user has registered: accepts their invitation if it is open, and stops it from being sent in any case. */
export async function acceptInvitation(db: Queryable, email: string, accepted: number): Promise<void> {
  await db.query(
    `update invitations set token = null, accepted = case when ${isOpen('$3')} then $2::bigint end
      where email = $1 and accepted is null`,
    [email, accepted, accepted - validSeconds],
  );
}

/** An invitation that is to be withdrawn. */
export type Withdrawable = { email: string; userType: UserType; accepted: boolean };

/** Returns an invitation by its id, locked, or null once it was renewed or deleted. */
export async function lockInvitation(db: Queryable, invitationId: string): Promise<Withdrawable | null> {
  const [row] = await db.query<Withdrawable>(
    `select email, user_type as "userType", accepted is not null as accepted
      from invitations where invitation_id = $1 for update`,
    [invitationId],
  );
  return row ?? null;
}

/** Withdraws an invitation, which can then not be accepted and is not sent any more. @returns false if it is withdrawn already */
export async function closeInvitation(
  db: Queryable,
  invitationId: string,
  withdrawn: number,
): Promise<boolean> {
  const closed = await db.query(
    `update invitations set withdrawn = $2, token = null
      where invitation_id = $1 and accepted is null and withdrawn is null returning 1`,
    [invitationId, withdrawn],
  );
  return closed.length > 0;
}
