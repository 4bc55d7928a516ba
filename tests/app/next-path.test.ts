import { describe, expect, test } from 'vitest';
import { safeNext } from '../../src/app/nextPath.ts';

describe('the page asked for before signing in', () => {
  test.each(['/jobs/update/j-1', '/jobs/listing/all?q=roof&chat=j-2', '/attachments/c-1#files'])(
    '%s is gone to afterwards',
    (path) => expect(safeNext(path)).toBe(path),
  );

  test.each([
    undefined,
    12,
    '',
    '/',
    '/auth/signin',
    'https://elsewhere.test/jobs',
    '//elsewhere.test/jobs',
    '/\\elsewhere.test/jobs',
    '/\t/elsewhere.test',
    'javascript:alert(1)',
    'jobs/create',
    `/${'a'.repeat(2000)}`,
  ])('%j is not gone to', (path) => expect(safeNext(path)).toBeUndefined());
});
