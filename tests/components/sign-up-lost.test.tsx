import { expect, test } from 'vitest';
import { people } from '../support/server/people.ts';
import { answering, openApp, sees } from './support/openApp.ts';
import { savedDrafts, signsUp } from './support/signsUp.ts';

test('what is typed at the sign-up leaves the device once the user has a profile, though the response was lost', async () => {
  await openApp(null, '/auth/signup');
  await sees('Create account');
  answering(/\/users\/sign-up$/, async (_, send) => {
    await send();
    expect(await savedDrafts()).toHaveLength(1);
    throw new TypeError('Failed to fetch');
  });
  await signsUp(people.withoutProfile.email);
  await sees('Your account is pending approval');
  await expect.poll(savedDrafts).toEqual([]);
});
