import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../../server/emulator/emulator.ts';
import { emulatorSignUp } from '../../support/server/emulatorSignIn.ts';
import { invite, invitee, register, signUp, tokenInEmail } from '../../support/server/invitations.ts';
import { people, projectId } from '../../support/server/people.ts';
import { onOneDatabase, type StartOptions, type TestServer } from '../../support/server/server.ts';
import { freePort } from '../../support/server/stack.ts';

const day = 24 * 3600;

let emulator: Emulator;
let url: string;
beforeAll(async () => {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'ev-sign-ups-'));
  emulator = await startEmulator({ projectId, port, accountsFile: join(folder, 'accounts.json') }, () => {});
  url = `http://127.0.0.1:${port}`;
});
afterAll(() => emulator.stop());

const Users = v.object({ users: v.array(v.object({ email: v.string(), emailVerified: v.boolean() })) });

/** Makes a call of the emulator's administration. */
async function administrate(call: string, body: object): Promise<unknown> {
  const response = await fetch(
    `${url}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:${call}`,
    {
      method: 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
  );
  expect(response.status).toBe(200);
  return response.json();
}

/** Returns the address of an account at the provider, and whether it is verified. */
async function accountOf(uid: string): Promise<{ email: string; emailVerified: boolean } | undefined> {
  return v.parse(Users, await administrate('lookup', { localId: [uid] })).users[0];
}

let accounts = 0;

onOneDatabase('the link of an invitation', (start) => {
  /** Starts a server with the emulator, and an account there whose address is not verified. */
  async function started(options: StartOptions = {}) {
    const server = await start({ emulator: { url, projectId }, ...options });
    accounts += 1;
    const email = `guest${accounts}@ev.test`;
    const { localId: uid } = await emulatorSignUp(url, email, 'stamped-2026');
    return { server, guest: { email, uid, verified: false } };
  }

  test('proves the address at the sign-up: one email, and the invited user is in', async () => {
    const { server, guest } = await started();
    await invite(server, 'employee', invitee(guest.email));
    const invitation = await tokenInEmail(server, guest.email);
    expect((await signUp(server, guest, { invitation })).answer).toEqual({ verified: true });
    expect((await signUp(server, guest, { invitation })).code).toBe('profile-exists');
    expect(await accountOf(guest.uid)).toMatchObject({ email: guest.email, emailVerified: true });
    const as = { token: server.tokenOf({ ...guest, verified: true }) };
    const { answer } = await server.call('profile', { as, params: { email: guest.email } });
    expect(answer).toMatchObject({ userType: 'CLIENT', userApproved: true, company: 'Guests' });
    await server.notify();
    expect(server.emails.filter(({ to }) => to === guest.email)).toHaveLength(1);
    const late = await server.call('invitationByToken', { params: { token: invitation } });
    expect(late.answer).toEqual({ ended: 'USED' });
  });

  test('is accepted at once, though the invited user reads no profile: it cannot be withdrawn, raised or sent again', async () => {
    const { server, guest } = await started();
    await invite(server, 'employee', invitee(guest.email));
    const invitation = await tokenInEmail(server, guest.email);
    await signUp(server, guest, { invitation });
    const [sent] = (await server.call('invitations', { as: 'admin', body: {} })).answer.items;
    expect(sent?.state).toBe('ACCEPTED');
    const withdrawal = { as: 'admin', body: { invitationId: sent?.invitationId ?? '' } } as const;
    expect((await server.call('withdrawInvitation', withdrawal)).code).toBe('profile-exists');
    const { answer } = await invite(server, 'admin', invitee(guest.email, 'ADMIN'));
    expect(answer).toMatchObject([
      { outcome: 'REFUSED', errorMessage: 'This person already has an account.' },
    ]);
    const found = await server.call('profile', { as: 'admin', params: { email: guest.email } });
    expect(found.answer).toMatchObject({ userType: 'CLIENT', userApproved: true });
    const entries = "select detail from audit where action = 'register' and subject = $1";
    expect(await server.db.query(entries, [guest.email])).toEqual([
      { detail: { userType: 'CLIENT', approvedBy: people.employee.email, provenBy: 'INVITATION' } },
    ]);
  });

  test.each([
    [
      'withdrawn',
      async (server: TestServer) => {
        const [sent] = (await server.call('invitations', { as: 'admin', body: {} })).answer.items;
        const body = { invitationId: sent?.invitationId ?? '' };
        expect((await server.call('withdrawInvitation', { as: 'admin', body })).status).toBe(200);
      },
    ],
    [
      'raised with a new link',
      async (server: TestServer, email: string) => {
        const { answer } = await invite(server, 'admin', invitee(email, 'EMPLOYEE'));
        expect(answer).toMatchObject([{ outcome: 'INVITED' }]);
      },
    ],
  ])('approves nobody where the invitation was %s while the provider was told', async (_, happens) => {
    let during: () => Promise<void> = async () => undefined;
    const { server, guest } = await started({
      accountAdmin: { deleteAccount: async () => undefined, verifyEmail: () => during() },
    });
    await invite(server, 'employee', invitee(guest.email));
    const invitation = await tokenInEmail(server, guest.email);
    during = () => happens(server, guest.email);
    expect((await signUp(server, guest, { invitation })).answer).toEqual({ verified: true });
    const found = await server.call('profile', { as: 'admin', params: { email: guest.email } });
    expect(found.answer).toMatchObject({ userType: 'CLIENT', userApproved: false });
  });

  test('is for nobody to refuse because of how many others have signed up', async () => {
    const { server, guest } = await started();
    await invite(server, 'employee', invitee(guest.email));
    const invitation = await tokenInEmail(server, guest.email);
    await server.db.query(
      `insert into sign_ups (uid, email, profile, created)
        select 'uid' || n, 'n' || n || '@ev.test', '{}', $1 from generate_series(1, 10000) n`,
      [server.clock.nowMs / 1000],
    );
    expect((await signUp(server, guest, { invitation: 'x'.repeat(43) })).code).toBe('rate-limited');
    expect((await signUp(server, guest, { invitation })).answer).toEqual({ verified: true });
  });

  type Scene = { server: TestServer; email: string; token: string };
  /** What keeps a link from proving the address: each returns the token that is sent. */
  const ends: Record<string, (scene: Scene) => Promise<string> | string> = {
    'has expired': ({ server, token }) => {
      server.clock.advance(30 * day);
      return token;
    },
    'was withdrawn': async ({ server, token }) => {
      const { items } = (await server.call('invitations', { as: 'admin', body: {} })).answer;
      const invitationId = items[0]?.invitationId ?? '';
      await server.call('withdrawInvitation', { as: 'admin', body: { invitationId } });
      return token;
    },
    'was used': async ({ server, email, token }) => {
      await register(server, email);
      await server.db.query('delete from users where email = $1', [email]);
      return token;
    },
    'was replaced by a later one': async ({ server, email, token }) => {
      await invite(server, 'employee', invitee(email));
      return token;
    },
    'is for another address': async ({ server }) => {
      await invite(server, 'admin', invitee('other@ev.test', 'ADMIN'));
      return tokenInEmail(server, 'other@ev.test');
    },
    'is made up': () => 'x'.repeat(43),
    'came from somebody who may no longer invite': async ({ server, token }) => {
      const change = { profiles: [{ email: people.employee.email, userApproved: false }] };
      expect((await server.call('updateProfiles', { as: 'admin', body: change })).status).toBe(200);
      return token;
    },
  };

  test.each(Object.entries(ends))('that %s verifies nothing; the profile is stored', async (_, token) => {
    const { server, guest } = await started();
    await invite(server, 'employee', invitee(guest.email));
    const scene = { server, email: guest.email, token: await tokenInEmail(server, guest.email) };
    const invitation = await token(scene);
    expect((await signUp(server, guest, { invitation })).answer).toEqual({ verified: false });
    expect(await accountOf(guest.uid)).toMatchObject({ email: guest.email, emailVerified: false });
    expect(await server.db.query('select uid from sign_ups')).toEqual([{ uid: guest.uid }]);
  });

  test('verifies no address but its own: an account that has another one since gets the invited one back', async () => {
    const { server, guest } = await started();
    await invite(server, 'employee', invitee(guest.email));
    const invitation = await tokenInEmail(server, guest.email);
    await administrate('update', { localId: guest.uid, email: `victim.${guest.email}` });
    await signUp(server, guest, { invitation });
    expect(await accountOf(guest.uid)).toMatchObject({ email: guest.email, emailVerified: true });
  });

  test('verifies no address of an account whose invited one belongs to another account by now', async () => {
    const { server, guest } = await started();
    await invite(server, 'employee', invitee(guest.email));
    const invitation = await tokenInEmail(server, guest.email);
    const victim = `victim.${guest.email}`;
    await administrate('update', { localId: guest.uid, email: victim });
    const { localId: owner } = await emulatorSignUp(url, guest.email, 'stamped-2026');
    expect((await signUp(server, guest, { invitation })).answer).toEqual({ verified: false });
    expect(await accountOf(guest.uid)).toMatchObject({ email: victim, emailVerified: false });
    expect(await accountOf(owner)).toMatchObject({ emailVerified: false });
  });

  test('verifies nothing without access to the provider, or while that fails', async () => {
    const broken = {
      deleteAccount: async () => undefined,
      verifyEmail: async () => {
        throw new Error('The identity provider answered 503.');
      },
    };
    for (const options of [{ emulator: undefined }, { accountAdmin: broken }]) {
      const { server, guest } = await started(options);
      await invite(server, 'employee', invitee(guest.email));
      const invitation = await tokenInEmail(server, guest.email);
      expect((await signUp(server, guest, { invitation })).answer).toEqual({ verified: false });
      expect(await server.db.query('select uid from sign_ups')).toEqual([{ uid: guest.uid }]);
    }
  });
});
