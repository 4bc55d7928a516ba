import { randomBytes } from 'node:crypto';
import type { UserType } from '../../../src/contract/enums.ts';
import type { Invitation } from '../../../src/contract/user.ts';
import type { Invitee } from '../../../src/contract/userForms.ts';
import type { Queryable } from '../db/db.ts';

/** How long an invitation can be accepted; a new one begins anew. */
const validSeconds = 30 * 24 * 3600;
const tokenBytes = 32;

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
    `select ${columns} from invitations where token = $1 and accepted is null and created > $2`,
    [token, nowSeconds - validSeconds],
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

/**
 * Saves an invitation, or renews it: the new token replaces the old one.
 *
 * @returns the secret token
 */
export async function saveInvitation(
  db: Queryable,
  invitee: Invitee,
  invitedBy: string,
  created: number,
): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url');
  await db.query(
    `insert into invitations (email, token, first_name, last_name, user_type, invited_by, created)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (email) do update set token = excluded.token, first_name = excluded.first_name,
       last_name = excluded.last_name, user_type = excluded.user_type, invited_by = excluded.invited_by,
       created = excluded.created, accepted = null`,
    [invitee.email, token, invitee.firstName, invitee.lastName, invitee.userType, invitedBy, created],
  );
  return token;
}

/** Closes the invitation of a user who has registered. */
export async function acceptInvitation(db: Queryable, email: string, accepted: number): Promise<void> {
  await db.query('update invitations set accepted = $2 where email = $1 and accepted is null', [
    email,
    accepted,
  ]);
}
