import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { requestPersistence } from '../../../src/device/storagePersistence.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function browser(persist: () => Promise<boolean>): void {
  vi.stubGlobal('navigator', { storage: { persist } });
}

test('a storage prompt without an answer is pending, and its late answer counts', async () => {
  const prompt = Promise.withResolvers<boolean>();
  browser(() => prompt.promise);
  const answers: string[] = [];
  void requestPersistence((answer) => answers.push(answer));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answers).toEqual(['pending']);
  prompt.resolve(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toEqual(['pending', 'granted']);
});

test.each([
  ['a promise', async () => true, 'granted'],
  ['a refusal', async () => false, 'refused'],
  ['a failure', () => Promise.reject(new TypeError()), 'refused'],
] as [string, () => Promise<boolean>, string][])('%s is reported once', async (_, persist, expected) => {
  browser(persist);
  const answers: string[] = [];
  void requestPersistence((answer) => answers.push(answer));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answers).toEqual([expected]);
});
