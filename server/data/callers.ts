import type { UserType } from '../../src/contract/enums.ts';
import { type Profile, userNameOf } from '../../src/contract/user.ts';
import type { Queryable } from './db.ts';

export type UserRow = {
  email: string;
  first_name: string;
  last_name: string;
  company: string;
  phone_number: string;
  address: Profile['address'];
  user_type: UserType;
  user_approved: boolean;
  user_refused: boolean;
  created: number;
};

/** The columns of `users` that make a profile. */
export const profileColumns =
  'email, first_name, last_name, company, phone_number, address, user_type, user_approved, user_refused, created';

export function profileOfRow(row: UserRow): Profile {
  const { email, company, address } = row;
  const names = { firstName: row.first_name, lastName: row.last_name };
  return {
    email,
    ...names,
    userName: userNameOf(names),
    company,
    phoneNumber: row.phone_number,
    address,
    userType: row.user_type,
    userApproved: row.user_approved,
    userRefused: row.user_refused,
    createdTimestamp: row.created,
  };
}

/**
 * The profile of who calls, or null when there is none yet (§2, "no profile").
 *
 * @param email in lower case
 */
export async function callerProfile(db: Queryable, email: string): Promise<Profile | null> {
  const [row] = await db.query<UserRow>(`select ${profileColumns} from users where email = $1`, [email]);
  return row ? profileOfRow(row) : null;
}
