import { expect, test } from 'vitest';
import type { SentInvitation } from '../../../src/contract/users/invitation.ts';
import { holderOf, invite, invitee, register, tokenInEmail } from '../../support/server/invitations.ts';
import { newJob } from '../../support/server/jobs.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase, startOfTime, type TestServer } from '../../support/server/server.ts';

const day = 24 * 3600;
const start0 = startOfTime / 1000;
const guest = 'guest@ev.test';

async function listed(
  server: TestServer,
  as: 'employee' | 'admin' = 'admin',
): Promise<readonly SentInvitation[]> {
  return (await server.call('invitations', { as, body: {} })).answer.items;
}

async function listedOf(server: TestServer, email: string): Promise<SentInvitation | undefined> {
  return (await listed(server)).find((one) => one.email === email);
}

async function withdraw(server: TestServer, email: string, as: 'employee' | 'admin' = 'admin') {
  const invitationId = (await listedOf(server, email))?.invitationId ?? '';
  return server.call('withdrawInvitation', { as, body: { invitationId } });
}

function opened(server: TestServer, token: string) {
  return server.call('invitationByToken', { params: { token } });
}

onOneDatabase('the invitations that were sent', (start) => {
  test('are listed with who sent them, when their link was first opened, and when they expire', async () => {
    const server = await start();
    await invite(server, 'employee', invitee(guest));
    const token = await tokenInEmail(server, guest);
    const sent = {
      email: guest,
      firstName: 'Gina',
      lastName: 'Guest',
      userType: 'CLIENT',
      state: 'OPEN',
      invitedBy: people.employee.email,
      invitedByName: 'Emil E.',
      createdTimestamp: start0,
      expiresTimestamp: start0 + 30 * day,
      openedTimestamp: null,
      endedTimestamp: null,
      jobs: 0,
    };
    expect(await listed(server)).toEqual([expect.objectContaining(sent)]);
    server.clock.advance(60);
    await opened(server, token);
    server.clock.advance(60);
    await opened(server, token);
    expect(await listed(server)).toEqual([
      expect.objectContaining({ ...sent, openedTimestamp: start0 + 60 }),
    ]);
  });

  test('say when they were accepted or withdrawn, and that they have expired', async () => {
    const server = await start();
    await invite(server, 'admin', invitee(guest), invitee('second@ev.test'), invitee('third@ev.test'));
    server.clock.advance(60);
    await register(server, guest);
    expect((await withdraw(server, 'second@ev.test')).answer).toEqual({ done: true });
    server.clock.advance(30 * day);
    await register(server, 'third@ev.test');
    const states = (await listed(server)).map(({ email, state, endedTimestamp }) => [
      email,
      state,
      endedTimestamp,
    ]);
    expect(states.sort()).toEqual([
      [guest, 'ACCEPTED', start0 + 60],
      ['second@ev.test', 'WITHDRAWN', start0 + 60],
      ['third@ev.test', 'EXPIRED', null],
    ]);
  });

  test('come in pages, the newest first, each once', async () => {
    const server = await start();
    const emails = Array.from({ length: 60 }, (_, index) => `guest${index}@ev.test`);
    await invite(server, 'admin', ...emails.slice(0, 40).map((email) => invitee(email)));
    server.clock.advance(1);
    await invite(server, 'admin', ...emails.slice(40).map((email) => invitee(email)));
    const found: string[] = [];
    let startAfter: string | null = null;
    do {
      const body = startAfter === null ? {} : { startAfter };
      const page = (await server.call('invitations', { as: 'employee', body })).answer;
      found.push(...page.items.map(({ email }: SentInvitation) => email));
      startAfter = page.startAfter as string | null;
    } while (startAfter !== null);
    expect(found.slice(0, 20).sort()).toEqual(emails.slice(40).sort());
    expect(found.slice(20).sort()).toEqual(emails.slice(0, 40).sort());
    const forged = await server.call('invitations', { as: 'admin', body: { startAfter: 'x' } });
    expect(forged.code).toBe('bad-cursor');
  });

  test('of staff are seen and withdrawn by admins only', async () => {
    const server = await start();
    await invite(server, 'admin', invitee(guest), invitee('staff@ev.test', 'EMPLOYEE'));
    await invite(server, 'admin', invitee('boss@ev.test', 'ADMIN'));
    expect((await listed(server, 'employee')).map(({ email }) => email)).toEqual([guest]);
    expect(await listed(server)).toHaveLength(3);
    for (const email of ['staff@ev.test', 'boss@ev.test']) {
      expect((await withdraw(server, email, 'employee')).code).toBe('not-found');
      expect((await listedOf(server, email))?.state).toBe('OPEN');
    }
    expect((await withdraw(server, guest, 'employee')).status).toBe(200);
    expect((await withdraw(server, 'boss@ev.test')).status).toBe(200);
  });

  test('name their sender also after the sender was deleted, by the pseudonym', async () => {
    const server = await start();
    await invite(server, 'employee', invitee(guest));
    const erased = await server.call('eraseUser', {
      as: 'admin',
      body: { email: people.employee.email, keepCompany: false },
    });
    expect(await listed(server)).toEqual([
      expect.objectContaining({
        invitedBy: erased.answer.pseudonym,
        invitedByName: 'Former employee',
      }),
    ]);
  });
});

onOneDatabase('an invitation', (start) => {
  test('that is withdrawn says so to its link, approves nobody, and is audited once', async () => {
    const server = await start();
    await invite(server, 'admin', invitee(guest, 'EMPLOYEE'));
    const token = await tokenInEmail(server, guest);
    const { invitationId = '' } = (await listedOf(server, guest)) ?? {};
    for (let times = 0; times < 2; times += 1) {
      const { status } = await server.call('withdrawInvitation', { as: 'admin', body: { invitationId } });
      expect(status).toBe(200);
    }
    expect((await opened(server, token)).answer).toEqual({ ended: 'WITHDRAWN' });
    expect((await server.call('invitation', { as: holderOf(server, guest) })).answer).toBeNull();
    expect((await register(server, guest)).answer).toMatchObject({ userType: 'CLIENT', userApproved: false });
    expect((await listedOf(server, guest))?.state).toBe('WITHDRAWN');
    expect((await opened(server, token)).answer).toEqual({ ended: 'WITHDRAWN' });
    const rows = await server.db.query(
      "select actor, detail from audit where subject = $1 and action = 'withdraw-invitation'",
      [guest],
    );
    expect(rows).toEqual([{ actor: people.admin.email, detail: { userType: 'EMPLOYEE' } }]);
  });

  test('that is withdrawn can be sent again: the new link counts, the old one does not', async () => {
    const server = await start();
    await invite(server, 'admin', invitee(guest));
    const old = await tokenInEmail(server, guest);
    await opened(server, old);
    await withdraw(server, guest);
    server.clock.advance(day);
    await invite(server, 'employee', invitee(guest));
    const renewed = await tokenInEmail(server, guest, 2);
    expect((await opened(server, old)).answer).toBeNull();
    expect(await listed(server)).toEqual([
      expect.objectContaining({
        state: 'OPEN',
        invitedBy: people.employee.email,
        openedTimestamp: null,
        expiresTimestamp: start0 + 31 * day,
      }),
    ]);
    expect((await opened(server, renewed)).answer).toMatchObject({ email: guest });
    expect((await register(server, guest)).answer.userApproved).toBe(true);
  });

  test('that was renewed is not withdrawn by its earlier id', async () => {
    const server = await start();
    await invite(server, 'admin', invitee(guest));
    const { invitationId = '' } = (await listedOf(server, guest)) ?? {};
    await invite(server, 'admin', invitee(guest));
    const late = await server.call('withdrawInvitation', { as: 'admin', body: { invitationId } });
    expect(late.code).toBe('not-found');
    expect((await listedOf(server, guest))?.state).toBe('OPEN');
  });

  test('that was accepted says so to its link, and cannot be withdrawn', async () => {
    const server = await start();
    await invite(server, 'admin', invitee(guest));
    const token = await tokenInEmail(server, guest);
    await register(server, guest);
    expect((await opened(server, token)).answer).toEqual({ ended: 'USED' });
    expect((await withdraw(server, guest)).failure).toMatchObject({
      code: 'profile-exists',
      errorMessage: 'This invitation was already accepted. An admin can revoke the user’s access.',
    });
    expect((await server.call('profile', { as: 'admin', params: { email: guest } })).status).toBe(200);
  });

  test('needs both names', async () => {
    const server = await start();
    const { firstName: _, ...unnamed } = invitee(guest);
    const bad = await invite(server, 'employee', invitee('other@ev.test'), unnamed);
    expect(bad.failure).toMatchObject({
      code: 'invalid',
      field: 'inviteeList.1.firstName',
      errorMessage: expect.stringMatching(/first name is a required field/i),
    });
    await server.notify();
    expect(server.emails).toEqual([]);
  });

  test('that came with a job has no name: its email greets nobody by name', async () => {
    const server = await start();
    await newJob(server, { jobReporter: guest, invitesClient: true }, { as: 'employee' });
    const token = await tokenInEmail(server, guest);
    expect(server.emails[0]?.text).toMatch(/^Hello,/);
    expect((await opened(server, token)).answer).toEqual({
      email: guest,
      firstName: '',
      lastName: '',
      userType: 'CLIENT',
    });
    expect((await register(server, guest)).answer.userApproved).toBe(true);
  });

  test('lets whoever holds its link do nothing but read it', async () => {
    const server = await start();
    await invite(server, 'admin', invitee(guest, 'ADMIN'));
    const token = await tokenInEmail(server, guest);
    for (const name of ['jobs', 'profiles', 'invitations', 'stats', 'invitation'] as const) {
      const body = name === 'jobs' ? { username: guest } : {};
      const { code } = await server.call(name, {
        as: { token },
        ...(name !== 'stats' && { body }),
      } as object);
      expect(code, name).toBe('unauthorized');
    }
    // Signed in as another user, who keeps their own rights.
    expect((await register(server, 'other@ev.test')).answer.userApproved).toBe(false);
    expect((await server.call('invitation', { as: holderOf(server, 'other@ev.test') })).answer).toBeNull();
    expect((await listedOf(server, guest))?.state).toBe('OPEN');
  });

  test('is accepted by its address, wherever the link was opened', async () => {
    const server = await start();
    await invite(server, 'admin', invitee(guest));
    await opened(server, await tokenInEmail(server, guest));
    // Another device has neither the link nor what was typed: it finds both by the address.
    expect((await server.call('invitation', { as: holderOf(server, guest) })).answer).toMatchObject({
      firstName: 'Gina',
    });
    expect((await register(server, guest)).answer.userApproved).toBe(true);
  });
});
