import { expect, test } from 'vitest';
import { addAuditEntry } from '../../../server/data/users/audit.ts';
import { makeAdmin } from '../../../server/users/makeAdmin.ts';
import { operatorActor } from '../../../src/contract/audit.ts';
import type { RequestOf, ResponseOf } from '../../../src/contract/calls.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase, startOfTime, type TestServer } from '../../support/server/server.ts';

const { admin, client, employee, pending } = people;
const now = startOfTime / 1000;

type Asked = NonNullable<RequestOf<'audit'>>;
type Entry = ResponseOf<'audit'>['items'][number];

async function read({ call }: TestServer, asked: Asked = {}): Promise<Entry[]> {
  return (await call('audit', { as: 'admin', body: asked })).answer.items;
}

onOneDatabase('the audit trail', (start) => {
  const server = start.forAll();
  const change = (profile: { email: string } & Record<string, unknown>) =>
    server.call('updateProfiles', { as: 'admin', body: { profiles: [profile] } });

  test('records actor, action, user, time, values and request', async () => {
    const approved = await change({ email: pending.email, userApproved: true });
    await change({ email: employee.email, userType: 'ADMIN' });
    await change({ email: client.email, lastName: 'Clarkson', phoneNumber: '(415) 555-0199' });
    const body = {
      inviteeList: [{ email: 'guest@ev.test', firstName: 'G', lastName: 'G', userType: 'CLIENT' as const }],
    };
    await server.call('inviteUsers', { as: 'employee', body });
    await makeAdmin(server.db, people.otherEmployee.email, server.clock.nowMs);
    const entries = await read(server);
    const by = { actor: admin.email, actorName: 'Ada A.', timestamp: now, facts: {} };
    expect(entries).toMatchObject([
      {
        action: 'change-type',
        actor: operatorActor,
        actorName: '',
        subject: people.otherEmployee.email,
        changes: [{ field: 'userType', from: 'EMPLOYEE', to: 'ADMIN' }],
        requestId: '',
      },
      { action: 'invite', actorName: 'Emil E.', subject: 'guest@ev.test', facts: { userType: 'CLIENT' } },
      {
        ...by,
        action: 'edit-profile',
        subject: client.email,
        subjectName: 'Clara C.',
        changes: [
          { field: 'lastName', from: 'Client', to: 'Clarkson' },
          { field: 'phoneNumber', from: '+14155550132', to: '+14155550199' },
        ],
      },
      {
        ...by,
        action: 'change-type',
        subject: employee.email,
        changes: [{ field: 'userType', from: 'EMPLOYEE', to: 'ADMIN' }],
      },
      { ...by, action: 'approve', subject: pending.email, subjectName: 'Pia P.', changes: [] },
    ]);
    expect(entries.at(-1)?.requestId).toBe(approved.response.headers['x-request-id']);
  });

  test('records users’ changes of their own profile, and nothing that was rolled back', async () => {
    const before = await read(server);
    const own = { profiles: [{ email: client.email, company: 'Elsewhere' }] };
    expect((await server.call('updateProfiles', { as: 'client', body: own })).status).toBe(200);
    const twice = [
      { email: client.email, userApproved: false },
      { email: client.email, userApproved: true },
    ];
    expect((await server.call('updateProfiles', { as: 'admin', body: { profiles: twice } })).code).toBe(
      'invalid',
    );
    const [ownEdit, ...rest] = await read(server);
    expect(ownEdit).toMatchObject({
      action: 'edit-profile',
      actor: client.email,
      subject: client.email,
      changes: [{ field: 'company', from: 'Solar Roofs', to: 'Elsewhere' }],
    });
    expect(rest).toEqual(before);
  });

  test('is append-only, even for direct statements', async () => {
    const { db } = server;
    const rows = await db.query('select * from audit order by seq');
    for (const sql of [
      "update audit set actor = 'nobody'",
      "update audit set detail = '{}' where seq = 1",
      'delete from audit',
      'delete from audit where seq = 1',
      'truncate audit',
    ]) {
      await expect(db.query(sql), sql).rejects.toMatchObject({ code: '42501' });
    }
    // Also in a transaction that may erase, what was done, and when, stays.
    const erasing = db.tx(async (tx) => {
      await tx.query("select set_config('audit.erasing', 'yes', true)");
      await tx.query('update audit set created = 0');
    });
    await expect(erasing).rejects.toMatchObject({ code: '42501' });
    await expect(
      db.tx(async (tx) => {
        await tx.query("select set_config('audit.ends_before', $1, true)", [String(now)]);
        await tx.query('delete from audit');
      }),
    ).rejects.toMatchObject({ code: '42501' });
    expect(await db.query('select * from audit order by seq')).toEqual(rows);
  });

  test('is read page by page, each entry once even while it grows, and filtered by action, user and time', async () => {
    const own = await start();
    for (let index = 0; index < 60; index++) {
      await addAuditEntry(own.db, {
        actor: index % 2 ? admin.email : employee.email,
        action: index % 3 ? 'invite' : 'approve',
        subject: index % 5 ? 'guest@ev.test' : client.email,
        created: now + index,
      });
    }
    async function times(asked: Asked): Promise<number[]> {
      const found: number[] = [];
      let startAfter: string | null | undefined;
      do {
        const body = startAfter ? { ...asked, startAfter } : asked;
        const page = (await own.call('audit', { as: 'admin', body })).answer;
        expect(page.items.length).toBeLessThanOrEqual(25);
        found.push(...page.items.map(({ timestamp }) => timestamp - now));
        if (!startAfter) {
          await addAuditEntry(own.db, {
            actor: 'late@ev.test',
            action: 'erase',
            subject: 'late',
            created: now,
          });
        }
        startAfter = page.startAfter;
      } while (startAfter);
      return found.filter((time) => time >= 0);
    }
    const all = Array.from({ length: 60 }, (_, index) => 59 - index);
    expect(await times({})).toEqual(all);
    expect(await times({ action: 'approve' })).toEqual(all.filter((index) => index % 3 === 0));
    expect(await times({ person: employee.email })).toEqual(all.filter((index) => index % 2 === 0));
    expect(await times({ person: client.email, action: 'invite' })).toEqual(
      all.filter((index) => index % 5 === 0 && index % 3 > 0),
    );
    expect(await times({ from: now + 10, until: now + 20, action: 'invite' })).toEqual(
      all.filter((index) => index >= 10 && index < 20 && index % 3 > 0),
    );
    const bad = await own.call('audit', { as: 'admin', body: { startAfter: 'none' } });
    expect(bad.code).toBe('bad-cursor');
  });
});
