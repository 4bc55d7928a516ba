import { expect, test } from 'vitest';
import { openApp, sees } from './support/openApp.ts';

test('an address that changes between the loading and the rendering of the first page is the one that is shown', async () => {
  await openApp('client', '/jobs/listing/all', (router) => {
    const stop = router.subscribe('onResolved', () => {
      stop();
      // As a clicked notification does.
      router.history.push('/account');
    });
  });
  expect(location.pathname).toBe('/account');
  await sees('Account');
});
