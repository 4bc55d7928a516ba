import { expect, test } from 'vitest';
import { ApiError } from '../../../src/api/client.ts';
import { adviceOn } from '../../../src/app/pages/adviceOn.ts';
import { markMissingChunk } from '../../../src/app/start/missingChunk.ts';

const chunk = new TypeError('Failed to fetch dynamically imported module: /assets/JobsPage.js');

test('the advice offline is that the page needs a connection', () => {
  expect(adviceOn(new ApiError('offline'), true).title).toBe('You’re offline');
  expect(adviceOn(new ApiError('timeout'), false).title).toBe('You’re offline');
});

test.each([
  ['an exception of the app', new RangeError('Invalid time value')],
  ['what is no error at all', 'odd'],
])('the advice on %s while the server cannot be reached is not that the user is offline', (_, error) => {
  expect(adviceOn(error, false)).toMatchObject({ title: 'Something went wrong', contact: true });
});

test('the advice on a refusal stays the server’s sentence when the server cannot be reached afterwards', () => {
  const refusal = new ApiError('not-found');
  expect(adviceOn(refusal, false)).toMatchObject({
    title: 'Couldn’t load this page',
    advice: refusal.message,
  });
});

test('the advice on a missing chunk is to reload', () => {
  expect(adviceOn(chunk, true)).toMatchObject({ title: 'Reload to finish updating', reload: true });
  expect(adviceOn(markMissingChunk(new TypeError(chunk.message)), true)).toMatchObject({ reload: true });
});

test('the advice on a missing chunk offline is that the page is not on this device', () => {
  expect(adviceOn(chunk, false)).toMatchObject({
    title: 'This page isn’t available offline',
    reload: true,
  });
  expect(adviceOn(markMissingChunk(new TypeError(chunk.message)), false).title).toBe(
    'This page isn’t available offline',
  );
});

test('the advice on a refusal is the server’s sentence', () => {
  expect(adviceOn(new ApiError('forbidden'), true)).toMatchObject({
    advice: 'You don’t have permission to do this. Ask an admin for access.',
    reload: false,
  });
});

test('the advice on an exception of the app does not quote it', () => {
  const { advice } = adviceOn(new TypeError("Cannot read properties of undefined (reading 'x')"), true);
  expect(advice).not.toContain('undefined');
  expect(advice).toMatch(/Try again/);
});
