import { UnsecuredJWT } from 'jose';
import type { Queryable } from '../../../server/data/db/db.ts';
import { userWords } from '../../../server/data/users/userWords.ts';
import type { UserType } from '../../../src/contract/enums.ts';
import { indexWordsOf } from '../../../src/contract/words.ts';

export const projectId = 'demo-tests';

/** A user who may hold a token, and perhaps has a profile. */
export type Person = {
  email: string;
  uid: string;
  verified: boolean;
  profile?: {
    firstName: string;
    lastName: string;
    company: string;
    userType: UserType;
    approved: boolean;
    refused: boolean;
  };
};

function person(
  name: string,
  userType: UserType,
  more: { approved?: boolean; refused?: boolean; company?: string } = {},
) {
  const { approved = true, refused = false, company = userType === 'CLIENT' ? 'Solar Roofs' : 'EV' } = more;
  const [firstName = '', lastName = ''] = name.split(' ');
  const email = `${firstName}@ev.test`.toLowerCase();
  return {
    email,
    uid: `uid-${firstName.toLowerCase()}`,
    verified: true,
    profile: { firstName, lastName, company, userType, approved, refused },
  };
}

/** One user of every role and of every stage of the access flow. */
export const people = {
  client: person('Clara Client', 'CLIENT'),
  otherClient: person('Otto Other', 'CLIENT', { company: 'Other Panels' }),
  employee: person('Emil Employee', 'EMPLOYEE'),
  otherEmployee: person('Edda Engineer', 'EMPLOYEE'),
  admin: person('Ada Admin', 'ADMIN'),
  pending: person('Pia Pending', 'CLIENT', { approved: false, company: 'New Homes' }),
  refused: person('Rolf Refused', 'CLIENT', { approved: false, refused: true, company: 'Old Homes' }),
  unspecified: person('Uma Unspecified', 'UNSPECIFIED', { company: 'Nobody' }),
  withoutProfile: { email: 'new@ev.test', uid: 'uid-new', verified: true },
  unverified: { email: 'unverified@ev.test', uid: 'uid-unverified', verified: false },
} satisfies Record<string, Person>;
export type PersonName = keyof typeof people;

/** Returns a token as the Auth emulator makes it: the right claims, and no signature. */
export function tokenOf(
  { email, uid, verified }: Person,
  nowMs: number,
  changes: Record<string, unknown> = {},
): string {
  const seconds = Math.floor(nowMs / 1000);
  return new UnsecuredJWT({
    email,
    email_verified: verified,
    auth_time: seconds - 60,
    user_id: uid,
    firebase: { identities: { email: [email] }, sign_in_provider: 'password' },
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: uid,
    iat: seconds - 60,
    exp: seconds + 3540,
    ...changes,
  }).encode();
}

export const testAddress = { streetName: '1 Test Road', city: 'Boston', state: 'MA', zipcode: '02101' };

/** Returns what a new client types at the sign-up. */
export function registrationOf(email: string) {
  return {
    userName: 'N. N.',
    firstName: 'New',
    lastName: 'Person',
    company: 'New Homes',
    email,
    phoneNumber: '(415) 555-0132',
    userType: 'CLIENT' as const,
    address: testAddress,
  };
}

/** Inserts the profiles of all users who have one. */
export async function savePeople(db: Queryable, everybody: readonly Person[], nowMs: number): Promise<void> {
  for (const { email, uid, profile } of everybody) {
    if (!profile) continue;
    const { firstName, lastName, company, userType, approved, refused } = profile;
    await db.query(
      `insert into users (email, uid, first_name, last_name, company, phone_number, address, user_type,
         user_approved, user_refused, created, updated, company_words, words)
       values ($1, $2, $3, $4, $5, '+14155550132', $6::jsonb, $7, $8, $9, $10, $10, array_to_tsvector($11::text[]), array_to_tsvector($12::text[]))`,
      [
        email,
        uid,
        firstName,
        lastName,
        company,
        JSON.stringify(testAddress),
        userType,
        approved,
        refused,
        Math.floor(nowMs / 1000),
        indexWordsOf(company),
        userWords({ firstName, lastName, company, email }),
      ],
    );
  }
}
