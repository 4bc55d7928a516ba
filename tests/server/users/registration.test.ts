import { expect, test } from 'vitest';
import type { RequestOf } from '../../../src/contract/calls.ts';
import { everyState } from '../../support/everyState.ts';
import { people, testAddress, tokenOf } from '../../support/server/people.ts';
import { onOneDatabase, startOfTime, type TestServer } from '../../support/server/server.ts';

const form: RequestOf<'register'> = {
  userName: 'Admin A.',
  firstName: ' Nora ',
  lastName: 'newman',
  company: 'New Homes',
  email: 'new@ev.test',
  phoneNumber: '(415) 555-0132',
  userType: 'CLIENT',
  address: testAddress,
};

/** The body with some fields as nobody's form would send them. */
function with_(changes: Record<string, unknown>) {
  return { ...form, ...changes } as RequestOf<'register'>;
}

function tokenFor(server: TestServer, email: string, uid = `uid-${email}`, verified = true) {
  return { token: tokenOf({ email, uid, verified }, server.clock.nowMs) };
}

async function countUsers({ db }: TestServer): Promise<number> {
  const [row] = await db.query<{ count: number }>('select count(*) as count from users');
  return row?.count ?? 0;
}

onOneDatabase('registration', (start) => {
  /** For tests that change nothing. */
  const untouched = start.forAll();

  test('gives a verified user a profile that is pending approval, with a computed user name', async () => {
    const { call, db } = await start();
    const profile = {
      email: 'new@ev.test',
      firstName: 'Nora',
      lastName: 'newman',
      userName: 'Nora N.',
      company: 'New Homes',
      phoneNumber: '+14155550132',
      address: testAddress,
      userType: 'CLIENT',
      userApproved: false,
      userRefused: false,
      createdTimestamp: startOfTime / 1000,
    };
    expect((await call('register', { as: 'withoutProfile', body: form })).answer).toEqual(profile);
    const own = await call('profile', { as: 'withoutProfile', params: { email: 'New@EV.test' } });
    expect(own.answer).toEqual(profile);
    expect((await call('searchJobs', { as: 'withoutProfile', body: {} })).code).toBe('not-approved');
    expect(await db.query("select actor, action, detail from audit where subject = 'new@ev.test'")).toEqual([
      { actor: 'new@ev.test', action: 'register', detail: { userType: 'CLIENT' } },
    ]);
  });

  test('is open to invited people of every state and territory, who are found by all that they wrote', async () => {
    const server = await start();
    const { answer: invited } = await server.call('inviteUsers', {
      as: 'employee',
      body: {
        inviteeList: everyState.map(({ email, firstName, lastName }) => ({
          email,
          firstName,
          lastName,
          userType: 'CLIENT',
        })),
      },
    });
    expect(invited.filter(({ outcome }) => outcome !== 'INVITED')).toEqual([]);
    await server.notify();
    for (const person of everyState) {
      const { email, firstName, lastName, address } = person;
      expect(server.emails.filter(({ to }) => to === email)).toHaveLength(1);
      const as = tokenFor(server, email);
      const registered = await server.call('register', { as, body: with_({ ...person }) });
      expect(registered.answer).toMatchObject({ email, firstName, lastName, address, userApproved: true });
      const { answer } = await server.call('profile', { as: 'employee', params: { email } });
      expect(answer).toEqual(registered.answer);
      const text = `${lastName} ${email}`;
      const found = await server.call('search', { as: 'employee', body: { text, kind: 'users' } });
      expect(found.answer.users?.items.map((one) => one.email)).toEqual([email]);
    }
  });

  test('uses the token’s email, however it is written', async () => {
    const server = await start();
    const before = await countUsers(server);
    const other = await server.call('register', {
      as: 'withoutProfile',
      body: with_({ email: 'else@ev.test' }),
    });
    expect(other.code).toBe('not-found');
    expect(await countUsers(server)).toBe(before);
    const own = await server.call('register', {
      as: tokenFor(server, 'New@EV.Test'),
      body: with_({ email: ' NEW@ev.test ' }),
    });
    expect(own.answer.email).toBe('new@ev.test');
  });

  test.each([
    [{ userType: 'ADMIN' }, 'userType', 'Role must be client'],
    [{ firstName: ' ' }, 'firstName', 'First name is a required field'],
    [{ company: undefined }, 'company', 'Company is a required field'],
    [{ phoneNumber: '12' }, 'phoneNumber', 'Phone number must be a valid phone number for region(s) US'],
    [
      { address: { ...testAddress, zipcode: '123' } },
      'address.zipcode',
      'Zip code is not valid (12345-6789)',
    ],
  ])('with %j is refused and writes nothing', async (changes, field, errorMessage) => {
    const before = await countUsers(untouched);
    const { failure } = await untouched.call('register', { as: 'withoutProfile', body: with_(changes) });
    expect(failure).toMatchObject({ code: 'invalid', field, errorMessage });
    expect(await countUsers(untouched)).toBe(before);
  });

  test('changes nothing the second time, whoever has the account now', async () => {
    const server = await start();
    const first = await server.call('register', { as: 'withoutProfile', body: form });
    const again = await server.call('register', {
      as: tokenFor(server, 'new@ev.test', 'another uid'),
      body: with_({ firstName: 'Mallory' }),
    });
    expect(again.failure).toMatchObject({
      code: 'profile-exists',
      errorMessage: 'An account with this email address already exists.',
    });
    const own = await server.call('profile', { as: 'withoutProfile', params: { email: 'new@ev.test' } });
    expect(own.answer).toEqual(first.answer);
  });

  test('completes a profile of unspecified type, and not a refused one', async () => {
    const { call, db } = await start();
    const { email } = people.unspecified;
    await db.query('update users set user_refused = true where email = $1', [email]);
    const options = { as: 'unspecified' as const, body: with_({ email }) };
    expect((await call('register', options)).code).toBe('profile-exists');
    await db.query('update users set user_refused = false where email = $1', [email]);
    const { answer } = await call('register', options);
    expect(answer).toMatchObject({ userType: 'CLIENT', userApproved: false, userName: 'Nora N.' });
    expect((await call('register', options)).code).toBe('profile-exists');
  });

  test('creates one profile for twenty simultaneous requests', async () => {
    const { call } = await start();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        call('register', { as: 'withoutProfile', body: with_({ firstName: `N${index}` }) }),
      ),
    );
    const codes = replies.map(({ code }) => code);
    expect(codes.filter((code) => code === '')).toHaveLength(1);
    expect(codes.filter((code) => code === 'profile-exists')).toHaveLength(19);
  });

  test('returns the same response for a repeat with the same key', async () => {
    const { call } = await start();
    const options = { as: 'withoutProfile', body: form, key: 'k1' } as const;
    const first = await call('register', options);
    expect((await call('register', options)).answer).toEqual(first.answer);
    expect((await call('register', { ...options, body: with_({ company: 'X' }) })).code).toBe('key-reused');
  });
});

onOneDatabase('the first admin', (start) => {
  test('is the user who registers with ADMIN_EMAIL while there is none', async () => {
    const { call, db } = await start({ adminEmail: 'new@ev.test' });
    await db.query("update users set user_type = 'EMPLOYEE' where user_type = 'ADMIN'");
    const { answer } = await call('register', { as: 'withoutProfile', body: form });
    expect(answer).toMatchObject({ userType: 'ADMIN', userApproved: true });
    expect((await call('profiles', { as: 'withoutProfile', body: {} })).status).toBe(200);
  });

  test('is the only one made by ADMIN_EMAIL', async () => {
    const { call } = await start({ adminEmail: 'new@ev.test' });
    const { answer } = await call('register', { as: 'withoutProfile', body: form });
    expect(answer).toMatchObject({ userType: 'CLIENT', userApproved: false });
  });

  test('needs a verified address to register with ADMIN_EMAIL', async () => {
    const { call, db } = await start({ adminEmail: people.unverified.email });
    await db.query("update users set user_type = 'EMPLOYEE' where user_type = 'ADMIN'");
    const body = with_({ email: people.unverified.email });
    expect((await call('register', { as: 'unverified', body })).code).toBe('not-verified');
  });

  test('cannot register without ADMIN_EMAIL', async () => {
    const { call, db } = await start();
    await db.query("update users set user_type = 'EMPLOYEE' where user_type = 'ADMIN'");
    const { answer } = await call('register', { as: 'withoutProfile', body: form });
    expect(answer).toMatchObject({ userType: 'CLIENT', userApproved: false });
  });
});
