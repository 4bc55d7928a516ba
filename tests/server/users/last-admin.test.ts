import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { lockUsers } from '../../../server/data/users/users.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

const admin = people.admin.email;
const second = people.employee.email;

async function administrators({ db }: TestServer): Promise<string[]> {
  const rows = await db.query<{ email: string }>(
    "select email from users where user_type = 'ADMIN' and user_approved order by email",
  );
  return rows.map(({ email }) => email);
}

async function withTwoAdministrators(server: TestServer): Promise<TestServer> {
  await server.db.query("update users set user_type = 'ADMIN' where email = $1", [second]);
  return server;
}

/** Holds every decision where it is audited, its change made but not kept, until the function it gives is called. */
async function holdDecisions({ db }: TestServer): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const holder = db.tx(async (tx) => {
    await tx.query('lock table audit in exclusive mode');
    held.resolve();
    await end.promise;
  });
  await held.promise;
  return () => {
    end.resolve();
    return holder;
  };
}

onOneDatabase('the last admin', (start) => {
  test.each([
    { userType: 'EMPLOYEE' as const },
    { userType: 'CLIENT' as const },
    { userApproved: false },
    { userRefused: true },
  ])('cannot give up with %j', async (change) => {
    const server = await start();
    const body = { profiles: [{ email: admin, ...change }] };
    expect((await server.call('updateProfiles', { as: 'admin', body })).failure).toMatchObject({
      code: 'last-admin',
      errorMessage: 'You can’t remove the last admin. Make someone else an admin first.',
    });
    expect(await administrators(server)).toEqual([admin]);
    expect(await server.db.query('select 1 from audit')).toEqual([]);
  });

  test('is not an admin without approval', async () => {
    const server = await withTwoAdministrators(await start());
    await server.db.query('update users set user_approved = false where email = $1', [second]);
    const body = { profiles: [{ email: admin, userType: 'EMPLOYEE' as const }] };
    expect((await server.call('updateProfiles', { as: 'admin', body })).code).toBe('last-admin');
  });

  test('may step down in the same call that makes another', async () => {
    const server = await start();
    const profiles = [
      { email: admin, userType: 'EMPLOYEE' as const },
      { email: second, userType: 'ADMIN' as const },
    ];
    expect((await server.call('updateProfiles', { as: 'admin', body: { profiles } })).status).toBe(200);
    expect(await administrators(server)).toEqual([second]);
  });

  test('stays when two step down in one call', async () => {
    const server = await withTwoAdministrators(await start());
    const profiles = [admin, second].map((email) => ({ email, userType: 'CLIENT' as const }));
    expect((await server.call('updateProfiles', { as: 'admin', body: { profiles } })).code).toBe(
      'last-admin',
    );
    expect(await administrators(server)).toEqual([admin, second]);
  });

  test('stays when two step down at the same moment, or remove each other', async () => {
    const server = await withTwoAdministrators(await start());
    const both = [admin, second];
    for (let round = 0; round < 6; round++) {
      await server.db.query("update users set user_type = 'ADMIN' where email = any($1::text[])", [both]);
      const goOn = await holdDecisions(server);
      const leave = { userType: 'EMPLOYEE' as const };
      const [own, other] = round % 2 ? [admin, second] : [second, admin];
      const replies = Promise.all([
        server.call('updateProfiles', { as: 'admin', body: { profiles: [{ email: own, ...leave }] } }),
        server.call('updateProfiles', { as: 'employee', body: { profiles: [{ email: other, ...leave }] } }),
      ]);
      await wait(100);
      await goOn();
      const statuses = (await replies).map(({ status }) => status);
      expect(
        statuses.filter((status) => status === 200),
        `round ${round}`,
      ).toHaveLength(1);
      expect(await administrators(server), `round ${round}`).toHaveLength(1);
    }
  });

  test('stays when two erase each other at the same moment, without a deadlock', async () => {
    const server = await withTwoAdministrators(await start());
    const held = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const holder = server.db.tx(async (tx) => {
      await lockUsers(tx);
      held.resolve();
      await end.promise;
    });
    await held.promise;
    const replies = Promise.all([
      server.call('eraseUser', { as: 'admin', body: { email: second, keepCompany: false } }),
      server.call('eraseUser', { as: 'employee', body: { email: admin, keepCompany: false } }),
    ]);
    await wait(200);
    end.resolve();
    await holder;
    expect((await replies).map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await administrators(server)).toHaveLength(1);
  });
});
