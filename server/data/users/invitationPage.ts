import type { UserType } from '../../../src/contract/enums.ts';
import { pageSize } from '../../../src/contract/limits.ts';
import type { SentInvitation } from '../../../src/contract/users/invitation.ts';
import { userNameOf } from '../../../src/contract/users/user.ts';
import { cursorNumber, cursorText, decodeCursor, encodeCursor, pageOf } from '../cursor.ts';
import type { Queryable } from '../db/db.ts';
import { invitationState, validSeconds } from './invitationState.ts';

type Row = {
  email: string;
  invitation_id: string;
  first_name: string;
  last_name: string;
  user_type: UserType;
  invited_by: string;
  inviter_first: string | null;
  inviter_last: string | null;
  created: number;
  opened: number | null;
  accepted: number | null;
  withdrawn: number | null;
  jobs: number;
};

const listing = 'invitations';

function sentInvitationOf(row: Row, now: number): SentInvitation {
  const inviter = { firstName: row.inviter_first ?? '', lastName: row.inviter_last ?? '' };
  return {
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    userType: row.user_type,
    invitationId: row.invitation_id,
    state: invitationState(row, now),
    invitedBy: row.invited_by,
    invitedByName: userNameOf(inviter),
    createdTimestamp: row.created,
    expiresTimestamp: row.created + validSeconds,
    openedTimestamp: row.opened,
    endedTimestamp: row.accepted ?? row.withdrawn,
    jobs: row.jobs,
  };
}

/**
 * Returns one page of the invitations of these user types, the newest first.
 *
 * @param now epoch seconds
 * @throws Refusal `bad-cursor`
 */
export async function listInvitations(
  db: Queryable,
  types: readonly UserType[],
  { startAfter }: { startAfter?: string },
  now: number,
): Promise<{ items: SentInvitation[]; startAfter: string | null }> {
  const [created, id] = startAfter
    ? decodeCursor(listing, startAfter, [cursorNumber, cursorText])
    : [null, ''];
  const rows = await db.query<Row>(
    `select i.email, i.invitation_id, i.first_name, i.last_name, i.user_type, i.invited_by, u.first_name as inviter_first,
        u.last_name as inviter_last, i.created, i.opened, i.accepted, i.withdrawn,
        case when i.accepted is null then (select count(*) from jobs j where j.job_reporter = i.email) else 0 end as jobs
      from invitations i left join users u on u.email = i.invited_by
      where i.user_type = any($1::text[])
        and ($2::bigint is null or i.created < $2 or (i.created = $2 and i.invitation_id > $3))
      order by i.created desc, i.invitation_id limit ${pageSize + 1}`,
    [types, created, id],
  );
  return pageOf(
    rows,
    pageSize,
    (row) => sentInvitationOf(row, now),
    (row) => encodeCursor(listing, [row.created, row.invitation_id]),
  );
}
