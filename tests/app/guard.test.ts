import { describe, expect, test } from 'vitest';
import { guard } from '../../src/app/guard.ts';
import type { ApprovedProfile, Profile } from '../../src/contract/user.ts';
import type { Session } from '../../src/session/session.ts';

const profile: Profile = {
  email: 'ada@client.test',
  firstName: 'Ada',
  lastName: 'Lovelace',
  userName: 'Ada L.',
  company: 'Analytical Engines',
  phoneNumber: '+14155550132',
  address: { streetName: '1 Main St', city: 'Austin', state: 'TX', zipcode: '78701' },
  userType: 'CLIENT',
  userApproved: false,
  userRefused: false,
  createdTimestamp: 0,
};
const approved: ApprovedProfile = { ...profile, userApproved: true };
const { email } = profile;

const sessions = {
  loading: { stage: 'loading' },
  'signed-out': { stage: 'signed-out' },
  unverified: { stage: 'unverified', email },
  'no-profile': { stage: 'no-profile', email },
  unapproved: { stage: 'unapproved', email, profile },
  active: { stage: 'active', email, profile: approved },
} satisfies Record<Session['stage'], Session>;

const stay = undefined;
const signIn = '/auth/signin';
const notVerified = '/auth/not-verified';
const userInfo = '/auth/user-info';
const notApproved = '/auth/not-approved';
const listing = '/jobs/listing/all';

type Row = [
  path: string,
  signedOut: unknown,
  unverified: unknown,
  noProfile: unknown,
  unapproved: unknown,
  active: unknown,
];

/** The specification's §2: every route, and where each stage of the access flow goes from it. */
// biome-ignore format: a table is read by its columns.
const table: Row[] = [
  // path                          signed-out  unverified   no-profile  unapproved   active
  ['/',                            signIn,     notVerified, userInfo,   notApproved, listing],
  ['/auth/signup',                 stay,       notVerified, userInfo,   notApproved, listing],
  ['/auth/signin',                 stay,       notVerified, userInfo,   notApproved, listing],
  ['/auth/reset-password',         stay,       notVerified, userInfo,   notApproved, listing],
  ['/auth/forgot-password',        stay,       notVerified, userInfo,   notApproved, listing],
  ['/auth/email-verification',     stay,       stay,        userInfo,   notApproved, listing],
  ['/auth/not-verified',           signIn,     stay,        userInfo,   notApproved, stay],
  ['/auth/user-info',              signIn,     notVerified, stay,       notApproved, listing],
  ['/auth/not-approved',           signIn,     notVerified, userInfo,   stay,        listing],
  ['/jobs/listing',                signIn,     notVerified, userInfo,   notApproved, stay],
  ['/jobs/listing/all',            signIn,     notVerified, userInfo,   notApproved, stay],
  ['/jobs/listing/on-hold',        signIn,     notVerified, userInfo,   notApproved, stay],
  ['/jobs/create',                 signIn,     notVerified, userInfo,   notApproved, stay],
  ['/jobs/update/j-1',             signIn,     notVerified, userInfo,   notApproved, stay],
  ['/users/update/ada@client.test', signIn,    notVerified, userInfo,   notApproved, stay],
  ['/users/listing/pending',       signIn,     notVerified, userInfo,   notApproved, stay],
  ['/users/invite',                signIn,     notVerified, userInfo,   notApproved, stay],
  ['/users/activity',              signIn,     notVerified, userInfo,   notApproved, stay],
  ['/attachments/c-1',             signIn,     notVerified, userInfo,   notApproved, stay],
  ['/messages',                    signIn,     notVerified, userInfo,   notApproved, stay],
  ['/account',                     signIn,     notVerified, userInfo,   notApproved, stay],
  ['/share',                       signIn,     notVerified, userInfo,   notApproved, stay],
  // An unknown address has a page of its own for everybody.
  ['/nothing/here',                stay,       stay,        stay,       stay,        stay],
  ['/jobs',                        stay,       stay,        stay,       stay,        stay],
];

const cases = table.flatMap(([path, ...targets]) =>
  (['signed-out', 'unverified', 'no-profile', 'unapproved', 'active'] as const).map(
    (stage, column) => [stage, path, targets[column]] as const,
  ),
);

describe('the routing guard', () => {
  test.each(cases)('%s at %s → %s', (stage, path, target) => {
    expect(guard(sessions[stage], path)).toBe(target);
  });

  test.each(table.map(([path]) => path))('while authentication loads, nothing happens at %s', (path) => {
    expect(guard(sessions.loading, path)).toBeUndefined();
  });

  test('a trailing slash changes nothing', () => {
    expect(guard(sessions['signed-out'], '/jobs/create/')).toBe(signIn);
    expect(guard(sessions.active, '/auth/signin/')).toBe(listing);
    expect(guard(sessions.unverified, '/auth/not-verified/')).toBeUndefined();
  });

  test.each(Object.keys(sessions) as Session['stage'][])('%s never goes round in a circle', (stage) => {
    for (const [path] of table) {
      const target = guard(sessions[stage], path);
      if (target) expect(guard(sessions[stage], target)).toBeUndefined();
    }
  });
});
