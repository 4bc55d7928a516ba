import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AuthError } from '../../../src/session/authErrors.ts';

/** Loads the identity provider's own SDK in a fake browser. */
beforeEach(() => {
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:9' });
  vi.stubGlobal('indexedDB', { open: () => ({}) });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a sign-in where IndexedDB does not answer fails after ten seconds with advice', async () => {
  const { signInWithPassword } = await import('../../../src/session/firebase.ts');
  const failed = vi.fn<(error: AuthError) => void>();
  void signInWithPassword('ada@client.test', 'a password').catch(failed);
  await vi.advanceTimersByTimeAsync(9000);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2000);
  expect(failed).toHaveBeenCalledOnce();
  expect(failed.mock.calls[0]?.[0].message).toBe(
    'Your browser’s storage isn’t responding. Close other EV Jobs windows or restart the browser, then try again.',
  );
});

/** Loads the SDK in a browser that remembers a user and, where they are lost, cannot open its databases until `recover` is called. */
async function whoIsSignedIn({ isLost }: { isLost: boolean }) {
  vi.resetModules();
  const databases = new IDBFactory();
  let areLost = isLost;
  vi.stubGlobal('indexedDB', {
    open: (name: string, version?: number) => {
      if (areLost) throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError');
      return databases.open(name, version);
    },
    deleteDatabase: (name: string) => databases.deleteDatabase(name),
  });
  const user = { uid: 'u1', email: 'ada@client.test', name: 'Ada L.', type: 'CLIENT', stage: 'active' };
  const stored = new Map([['auth', JSON.stringify(user)]]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  const { onUser, isProviderLoaded, readToken } = await import('../../../src/session/firebase.ts');
  const { storageLost } = await import('../../../src/storage.ts');
  const named: unknown[] = [];
  onUser((person) => named.push(person));
  return {
    named,
    isProviderLoaded,
    readToken,
    storageLost,
    recover() {
      areLost = false;
    },
  };
}

async function passes(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    await vi.advanceTimersByTimeAsync(100);
    for (let n = 0; n < 10; n += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

test('a provider whose database was lost names nobody, and the page is to be loaded anew once it opens', async () => {
  const browser = await whoIsSignedIn({ isLost: true });
  await passes(1500);
  expect(browser.named).toEqual([]);
  expect(await browser.readToken()).toBe('later');
  browser.recover();
  await passes(3000);
  expect(browser.storageLost.get()).toBe(true);
  expect(browser.named).toEqual([]);
});

test('a provider whose database stays denied is believed after ten seconds, and one whose database opens at once', async () => {
  const denied = await whoIsSignedIn({ isLost: true });
  await passes(15_000);
  expect(denied.named).toEqual([null]);
  expect(denied.storageLost.get()).toBe(false);
  expect(await denied.readToken()).toBeNull();

  const browser = await whoIsSignedIn({ isLost: false });
  await passes(1000);
  expect(browser.named).toEqual([null]);
  expect(browser.storageLost.get()).toBe(false);
});

const denied = () => {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
};
const deniedArea = { getItem: denied, setItem: denied, removeItem: denied };
const fullArea = { getItem: () => null, setItem: denied, removeItem: () => undefined };

test.each([
  ['the databases and local storage', deniedArea],
  ['the databases, and has no room in local storage', fullArea],
])('a browser that denies %s signs a user in for as long as the page lasts, and logs it', async (_, area) => {
  vi.resetModules();
  vi.useRealTimers();
  vi.stubGlobal('indexedDB', { open: denied });
  vi.stubGlobal('localStorage', area);
  const inMemoryPersistence = { write: () => undefined };
  const browserLocalPersistence = { write: () => localStorage.setItem('firebase:authUser', '{}') };
  let stores = inMemoryPersistence;
  // As the SDK for browsers does: it takes any store, and writes to it once somebody signs in.
  vi.doMock('firebase/auth', async (original) => ({
    ...(await original<typeof import('firebase/auth')>()),
    inMemoryPersistence,
    browserLocalPersistence,
    initializeAuth: () => ({ authStateReady: async () => undefined }),
    connectAuthEmulator: () => undefined,
    setPersistence: async (_auth: unknown, store: typeof stores) => {
      stores = store;
    },
    signInWithEmailAndPassword: async (_auth: unknown, email: string) => {
      stores.write();
      return { user: { uid: 'u1', email, emailVerified: true } };
    },
  }));
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { signInWithPassword } = await import('../../../src/session/firebase.ts');
  const signedIn = await signInWithPassword('ada@client.test', 'a password');
  expect(signedIn).toMatchObject({ uid: 'u1', email: 'ada@client.test' });
  expect(String(warned.mock.calls)).toContain('The sign-in cannot be stored in this browser');
  warned.mockRestore();
  vi.doUnmock('firebase/auth');
});
