import { expect, test } from 'vitest';
import { people } from '../support/server/people.ts';
import { openApp, sees } from './support/openApp.ts';
import { savedDrafts, signsUp } from './support/signsUp.ts';

test('what is typed at the sign-up is with the server and no more on the device, while the address is verified', async () => {
  await openApp(null, '/auth/signup');
  await sees('Create account');
  await signsUp(people.unverified.email);
  await sees('Verify your email address');
  await expect.poll(savedDrafts).toEqual([]);
});
