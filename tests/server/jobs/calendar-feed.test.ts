import { randomBytes } from 'node:crypto';
import ICAL from 'ical.js';
import { beforeAll, expect, test } from 'vitest';
import { setDueRules } from '../../support/server/dueRules.ts';
import { newJob, updateJob } from '../../support/server/jobs.ts';
import { type PersonName, people } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

const reason = 'As agreed';
const project = 'Müller; Söhne, “North\\South” roof of a very long name that no line of 75 octets holds 屋根';

onOneDatabase('a calendar feed', (start) => {
  const server = start.forAll();
  let jobId: string;
  beforeAll(async () => {
    await setDueRules(server);
    ({ jobId } = await newJob(server, { project }));
    await change({ assignedTo: people.employee.email });
  });

  async function change(changes: Parameters<typeof updateJob>[3]) {
    const { answer } = await server.call('job', { as: 'employee', params: { jobId } });
    expect((await updateJob(server, answer, 'employee', changes)).code).toBe('');
  }
  async function subscribe(as: PersonName): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    expect((await server.call('saveCalendarFeed', { as, body: { token } })).code).toBe('');
    return token;
  }
  const get = (token: string) => server.app.inject({ url: `/api/calendar/${token}.ics` });
  async function eventsOf(token: string) {
    const { statusCode, body, headers } = await get(token);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
    return new ICAL.Component(ICAL.parse(body))
      .getAllSubcomponents('vevent')
      .map((event) => new ICAL.Event(event));
  }

  test('lists the open jobs of an assignee as whole days, as RFC 5545 has them', async () => {
    const token = await subscribe('employee');
    const { body } = await get(token);
    expect(body.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    expect(body).not.toMatch(/[^\r]\n/);
    const [event, ...others] = await eventsOf(token);
    expect(others).toEqual([]);
    expect(event?.summary).toContain(project);
    expect(event?.startDate.isDate).toBe(true);
    expect(event?.startDate.toString()).toBe('2026-11-27');
    expect(event?.endDate.toString()).toBe('2026-11-28');
    expect(event?.component.getFirstPropertyValue('dtstamp')).toBeTruthy();
    const url = `http://localhost:8080/jobs/update/${jobId}`;
    expect(event?.component.getFirstPropertyValue('url')).toBe(url);
    expect(event?.description).toMatch(new RegExp(`: ${url}$`));
  });

  test('has no word of a staff note, not even for those whom it mentions', async () => {
    const note = 'Canary of the staff note';
    const mentions = [people.employee.email];
    expect((await server.call('addStaffNote', { as: 'admin', body: { jobId, note, mentions } })).code).toBe(
      '',
    );
    const { body } = await get(await subscribe('employee'));
    expect(body).toContain(jobId);
    expect(body).not.toContain('Canary');
  });

  test('keeps the id of an event whose day changes, in a later revision', async () => {
    const token = await subscribe('employee');
    const [before] = await eventsOf(token);
    server.clock.advance(60);
    await change({ due: { date: '2026-12-24', reason } });
    const [after] = await eventsOf(token);
    expect(after?.uid).toBe(before?.uid);
    expect(after?.startDate.toString()).toBe('2026-12-24');
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0);
    const modified = (event = after) => String(event?.component.getFirstPropertyValue('last-modified'));
    expect(modified() > modified(before)).toBe(true);
  });

  test('is sent again only when a job or its day has changed, and to nobody once it has ended', async () => {
    const token = await subscribe('employee');
    const { headers } = await get(token);
    const etag = String(headers.etag);
    expect(headers['cache-control']).toBe('private, no-cache');
    const ask = (tags: string) =>
      server.app.inject({
        url: `/api/calendar/${token}.ics`,
        headers: { 'if-none-match': tags },
      });
    server.clock.advance(3600);
    for (const tags of [etag, `W/"other", ${etag}`]) {
      const same = await ask(tags);
      expect([same.statusCode, same.body]).toEqual([304, '']);
    }
    expect((await ask('W/"other"')).statusCode).toBe(200);
    await change({ project: `${project}, west wing` });
    const renamed = await ask(etag);
    expect([renamed.statusCode, renamed.headers.etag === etag]).toEqual([200, false]);
    await change({ project });
    await change({ due: { date: '2026-12-23', reason } });
    expect((await ask(etag)).statusCode).toBe(200);
    await server.call('saveCalendarFeed', { as: 'employee', body: { token: null } });
    expect((await ask(etag)).statusCode).toBe(404);
  });

  test('of an employee who becomes a client has the jobs of that client from then on', async () => {
    const token = await subscribe('otherEmployee');
    await change({ assignedTo: people.otherEmployee.email });
    expect(await eventsOf(token)).toHaveLength(1);
    const become = async (userType: 'CLIENT' | 'EMPLOYEE') => {
      const profiles = [{ email: people.otherEmployee.email, userType }];
      expect((await server.call('updateProfiles', { as: 'admin', body: { profiles } })).code).toBe('');
    };
    await become('CLIENT');
    await setDueRules(server, { shownToClients: true });
    expect(await eventsOf(token)).toEqual([]);
    await setDueRules(server);
    await become('EMPLOYEE');
    await change({ assignedTo: people.employee.email });
  });

  test('names neither clients nor addresses nor reasons', async () => {
    const { body } = await get(await subscribe('employee'));
    for (const secret of ['Main Street', people.client.email, people.client.profile.company, reason]) {
      expect(body).not.toContain(secret);
    }
  });

  test('leaves out jobs of others, and those that are closed or on hold', async () => {
    expect(await eventsOf(await subscribe('otherEmployee'))).toEqual([]);
    const token = await subscribe('employee');
    for (const status of ['ON_HOLD', 'COMPLETED'] as const) {
      await change({ status });
      expect(await eventsOf(token)).toEqual([]);
      await change({ status: 'IN_PROGRESS' });
      expect(await eventsOf(token)).toHaveLength(1);
    }
  });

  test('of a client is empty until clients see due dates, and has their own jobs then', async () => {
    const [own, other] = [await subscribe('client'), await subscribe('otherClient')];
    expect(await eventsOf(own)).toEqual([]);
    await setDueRules(server, { shownToClients: true });
    expect(await eventsOf(own)).toHaveLength(1);
    expect(await eventsOf(other)).toEqual([]);
    await setDueRules(server);
  });

  test('of a client leaves out what was delivered, until that is withdrawn; its assignee still has it', async () => {
    await setDueRules(server, { shownToClients: true });
    const [own, assigned] = [await subscribe('client'), await subscribe('employee')];
    await change({ deliverable: { deliveryMode: 'WET_STAMPS', copiesNumber: 1 } as never });
    expect(await eventsOf(own)).toEqual([]);
    expect(await eventsOf(assigned)).toHaveLength(1);
    const { deliverables } = (await server.call('job', { as: 'employee', params: { jobId } })).answer;
    await change({ withdrawal: { deliverable: deliverables[0]?.key ?? '', reason } });
    expect(await eventsOf(own)).toHaveLength(1);
    await setDueRules(server);
  });

  test('ends when it is replaced, when its user ends it, and when their access is revoked', async () => {
    const replaced = await subscribe('otherEmployee');
    const ended = await subscribe('otherEmployee');
    expect((await get(replaced)).statusCode).toBe(404);
    expect((await server.call('calendarFeed', { as: 'otherEmployee' })).answer.since).not.toBeNull();
    await server.call('saveCalendarFeed', { as: 'otherEmployee', body: { token: null } });
    expect((await get(ended)).statusCode).toBe(404);
    expect((await server.call('calendarFeed', { as: 'otherEmployee' })).answer.since).toBeNull();
    const revoked = await subscribe('otherEmployee');
    const profiles = [{ email: people.otherEmployee.email, userApproved: false }];
    expect((await server.call('updateProfiles', { as: 'admin', body: { profiles } })).code).toBe('');
    expect((await get(revoked)).statusCode).toBe(404);
  });

  test('stays ended for a user whose access is given back, or who signs in again after a sign-out everywhere', async () => {
    const email = people.otherEmployee.email;
    const allow = async (userApproved: boolean) => {
      const body = { profiles: [{ email, userApproved }] };
      expect((await server.call('updateProfiles', { as: 'admin', body })).code).toBe('');
    };
    await allow(true);
    const given = await subscribe('otherEmployee');
    expect((await get(given)).statusCode).toBe(200);
    await allow(false);
    await allow(true);
    expect((await get(given)).statusCode).toBe(404);
    expect((await server.call('calendarFeed', { as: 'otherEmployee' })).answer.since).toBeNull();
    const onLostPhone = await subscribe('otherEmployee');
    const ofColleague = await subscribe('employee');
    expect((await server.call('endSessions', { as: 'admin', body: { email } })).code).toBe('');
    expect((await get(onLostPhone)).statusCode).toBe(404);
    expect((await get(ofColleague)).statusCode).toBe(200);
  });

  test('goes with its erased user', async () => {
    const token = await subscribe('otherClient');
    const body = { email: people.otherClient.email, keepCompany: false };
    expect((await server.call('eraseUser', { as: 'admin', body })).code).toBe('');
    expect((await get(token)).statusCode).toBe(404);
    const rows = await server.db.query('select 1 from calendar_feeds where email = $1', [body.email]);
    expect(rows).toEqual([]);
  });

  test('has a secret that neither the database nor the log contains', async () => {
    const token = await subscribe('admin');
    await get(token);
    await get(`${token.slice(0, -1)}!`);
    for (const table of ['calendar_feeds', 'idempotency', 'audit', 'events', 'tasks']) {
      const rows = await server.db.query(`select * from ${table}`);
      expect(JSON.stringify(rows), table).not.toContain(token);
    }
    expect(JSON.stringify(server.logs)).not.toContain(token);
  });

  test.each(['', 'x', 'x.ics', `${'A'.repeat(43)}.ics`, `${'A'.repeat(43)}.ics.ics`, '%00.ics'])(
    'is not found at %j',
    async (file) => {
      expect((await server.app.inject({ url: `/api/calendar/${file}` })).statusCode).toBe(404);
    },
  );

  test.each(['', 'short', 'A'.repeat(44), `${'A'.repeat(42)}!`])(
    'is not made with the secret %j',
    async (token) => {
      expect((await server.call('saveCalendarFeed', { as: 'admin', body: { token } })).code).toBe('invalid');
    },
  );

  test('cannot take the secret of another user', async () => {
    const token = await subscribe('admin');
    expect((await server.call('saveCalendarFeed', { as: 'client', body: { token } })).code).toBe('invalid');
    expect((await get(token)).statusCode).toBe(200);
  });
});
