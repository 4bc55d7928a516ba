import { expect, test } from 'vitest';
import type { RequestOf } from '../../../src/contract/calls.ts';
import {
  holderOf,
  type InvitedType,
  invite,
  invitee,
  register,
  tokenInEmail,
} from '../../support/server/invitations.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

const day = 24 * 3600;

onOneDatabase('invitations', (start) => {
  test('are found by the email’s token and by the user’s own address, and by nothing else', async () => {
    const server = await start();
    const { answer } = await invite(server, 'admin', invitee(' Guest@EV.test ', 'EMPLOYEE'));
    expect(answer).toEqual([{ email: 'guest@ev.test', outcome: 'INVITED', errorMessage: '' }]);
    const invitation = {
      email: 'guest@ev.test',
      firstName: 'Gina',
      lastName: 'Guest',
      userType: 'EMPLOYEE',
    };
    const token = await tokenInEmail(server, 'guest@ev.test');
    expect((await server.call('invitationByToken', { params: { token } })).answer).toEqual(invitation);
    const own = await server.call('invitation', { as: holderOf(server, 'guest@ev.test') });
    expect(own.answer).toEqual(invitation);
    expect((await server.call('invitation', { as: 'withoutProfile' })).answer).toBeNull();
    const [email] = server.emails;
    expect(email).toMatchObject({ kind: 'invitation', subject: 'Ada A. invited you to EV Jobs' });
    expect(email?.text).toContain('http://localhost:8080/auth/signup?invitation=');
  });

  test.each<[InvitedType, 'employee' | 'admin']>([
    ['CLIENT', 'employee'],
    ['EMPLOYEE', 'admin'],
    ['ADMIN', 'admin'],
  ])('a %s invited by an %s is approved at once', async (userType, as) => {
    const server = await start();
    await invite(server, as, invitee('guest@ev.test', userType));
    expect((await register(server, 'guest@ev.test')).answer).toMatchObject({ userType, userApproved: true });
    const gone = await server.call('invitation', { as: holderOf(server, 'guest@ev.test') });
    expect(gone.answer).toBeNull();
    const rows = await server.db.query(
      "select actor, action, detail from audit where subject = 'guest@ev.test' order by seq",
    );
    expect(rows).toEqual([
      { actor: people[as].email, action: 'invite', detail: { userType } },
      { actor: 'guest@ev.test', action: 'register', detail: { userType, approvedBy: people[as].email } },
    ]);
  });

  test('the token alone approves nobody without the verified address', async () => {
    const server = await start();
    await invite(server, 'admin', invitee('guest@ev.test', 'ADMIN'));
    expect((await register(server, 'other@ev.test')).answer).toMatchObject({
      userType: 'CLIENT',
      userApproved: false,
    });
  });

  test('an invitation by a user who may no longer invite approves nobody', async () => {
    const server = await start();
    await invite(server, 'employee', invitee('guest@ev.test'));
    const change = { profiles: [{ email: people.employee.email, userApproved: false }] };
    expect((await server.call('updateProfiles', { as: 'admin', body: change })).status).toBe(200);
    expect((await register(server, 'guest@ev.test')).answer).toMatchObject({
      userType: 'CLIENT',
      userApproved: false,
    });
  });

  test('the invitations of staff by an admin who became an employee do not count', async () => {
    const server = await start();
    await invite(server, 'admin', invitee('guest@ev.test', 'ADMIN'), invitee('second@ev.test'));
    const promote = { profiles: [{ email: people.employee.email, userType: 'ADMIN' as const }] };
    await server.call('updateProfiles', { as: 'admin', body: promote });
    const demote = { profiles: [{ email: people.admin.email, userType: 'EMPLOYEE' as const }] };
    expect((await server.call('updateProfiles', { as: 'employee', body: demote })).status).toBe(200);
    expect((await register(server, 'guest@ev.test')).answer.userApproved).toBe(false);
    expect((await register(server, 'second@ev.test')).answer.userApproved).toBe(true);
  });

  test('each row has its own outcome', async () => {
    const server = await start();
    const { answer } = await invite(
      server,
      'employee',
      invitee('one@ev.test'),
      invitee(people.client.email),
      invitee('two@ev.test', 'EMPLOYEE'),
      {},
      invitee('one@ev.test'),
      invitee(people.refused.email),
    );
    expect(answer).toEqual([
      { email: 'one@ev.test', outcome: 'INVITED', errorMessage: '' },
      {
        email: people.client.email,
        outcome: 'REFUSED',
        errorMessage: 'This person already has an account.',
      },
      { email: 'two@ev.test', outcome: 'REFUSED', errorMessage: 'Only admins can invite staff.' },
      { email: 'one@ev.test', outcome: 'REFUSED', errorMessage: 'This email address is in the list twice.' },
      {
        email: people.refused.email,
        outcome: 'REFUSED',
        errorMessage: 'This person already has an account.',
      },
    ]);
    await tokenInEmail(server, 'one@ev.test');
    expect(server.emails).toHaveLength(1);
  });

  test('inviting again renews: the new email counts, the old one does not', async () => {
    const server = await start();
    await invite(server, 'employee', invitee('guest@ev.test'));
    const old = await tokenInEmail(server, 'guest@ev.test');
    await invite(server, 'admin', { ...invitee('guest@ev.test', 'EMPLOYEE'), firstName: 'Georgina' });
    const renewed = await tokenInEmail(server, 'guest@ev.test', 2);
    expect((await server.call('invitationByToken', { params: { token: old } })).answer).toBeNull();
    expect((await server.call('invitationByToken', { params: { token: renewed } })).answer).toMatchObject({
      firstName: 'Georgina',
      userType: 'EMPLOYEE',
    });
  });

  test('an employee cannot replace an admin’s invitation of staff by one of a client', async () => {
    const server = await start();
    await invite(server, 'admin', invitee('guest@ev.test', 'EMPLOYEE'));
    const { answer } = await invite(server, 'employee', invitee('guest@ev.test'));
    expect(answer[0]).toMatchObject({
      outcome: 'REFUSED',
      errorMessage: 'An admin already invited this person as staff.',
    });
    expect((await register(server, 'guest@ev.test')).answer.userType).toBe('EMPLOYEE');
  });

  test('an invitation expires after thirty days, and another one renews it', async () => {
    const server = await start();
    await invite(server, 'admin', invitee('guest@ev.test'), invitee('late@ev.test', 'ADMIN'));
    const token = await tokenInEmail(server, 'guest@ev.test');
    server.clock.advance(30 * day - 1);
    expect((await server.call('invitationByToken', { params: { token } })).answer).not.toBeNull();
    server.clock.advance(1);
    expect((await server.call('invitationByToken', { params: { token } })).answer).toEqual({
      ended: 'EXPIRED',
    });
    const own = await server.call('invitation', { as: holderOf(server, 'guest@ev.test') });
    expect(own.answer).toBeNull();
    expect((await register(server, 'late@ev.test')).answer).toMatchObject({
      userType: 'CLIENT',
      userApproved: false,
    });
    await invite(server, 'employee', invitee('guest@ev.test'));
    expect((await register(server, 'guest@ev.test')).answer.userApproved).toBe(true);
  });

  test('a permanently rejected email is logged, and the invitation stays', async () => {
    const refusal = { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 };
    const server = await start({
      errorsExpected: true,
      mail: {
        send: () => Promise.reject(Object.assign(new Error('550 guest@ev.test unknown'), refusal)),
        close: async () => {},
      },
    });
    const { answer } = await invite(server, 'admin', invitee('guest@ev.test'));
    expect(answer[0]?.outcome).toBe('INVITED');
    await server.notify();
    expect(server.logs.filter(({ level }) => level === 50)).toMatchObject([
      { msg: 'an email was rejected permanently', kind: 'invitation', code: 'EENVELOPE 550' },
    ]);
    expect(JSON.stringify(server.logs)).not.toContain('guest@ev.test');
    expect((await register(server, 'guest@ev.test')).answer.userApproved).toBe(true);
  });

  test('a repeat with the same key sends no second email', async () => {
    const server = await start();
    const body = { inviteeList: [invitee('guest@ev.test')] };
    const options = { as: 'admin' as const, key: 'k1', body };
    const first = await server.call('inviteUsers', options);
    expect((await server.call('inviteUsers', options)).answer).toEqual(first.answer);
    await server.notify();
    expect(server.emails).toHaveLength(1);
  });
});

onOneDatabase('an invitation that breaks a rule', (start) => {
  const server = start.forAll();

  test.each([
    [{ inviteeList: [] }, 'inviteeList', 'Add at least one person to invite'],
    [{ inviteeList: [{ email: '', firstName: '' }] }, 'inviteeList', 'Add at least one person to invite'],
    [{ inviteeList: [{ ...invitee('x') }] }, 'inviteeList.0.email', 'Email must be a valid email'],
    [
      { inviteeList: [{ ...invitee('x@ev.test'), userType: 'UNSPECIFIED' }] },
      'inviteeList.0.userType',
      'Role must be either client, employee or admin',
    ],
  ])('%j is refused as a whole', async (body, field, errorMessage) => {
    const { failure } = await server.call('inviteUsers', {
      as: 'admin',
      body: body as RequestOf<'inviteUsers'>,
    });
    expect(failure).toMatchObject({ code: 'invalid', field, errorMessage });
    expect(server.emails).toEqual([]);
  });
});
