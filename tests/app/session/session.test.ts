import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Session } from '../../../src/session/session.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { memoryStorage } from '../../support/app/memoryStorage.ts';
import { answerJson, wireProfile as profile, signClientIn, testBackend } from '../support/backend.ts';

type Person = { uid: string; email: string; emailVerified: boolean };

/** The identity provider, as far as `session/firebase.ts` shows it; everything behind it is real. */
const provider = vi.hoisted(() => ({
  person: null as Person | null,
  tell: (_: Person | null) => {},
  freshTokens: 0,
  loaded: true,
  applied: [] as string[],
  applyFails: null as Error | null,
  reloadFails: null as Error | null,
}));

vi.mock('../../../src/session/firebase.ts', () => ({
  onUser: (listener: (person: Person | null) => void) => {
    provider.tell = listener;
    return () => {};
  },
  currentUser: () => provider.person,
  reloadUser: async () => {
    // The provider's SDK drops an account whose sign-ins have ended.
    if (provider.reloadFails) provider.person = null;
    if (provider.reloadFails) throw provider.reloadFails;
    return provider.person;
  },
  followTokens: () => () => {},
  signOutUser: async () => {},
  isProviderLoaded: () => provider.loaded,
  readToken: async (fresh = false) => {
    if (!provider.loaded) return 'later';
    if (fresh) provider.freshTokens += 1;
    return provider.person && { ...provider.person, idToken: `token of ${provider.person.email}` };
  },
  signInWithPassword: async (email: string) => {
    provider.person = { uid: email, email, emailVerified: true };
    return provider.person;
  },
  checkCode: async (code: string) => ({ operation: code.replace(/\d*$/, ''), email: 'ada@client.test' }),
  applyCode: async (code: string) => {
    provider.applied.push(code);
    if (provider.applyFails) throw provider.applyFails;
    if (provider.person) provider.person = { ...provider.person, emailVerified: true };
  },
  resetPassword: async () => {},
}));

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', memoryStorage(stored));
vi.stubGlobal('sessionStorage', memoryStorage(new Map()));

const ada = 'ada@client.test';

const backend = testBackend();
type SessionModule = typeof import('../../../src/session/session.ts');
let app: SessionModule;
let entering: typeof import('../../../src/session/authActions.ts');

beforeEach(async () => {
  stored.clear();
  provider.person = null;
  provider.freshTokens = 0;
  provider.loaded = true;
  provider.applied = [];
  provider.applyFails = null;
  provider.reloadFails = null;
  vi.resetModules();
  app = await import('../../../src/session/session.ts');
  entering = await import('../../../src/session/authActions.ts');
  await signClientIn(app);
  await app.startSession();
});

async function startsAs(person: Person | null): Promise<Session> {
  provider.person = person;
  provider.tell(person);
  await inTheEnd(() => expect(app.getSession().stage).not.toBe('loading'));
  return app.getSession();
}

const verified: Person = { uid: '1', email: ada, emailVerified: true };
const remembered = JSON.stringify({ uid: '1', email: ada, name: 'Ada L.', type: 'CLIENT', stage: 'active' });

function answerProfile(status: number, body: unknown) {
  backend.handle = (_, response) => answerJson(response, status, body);
}

test('the stage is undecided until the provider has answered', () => {
  expect(app.getSession()).toEqual({ stage: 'loading' });
});

test('without a user the stage is signed out', async () => {
  expect(await startsAs(null)).toEqual({ stage: 'signed-out' });
});

test('no profile is read for an unverified user', async () => {
  expect(await startsAs({ ...verified, emailVerified: false })).toEqual({ stage: 'unverified', email: ada });
  expect(backend.seen).toEqual([]);
});

test('a verified user without a profile has to register', async () => {
  answerProfile(404, { errorMessage: 'There is no such profile.', code: 'not-found' });
  expect(await startsAs(verified)).toEqual({ stage: 'no-profile', email: ada });
});

test('an unapproved profile waits, an approved one is signed in, and an unspecified one is not', async () => {
  answerProfile(200, { body: { ...profile, userApproved: false } });
  expect(await startsAs(verified)).toMatchObject({ stage: 'unapproved' });
  answerProfile(200, { body: profile });
  await app.refresh();
  expect(app.getSession()).toMatchObject({ stage: 'active', profile: { userName: 'Ada L.' } });
  answerProfile(200, { body: { ...profile, userType: 'UNSPECIFIED' } });
  await app.refresh();
  expect(app.getSession().stage).toBe('unapproved');
});

test('the profile is read with the bearer, and with a new one after a 401', async () => {
  backend.handle = (_, response) =>
    backend.seen.length === 1
      ? answerJson(response, 401, { errorMessage: 'Sign in to continue.', code: 'unauthorized' })
      : answerJson(response, 200, { body: profile });
  expect((await startsAs(verified)).stage).toBe('active');
  expect(backend.seen[0]?.headers.authorization).toBe(`Bearer token of ${ada}`);
  expect(provider.freshTokens).toBe(1);
});

test('a refused profile sets the error and no user', async () => {
  answerProfile(403, {
    errorMessage: 'You don’t have permission to do this. Ask an admin for access.',
    code: 'forbidden',
  });
  expect(await startsAs(verified)).toEqual({
    stage: 'signed-out',
    error: 'We couldn’t load your profile. You don’t have permission to do this. Ask an admin for access.',
  });
});

test('a user whose sessions were ended reads that they were signed out, and what is kept', async () => {
  answerProfile(200, { body: profile });
  await startsAs(verified);
  answerProfile(401, { errorMessage: 'Sign in to continue.', code: 'unauthorized' });
  await app.refresh();
  expect(app.getSession()).toEqual({
    stage: 'signed-out',
    error:
      'You were signed out. Sign in again to continue. What you typed or haven’t sent yet is saved on this device.',
    isEnded: true,
  });
});

test('a profile that cannot be read sets the error when nothing is known', async () => {
  await backend.close();
  expect(await startsAs(verified)).toMatchObject({
    stage: 'signed-out',
    error: expect.stringContaining('connection'),
  });
});

test('a lost connection takes no known access away', async () => {
  stored.set('auth', remembered);
  stored.set('profile:1', JSON.stringify(profile));
  await backend.close();
  expect(await startsAs(verified)).toMatchObject({
    stage: 'active',
    profile: { email: ada, userName: 'Ada L.', userType: 'CLIENT' },
  });
});

test('a server that has too much to do takes no known access away', async () => {
  stored.set('auth', remembered);
  stored.set('profile:1', JSON.stringify(profile));
  answerProfile(429, {
    errorMessage: 'Too many requests. Wait a minute, then try again.',
    code: 'rate-limited',
  });
  expect(await startsAs(verified)).toMatchObject({ stage: 'active', profile: { email: ada } });
});

test('a remembered profile is read again when back online', async () => {
  const online = new EventTarget();
  const { addEventListener } = globalThis;
  vi.stubGlobal('addEventListener', online.addEventListener.bind(online));
  onTestFinished(() => void vi.stubGlobal('addEventListener', addEventListener));
  await signClientIn(app);
  await app.startSession();
  stored.set('auth', remembered);
  stored.set('profile:1', JSON.stringify({ ...profile, company: 'Former Engines' }));
  answerProfile(503, {
    errorMessage: 'EV Jobs isn’t available right now. Try again in a few minutes.',
    code: 'unavailable',
  });
  expect(await startsAs(verified)).toMatchObject({ stage: 'active', profile: { company: 'Former Engines' } });
  answerProfile(200, { body: profile });
  online.dispatchEvent(new Event('online'));
  await inTheEnd(() =>
    expect(app.getSession()).toMatchObject({ stage: 'active', profile: { company: 'Analytical Engines' } }),
  );
});

test('the stored session of one user signs no other in', async () => {
  stored.set(
    'auth',
    JSON.stringify({ uid: '2', email: 'bob@ev.test', name: 'Bob B.', type: 'ADMIN', stage: 'active' }),
  );
  await backend.close();
  expect((await startsAs(verified)).stage).toBe('signed-out');
});

test('a refusal takes the access away even if the stored session grants it', async () => {
  answerProfile(200, { body: profile });
  await startsAs(verified);
  answerProfile(403, {
    errorMessage: 'You don’t have permission to do this. Ask an admin for access.',
    code: 'forbidden',
  });
  await app.refresh();
  expect(app.getSession().stage).toBe('signed-out');
});

test('the key "auth" holds uid, email, name, type and stage, and no token', async () => {
  answerProfile(200, { body: profile });
  await startsAs(verified);
  expect(stored.get('auth')).toBe(remembered);
});

test('a lost session hides everything, and deletes only the stored session', async () => {
  answerProfile(200, { body: profile });
  await startsAs(verified);
  stored.set('draft:1:ada@client.test:J1', 'canary');
  provider.person = null;
  provider.tell(null);
  await inTheEnd(() => expect(app.getSession()).toEqual({ stage: 'signed-out' }));
  expect(app.getOwner()).toBeNull();
  expect(stored.has('auth')).toBe(false);
  expect(stored.get('draft:1:ada@client.test:J1')).toBe('canary');
});

test('a verified email address leads on at once', async () => {
  answerProfile(404, { errorMessage: 'There is no such profile.', code: 'not-found' });
  await startsAs({ ...verified, emailVerified: false });
  await entering.applyEmailLink('verifyEmail', 'VERIFY_EMAIL');
  expect(app.getSession().stage).toBe('no-profile');
});

test('a code is applied once, however often its page renders', async () => {
  await startsAs(null);
  const link = { mode: 'verifyEmail', email: ada };
  expect(await entering.applyEmailLink('verifyEmail', 'VERIFY_EMAIL')).toEqual(link);
  expect(await entering.applyEmailLink('verifyEmail', 'VERIFY_EMAIL')).toEqual(link);
  expect(provider.applied).toEqual(['VERIFY_EMAIL']);
});

test('a code that did not reach the provider can be applied again', async () => {
  const { AuthError } = await import('../../../src/session/authErrors.ts');
  await startsAs(null);
  provider.applyFails = new AuthError('auth/network-request-failed');
  await expect(entering.applyEmailLink('recoverEmail', 'RECOVER_EMAIL')).rejects.toThrow('Couldn’t reach');
  provider.applyFails = null;
  expect(await entering.applyEmailLink('recoverEmail', 'RECOVER_EMAIL')).toMatchObject({ email: ada });
});

test('a code of another kind than its link says is not applied', async () => {
  await startsAs(null);
  for (const code of ['RECOVER_EMAIL', 'PASSWORD_RESET', 'VERIFY_AND_CHANGE_EMAIL', 'EMAIL_SIGNIN']) {
    await expect(entering.applyEmailLink('verifyEmail', code)).rejects.toThrow('Request a new link');
  }
  expect(provider.applied).toEqual([]);
});

test.each([
  [
    'changes their own address',
    () => entering.applyEmailLink('verifyAndChangeEmail', 'VERIFY_AND_CHANGE_EMAIL'),
  ],
  ['sets their own password', () => entering.confirmReset('code', 'stamped-2027')],
])('a signed-in user who %s by a link is signed out with their other sessions', async (_, open) => {
  const { AuthError } = await import('../../../src/session/authErrors.ts');
  answerProfile(200, { body: profile });
  expect(await startsAs(verified)).toMatchObject({ stage: 'active' });
  provider.reloadFails = new AuthError('auth/user-token-expired');
  await open();
  expect(app.getSession()).toEqual({ stage: 'signed-out' });
});

test('a response for the previous user does not set the session of the next', async () => {
  let late = () => {};
  backend.handle = (seen, response) => {
    if (seen.url.includes('ada')) late = () => answerJson(response, 200, { body: profile });
    else answerJson(response, 404, { errorMessage: 'There is no such profile.', code: 'not-found' });
  };
  provider.person = verified;
  provider.tell(verified);
  await inTheEnd(() => expect(backend.seen).toHaveLength(1));
  await entering.signIn('bob@ev.test', 'stamped-2026');
  late();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(app.getSession()).toEqual({ stage: 'no-profile', email: 'bob@ev.test' });
});

test('listeners are called for changes only', async () => {
  answerProfile(200, { body: profile });
  await startsAs(verified);
  const heard = vi.fn();
  app.onSessionChange(heard);
  await app.refresh();
  expect(heard).not.toHaveBeenCalled();
});

test('a user finds only their own drafts after signing in', async () => {
  answerProfile(200, { body: profile });
  stored.set('draft:1:bob@ev.test:J1', 'canary');
  stored.set('registration:ada@client.test', '{}');
  await entering.signIn(ada, 'stamped-2026');
  expect([...stored.keys()].sort()).toEqual([
    'auth',
    'profile:ada@client.test',
    'registration:ada@client.test',
  ]);
});
