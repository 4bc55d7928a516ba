import { beforeEach, expect, test, vi } from 'vitest';
import { inTheEnd } from '../support/inTheEnd.ts';
import { answerJson, testBackend } from './backend.ts';

type Person = { uid: string; email: string; emailVerified: boolean };

/** An identity provider that hangs while it loads, until a test lets it speak. */
const provider = vi.hoisted(() => ({
  person: null as Person | null,
  tell: (_: Person | null) => {},
  loaded: false,
  isFollowed: false,
}));

vi.mock('../../src/session/firebase.ts', () => ({
  onPerson: (listener: (person: Person | null) => void) => {
    provider.tell = listener;
    provider.isFollowed = true;
    return () => {};
  },
  currentPerson: () => provider.person,
  reloadPerson: async () => provider.person,
  followTokens: () => () => {},
  leave: async () => {},
  isProviderLoaded: () => provider.loaded,
  readToken: async () => (provider.loaded ? { ...ada, idToken: 'fresh', exp: 4e9 } : 'later'),
}));

const ada = { uid: 'u-ada', email: 'ada@client.test' };
const profile = {
  email: ada.email,
  firstName: 'Ada',
  lastName: 'Lovelace',
  userName: 'Ada L.',
  company: 'Analytical Engines',
  phoneNumber: '+14155550132',
  address: { streetName: '1 Main St', city: 'Austin', state: 'TX', zipcode: '78701' },
  userType: 'CLIENT',
  userApproved: true,
};
const auth = { ...ada, name: 'Ada L.', type: 'CLIENT', stage: 'active' };

const backend = testBackend();
const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  get length() {
    return stored.size;
  },
  key: (at: number) => [...stored.keys()][at] ?? null,
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});

type SessionModule = typeof import('../../src/session/session.ts');
let app: SessionModule;

async function coldStart(keptToken: string | null = null, exp = 4e9): Promise<void> {
  vi.resetModules();
  app = await import('../../src/session/session.ts');
  const starting = app.startSession(async () =>
    keptToken === null ? null : { ...ada, idToken: keptToken, exp },
  );
  await vi.advanceTimersByTimeAsync(0);
  await starting;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('navigator', { onLine: true });
  stored.clear();
  provider.person = null;
  provider.loaded = false;
  provider.isFollowed = false;
});

test('while the provider hangs, a remembered person is let in after a short wait, with the last profile', async () => {
  stored.set('auth', JSON.stringify(auth));
  stored.set(`profile:${ada.uid}`, JSON.stringify(profile));
  await coldStart();
  expect(app.getSession().stage).toBe('loading');
  await vi.advanceTimersByTimeAsync(2000);
  expect(app.getSession()).toMatchObject({ stage: 'active', profile: { company: 'Analytical Engines' } });
  expect(app.getOwner()).toEqual(ada);
});

test('where the browser says it is offline, there is no wait', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  stored.set('auth', JSON.stringify(auth));
  await coldStart();
  await vi.advanceTimersByTimeAsync(1);
  expect(app.getSession()).toMatchObject({ stage: 'active', profile: { userName: 'Ada L.', company: '' } });
});

test.each([
  ['a device that knows nobody', undefined],
  ['a device of somebody who waits for approval', { ...auth, stage: 'unapproved' }],
  ['a device of somebody without an account', { ...auth, uid: '' }],
])('%s opens on the sign-in page when the provider stays silent', async (_, known) => {
  if (known) stored.set('auth', JSON.stringify(known));
  await coldStart();
  await vi.advanceTimersByTimeAsync(5000);
  expect(app.getSession().stage).toBe('loading');
  await vi.advanceTimersByTimeAsync(6000);
  expect(app.getSession()).toEqual({ stage: 'signed-out' });
});

test('the profile kept of one person is not shown to another', async () => {
  stored.set('auth', JSON.stringify({ ...auth, uid: 'u-bob', email: 'bob@ev.test', name: 'Bob' }));
  stored.set(`profile:${ada.uid}`, JSON.stringify(profile));
  await coldStart();
  await vi.advanceTimersByTimeAsync(2000);
  expect(app.getSession()).toMatchObject({ email: 'bob@ev.test', profile: { userName: 'Bob', company: '' } });
});

async function openOffline(keptToken: string | null = null): Promise<void> {
  stored.set('auth', JSON.stringify(auth));
  stored.set(`profile:${ada.uid}`, JSON.stringify(profile));
  await coldStart(keptToken);
  await vi.advanceTimersByTimeAsync(2000);
}

test('when the provider says later that nobody is signed in, everything is hidden', async () => {
  await openOffline();
  provider.loaded = true;
  provider.tell(null);
  await inTheEnd(() => expect(app.getSession()).toEqual({ stage: 'signed-out' }));
  expect(stored.has('auth')).toBe(false);
  expect(stored.has(`profile:${ada.uid}`)).toBe(true);
});

test('when the provider says later that it is them, a line that hangs changes nothing', async () => {
  await openOffline();
  backend.handle = () => undefined;
  provider.loaded = true;
  provider.tell({ ...ada, emailVerified: true });
  await inTheEnd(() => expect(backend.seen).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(app.getSession()).toMatchObject({ stage: 'active', profile: { company: 'Analytical Engines' } });
});

test('a definite refusal of the profile signs out all the same', async () => {
  await openOffline();
  backend.handle = (_, response) =>
    answerJson(response, 403, { errorMessage: 'Your account may not do this.', code: 'forbidden' });
  provider.loaded = true;
  provider.tell({ ...ada, emailVerified: true });
  await inTheEnd(() => expect(app.getSession().stage).toBe('signed-out'));
});

test('calls go out under the last token known while the provider is silent, and without one as offline', async () => {
  await openOffline('kept');
  const { call } = await import('../../src/api/client.ts');
  backend.handle = (_, response) => answerJson(response, 200, { body: profile });
  await call('profile', { params: { email: ada.email } });
  expect(backend.seen[0]?.headers.authorization).toBe('Bearer kept');

  await openOffline(null);
  const client = await import('../../src/api/client.ts');
  await expect(client.call('profile', { params: { email: ada.email } })).rejects.toMatchObject({
    code: 'offline',
  });
});

test('with a token kept that holds, a remembered person is let in at once, and the provider is asked later', async () => {
  stored.set('auth', JSON.stringify(auth));
  stored.set(`profile:${ada.uid}`, JSON.stringify(profile));
  await coldStart('kept');
  expect(app.getSession()).toMatchObject({ stage: 'active', profile: { company: 'Analytical Engines' } });
  expect(provider.isFollowed).toBe(false);
  await app.followProvider();
  expect(provider.isFollowed).toBe(true);
});

test('with one that has run out they are let in too, the provider is asked at once, and calls wait for its token', async () => {
  stored.set('auth', JSON.stringify(auth));
  stored.set(`profile:${ada.uid}`, JSON.stringify(profile));
  await coldStart('old', Date.now() / 1000 - 60);
  expect(app.getSession().stage).toBe('active');
  expect(provider.isFollowed).toBe(true);
  provider.loaded = true;
  const { call } = await import('../../src/api/client.ts');
  backend.handle = (_, response) => answerJson(response, 200, { body: profile });
  await call('profile', { params: { email: ada.email } });
  expect(backend.seen[0]?.headers.authorization).toBe('Bearer fresh');
});

test('a token of somebody else lets nobody in', async () => {
  stored.set('auth', JSON.stringify({ ...auth, uid: 'u-bob', email: 'bob@ev.test' }));
  await coldStart('kept');
  expect(app.getSession().stage).toBe('loading');
  expect(provider.isFollowed).toBe(true);
});
