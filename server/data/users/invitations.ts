import { hash, randomBytes } from 'node:crypto';
import type { UserType } from '../../../src/contract/enums.ts';
import { type Invitation, userNameOf } from '../../../src/contract/users/user.ts';
import type { Invitee } from '../../../src/contract/users/userForms.ts';
import type { Queryable } from '../db/db.ts';

/** How long an invitation can be accepted; a new one begins anew. */
const validSeconds = 30 * 24 * 3600;
const tokenBytes = 32;
const idBytes = 15;

type Row = { email: string; first_name: string; last_name: string; user_type: UserType; invited_by: string };
const columns = 'email, first_name, last_name, user_type, invited_by';

/** An invitation that can be accepted, and the email of the inviter. */
export type OpenInvitation = { invitation: Invitation; invitedBy: string };

function openInvitationOf(row: Row): OpenInvitation {
  const { email, first_name: firstName, last_name: lastName, user_type: userType } = row;
  return { invitation: { email, firstName, lastName, userType }, invitedBy: row.invited_by };
}

/** Returns the invitation that a user can accept, or null. `nowSeconds` since 1970. */
export async function findInvitation(
  db: Queryable,
  email: string,
  nowSeconds: number,
): Promise<OpenInvitation | null> {
  const [row] = await db.query<Row>(
    `select ${columns} from invitations where email = $1 and accepted is null and created > $2`,
    [email, nowSeconds - validSeconds],
  );
  return row ? openInvitationOf(row) : null;
}

/** Returns the invitation whose email contained this token, while it can be accepted, or null. */
export async function findInvitationByToken(
  db: Queryable,
  token: string,
  nowSeconds: number,
): Promise<OpenInvitation | null> {
  const [row] = await db.query<Row>(
    `select ${columns} from invitations where token_hash = $1 and accepted is null and created > $2`,
    [hash('sha256', token), nowSeconds - validSeconds],
  );
  return row ? openInvitationOf(row) : null;
}

/** Returns how many invitations a user has sent since a time (epoch seconds), renewed ones included. */
export async function invitationsSince(db: Queryable, inviter: string, since: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    "select count(*) from audit where actor = $1 and action = 'invite' and created > $2",
    [inviter, since],
  );
  return row?.count ?? 0;
}

/** Saves an invitation, or renews it: the new link replaces the old one. @returns its id */
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
       token_hash = excluded.token_hash, first_name = excluded.first_name,
       last_name = excluded.last_name, user_type = excluded.user_type, invited_by = excluded.invited_by,
       created = excluded.created, accepted = null`,
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

/** What the email of an invitation says. */
export type InvitationContent = {
  to: { email: string; firstName: string; userType: UserType };
  invitedBy: { userName: string };
  /** The secret in its link. */
  token: string;
};

/** Returns what the email of an invitation says; null once it was accepted, renewed or withdrawn, or has expired. */
export async function invitationContent(
  db: Queryable,
  invitationId: string,
  nowSeconds: number,
): Promise<InvitationContent | null> {
  type InvitationRow = Row & { token: string; inviter_first: string; inviter_last: string };
  const [row] = await db.query<InvitationRow>(
    `select i.email, i.first_name, i.last_name, i.user_type, i.invited_by, i.token, u.first_name as inviter_first,
        u.last_name as inviter_last
      from invitations i join users u on u.email = i.invited_by
      where i.invitation_id = $1 and i.accepted is null and i.created > $2 and i.token is not null`,
    [invitationId, nowSeconds - validSeconds],
  );
  if (!row) return null;
  return {
    to: { email: row.email, firstName: row.first_name, userType: row.user_type },
    invitedBy: { userName: userNameOf({ firstName: row.inviter_first, lastName: row.inviter_last }) },
    token: row.token,
  };
}

/** Deletes the token of an invitation whose link was sent: its hash is enough to recognize it. */
export async function forgetInvitationToken(db: Queryable, invitationId: string): Promise<void> {
  await db.query('update invitations set token = null where invitation_id = $1', [invitationId]);
}

/** Closes the invitation of a user who has registered. */
export async function acceptInvitation(db: Queryable, email: string, accepted: number): Promise<void> {
  await db.query('update invitations set accepted = $2, token = null where email = $1 and accepted is null', [
    email,
    accepted,
  ]);
}
