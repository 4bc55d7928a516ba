import { describe, expect, test } from 'vitest';
import { nextOfUrl, safeNext } from '../../../src/app/authSearch.ts';

describe('the page to open after the sign-in', () => {
  test.each(['/jobs/update/j-1', '/jobs/listing/all?q=roof&chat=j-2', '/attachments/c-1#files'])(
    'may be %s',
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
    '/.//elsewhere.test',
    '/./\\elsewhere.test',
    '/jobs/..//elsewhere.test/jobs',
    '/%2e//elsewhere.test',
    '/jobs/../auth/signin',
    'javascript:alert(1)',
    'jobs/create',
    `/${'a'.repeat(2000)}`,
  ])('cannot be %j', (path) => expect(safeNext(path)).toBeUndefined());
});

describe('the page that an email’s link continues with', () => {
  const own = 'https://jobs.test';

  test('is a page of this app', () => {
    expect(nextOfUrl(`${own}/jobs/update/j-1?chat=j-1#files`, own)).toBe('/jobs/update/j-1?chat=j-1#files');
    expect(nextOfUrl('https://ada:secret@jobs.test/jobs/create', own)).toBe('/jobs/create');
  });

  test.each([
    undefined,
    12,
    '',
    '/jobs/create',
    own,
    `${own}/`,
    `${own}/auth/signin`,
    'https://jobs.test.evil.test/jobs/create',
    'http://jobs.test/jobs/create',
    'https://jobs.test:444/jobs/create',
    '//evil.test/jobs',
    'javascript:alert(1)',
    `blob:${own}/1`,
  ])('cannot be %j', (url) => expect(nextOfUrl(url, own)).toBeUndefined());
});
