import { expect, test } from 'vitest';
import { ApiError } from '../../../src/api/ApiError.ts';
import { newIntent, withIntent } from '../../../src/outbox/sends/intents.ts';

const at = Date.parse('2026-11-21T01:30:00Z');

test('an intent stamps its file names once and numbers equal names', () => {
  const files = ['roof.jpg', 'roof.jpg', 'roof.jpg', 'notes'].map((name) => new File(['x'], name));
  expect(newIntent(files, at).files.map((file) => file.name)).toEqual([
    'roof.20261121T103000.jpg',
    'roof (2).20261121T103000.jpg',
    'roof (3).20261121T103000.jpg',
    'notes.20261121T103000',
  ]);
});

test('a renamed file keeps its bytes, type and time', async () => {
  const [file] = newIntent(
    [new File(['bytes'], 'a.pdf', { type: 'application/pdf', lastModified: 5 })],
    at,
  ).files;
  expect(await file?.text()).toBe('bytes');
  expect(file?.type).toBe('application/pdf');
  expect(file?.lastModified).toBe(5);
});

test('every intent has its own key and job code', () => {
  const [a, b] = [newIntent(), newIntent()];
  expect(a.key).not.toBe(b.key);
  expect(a.code).toMatch(/^[A-Z0-9]{8}$/);
  expect(a.code).not.toBe(b.code);
});

const errors = { lost: new ApiError('offline'), refused: new ApiError('forbidden') };

async function keysOf(outcomes: ('lost' | 'refused' | 'accepted')[], payloads: unknown[]): Promise<string[]> {
  const keys: string[] = [];
  for (const [at, outcome] of outcomes.entries()) {
    await withIntent(payloads[at] ?? 'same', [], async (intent) => {
      keys.push(intent.key);
      if (outcome !== 'accepted') throw errors[outcome];
    }).catch(() => undefined);
  }
  return keys;
}

test.each([
  ['a try after a lost answer has the same key', ['lost', 'lost', 'accepted'], [], [0, 0, 0]],
  ['after an answer the same values are a new intent', ['accepted', 'accepted'], [], [0, 1]],
  ['after a refusal too', ['refused', 'accepted'], [], [0, 1]],
  ['other values are another intent', ['lost', 'lost', 'accepted'], ['a', 'b', 'a'], [0, 1, 0]],
] as const)('%s', async (_, outcomes, payloads, same) => {
  const keys = await keysOf([...outcomes], [...payloads]);
  const distinct = [...new Set(keys)];
  expect(keys.map((key) => distinct.indexOf(key))).toEqual(same);
  // Settles every intent before the next test.
  await keysOf(['accepted', 'accepted', 'accepted'], ['same', 'a', 'b']);
});
