import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readSettings } from '../../../server/data/notify/notificationSettings.ts';
import { daySeconds, retentionDays } from '../../../server/data/retention.ts';
import { defaultNotificationSettings } from '../../../src/contract/users/notifications.ts';
import { after, prefer, startWithMail } from '../../support/mail/mailPeople.ts';
import { testMailServer } from '../../support/mail/mailServer.ts';
import { newJob, send } from '../../support/server/jobs.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase, onPostgres, startOfTime, type TestServer } from '../../support/server/server.ts';

const mailServer = await testMailServer();

const minute = 60;

/** Has the client get an email, and gives back what its header says. */
async function unsubscribeHeader(server: TestServer): Promise<{ path: string; jobId: string }> {
  const { jobId } = await newJob(server);
  await send(server, jobId, 'employee', 'Hello');
  await after(server, 10 * minute);
  const header = mailServer.received.at(-1)?.headers.get('list-unsubscribe') ?? '';
  const [, path = ''] = /^<http:\/\/localhost:8080(\/api\/mail\/unsubscribe\/[\w-]{43})>$/.exec(header) ?? [];
  expect(path, header).not.toBe('');
  return { path, jobId };
}

async function choiceOf({ db }: TestServer): Promise<string> {
  return (await readSettings(db, people.client.email)).mail;
}

/** As a mail program does it (RFC 8058). */
function oneClick({ app }: TestServer, url: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return app.inject({ method: 'POST', url, headers, payload: 'List-Unsubscribe=One-Click' });
}

onOneDatabase('the link of an email', (start) => {
  test('posted as the header says, unsubscribes from emails about jobs only, and a repeat changes nothing', async () => {
    const server = await startWithMail(start, mailServer.url);
    const { path, jobId } = await unsubscribeHeader(server);
    expect(mailServer.received[0]?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    await send(server, jobId, 'employee', 'On its way');
    await server.notify();
    for (const _ of ['once', 'twice']) {
      const answer = await oneClick(server, path);
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toContain('You’re unsubscribed');
    }
    await send(server, jobId, 'employee', 'Later');
    await after(server, 60 * minute);
    expect(mailServer.received).toHaveLength(1);
    const settings = await readSettings(server.db, people.client.email);
    expect(settings).toMatchObject({ mail: 'NEVER', previews: true });
    const change = { profiles: [{ email: people.pending.email, userApproved: true }] };
    await server.call('updateProfiles', { as: 'admin', body: change });
    await server.notify();
    expect(mailServer.received[1]?.subject).toBe('Your EV Jobs account has been approved');
  });

  test('accepts the other form encoding, any other body, and none', async () => {
    const server = await startWithMail(start, mailServer.url);
    const { path } = await unsubscribeHeader(server);
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    const multipart = new Response(form);
    const answer = await server.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': multipart.headers.get('content-type') ?? '' },
      payload: Buffer.from(await multipart.arrayBuffer()),
    });
    expect(answer.statusCode).toBe(200);
    expect(await choiceOf(server)).toBe('NEVER');
    const headers = { 'content-type': 'application/json' };
    const odd = await server.app.inject({ method: 'POST', url: path, headers, payload: 'One-Click' });
    expect(odd.statusCode).toBe(200);
    await prefer(server, 'client', { mail: 'ALWAYS' });
    expect((await server.app.inject({ method: 'POST', url: path })).statusCode).toBe(200);
    expect(await choiceOf(server)).toBe('NEVER');
  });

  test('opened, asks and changes nothing; its button unsubscribes, and undo resubscribes', async () => {
    const server = await startWithMail(start, mailServer.url);
    const { path } = await unsubscribeHeader(server);
    const opened = await server.app.inject({ method: 'GET', url: path });
    expect(opened.statusCode).toBe(200);
    expect(opened.body).toContain(`<form method="post" action="${path}"><button>Unsubscribe</button>`);
    await server.app.inject({ method: 'HEAD', url: path });
    expect(await choiceOf(server)).toBe('ALWAYS');

    const stopped = await server.app.inject({ method: 'POST', url: path });
    const [, undo = ''] = /action="([^"]+)"><button>Resubscribe/.exec(stopped.body) ?? [];
    expect(await choiceOf(server)).toBe('NEVER');
    expect((await server.app.inject({ method: 'GET', url: path })).body).toContain('unsubscribed');
    for (const _ of ['once', 'twice']) {
      const resumed = await server.app.inject({ method: 'POST', url: undo });
      expect(resumed.body).toContain('You’re resubscribed');
      expect(await choiceOf(server)).toBe('ALWAYS');
    }
  });

  test('is another one in each email; each works for 90 days, and all undo what one did', async () => {
    const server = await startWithMail(start, mailServer.url);
    const first = (await unsubscribeHeader(server)).path;
    const second = (await unsubscribeHeader(server)).path;
    expect(second).not.toBe(first);
    await oneClick(server, first);
    expect(await choiceOf(server)).toBe('NEVER');
    await oneClick(server, second.replace('unsubscribe', 'resubscribe'));
    expect(await choiceOf(server)).toBe('ALWAYS');
    server.clock.advance((retentionDays.unsubscribe - 1) * daySeconds);
    expect((await oneClick(server, first)).statusCode).toBe(200);
    server.clock.advance(2 * daySeconds);
    expect((await oneClick(server, first)).body).toContain('This link is no longer valid');
  });

  test('resubscribes also who had resubscribed before, and then turned emails off in the account', async () => {
    const server = await startWithMail(start, mailServer.url);
    const { path } = await unsubscribeHeader(server);
    const undo = path.replace('unsubscribe', 'resubscribe');
    await oneClick(server, path);
    await oneClick(server, undo);
    const body = { ...defaultNotificationSettings, mail: 'NEVER' } as const;
    expect((await server.call('saveNotificationSettings', { as: 'client', body })).code).toBe('');
    expect((await oneClick(server, undo)).body).toContain('You’re resubscribed');
    expect(await choiceOf(server)).toBe('ALWAYS');
  });

  test.each<[string, (server: TestServer) => Promise<unknown>]>([
    [
      'turns emails on again in the account',
      ({ call }) =>
        call('saveNotificationSettings', {
          as: 'client',
          body: { ...defaultNotificationSettings, mail: 'ALWAYS' },
        }),
    ],
    [
      'signs out of all devices',
      ({ call }) => call('endSessions', { as: 'client', body: { email: people.client.email } }),
    ],
  ])('ends for good when its user %s', async (_, renew) => {
    const server = await startWithMail(start, mailServer.url);
    const { path } = await unsubscribeHeader(server);
    await oneClick(server, path);
    await renew(server);
    const before = await choiceOf(server);
    for (const url of [path, path.replace('unsubscribe', 'resubscribe')]) {
      const answer = await oneClick(server, url);
      expect(answer.statusCode).toBe(404);
      expect(answer.body).toContain('This link is no longer valid');
    }
    expect(await choiceOf(server)).toBe(before);
  });

  test.each(['x'.repeat(43), 'short', '%00', `${'x'.repeat(43)}'`])(
    'with the unknown token %j says that it is no longer valid, when opened and when posted',
    async (token) => {
      const server = await startWithMail(start, mailServer.url);
      for (const [method, what] of [
        ['GET', 'unsubscribe'],
        ['POST', 'unsubscribe'],
        ['POST', 'resubscribe'],
      ] as const) {
        const answer = await server.app.inject({ method, url: `/api/mail/${what}/${token}` });
        expect(answer.statusCode).toBe(404);
        expect(answer.body).toContain('This link is no longer valid');
        expect(answer.body).not.toContain('<form');
      }
    },
  );

  test('leads to a page without scripts and images, which is not cached and sends no Referer; the token is in no log', async () => {
    const server = await startWithMail(start, mailServer.url);
    const { path } = await unsubscribeHeader(server);
    const { headers, body } = await server.app.inject({ method: 'GET', url: path });
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self'/,
    );
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(body).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(body).not.toMatch(/<script|<img| style=| on\w+=/);
    expect(body).not.toContain(people.client.email);
    await oneClick(server, path);
    const token = path.split('/').at(-1) ?? '';
    expect(JSON.stringify(server.logs)).toContain('/api/mail/unsubscribe/:token');
    expect(JSON.stringify(server.logs)).not.toContain(token);
  });
});

onPostgres('the link of an email, used while its recipient is erased', (start) => {
  test('waits for the erasure, and is then unknown, without a deadlock', async () => {
    const server = await start();
    const { email } = people.client;
    const token = 'a'.repeat(43);
    await server.db.query('insert into unsubscribe_tokens (token_hash, email, created) values ($1, $2, $3)', [
      hash('sha256', token),
      email,
      startOfTime / 1000,
    ]);
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const erased = server.db.tx(async (tx) => {
      // In the order of an erasure: the user, and later what is theirs.
      await tx.query('select 1 from users where email = $1 for update', [email]);
      held.resolve();
      await asked.promise;
      await tx.query('delete from unsubscribe_tokens where email = $1', [email]);
    });
    await held.promise;
    const used = oneClick(server, `/api/mail/unsubscribe/${token}`);
    await wait(300);
    asked.resolve();
    await erased;
    expect((await used).statusCode).toBe(404);
  });
});
