import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CallName } from '../../../src/contract/calls.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import type { CallOptions } from '../../support/server/call.ts';
import { signUp } from '../../support/server/invitations.ts';
import { jobReport, messageOf, newJob } from '../../support/server/jobs.ts';
import { type PersonName, people, tokenOf } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

const invitee = (index: number) => ({
  email: `guest${index}@ev.test`,
  firstName: 'Guy',
  lastName: 'Guest',
  userType: 'CLIENT' as const,
});

onOneDatabase('the budget per minute', (start) => {
  const ask = (
    server: TestServer,
    headers: Record<string, string>,
    url = '/api/evjobs/stats',
    from = '10.0.0.1',
  ) => server.app.inject({ method: 'GET', url, headers, remoteAddress: from });
  const bearer = (server: TestServer, as: PersonName) => ({ authorization: `Bearer ${server.token(as)}` });

  it('of a user is their own, whatever their address', async () => {
    const server = await start({ rateLimit: { user: 3 } });
    const statuses: number[] = [];
    for (let index = 0; index < 4; index += 1) {
      const answer = await ask(server, bearer(server, 'admin'), '/api/evjobs/stats', `10.0.0.${index}`);
      statuses.push(answer.statusCode);
      if (index === 3) {
        expect(answer.json()).toEqual({
          errorMessage: 'Too many requests. Wait a minute, then try again.',
          code: 'rate-limited',
        });
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
        expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
      }
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await ask(server, bearer(server, 'employee'))).statusCode).toBe(200);
  });

  it('of an address counts before anything else is read, however the address is written', async () => {
    const server = await start({ rateLimit: { address: 4 } });
    const urls = [
      '/api/evjobs/stats',
      '/%61pi/evjobs/stats',
      '/api/nothing',
      '/api/jobs/none',
      '/%61pi/evjobs/stats',
    ];
    const statuses: number[] = [];
    for (const url of urls) statuses.push((await ask(server, {}, url)).statusCode);
    expect(statuses).toEqual([401, 401, 404, 401, 429]);
    expect((await ask(server, {}, urls[0], '10.0.0.2')).statusCode).toBe(401);
  });

  it('of an address is one for a whole IPv6 network of a household', async () => {
    const server = await start({ rateLimit: { address: 1 } });
    const from = (address: string) =>
      ask(server, {}, undefined, address).then(({ statusCode }) => statusCode);
    expect(await from('2001:db8:1:1::1')).toBe(401);
    expect(await from('2001:db8:1:1:ffff::2')).toBe(429);
    expect(await from('2001:db8:1:2::1')).toBe(401);
  });

  it('for rejected and guessed tokens is smaller', async () => {
    const server = await start({ rateLimit: { guesses: 2 } });
    const guess = { authorization: 'Bearer a.b.c' };
    const statuses = async (asked: [Record<string, string>, (string | undefined)?][]) => {
      const seen: number[] = [];
      for (const [headers, url] of asked) seen.push((await ask(server, headers, url)).statusCode);
      return seen;
    };
    expect(await statuses([[guess], [guess], [guess]])).toEqual([401, 401, 429]);
    const links = ['/api/users/invitation/none', '/api/mail/unsubscribe/none', '/api/mail/resubscribe/none'];
    expect(await statuses(links.slice(0, 2).map((url) => [{}, url]))).toEqual([200, 404]);
    expect(
      await statuses([
        [bearer(server, 'admin'), links[0]],
        [{}, links[1]],
      ]),
    ).toEqual([429, 429]);
    expect((await ask(server, bearer(server, 'admin'), undefined, '10.0.0.2')).statusCode).toBe(200);
  });

  it('for guessed tokens counts sign-ups, whose body may bring one', async () => {
    const server = await start({ rateLimit: { guesses: 2 } });
    const guest = { email: 'guest@ev.test', uid: 'uid-guest', verified: false };
    const codes: string[] = [];
    for (const invitation of ['one', 'two', 'three']) {
      codes.push((await signUp(server, guest, { invitation })).code);
    }
    expect(codes).toEqual(['', '', 'rate-limited']);
  });

  it('of an address with endless rejected or missing tokens is still there for valid tokens', async () => {
    const server = await start({ rateLimit: { guesses: 2, address: 4 } });
    for (let index = 0; index < 10; index += 1) {
      expect((await ask(server, {})).statusCode).toBe(index < 4 ? 401 : 429);
    }
    for (let index = 0; index < 10; index += 1) {
      expect((await ask(server, { authorization: 'Bearer a.b.c' })).statusCode).toBe(index < 2 ? 401 : 429);
    }
    for (const as of ['admin', 'employee'] as const) {
      expect((await ask(server, bearer(server, as))).statusCode).toBe(200);
    }
  });

  it('for rejected tokens is not spent by requests without one', async () => {
    const server = await start({ rateLimit: { guesses: 1 } });
    for (let index = 0; index < 5; index += 1) expect((await ask(server, {})).statusCode).toBe(401);
    expect((await ask(server, { authorization: 'Bearer a.b.c' })).statusCode).toBe(401);
  });

  it('counts all users behind an untrusted proxy as one, and warns once in the log', async () => {
    const forwarded = (server: TestServer) => ask(server, { 'x-forwarded-for': '203.0.113.7' });
    const warnings = ({ logs }: TestServer) =>
      logs.filter(({ level, msg }) => level === 40 && String(msg).includes('TRUST_PROXY'));
    for (const trustProxy of [false, '192.0.2.1']) {
      const server = await start({ rateLimit: {}, trustProxy });
      expect(warnings(server)).toEqual([]);
      for (let index = 0; index < 3; index += 1) await forwarded(server);
      expect(warnings(server), `${trustProxy}`).toHaveLength(1);
      expect(JSON.stringify(warnings(server))).not.toContain('203.0.113.7');
    }
    const trusting = await start({ rateLimit: { address: 1 }, trustProxy: '10.0.0.0/8' });
    expect((await forwarded(trusting)).statusCode).toBe(401);
    expect((await ask(trusting, { 'x-forwarded-for': '203.0.113.8' })).statusCode).toBe(401);
    expect(warnings(trusting)).toEqual([]);
  });

  it('does not count the app’s own files or health checks', async () => {
    const server = await start({ rateLimit: { address: 1 } });
    for (let index = 0; index < 5; index += 1) {
      expect((await ask(server, {}, '/api/healthz')).statusCode).toBe(200);
    }
    expect((await ask(server, {}, '/api/readyz')).statusCode).toBe(200);
    expect((await ask(server, {}, '/api/readyz')).statusCode).toBe(429);
  });

  it('of an address counts unknown paths, not files and pages of the app', async () => {
    const appDir = await mkdtemp(join(tmpdir(), 'ev-app-'));
    await writeFile(join(appDir, 'index.html'), '<!doctype html><title>EV Jobs</title>');
    const server = await start({ appDir, rateLimit: { address: 3 } });
    const statuses: number[] = [];
    for (const url of ['/nothing', '/api/nothing', '/.env', '/wp-login.php', '/api/none']) {
      statuses.push((await ask(server, {}, url)).statusCode);
    }
    expect(statuses).toEqual([404, 404, 404, 429, 429]);
    expect((await ask(server, {}, '/')).statusCode).toBe(200);
    expect((await ask(server, { accept: 'text/html' }, '/jobs/listing/all')).statusCode).toBe(200);
    await rm(appDir, { recursive: true });
  });

  it('tolerates a connection that is reset before its address is read', async () => {
    const server = await start({ rateLimit: {} });
    const { port } = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 }));
    for (let round = 0; round < 20; round += 1) {
      const sockets = Array.from({ length: 20 }, () => connect(Number(port), '127.0.0.1'));
      await Promise.all(
        sockets.map(async (socket) => {
          socket.on('error', () => undefined);
          await once(socket, 'connect');
          socket.write('GET /api/evjobs/stats HTTP/1.1\r\nhost: x\r\n\r\n', () => socket.resetAndDestroy());
          await once(socket, 'close');
        }),
      );
    }
    expect(await ask(server, {})).toMatchObject({ statusCode: 401 });
    expect(server.logs.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });

  const dear: [string, CallName, CallOptions<never>][] = [
    ['searches', 'searchJobs', { body: {} }],
    ['searches', 'profiles', { body: { text: 'a' } }],
    ['exports', 'download', { body: { format: 'csv' } }],
    ['invitations', 'inviteUsers', { body: { inviteeList: [invitee(0)] } }],
    ['uploads', 'reportJob', { body: { nothing: 'of use' }, files: [samples.pdf] }],
  ] as never;
  it.each(dear)('has a smaller share for %s: %s', async (budget, name, options) => {
    const server = await start({ rateLimit: { [budget]: 1 } });
    expect((await server.call(name, { as: 'employee', ...options })).status).not.toBe(429);
    const refused = await server.call(name, { as: 'employee', ...options });
    expect(refused.code).toBe('rate-limited');
    expect(Number(refused.response.headers['retry-after'])).toBeGreaterThan(0);
    // Everything else goes on.
    expect((await server.call('stats', { as: 'employee' })).status).toBe(200);
    expect((await server.call(name, { as: 'admin', ...options })).status).not.toBe(429);
  });

  it('counts a message without files as a call, in whatever form it is sent', async () => {
    const server = await start({ rateLimit: { uploads: 1 } });
    const { jobId } = await newJob(server);
    for (const content of ['One', 'Two', 'Three']) {
      const body = messageOf(jobId, 'client', content);
      expect((await server.call('updateJob', { as: 'client', body, files: [] })).status).toBe(200);
    }
  });

  it('is not spent by a refused upload: no byte of it is kept', async () => {
    const server = await start({ rateLimit: { uploads: 1 } });
    const { jobId } = await newJob(server, {}, { files: [samples.pdf] });
    const before = await server.storedFiles();
    const body = messageOf(jobId, 'client', 'One more');
    expect((await server.call('updateJob', { as: 'client', body, files: [samples.png] })).code).toBe(
      'rate-limited',
    );
    expect(await server.storedFiles()).toEqual(before);
    // Without a file it is a message like any other.
    expect((await server.call('updateJob', { as: 'client', body })).status).toBe(200);
    expect((await server.call('reportJob', { as: 'client', body: jobReport() })).status).toBe(200);
  });
});

onOneDatabase('emails to strangers', (start) => {
  const server = start.forAll();

  it('are at most 500 a day per user, renewed ones included, across processes', async () => {
    const inviteeList = Array.from({ length: 100 }, (_, index) => invitee(index));
    const invite = (as: PersonName, list = inviteeList) =>
      server.call('inviteUsers', { as, body: { inviteeList: list } });
    for (let times = 0; times < 5; times += 1) expect((await invite('employee')).status).toBe(200);
    const refused = await invite('employee', [invitee(1)]);
    expect(refused.failure).toMatchObject({
      code: 'rate-limited',
      errorMessage: 'You can invite up to 500 people a day. Try again tomorrow.',
    });
    expect(refused.response.headers['retry-after']).toBe('3600');
    expect((await invite('admin', [invitee(1)])).status).toBe(200);
    server.clock.advance(86_400);
    const token = tokenOf(people.employee, server.clock.nowMs);
    const again = await server.call('inviteUsers', { as: { token }, body: { inviteeList: [invitee(1)] } });
    expect(again.status).toBe(200);
  });
});

onOneDatabase('chunks of files', (start) => {
  it('have a budget of their own, and creating an upload counts as bringing files', async () => {
    const server = await start({ rateLimit: { user: 1, address: 2, uploads: 2, pieces: 5 } });
    const begin = () =>
      server.app.inject({
        method: 'POST',
        url: '/api/uploads',
        headers: {
          authorization: `Bearer ${server.token('client')}`,
          'tus-resumable': '1.0.0',
          'upload-length': '10',
        },
      });
    const statuses: number[] = [];
    for (let times = 0; times < 3; times += 1) statuses.push((await begin()).statusCode);
    expect(statuses).toEqual([201, 201, 429]);
    const look = () => server.app.inject({ method: 'HEAD', url: '/api/uploads/x' });
    expect([(await look()).statusCode, (await look()).statusCode]).toEqual([401, 401]);
    expect((await look()).statusCode).toBe(429);
    expect((await server.call('stats', { as: 'admin' })).status).toBe(200);
    expect((await server.call('stats', { as: 'admin' })).code).toBe('rate-limited');
  });
});
