import { expect, test } from 'vitest';
import { people } from '../support/server/people.ts';
import { answering, openApp, sees } from './support/openApp.ts';
import { savedDrafts, signsUp } from './support/signsUp.ts';

test('a sign-up that did not arrive is sent once more, with the token of a link that could not be read either', async () => {
  answering(/\/users\/invitation\/some-token$/, async () => {
    throw new TypeError('Failed to fetch');
  });
  const sent: unknown[] = [];
  answering(/\/users\/sign-up$/, async (request, send) => {
    sent.push(await request.clone().json());
    if (sent.length === 1) throw new TypeError('Failed to fetch');
    return send();
  });
  await openApp(null, '/auth/signup?invitation=some-token');
  await sees('Create account');
  await signsUp(people.unverified.email);
  await sees('Verify your email address');
  await expect
    .poll(() => sent)
    .toMatchObject(Array(2).fill({ company: 'Harbor Roofs', invitation: 'some-token' }));
  await expect.poll(savedDrafts).toEqual([]);
});
