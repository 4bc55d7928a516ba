import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { memoryStorage } from '../../support/app/memoryStorage.ts';
import { answerJson, wireProfile as profile, signClientIn, testBackend } from '../support/backend.ts';

type Person = { uid: string; email: string; emailVerified: boolean };

/** An identity provider that hangs while it loads, until a test lets it answer. */
const provider = vi.hoisted(() => ({
  person: null as Person | null,
  tell: (_: Person | null) => {},
  loaded: false,
  isFollowed: false,
}));

vi.mock('../../../src/session/firebase.ts', () => ({
  onUser: (listener: (person: Person | null) => void) => {
    provider.tell = listener;
    provider.isFollowed = true;
    return () => {};
  },
  currentUser: () => provider.person,
  reloadUser: async () => provider.person,
  followTokens: () => () => {},
  signOutUser: async () => {},
  isProviderLoaded: () => provider.loaded,
  readToken: async () => (provider.loaded ? { ...ada, idToken: 'fresh', exp: 4e9 } : 'later'),
}));

const ada = { uid: 'u-ada', email: 'ada@client.test' };
const auth = { ...ada, name: 'Ada L.', type: 'CLIENT', stage: 'active' };

const backend = testBackend();
const stored = new Map<string, string>();
vi.stubGlobal('localStorage', memoryStorage(stored));

type SessionModule = typeof import('../../../src/session/session.ts');
let app: SessionModule;

async function coldStart(keptToken: string | null = null, exp = 4e9): Promise<void> {
  vi.resetModules();
  app = await import('../../../src/session/session.ts');
  await signClientIn(app);
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

test('a remembered user is signed in after a short wait while the provider hangs, with the last profile', async () => {
  stored.set('auth', JSON.stringify(auth));
  stored.set(`profile:${ada.uid}`, JSON.stringify(profile));
  await coldStart();
  expect(app.getSession().stage).toBe('loading');
  await vi.advanceTimersByTimeAsync(2000);
  expect(app.getSession()).toMatchObject({ stage: 'active', profile: { company: 'Analytical Engines' } });
  expect(app.getOwner()).toEqual(ada);
});

test('there is no wait where the browser says it is offline', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  stored.set('auth', JSON.stringify(auth));
  stored.set(`profile:${ada.uid}`, JSON.stringify(profile));
  await coldStart();
  await vi.advanceTimersByTimeAsync(1);
  expect(app.getSession()).toMatchObject({ stage: 'active', profile: { userName: 'Ada L.' } });
});

test.each([
  ['a device that knows nobody', undefined],
  ['a device of somebody who waits for approval', { ...auth, stage: 'unapproved' }],
  ['a device of somebody without an account', { ...auth, uid: '' }],
])('%s opens on the sign-in page when the provider does not answer', async (_, known) => {
  if (known) stored.set('auth', JSON.stringify(known));
  await coldStart();
  await vi.advanceTimersByTimeAsync(5000);
  expect(app.getSession().stage).toBe('loading');
  await vi.advanceTimersByTimeAsync(6000);
  expect(app.getSession()).toEqual({ stage: 'signed-out' });
});

test('the stored profile of one user is not shown to another', async () => {
  stored.set('auth', JSON.stringify({ ...auth, uid: 'u-bob', email: 'bob@ev.test', name: 'Bob' }));
  stored.set(`profile:${ada.uid}`, JSON.stringify(profile));
  const ofBob = { ...profile, email: 'bob@ev.test', userName: 'Bob', company: 'Bricks' };
  stored.set('profile:u-bob', JSON.stringify(ofBob));
  await coldStart();
  await vi.advanceTimersByTimeAsync(2000);
  expect(app.getSession()).toMatchObject({
    email: 'bob@ev.test',
    profile: { userName: 'Bob', company: 'Bricks' },
  });
});

async function openOffline(keptToken: string | null = null): Promise<void> {
  stored.set('auth', JSON.stringify(auth));
  stored.set(`profile:${ada.uid}`, JSON.stringify(profile));
  await coldStart(keptToken);
  await vi.advanceTimersByTimeAsync(2000);
}

test('everything is hidden when the provider later says that nobody is signed in', async () => {
  await openOffline();
  provider.loaded = true;
  provider.tell(null);
  await inTheEnd(() => expect(app.getSession()).toEqual({ stage: 'signed-out' }));
  expect(stored.has('auth')).toBe(false);
  expect(stored.has(`profile:${ada.uid}`)).toBe(true);
});

test('nothing changes when the provider later confirms the user and the connection hangs', async () => {
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
    answerJson(response, 403, {
      errorMessage: 'You don’t have permission to do this. Ask an admin for access.',
      code: 'forbidden',
    });
  provider.loaded = true;
  provider.tell({ ...ada, emailVerified: true });
  await inTheEnd(() => expect(app.getSession().stage).toBe('signed-out'));
});

test('calls use the last known token while the provider is silent, and are “offline” without one', async () => {
  await openOffline('kept');
  const { call } = await import('../../../src/api/client.ts');
  backend.handle = (_, response) => answerJson(response, 200, { body: profile });
  await call('profile', { params: { email: ada.email } });
  expect(backend.seen[0]?.headers.authorization).toBe('Bearer kept');

  await openOffline(null);
  const client = await import('../../../src/api/client.ts');
  await expect(client.call('profile', { params: { email: ada.email } })).rejects.toMatchObject({
    code: 'offline',
  });
});

test('a remembered user with a valid stored token is signed in at once, and the provider is asked later', async () => {
  stored.set('auth', JSON.stringify(auth));
  stored.set(`profile:${ada.uid}`, JSON.stringify(profile));
  await coldStart('kept');
  expect(app.getSession()).toMatchObject({ stage: 'active', profile: { company: 'Analytical Engines' } });
  expect(provider.isFollowed).toBe(false);
  await app.followProvider();
  expect(provider.isFollowed).toBe(true);
});

test('a remembered user with an expired token is signed in, and calls wait for a new token', async () => {
  stored.set('auth', JSON.stringify(auth));
  stored.set(`profile:${ada.uid}`, JSON.stringify(profile));
  await coldStart('old', Date.now() / 1000 - 60);
  expect(app.getSession().stage).toBe('active');
  expect(provider.isFollowed).toBe(true);
  provider.loaded = true;
  const { call } = await import('../../../src/api/client.ts');
  backend.handle = (_, response) => answerJson(response, 200, { body: profile });
  await call('profile', { params: { email: ada.email } });
  expect(backend.seen[0]?.headers.authorization).toBe('Bearer fresh');
});

async function startAfter(lastToken: Promise<'signed-out' | null>): Promise<void> {
  vi.resetModules();
  stored.set('auth', JSON.stringify(auth));
  stored.set(`profile:${ada.uid}`, JSON.stringify(profile));
  app = await import('../../../src/session/session.ts');
  await signClientIn(app);
  void app.startSession(() => lastToken);
}

test.each([
  ['online', true],
  ['offline', false],
])(
  'after a sign-out, old local storage is not shown %s, and is deleted once the provider knows nobody',
  async (_, onLine) => {
    vi.stubGlobal('navigator', { onLine });
    await startAfter(Promise.resolve('signed-out'));
    await vi.advanceTimersByTimeAsync(5000);
    expect(app.getSession().stage).toBe('loading');
    provider.loaded = true;
    provider.tell(null);
    await inTheEnd(() => expect(app.getSession()).toEqual({ stage: 'signed-out' }));
    expect([...stored.keys()]).toEqual([]);
  },
);

test('a user whom the provider knows is signed in, even if the last sign-in was not stored yet', async () => {
  await startAfter(Promise.resolve('signed-out'));
  backend.handle = (_, response) => answerJson(response, 200, { body: profile });
  await vi.advanceTimersByTimeAsync(0);
  provider.loaded = true;
  provider.tell({ ...ada, emailVerified: true });
  await inTheEnd(() => expect(app.getSession().stage).toBe('active'));
  expect(stored.has(`profile:${ada.uid}`)).toBe(true);
});

test('local storage is not shown before IndexedDB has answered', async () => {
  const reading = Promise.withResolvers<null>();
  vi.stubGlobal('navigator', { onLine: false });
  await startAfter(reading.promise);
  await vi.advanceTimersByTimeAsync(9000);
  expect(app.getSession().stage).toBe('loading');
  reading.resolve(null);
  await inTheEnd(() => expect(app.getSession().stage).toBe('active'));
});

test('the sign-in page opens after ten seconds where IndexedDB does not answer, and a later answer still counts', async () => {
  vi.resetModules();
  stored.set('auth', JSON.stringify(auth));
  stored.set(`profile:${ada.uid}`, JSON.stringify(profile));
  app = await import('../../../src/session/session.ts');
  await signClientIn(app);
  const journal = Promise.withResolvers<void>();
  void app.startSession(async () => null, journal.promise);
  await vi.advanceTimersByTimeAsync(9000);
  expect(app.getSession().stage).toBe('loading');
  await vi.advanceTimersByTimeAsync(2000);
  expect(app.getSession()).toEqual({ stage: 'signed-out' });
  expect(stored.has('auth')).toBe(true);
  journal.resolve();
  await vi.advanceTimersByTimeAsync(2000);
  expect(app.getSession()).toMatchObject({ stage: 'active', email: ada.email });
  provider.tell(null);
  await inTheEnd(() => expect(app.getSession()).toEqual({ stage: 'signed-out' }));
  expect(stored.has('auth')).toBe(false);
});

test('the remembered user is forgotten when the provider knows nobody, also after the sign-in page has opened', async () => {
  vi.resetModules();
  stored.set('auth', JSON.stringify({ ...auth, stage: 'unapproved' }));
  app = await import('../../../src/session/session.ts');
  await signClientIn(app);
  void app.startSession(async () => null);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(app.getSession()).toEqual({ stage: 'signed-out' });
  expect(stored.has('auth')).toBe(true);
  provider.tell(null);
  await inTheEnd(() => expect(stored.has('auth')).toBe(false));
});

test('a token of another user signs nobody in', async () => {
  stored.set('auth', JSON.stringify({ ...auth, uid: 'u-bob', email: 'bob@ev.test' }));
  await coldStart('kept');
  expect(app.getSession().stage).toBe('loading');
  expect(provider.isFollowed).toBe(true);
});

test.each([
  ['at once', 0],
  ['late', 1800],
])(
  'a user whom the last token, read %s, does not name is not opened before the provider answers',
  async (_, afterMs) => {
    vi.resetModules();
    stored.set('auth', JSON.stringify({ ...auth, uid: 'u-cy', email: 'cy@client.test', name: 'Cy' }));
    stored.set('profile:u-cy', JSON.stringify({ ...profile, email: 'cy@client.test', userName: 'Cy' }));
    app = await import('../../../src/session/session.ts');
    await signClientIn(app);
    void app.startSession(async () => {
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      return { ...ada, idToken: 'kept', exp: 4e9 };
    });
    await vi.advanceTimersByTimeAsync(9000);
    expect(app.getSession().stage).toBe('loading');
    backend.handle = (_, response) => answerJson(response, 200, { body: profile });
    provider.loaded = true;
    provider.tell({ ...ada, emailVerified: true });
    await inTheEnd(() => expect(app.getSession()).toMatchObject({ stage: 'active', email: ada.email }));
  },
);

test('a user whom the provider contradicts is hidden before the profile of the other has been read', async () => {
  stored.set('auth', JSON.stringify({ ...auth, uid: 'u-cy', email: 'cy@client.test', name: 'Cy' }));
  stored.set('profile:u-cy', JSON.stringify({ ...profile, email: 'cy@client.test', userName: 'Cy' }));
  await coldStart();
  await vi.advanceTimersByTimeAsync(1600);
  expect(app.getSession()).toMatchObject({ stage: 'active', email: 'cy@client.test' });
  let respond = () => {};
  backend.handle = (_, response) => {
    respond = () => answerJson(response, 200, { body: profile });
  };
  provider.loaded = true;
  provider.tell({ ...ada, emailVerified: true });
  expect(app.getSession().stage).toBe('loading');
  expect(app.getOwner()).toBeNull();
  await inTheEnd(() => expect(backend.seen).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(3000);
  expect(app.getSession().stage).toBe('loading');
  respond();
  await inTheEnd(() => expect(app.getSession()).toMatchObject({ stage: 'active', email: ada.email }));
});

test('no call is made for one user with the token of another', async () => {
  stored.set('auth', JSON.stringify({ ...auth, uid: 'u-cy', email: 'cy@client.test', name: 'Cy' }));
  stored.set('profile:u-cy', JSON.stringify({ ...profile, email: 'cy@client.test', userName: 'Cy' }));
  await coldStart();
  await vi.advanceTimersByTimeAsync(1600);
  provider.loaded = true;
  const { call } = await import('../../../src/api/client.ts');
  await expect(call('stats', {})).rejects.toMatchObject({ code: 'offline' });
  expect(backend.seen).toEqual([]);
});

const strangers = [
  [400, 'text/plain', 'Bad Request'],
  [401, 'application/json', '{"error":"Unauthorized"}'],
  [403, 'text/html', '<!doctype html>Blocked'],
  [404, 'text/html', '<!doctype html>Not found'],
  [200, 'application/json', '{"error":"Unauthorized"}'],
] as const;

/** Points the client at our own server's calls, where an unmarked response is foreign. */
function onOwnOrigin(): void {
  vi.stubGlobal('location', new URL(backend.origin));
  onTestFinished(() => void vi.stubGlobal('location', undefined));
}

async function signInAs(person: Person): Promise<void> {
  provider.person = person;
  provider.loaded = true;
  await coldStart();
  provider.tell(person);
  await vi.advanceTimersByTimeAsync(0);
}

test.each(strangers)('a foreign %i as %s takes no access away', async (status, type, body) => {
  onOwnOrigin();
  stored.set('auth', JSON.stringify(auth));
  stored.set(`profile:${ada.uid}`, JSON.stringify(profile));
  backend.handle = (_seen, response) => response.writeHead(status, { 'content-type': type }).end(body);
  await signInAs({ ...ada, emailVerified: true });
  await inTheEnd(() => expect(backend.seen).not.toEqual([]));
  await inTheEnd(() => expect(app.getSession().stage).toBe('active'));
});

test.each(strangers)('a foreign %i as %s asks nobody to register', async (status, type, body) => {
  onOwnOrigin();
  backend.handle = (_seen, response) => response.writeHead(status, { 'content-type': type }).end(body);
  await signInAs({ ...ada, emailVerified: true });
  await inTheEnd(() => expect(app.getSession().stage).not.toBe('loading'));
  expect(app.getSession()).toMatchObject({
    stage: 'signed-out',
    error: expect.stringContaining('Can’t connect to EV Jobs.'),
  });
});

test('our own 404 asks for a profile', async () => {
  onOwnOrigin();
  backend.handle = (_seen, response) => {
    response.setHeader('ev-jobs', '1');
    answerJson(response, 404, { errorMessage: 'Nobody.', code: 'not-found' });
  };
  await signInAs({ ...ada, emailVerified: true });
  await inTheEnd(() => expect(app.getSession().stage).toBe('no-profile'));
});

test('a refusal under a 200 counts as one: the error is shown, and nobody is signed in (§7, §8)', async () => {
  stored.set('auth', JSON.stringify(auth));
  stored.set(`profile:${ada.uid}`, JSON.stringify(profile));
  backend.handle = (_seen, response) => answerJson(response, 200, { errorMessage: 'No such user.' });
  await signInAs({ ...ada, emailVerified: true });
  await inTheEnd(() => expect(app.getSession().stage).toBe('signed-out'));
  expect(app.getSession()).toMatchObject({ error: expect.stringContaining('No such user.') });
});
