import { createMemoryHistory, isNotFound, isRedirect } from '@tanstack/react-router';
import { describe, expect, test } from 'vitest';
import type { SettledSession, Stage } from '../../../src/app/guard.ts';
import { createAppRouter } from '../../../src/app/routes.tsx';
import type { ApprovedProfile, Profile } from '../../../src/contract/users/user.ts';
import { wireProfile } from '../support/backend.ts';

const profile = { ...wireProfile, userApproved: false } as Profile;
const approved: ApprovedProfile = { ...profile, userApproved: true };
const { email } = profile;

const sessions = {
  'signed-out': { stage: 'signed-out' },
  unverified: { stage: 'unverified', email },
  'no-profile': { stage: 'no-profile', email },
  unapproved: { stage: 'unapproved', email, profile },
  active: { stage: 'active', email, profile: approved },
} satisfies Record<Stage, SettledSession>;

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

/** Every route, the specification's §2 and ours, and where each stage of the access flow is redirected from it. */
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
  ['/checklists/EE',               signIn,     notVerified, userInfo,   notApproved, stay],
  ['/figures',                     signIn,     notVerified, userInfo,   notApproved, stay],
  ['/due-dates',                   signIn,     notVerified, userInfo,   notApproved, stay],
  ['/settings',                    signIn,     notVerified, userInfo,   notApproved, stay],
  ['/saved-replies',               signIn,     notVerified, userInfo,   notApproved, stay],
  ['/trusted-issuers',             signIn,     notVerified, userInfo,   notApproved, stay],
  ['/plans/j-1/key',               signIn,     notVerified, userInfo,   notApproved, stay],
  ['/search',                      signIn,     notVerified, userInfo,   notApproved, stay],
  ['/attachments/c-1',             signIn,     notVerified, userInfo,   notApproved, stay],
  ['/messages',                    signIn,     notVerified, userInfo,   notApproved, stay],
  ['/account',                     signIn,     notVerified, userInfo,   notApproved, stay],
  ['/share',                       signIn,     notVerified, userInfo,   notApproved, stay],
  ['/check',                       stay,       stay,        stay,       stay,        stay],
  // An unknown address has its own page in every stage.
  ['/nothing/here',                stay,       stay,        stay,       stay,        stay],
  ['/jobs',                        stay,       stay,        stay,       stay,        stay],
];

type Match = { options: { beforeLoad?: (on: object) => unknown } };

/**
 * Returns where a session is redirected from an address: runs what the address's routes run before they load.
 *
 * @returns the path of the redirect; undefined where the session stays, also on an unknown address; `404` where the address is
 *   said not to exist
 */
function answerAt(session: SettledSession, path: string, search: object = {}): string | undefined {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  const [matched, , found] = router.getMatchedRoutes(router.latestLocation.pathname);
  if (!found) return undefined;
  let context: object = { session };
  try {
    for (const { options } of matched as readonly unknown[] as readonly Match[]) {
      const location = { ...router.latestLocation, search };
      const more = options.beforeLoad?.({ context, location, search });
      context = { ...context, ...(more as object) };
    }
  } catch (thrown) {
    if (isNotFound(thrown)) return '404';
    if (!isRedirect(thrown)) throw thrown;
    return new URL(thrown.options.href ?? `${thrown.options.to}`, 'https://app.invalid').pathname;
  }
  return undefined;
}

/** Returns the redirect of an address; undefined where the session stays, as on an unknown address. */
function goesTo(...asked: Parameters<typeof answerAt>): string | undefined {
  const answer = answerAt(...asked);
  return answer === '404' ? undefined : answer;
}

const cases = table.flatMap(([path, ...targets]) =>
  (['signed-out', 'unverified', 'no-profile', 'unapproved', 'active'] as const).map(
    (stage, column) => [stage, path, targets[column]] as const,
  ),
);

describe('the routing guard', () => {
  test.each(cases)('%s at %s is redirected to %s', (stage, path, target) => {
    expect(goesTo(sessions[stage], path)).toBe(target);
  });

  test('the table has every address of the app', () => {
    const router = createAppRouter(createMemoryHistory());
    const inTable = table.map(([path]) => router.getMatchedRoutes(path)[2]?.fullPath);
    expect(Object.keys(router.routesByPath).filter((path) => !inTable.includes(path as never))).toEqual([]);
  });

  const links = ['/auth/email-verification', '/auth/reset-password'];
  const stages = Object.keys(sessions) as Stage[];

  test.each(stages)('%s stays on the page that an email’s link opens', (stage) => {
    for (const path of links) expect(goesTo(sessions[stage], path, { oobCode: 'code' })).toBeUndefined();
  });

  test('a code in the address allows no other page', () => {
    const others = table.filter(([path]) => !links.includes(path));
    for (const stage of stages) {
      for (const [path] of others) {
        expect(goesTo(sessions[stage], path, { oobCode: 'code' })).toBe(goesTo(sessions[stage], path));
      }
    }
  });

  test('an employee begins with the open jobs that are assigned to them, and every other user with all', () => {
    const begins = (userType: 'EMPLOYEE' | 'ADMIN' | 'CLIENT') => {
      const router = createAppRouter(createMemoryHistory({ initialEntries: ['/'] }));
      const session: SettledSession = { stage: 'active', email, profile: { ...approved, userType } };
      const [index] = router.getMatchedRoutes('/')[0].slice(-1) as readonly unknown[] as Match[];
      try {
        index?.options.beforeLoad?.({ context: { session }, location: router.latestLocation });
      } catch (thrown) {
        return isRedirect(thrown) ? thrown.options.href : undefined;
      }
    };
    const search = new URLSearchParams({ assignee: 'me', status: '["IN_PROGRESS","ON_HOLD"]' });
    expect(begins('EMPLOYEE')).toBe(`/jobs/listing/all?${search}`);
    expect(begins('ADMIN')).toBe('/jobs/listing/all');
    expect(begins('CLIENT')).toBe('/jobs/listing/all');
  });

  test('a trailing slash changes nothing', () => {
    expect(goesTo(sessions['signed-out'], '/jobs/create/')).toBe(signIn);
    expect(goesTo(sessions.active, '/auth/signin/')).toBe(listing);
    expect(goesTo(sessions.unverified, '/auth/not-verified/')).toBeUndefined();
  });

  test.each(Object.keys(sessions) as Stage[])('%s is redirected at most once', (stage) => {
    for (const [path] of table) {
      const target = goesTo(sessions[stage], path);
      if (target) expect(goesTo(sessions[stage], target)).toBeUndefined();
    }
  });

  test('a client finds every address but those of staff', () => {
    const employee = { stage: 'active', email, profile: { ...approved, userType: 'EMPLOYEE' } } as const;
    const addresses = table.map(([path]) => path);
    expect(addresses.filter((path) => answerAt(employee, path) === '404')).toEqual([]);
    expect(addresses.filter((path) => answerAt(sessions.active, path) === '404')).toEqual([
      '/users/listing/pending',
      '/users/invite',
      '/users/activity',
      '/checklists/EE',
      '/figures',
      '/due-dates',
      '/settings',
      '/saved-replies',
      '/trusted-issuers',
    ]);
  });
});
