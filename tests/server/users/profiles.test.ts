import { expect, test } from 'vitest';
import type { RequestOf } from '../../../src/contract/calls.ts';
import type { Profile } from '../../../src/contract/users/user.ts';
import { newJob } from '../../support/server/jobs.ts';
import { type Person, people, savePeople, testAddress } from '../../support/server/people.ts';
import { onOneDatabase, startOfTime, type TestServer } from '../../support/server/server.ts';

type Change = RequestOf<'updateProfiles'>['profiles'][number];

function change({ call }: TestServer, as: 'client' | 'employee' | 'admin', ...profiles: Change[]) {
  return call('updateProfiles', { as, body: { profiles } });
}

async function profileOf({ call }: TestServer, email: string): Promise<Profile> {
  return (await call('profile', { as: 'admin', params: { email } })).answer;
}

async function auditOf({ db }: TestServer, subject: string) {
  return db.query('select actor, action, detail from audit where subject = $1 order by seq', [subject]);
}

function somebody(index: number, name: string, company = 'Crowd'): Person {
  const [firstName = '', lastName = ''] = name.split(' ');
  return {
    email: `p${index}@crowd.test`,
    uid: `uid-${index}`,
    verified: true,
    profile: { firstName, lastName, company, userType: 'CLIENT', approved: true, refused: false },
  };
}

type Asked = RequestOf<'profiles'>;

/** The e-mails of every page, checked to hold nobody twice. */
async function listed({ call }: TestServer, asked: Asked): Promise<string[][]> {
  const pages: string[][] = [];
  let startAfter: string | null = null;
  do {
    const body: Asked = startAfter === null ? asked : { ...asked, startAfter };
    const page: { items: Profile[]; startAfter: string | null } = (
      await call('profiles', { as: 'employee', body })
    ).answer;
    pages.push(page.items.map(({ email }) => email));
    startAfter = page.startAfter;
  } while (startAfter !== null);
  expect(new Set(pages.flat()).size).toBe(pages.flat().length);
  return pages;
}

onOneDatabase('the list of users', (start) => {
  /** For tests that change nothing. */
  const untouched = start.forAll();
  const { client, otherClient, employee, otherEmployee, admin, pending, refused, unspecified } = people;

  test.each<[Asked['category'], Person[]]>([
    [undefined, [unspecified, refused, pending, admin, otherEmployee, employee, otherClient, client]],
    ['all', [unspecified, refused, pending, admin, otherEmployee, employee, otherClient, client]],
    ['pending', [pending]],
    ['clients', [refused, pending, otherClient, client]],
    ['employees', [otherEmployee, employee]],
    ['admins', [admin]],
  ])('of category %s has its users, newest first', async (category, expected) => {
    const asked = category === undefined ? {} : { category };
    expect(await listed(untouched, asked)).toEqual([expected.map(({ email }) => email)]);
  });

  test('finds users by the beginnings of words, and treats no character as a pattern', async () => {
    const server = await start();
    await savePeople(
      server.db,
      [somebody(1, 'Ann_a O’Neill', '100% Solar'), somebody(2, 'Annxa Öz')],
      startOfTime,
    );
    const one = 'p1@crowd.test';
    const two = 'p2@crowd.test';
    const found: [string, string[]][] = [
      ['ann', [two, one]],
      ['ANN', [two, one]],
      ['ann_', [two, one]],
      ['100%', [one]],
      ['%', []],
      ['_', []],
      ['\\', []],
      ['solar annx', []],
      ['  sol   ANN ', [one]],
      ['lar', []],
      ['p2@', [two]],
      ['crowd', [two, one]],
      ['neill', [one]],
      ['oneill', [one]],
      ['oz', [two]],
      ["'; drop table users; --", []],
      [
        '',
        [two, one, unspecified, refused, pending, admin, otherEmployee, employee, otherClient, client].map(
          (person) => (typeof person === 'string' ? person : person.email),
        ),
      ],
    ];
    for (const [text, emails] of found) expect((await listed(server, { text })).flat(), text).toEqual(emails);
  });

  test('has pages of 25 with every user once, also while users register', async () => {
    const server = await start();
    await savePeople(
      server.db,
      Array.from({ length: 60 }, (_, index) => somebody(index, 'Some Body')),
      startOfTime,
    );
    const pages = await listed(server, { text: 'crowd' });
    expect(pages.map(({ length }) => length)).toEqual([25, 25, 10]);
    expect(pages.flat()).toEqual(Array.from({ length: 60 }, (_, index) => `p${59 - index}@crowd.test`));

    const first = (await server.call('profiles', { as: 'admin', body: { text: 'crowd' } })).answer;
    await savePeople(server.db, [somebody(99, 'Late Comer')], startOfTime);
    const startAfter = first.startAfter ?? '';
    const next = (await server.call('profiles', { as: 'admin', body: { text: 'crowd', startAfter } })).answer;
    expect(next.items.map(({ email }) => email)).toEqual(pages[1]);
  });

  test('has the counts of each category on its first page only', async () => {
    const server = await start();
    await savePeople(
      server.db,
      Array.from({ length: 30 }, (_, index) => somebody(index, 'Some Body')),
      startOfTime,
    );
    const { counts, startAfter } = (await server.call('profiles', { as: 'admin', body: { text: 'crowd' } }))
      .answer;
    expect(counts?.all).toBe(30);
    for (const category of ['pending', 'clients', 'employees', 'admins'] as const) {
      expect(counts?.[category], category).toBe(
        (await listed(server, { text: 'crowd', category })).flat().length,
      );
    }
    const next = { text: 'crowd', startAfter: startAfter ?? '' };
    expect((await server.call('profiles', { as: 'admin', body: next })).answer.counts).toBeUndefined();
  });

  test('has no next page after the last user', async () => {
    const server = await start();
    await savePeople(
      server.db,
      Array.from({ length: 25 }, (_, index) => somebody(index, 'Some Body')),
      startOfTime,
    );
    expect((await listed(server, { text: 'crowd' })).map(({ length }) => length)).toEqual([25]);
  });

  test.each(['nonsense', 'W10', Buffer.from('["profiles","1"]').toString('base64url')])(
    'a cursor like %j is refused',
    async (startAfter) => {
      expect((await untouched.call('profiles', { as: 'admin', body: { startAfter } })).code).toBe(
        'bad-cursor',
      );
    },
  );

  test('has approved staff by name as assignees', async () => {
    const server = await start();
    await change(server, 'admin', { email: otherEmployee.email, userApproved: false });
    expect((await server.call('employees', { as: 'employee', body: {} })).answer).toEqual([
      { email: admin.email, userName: 'Ada A.' },
      { email: employee.email, userName: 'Emil E.' },
    ]);
  });
});

onOneDatabase('changing profiles', (start) => {
  const pending = people.pending.email;
  const client = people.client.email;

  test('users change their own names, company, phone and address, and the rest stays', async () => {
    const server = await start();
    const before = await profileOf(server, client);
    const address = { ...testAddress, city: 'Salem' };
    const changes = { firstName: 'Claire', company: 'Sun', phoneNumber: '415 555 0199', address };
    const { answer } = await change(server, 'client', { email: client, ...changes });
    const after = { ...before, ...changes, userName: 'Claire C.', phoneNumber: '+14155550199' };
    expect(answer).toEqual([after]);
    expect(await profileOf(server, client)).toEqual(after);
    const edited = ['firstName', 'company', 'phoneNumber', 'address'];
    expect(await auditOf(server, client)).toEqual([
      {
        actor: client,
        action: 'edit-profile',
        detail: {
          changes: edited.map((field) => ({ field, from: expect.any(String), to: expect.any(String) })),
        },
      },
    ]);
  });

  test('a profile can be changed 20 times a day by one user, and its former names are stored once each, 20 at most', async () => {
    const server = await start();
    const rename = (firstName: string) => change(server, 'client', { email: client, firstName });
    for (let day = 0; day < 2; day += 1) {
      for (let count = 0; count < 20; count += 1)
        expect((await rename(`Name ${day} ${count}`)).status).toBe(200);
      const { failure, response } = await rename('One more');
      expect(failure).toMatchObject({
        code: 'rate-limited',
        errorMessage: expect.stringContaining('20 times'),
      });
      expect(response.headers['retry-after']).toBe('3600');
      server.clock.advance(86_401);
    }
    const knownAs = async () => {
      const [row] = await server.db.query<{ known_as: { firstName: string }[] }>(
        'select known_as from users where email = $1',
        [client],
      );
      return row?.known_as.map(({ firstName }) => firstName) ?? [];
    };
    expect(await knownAs()).toHaveLength(20);
    await rename('Name 1 0');
    await rename('Name 1 1');
    expect(new Set(await knownAs()).size).toBe(20);
  });

  test('a profile can still be changed on the day on which the licenses of an engineer for 25 states were entered', async () => {
    const server = await start();
    const { email } = people.employee;
    for (let state = 0; state < 25; state += 1) {
      const license = { name: 'Emil', state: 'FL', number: `PE ${state}`, discipline: 'Civil' };
      const body = { licenseId: `license-${state}`, email, license: { ...license, expires: '2027-02-28' } };
      expect((await server.call('saveLicense', { as: 'admin', body })).code).toBe('');
    }
    expect((await change(server, 'admin', { email, firstName: 'Emilio' })).code).toBe('');
  });

  test('sending one’s own type and approval unchanged is allowed', async () => {
    const server = await start();
    const own = {
      email: client,
      company: 'Sun',
      userType: 'CLIENT',
      userApproved: true,
      userRefused: false,
    } as const;
    expect((await change(server, 'client', own)).answer[0]?.company).toBe('Sun');
  });

  test('jobs are found under the company’s new name', async () => {
    const server = await start();
    const { jobId } = await newJob(server);
    const rows = () => server.db.query('select job_id, ctid::text from jobs');
    const before = await rows();
    await change(server, 'client', { email: client, company: 'Zephyr Power' });
    expect(await rows(), 'the rows of jobs are not written anew').toEqual(before);
    const found = await server.call('searchJobs', { as: 'employee', body: { text: 'zeph' } });
    expect(found.answer.items.map((job) => job.jobId)).toEqual([jobId]);
    expect(found.answer.items[0]?.jobReporterDetails.company).toBe('Zephyr Power');
  });

  test('an approval gives access at once, is audited, and sends an email', async () => {
    const server = await start();
    expect((await server.call('searchJobs', { as: 'pending', body: {} })).code).toBe('not-approved');
    const { answer } = await change(server, 'admin', { email: pending, userApproved: true });
    expect(answer[0]).toMatchObject({ userApproved: true, userRefused: false });
    expect((await server.call('searchJobs', { as: 'pending', body: {} })).status).toBe(200);
    expect(await auditOf(server, pending)).toEqual([
      { actor: people.admin.email, action: 'approve', detail: {} },
    ]);
    await server.notify();
    expect(server.emails).toHaveLength(1);
    expect(server.emails[0]).toMatchObject({ kind: 'approval', to: pending });
    expect(server.emails[0]?.text).toContain('http://localhost:8080/');
  });

  test('a refusal denies access, is audited, sends an email, and ends with an approval', async () => {
    const server = await start();
    await change(server, 'admin', { email: pending, userRefused: true });
    await server.notify();
    expect(server.emails.map(({ kind }) => kind)).toEqual(['refusal']);
    expect(await listed(server, { category: 'pending' })).toEqual([[]]);
    await change(server, 'admin', { email: pending, userApproved: true });
    expect(await profileOf(server, pending)).toMatchObject({ userApproved: true, userRefused: false });
    // Emails that wait together are sent side by side.
    await server.notify();
    await change(server, 'admin', { email: pending, userRefused: true });
    await server.notify();
    expect(server.emails.map(({ subject }) => subject)).toEqual([
      'Your EV Jobs account was not approved',
      'Your EV Jobs account has been approved',
      'Your access to EV Jobs was revoked',
    ]);
    expect(await profileOf(server, pending)).toMatchObject({ userApproved: false, userRefused: true });
    await change(server, 'admin', { email: pending, userRefused: false });
    expect(await listed(server, { category: 'pending' })).toEqual([[pending]]);
    const actions = (await auditOf(server, pending)).map((entry) => (entry as { action: string }).action);
    expect(actions).toEqual(['refuse', 'approve', 'refuse', 'reconsider']);
  });

  test('nobody is approved and refused at once', async () => {
    const server = await start();
    const { failure } = await change(server, 'admin', {
      email: pending,
      userApproved: true,
      userRefused: true,
    });
    expect(failure).toMatchObject({
      code: 'invalid',
      field: 'profiles.0.userRefused',
      errorMessage: 'A user can’t be both approved and declined.',
    });
  });

  test('an approved user has a type', async () => {
    const server = await start();
    const { email } = people.unspecified;
    await server.db.query('update users set user_approved = false where email = $1', [email]);
    const { failure } = await change(server, 'admin', { email, userApproved: true });
    expect(failure).toMatchObject({
      code: 'invalid',
      field: 'profiles.0.userType',
      errorMessage: 'Role is a required field',
    });
    const { answer } = await change(server, 'admin', { email, userApproved: true, userType: 'CLIENT' });
    expect(answer[0]).toMatchObject({ userApproved: true, userType: 'CLIENT' });
  });

  test('an approval that changes nothing sends no email and is not audited', async () => {
    const server = await start();
    await change(server, 'admin', { email: client, userApproved: true });
    await server.notify();
    expect(server.emails).toEqual([]);
    expect(await auditOf(server, client)).toEqual([]);
  });

  test('a type changed counts from the next call on, and is audited', async () => {
    const server = await start();
    await change(server, 'admin', { email: people.otherEmployee.email, userType: 'CLIENT' });
    expect((await server.call('profiles', { as: 'otherEmployee', body: {} })).code).toBe('forbidden');
    expect(await auditOf(server, people.otherEmployee.email)).toEqual([
      {
        actor: people.admin.email,
        action: 'change-type',
        detail: { from: 'EMPLOYEE', to: 'CLIENT' },
      },
    ]);
  });

  test('several users are changed in one call, with a response in its order', async () => {
    const server = await start();
    const { answer } = await change(
      server,
      'admin',
      { email: people.refused.email, userApproved: true },
      { email: pending, userApproved: true, userType: 'EMPLOYEE' },
    );
    expect(answer.map(({ email, userType, userApproved }) => [email, userType, userApproved])).toEqual([
      [people.refused.email, 'CLIENT', true],
      [pending, 'EMPLOYEE', true],
    ]);
  });

  test.each<[string, Change[], string]>([
    ['somebody who is not there', [{ email: 'none@ev.test', userApproved: true }], 'not-found'],
    ['the last admin', [{ email: people.admin.email, userType: 'CLIENT' }], 'last-admin'],
    ['the same person again', [{ email: people.pending.email, userApproved: true }], 'invalid'],
  ])('with %s in the list, nothing is changed and no email is sent', async (_, last, code) => {
    const server = await start();
    const reply = await change(server, 'admin', { email: pending, userApproved: true }, ...last);
    expect(reply.code).toBe(code);
    expect((await profileOf(server, pending)).userApproved).toBe(false);
    expect(await auditOf(server, pending)).toEqual([]);
    await server.notify();
    expect(server.emails).toEqual([]);
  });

  test('an employee neither approves nor changes others', async () => {
    const server = await start();
    for (const changes of [
      { userApproved: true },
      { userRefused: true },
      { userType: 'CLIENT' },
      { company: 'X' },
    ]) {
      const reply = await change(server, 'employee', { email: pending, ...changes } as Change);
      expect(reply.code, JSON.stringify(changes)).toBe('forbidden');
    }
    expect(await profileOf(server, pending)).toMatchObject({ userApproved: false, company: 'New Homes' });
  });
});
