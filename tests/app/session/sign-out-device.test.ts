import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemoryCaches } from '../../support/app/memoryCaches.ts';
import { memoryStorage } from '../../support/app/memoryStorage.ts';
import { answerJson, signClientIn, testBackend, wireProfile } from '../support/backend.ts';

const ada = { uid: 'u-ada', email: 'ada@client.test' };
const provider = vi.hoisted(() => ({ isSignedIn: true }));

vi.mock('../../../src/session/firebase.ts', () => ({
  onUser: () => () => {},
  followTokens: () => () => {},
  currentUser: () => null,
  reloadUser: async () => null,
  isProviderLoaded: () => true,
  readToken: async () =>
    provider.isSignedIn ? { uid: 'u-ada', email: 'ada@client.test', idToken: 'of-ada', exp: 4e9 } : null,
  signOutUser: async () => {
    provider.isSignedIn = false;
  },
}));

const backend = testBackend();
let isSubscribed: boolean;
const { put, add } = IDBObjectStore.prototype;

beforeEach(() => {
  isSubscribed = true;
  const unsubscribe = async () => {
    isSubscribed = false;
    return true;
  };
  const getSubscription = async () => ({ endpoint: 'https://push.test/1', unsubscribe });
  const registration = { getNotifications: async () => [], pushManager: { getSubscription } };
  const remembered = { ...ada, name: 'Ada L.', type: 'CLIENT', stage: 'active' };
  const stored = new Map([
    ['auth', JSON.stringify(remembered)],
    [`profile:${ada.uid}`, JSON.stringify(wireProfile)],
  ]);
  vi.stubGlobal('localStorage', memoryStorage(stored));
  vi.stubGlobal('sessionStorage', memoryStorage(new Map()));
  vi.stubGlobal('caches', new MemoryCaches());
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  vi.stubGlobal('location', Object.assign(new URL(backend.origin), { replace: () => undefined }));
});
afterEach(() => {
  Object.assign(IDBObjectStore.prototype, { put, add });
  vi.unstubAllGlobals();
});

test('a sign-out tells the server that this device is left, as the user who leaves', async () => {
  backend.handle = (_, response) => answerJson(response, 200, { body: { done: true } });
  const session = await import('../../../src/session/session.ts');
  await signClientIn(session);
  await session.startSession(async () => ({ ...ada, idToken: 'kept', exp: 4e9 }));
  expect(session.getOwner()).toEqual(ada);
  const { startOutbox } = await import('../../../src/outbox/pageOutbox.ts');
  startOutbox(async () => null);
  const { signOut } = await import('../../../src/app/signOut/signOut.ts');
  await signOut(false);
  const told = backend.seen.find(({ url }) => url === '/api/notifications/devices/remove');
  expect(told?.headers.authorization).toBe('Bearer of-ada');
  expect({ isSubscribed, ...provider }).toEqual({ isSubscribed: false, isSignedIn: false });
});
