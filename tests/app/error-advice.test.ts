import { expect, test } from 'vitest';
import { ApiError } from '../../src/api/client.ts';
import { adviceOn } from '../../src/app/pages/adviceOn.ts';
import { markMissingChunk } from '../../src/app/start/missingChunk.ts';

const chunk = new TypeError('Failed to fetch dynamically imported module: /assets/JobsPage.js');

test('offline, the page is said to need a connection', () => {
  expect(adviceOn(new ApiError('offline'), true).title).toMatch(/offline/);
  expect(adviceOn(new Error('odd'), false).title).toMatch(/offline/);
});

test('a missing part of the app is brought by loading the page again', () => {
  expect(adviceOn(chunk, true)).toMatchObject({ title: 'Reload to finish updating', reload: true });
  expect(adviceOn(markMissingChunk(new TypeError(chunk.message)), true)).toMatchObject({ reload: true });
});

test('offline, a missing part of the app is said not to be on the device', () => {
  expect(adviceOn(chunk, false)).toMatchObject({
    title: 'This page isn’t available offline',
    reload: true,
  });
  expect(adviceOn(markMissingChunk(new TypeError(chunk.message)), false).title).toBe(
    'This page isn’t available offline',
  );
});

test('a refusal is told in the server’s words', () => {
  expect(adviceOn(new ApiError('forbidden'), true)).toMatchObject({
    advice: 'Your account may not do this.',
    reload: false,
  });
});

test('a mistake of the app is not told in the words of its error', () => {
  const { advice } = adviceOn(new TypeError("Cannot read properties of undefined (reading 'x')"), true);
  expect(advice).not.toContain('undefined');
  expect(advice).toMatch(/Try again/);
});
