import { expect, test } from 'vitest';
import { isOwnedBy } from '../../../src/session/purge.ts';

const isJos = isOwnedBy({ uid: 'u-1', email: 'jo@firm.co' });

test.each(['profile:u-1', 'responses:u-1', 'photo-data:jo@firm.co', 'draft-left:jo@firm.co:chat:J1'])(
  '%s belongs to its user',
  (name) => {
    expect(isJos(name)).toBe(true);
  },
);

test.each([
  'photo-data:jo@firm.com',
  'draft-left:jo@firm.com:chat:J1',
  'responses:u-12',
  'photo-data:bo@firm.co',
  'theme',
])('%s does not belong to a user whose address or id it only begins like', (name) => {
  expect(isJos(name)).toBe(false);
});
