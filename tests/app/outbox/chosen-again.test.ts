import { expect, test } from 'vitest';
import {
  endSessions,
  inviteUsers,
  updateProfile,
  withdrawInvitation,
} from '../../../src/outbox/sends/send.ts';
import { answerJson, errorOf, testBackend, wireProfile } from '../support/backend.ts';

const backend = testBackend();
const { email } = wireProfile;

/** Carries each write out once a key, as the server does, and sends the stored response to a repeat. The first response is lost. */
function serveOnceAKey(answerOf: (body: string) => unknown): string[] {
  const done: string[] = [];
  const stored = new Map<string, unknown>();
  backend.handle = ({ headers, body }, response) => {
    const key = String(headers['idempotency-key'] ?? stored.size);
    if (!stored.has(key)) {
      done.push(body);
      stored.set(key, answerOf(body));
    }
    if (backend.seen.length === 1) response.destroy();
    else answerJson(response, 200, { body: stored.get(key) });
  };
  return done;
}

test('who is approved again, after a first try whose response was lost and a refusal, is approved', async () => {
  const isApproved = (body: string) => JSON.parse(body).profiles[0].userApproved;
  const done = serveOnceAKey((body) => [{ ...wireProfile, userApproved: isApproved(body) }]);
  const approval = { email, userApproved: true, userRefused: false };
  await errorOf(updateProfile(approval));
  await updateProfile({ email, userApproved: false, userRefused: true });
  await updateProfile(approval);
  expect(done.map(isApproved)).toEqual([true, false, true]);
});

test.each([
  ['sessions are ended', () => endSessions(email)],
  ['an invitation is withdrawn', () => withdrawInvitation('i1')],
])('%s again where the response was lost', async (_, act) => {
  const done = serveOnceAKey(() => ({ done: true }));
  await errorOf(act());
  await act();
  expect(done).toHaveLength(2);
});

test('an invitation that was renewed since is sent again, and another try for the same one is no second email', async () => {
  const done = serveOnceAKey(() => [{ email, outcome: 'INVITED', errorMessage: '' }]);
  const invitee = { email, firstName: 'Ada', lastName: 'Lovelace', userType: 'CLIENT' } as const;
  await errorOf(inviteUsers([invitee], 'first'));
  await inviteUsers([invitee], 'renewed');
  expect(done).toHaveLength(2);
  await inviteUsers([invitee], 'first');
  expect(done).toHaveLength(2);
});
