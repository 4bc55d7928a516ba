import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AuthError } from '../../src/session/authErrors.ts';

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
  const { enter } = await import('../../src/session/firebase.ts');
  const failed = vi.fn<(error: AuthError) => void>();
  void enter('ada@client.test', 'a password').catch(failed);
  await vi.advanceTimersByTimeAsync(9000);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2000);
  expect(failed).toHaveBeenCalledOnce();
  expect(failed.mock.calls[0]?.[0].message).toBe(
    'Your browser’s storage isn’t responding. Close other EV Jobs windows or restart the browser, then try again.',
  );
});
