import { afterAll, beforeAll, expect, it } from 'vitest';
import { portOf } from '../../support/network/socketCall.ts';
import { openPushEndpoint, type PushEndpoint } from '../../support/push/pushEndpoint.ts';
import { newDevice, pushOptions } from '../../support/push/pushes.ts';
import { openStream, soon } from '../../support/server/eventStream.ts';
import { type PersonName, people, tokenOf } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

let service: PushEndpoint;
beforeAll(async () => {
  service = await openPushEndpoint();
});
afterAll(() => service.close());

onOneDatabase('the sessions of a user', (start) => {
  let server: TestServer;
  let origin: string;
  beforeAll(async () => {
    server = await start(pushOptions);
    origin = `http://127.0.0.1:${await portOf(server)}`;
  });

  /** A token of somebody who gave their password just now. */
  function signedInNow(name: PersonName): { token: string } {
    const now = Math.floor(server.clock.nowMs / 1000);
    return { token: tokenOf(people[name], server.clock.nowMs, { auth_time: now, iat: now }) };
  }
  const ownProfile = (as: PersonName | { token: string }, name: PersonName) =>
    server.call('profile', { as, params: { email: people[name].email } });
  const end = (as: PersonName | { token: string }, name: PersonName) =>
    server.call('endSessions', { as, body: { email: people[name].email } });

  it('end at the next call once an admin ended them, until the next sign-in', async () => {
    const before = signedInNow('employee');
    expect((await ownProfile(before, 'employee')).status).toBe(200);
    expect((await end('admin', 'employee')).answer).toEqual({ done: true });
    expect((await ownProfile(before, 'employee')).code).toBe('unauthorized');
    // A renewed token keeps the time of the sign-in.
    server.clock.advance(1800);
    const now = Math.floor(server.clock.nowMs / 1000);
    const renewed = tokenOf(people.employee, server.clock.nowMs, { auth_time: now - 1800, iat: now });
    expect((await ownProfile({ token: renewed }, 'employee')).code).toBe('unauthorized');
    expect((await ownProfile(signedInNow('employee'), 'employee')).status).toBe(200);
  });

  it('end with their streams, which cannot be resumed with the old token', async () => {
    server.clock.advance(60);
    const before = signedInNow('otherEmployee');
    const stream = await openStream(origin, before.token);
    const other = await openStream(origin, server.token('client'));
    await end('admin', 'otherEmployee');
    expect(await stream.ended).toBe(true);
    await expect(openStream(origin, before.token)).rejects.toThrow('401');
    expect(other.events()).toEqual([]);
    other.cut();
    server.clock.advance(60);
    const again = await openStream(origin, signedInNow('otherEmployee').token);
    again.cut();
  });

  it('end on every device, which gets no more pushes', async () => {
    server.clock.advance(60);
    await newDevice(server, service, 'client');
    await newDevice(server, service, 'otherClient');
    await end('client', 'client');
    server.clock.advance(120);
    const devices = async (as: PersonName) => (await server.call('notifications', { as })).answer.devices;
    expect(await devices('client')).toEqual([]);
    expect(await devices('otherClient')).toHaveLength(1);
  });

  it('are audited when they are ended', async () => {
    const rows = await server.db.query<{ actor: string; subject: string }>(
      "select actor, subject from audit where action = 'end-sessions' order by seq limit 1",
    );
    expect(rows).toEqual([{ actor: people.admin.email, subject: people.employee.email }]);
  });

  it('continue with changed rights at the next call', async () => {
    server.clock.advance(60);
    const { call } = server;
    const change = (profile: object) =>
      call('updateProfiles', {
        as: 'admin',
        body: { profiles: [{ email: people.employee.email, ...profile }] },
      });
    const as = signedInNow('employee');
    expect((await call('stats', { as })).status).toBe(200);
    await change({ userType: 'CLIENT' });
    expect((await call('stats', { as })).code).toBe('forbidden');
    await change({ userType: 'EMPLOYEE', userApproved: false });
    expect((await call('stats', { as })).code).toBe('not-approved');
    await change({ userApproved: true });
    await expect.poll(async () => (await call('stats', { as })).status, soon).toBe(200);
  });
});
