import { expect, test } from 'vitest';
import { people } from '../support/server/people.ts';
import { answering, marked, openApp, sees } from './support/openApp.ts';
import { verificationsSent } from './support/provider.ts';
import { savedDrafts, signsUp } from './support/signsUp.ts';

test('what is typed at the sign-up is with the server and no more on the device, while the address is verified', async () => {
  await openApp(null, '/auth/signup');
  await sees('Create account');
  // The provider, of which the user's token comes, has the last word.
  answering(/\/users\/sign-up$/, async (_, send) => {
    expect(await (await send()).json()).toEqual({ body: { verified: false } });
    return marked({ body: { verified: true } });
  });
  await signsUp(people.unverified.email);
  await sees('Verify your email address');
  await expect.poll(savedDrafts).toEqual([]);
  expect(verificationsSent).toEqual([people.unverified.email]);
});
