import { expect, test, vi } from 'vitest';
import { lockUsers } from '../../../server/data/users/users.ts';
import { holderOf, invite, invitee, register, signUp } from '../../support/server/invitations.ts';
import { type Person, people, testAddress } from '../../support/server/people.ts';
import { onOneDatabase, onPostgres, startOfTime, type TestServer } from '../../support/server/server.ts';

const day = 24 * 3600;
const guest = { email: 'guest@ev.test', uid: 'uid-guest', verified: false };
const verifiedGuest = { ...guest, verified: true };

/** Reads one's own profile, as the app does at its start. */
function opens(server: TestServer, person: Person) {
  return server.call('profile', {
    as: { token: server.tokenOf(person) },
    params: { email: person.email },
  });
}

async function stored({ db }: TestServer): Promise<string[]> {
  const rows = await db.query<{ uid: string }>('select uid from sign_ups order by uid');
  return rows.map(({ uid }) => uid);
}

onOneDatabase('what was typed at a sign-up', (start) => {
  test('registers the account once its address is verified, on whatever device, and is then deleted', async () => {
    const server = await start();
    expect((await signUp(server, guest)).answer).toEqual({ verified: false });
    expect((await opens(server, guest)).code).toBe('not-verified');
    expect(await stored(server)).toEqual([guest.uid]);
    server.clock.advance(60);
    const registered = (await opens(server, verifiedGuest)).answer;
    expect(registered).toEqual({
      email: guest.email,
      firstName: 'Gina',
      lastName: 'Guest',
      userName: 'Gina G.',
      company: 'Guests',
      phoneNumber: '+14155550132',
      address: testAddress,
      userType: 'CLIENT',
      userApproved: false,
      userRefused: false,
      createdTimestamp: startOfTime / 1000 + 60,
    });
    expect(await stored(server)).toEqual([]);
    expect((await opens(server, verifiedGuest)).answer).toEqual(registered);
    const entries = 'select actor, action, detail from audit where subject = $1';
    expect(await server.db.query(entries, [guest.email])).toEqual([
      { actor: guest.email, action: 'register', detail: { userType: 'CLIENT' } },
    ]);
    const events = "select actor, detail from events where kind = 'profile' and for_user = $1";
    expect(await server.db.query(events, [guest.email])).toEqual([
      { actor: guest.email, detail: { decision: 'registered' } },
    ]);
  });

  test('is approved by an open invitation, as a registration is', async () => {
    const server = await start();
    await invite(server, 'admin', invitee(guest.email, 'EMPLOYEE'));
    await signUp(server, guest);
    expect((await opens(server, verifiedGuest)).answer).toMatchObject({
      userType: 'EMPLOYEE',
      userApproved: true,
    });
    const { answer } = await server.call('invitations', { as: 'admin', body: {} });
    expect(answer.items[0]?.state).toBe('ACCEPTED');
  });

  test('registers once for twenty requests at once', async () => {
    const server = await start();
    await signUp(server, guest);
    const replies = await Promise.all(Array.from({ length: 20 }, () => opens(server, verifiedGuest)));
    for (const { answer } of replies) expect(answer).toEqual(replies[0]?.answer);
    const registered = "select 1 from audit where action = 'register' and subject = $1";
    expect(await server.db.query(registered, [guest.email])).toHaveLength(1);
  });

  test('is replaced by what is typed later', async () => {
    const server = await start();
    await signUp(server, guest, { company: 'First' });
    await signUp(server, guest, { company: 'Second' });
    expect(await stored(server)).toEqual([guest.uid]);
    expect((await opens(server, verifiedGuest)).answer.company).toBe('Second');
  });

  test('is for the account that typed it alone', async () => {
    const server = await start();
    await signUp(server, guest);
    const another = { ...verifiedGuest, uid: 'uid-another' };
    expect((await opens(server, another)).code).toBe('not-found');
    const other = await signUp(server, guest, { email: 'other@ev.test' });
    expect(other.code).toBe('not-found');
    // Nor is it for staff, to whom there is no such user.
    const staff = await server.call('profile', { as: 'admin', params: { email: guest.email } });
    expect(staff.code).toBe('not-found');
    expect(await stored(server)).toEqual([guest.uid]);
  });

  test('counts for the address that it was typed with, and not for one that the account has since', async () => {
    const server = await start();
    await signUp(server, guest);
    expect((await opens(server, { ...verifiedGuest, email: 'moved@ev.test' })).code).toBe('not-found');
    expect((await opens(server, verifiedGuest)).answer.email).toBe(guest.email);
  });

  test('counts for thirty days', async () => {
    const server = await start();
    await signUp(server, guest);
    await signUp(server, { ...guest, email: 'late@ev.test', uid: 'uid-late' });
    server.clock.advance(30 * day);
    expect((await opens(server, verifiedGuest)).status).toBe(200);
    server.clock.advance(1);
    const late = await opens(server, { email: 'late@ev.test', uid: 'uid-late', verified: true });
    expect(late.code).toBe('not-found');
  });

  test('is bounded in number: one account too many is refused, and may still replace its own', async () => {
    const server = await start();
    await signUp(server, guest);
    await server.db.query(
      `insert into sign_ups (uid, email, profile, created)
        select 'uid' || n, 'n' || n || '@ev.test', '{}', $1 from generate_series(2, 10000) n`,
      [startOfTime / 1000],
    );
    const refused = await signUp(server, { email: 'more@ev.test', uid: 'uid-more', verified: false });
    expect(refused.failure).toMatchObject({
      code: 'rate-limited',
      errorMessage: 'Too many people are signing up right now. Verify your email address to continue.',
    });
    expect((await signUp(server, guest, { company: 'Again' })).status).toBe(200);
    expect(await stored(server)).toHaveLength(10_000);
  });

  test('stores no idempotency key', async () => {
    const server = await start();
    const headers = { 'idempotency-key': 'any' };
    expect((await signUp(server, guest, {}, headers)).status).toBe(200);
    expect(await server.db.query('select 1 from idempotency')).toEqual([]);
  });

  test('follows the rules of a registration, and stores nothing that breaks one', async () => {
    const server = await start();
    const wrong = { userType: 'ADMIN', address: { ...testAddress, zipcode: '123' } } as object;
    const { failure } = await signUp(server, guest, wrong);
    expect(failure.issues).toEqual([
      { field: 'userType', message: 'Role must be client' },
      { field: 'address.zipcode', message: 'Zip code is not valid (12345-6789)' },
    ]);
    expect(await stored(server)).toEqual([]);
  });

  test('is refused for who has a profile, and deleted by any registration', async () => {
    const server = await start();
    expect((await signUp(server, people.client)).code).toBe('profile-exists');
    const { uid } = await signedUpHolder(server);
    expect(await stored(server)).toEqual([uid]);
    await register(server, guest.email);
    expect(await stored(server)).toEqual([]);
  });

  test.each([
    ['was only invited', true],
    ['has only signed up', false],
  ])('of somebody who %s goes with their erasure, as their account does', async (_, isInvited) => {
    const deleted: string[] = [];
    const accountAdmin = {
      verifyEmail: async () => undefined,
      deleteAccount: async (uid: string) => void deleted.push(uid),
    };
    const server = await start({ accountAdmin });
    if (isInvited) await invite(server, 'admin', invitee(guest.email));
    await signUp(server, guest);
    const order = { email: guest.email, keepCompany: false };
    const erased = await server.call('eraseUser', { as: 'admin', body: order });
    expect(erased.answer.byHand).toBe(false);
    expect(await stored(server)).toEqual([]);
    await expect.poll(() => deleted).toEqual([guest.uid]);
    expect((await signUp(server, guest)).code).toBe('unauthorized');
    expect(await server.db.query('select 1 from users where email = $1', [guest.email])).toEqual([]);
    const again = await server.call('eraseUser', { as: 'admin', body: order });
    expect(again.code).toBe('not-found');
  });
});

/** Signs up the account of `register`. */
async function signedUpHolder(server: TestServer): Promise<Person> {
  const holder = { ...guest, uid: `uid-${guest.email}` };
  expect(holderOf(server, guest.email).token).toBe(server.tokenOf({ ...holder, verified: true }));
  await signUp(server, holder);
  return holder;
}

onPostgres('a sign-up that waits for another change of users', (start) => {
  test('has the time at which its turn comes, and so has the account', async () => {
    const server = await start();

    /** Sends a request, which waits while a minute passes. */
    async function aMinuteLater<T>(send: () => Promise<T>): Promise<T> {
      const sent = await server.db.tx(async (tx) => {
        await lockUsers(tx);
        const sending = send();
        const waiting = `select 1 from pg_locks l join pg_database d on d.oid = l.database
          where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`;
        await vi.waitUntil(async () => (await tx.query(waiting)).length > 0, { timeout: 30_000 });
        server.clock.advance(60);
        return { sending };
      });
      return sent.sending;
    }

    await aMinuteLater(() => signUp(server, guest));
    const [row] = await server.db.query('select created from sign_ups');
    expect(row).toEqual({ created: startOfTime / 1000 + 60 });
    const { answer } = await aMinuteLater(() => opens(server, verifiedGuest));
    expect(answer.createdTimestamp).toBe(startOfTime / 1000 + 120);
  });
});
