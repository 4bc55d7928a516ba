import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { createAppRouter } from '../../../src/app/routes.tsx';

/** What an address from outside asks a list for, and what its link says then. */
function asked(search: string) {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [`/jobs/listing/all?${search}`] }));
  const { search: read } = router.latestLocation;
  const link = createMemoryHistory({
    initialEntries: [router.buildLocation({ to: '.', search: read }).href],
  });
  expect(createAppRouter(link).latestLocation.search).toEqual(read);
  return read;
}

test.each(['9400111899223100001234', '1.10', '1E5', '00926'])(
  'the search for %s keeps each digit, in a link too',
  (text) => {
    expect(asked(`q=${text}`)).toEqual({ q: text });
  },
);

test('numbers and lists in an address stay what they are', () => {
  expect(asked('page=2&status=["ON_HOLD"]')).toEqual({ page: 2, status: ['ON_HOLD'] });
});
