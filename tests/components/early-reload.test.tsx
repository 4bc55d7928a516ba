import { expect, test, vi } from 'vitest';
import { people, tokenOf } from '../support/server/people.ts';

/** Stores a sign-in as the provider's SDK does. */
async function storeSignIn({ uid, email }: { uid: string; email: string }, token: string): Promise<void> {
  const opening = indexedDB.open('firebaseLocalStorageDb', 1);
  opening.onupgradeneeded = () =>
    void opening.result.createObjectStore('firebaseLocalStorage', { keyPath: 'fpk_key' });
  await new Promise((resolve) => {
    opening.onsuccess = resolve;
  });
  const transaction = opening.result.transaction('firebaseLocalStorage', 'readwrite');
  transaction.objectStore('firebaseLocalStorage').put({
    fpk_key: 'firebase:authUser:emulator:[DEFAULT]',
    value: {
      uid,
      email,
      emailVerified: true,
      isAnonymous: false,
      providerData: [],
      stsTokenManager: { refreshToken: 'r', accessToken: token, expirationTime: Date.now() + 3_600_000 },
      apiKey: 'emulator',
      appName: '[DEFAULT]',
    },
  });
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  opening.result.close();
}

test('a page that reads its user again before the stored sign-in is read signs nobody out', async () => {
  const { client } = people;
  await storeSignIn(client, tokenOf(client, Date.now()));
  vi.stubGlobal('fetch', async () =>
    Response.json({ users: [{ localId: client.uid, email: client.email, emailVerified: true }] }),
  );
  const actual = await vi.importActual<typeof import('../../src/session/firebase.ts')>(
    '../../src/session/firebase.ts',
  );
  expect(await actual.reloadUser()).toEqual({ uid: client.uid, email: client.email, emailVerified: true });
  vi.unstubAllGlobals();
});
