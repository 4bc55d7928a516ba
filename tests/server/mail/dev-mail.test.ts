import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../../server/emulator/emulator.ts';
import { declineEmail } from '../../../server/mail/accountEmails.ts';
import { folderMail } from '../../../server/mail/folderMail.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { after, prefer } from '../../support/mail/mailPeople.ts';
import { saidIn, withReplies } from '../../support/replies/replyServer.ts';
import { emulatorSignUp } from '../../support/server/emulatorSignIn.ts';
import { newJob, send } from '../../support/server/jobs.ts';
import { people, projectId } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';
import { freePort } from '../../support/server/stack.ts';

let emulator: Emulator;
let emulatorUrl: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dev-mail-'));
  const port = await freePort();
  emulatorUrl = `http://127.0.0.1:${port}`;
  emulator = await startEmulator({ projectId, port, accountsFile: join(folder, 'accounts.json') }, () => {});
});
afterAll(async () => {
  await emulator.stop();
  await rm(folder, { recursive: true });
});

/** Asks the identity provider to write to a person, as the app does. */
async function requestEmail(requestType: string, body: object): Promise<void> {
  const address = `${emulatorUrl}/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=any`;
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ requestType, ...body }),
  });
  expect(answer.status).toBe(200);
}

function linksIn(page: string): URL[] {
  return [...page.matchAll(/href="([^"]+)"/g)].map(
    ([, link]) => new URL((link ?? '').replaceAll('&#38;', '&'), 'http://localhost:8080'),
  );
}

/** Asks the emulator for its codes, or for another path, with headers that `fetch` does not send. */
function status(headers: Record<string, string>, path = `/emulator/v1/projects/${projectId}/oobCodes`) {
  return new Promise((resolve, reject) => {
    const asked = request(emulatorUrl, { headers, path });
    asked.once('response', (answer) => resolve(answer.resume().statusCode)).once('error', reject);
    asked.end();
  });
}

test('the emulator serves no page of any origin, and no host name but this machine’s', async () => {
  expect(await status({})).toBe(200);
  expect(await status({ host: 'localhost:9099' })).toBe(200);
  expect(await status({ origin: 'https://evil.example' })).toBe(403);
  expect(await status({ origin: 'http://localhost:8080' })).toBe(403);
  expect(await status({ host: 'evil.example:9099' })).toBe(403);
});

test('a picture of some page whose address is that of the emulator and `//` does not end it', async () => {
  expect(await status({}, '//')).toEqual(expect.any(Number));
  expect(await status({})).toBe(200);
});

onOneDatabase('the page of development emails', (start, kind) => {
  const email = `ada-${kind}@ev.test`;

  test('links to our own pages with the identity provider’s codes, and to invitations', async () => {
    const mailFolder = join(folder, kind);
    const { app, call, clock } = await start({
      development: true,
      emulator: { url: emulatorUrl, projectId },
      mailFolder,
      mail: folderMail(mailFolder, () => Date.UTC(2026, 10, 21, 10, 30)),
    });
    expect((await app.inject('/dev/mail')).body).toContain('No emails yet.');

    const { idToken } = await emulatorSignUp(emulatorUrl, email, 'stamped-2026');
    await requestEmail('VERIFY_EMAIL', { idToken });
    await requestEmail('PASSWORD_RESET', { email, continueUrl: 'http://localhost:8080/jobs/create' });
    const guest = {
      email: 'guest@ev.test',
      firstName: '<b>Gina</b>',
      lastName: 'Guest',
      userType: 'CLIENT',
    } as const;
    await call('inviteUsers', { as: 'admin', body: { inviteeList: [guest] } });
    clock.advance(60);

    const page = await inTheEnd(async () => {
      const answer = await app.inject('/dev/mail');
      expect(answer.body).toContain('guest@ev.test');
      return answer;
    });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(page.body).not.toMatch(/<script|<b>|<img| style=| on\w+=/);
    expect(page.body).toContain('Hi &#60;b&#62;Gina&#60;/b&#62;,');

    const links = linksIn(page.body);
    const ofMode = (mode: string) => links.findIndex(({ searchParams }) => searchParams.get('mode') === mode);
    const reset = ofMode('resetPassword');
    const verify = ofMode('verifyEmail');
    expect(reset, 'the newest first').toBeLessThan(verify);
    for (const link of [links[reset], links[verify]]) {
      // Firebase has one address for all its emails, and these parameters.
      expect(link?.pathname).toBe('/auth/email-verification');
      expect([...(link?.searchParams.keys() ?? [])].sort()).toEqual(
        ['apiKey', 'continueUrl', 'lang', 'mode', 'oobCode'].filter(
          (name) => name !== 'continueUrl' || link === links[reset],
        ),
      );
    }
    expect(links[reset]?.searchParams.get('continueUrl')).toBe('http://localhost:8080/jobs/create');

    const invited = links.find(({ pathname }) => pathname === '/auth/signup');
    const token = invited?.searchParams.get('invitation') ?? '';
    const { answer: invitation } = await call('invitationByToken', { params: { token } });
    expect(invitation).toMatchObject({ email: 'guest@ev.test' });

    // The code is the provider's own: it does what the email promises, once.
    const oobCode = links[verify]?.searchParams.get('oobCode');
    const address = `${emulatorUrl}/identitytoolkit.googleapis.com/v1/accounts:update?key=any`;
    const headers = { 'content-type': 'application/json' };
    const applied = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ oobCode }) });
    expect(await applied.json()).toMatchObject({ email, emailVerified: true });
    expect((await app.inject('/dev/mail')).body).not.toContain('mode=verifyEmail');

    // An address that is changed: the new one is asked, then the old one is told.
    const newEmail = `ada.new-${kind}@ev.test`;
    await requestEmail('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail });
    await fetch(address, {
      method: 'POST',
      headers,
      body: JSON.stringify({ idToken, email: `x.${newEmail}` }),
    });
    const later = (await app.inject('/dev/mail')).body;
    const entries = later.split('<li>');
    expect(entries.find((entry) => entry.includes('mode=verifyAndChangeEmail'))).toContain(`To ${newEmail}`);
    expect(entries.find((entry) => entry.includes('mode=recoverEmail'))).toContain(`To ${email}`);
  });

  test('says so when the emulator does not respond, and shows the emails', async () => {
    const mailFolder = join(folder, `${kind}-alone`);
    await folderMail(mailFolder).send({
      ...declineEmail({ email: 'guest@ev.test', firstName: 'Gina' }),
      emailId: 'one',
    });
    const { app } = await start({
      development: true,
      errorsExpected: true,
      emulator: { url: `http://127.0.0.1:${await freePort()}`, projectId },
      mailFolder,
    });
    const page = await app.inject('/dev/mail');
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('The Auth emulator isn’t responding');
    expect(page.body).toContain('guest@ev.test');
  });

  test('answers an email as its recipient would, from its own form only', async () => {
    const mailFolder = join(folder, `replies-${kind}`);
    const server = await start({
      ...withReplies,
      development: true,
      emulator: { url: emulatorUrl, projectId },
      mailFolder,
      mail: folderMail(mailFolder),
    });
    await prefer(server, 'client', { mail: 'ALWAYS' });
    const { jobId } = await newJob(server);
    await send(server, jobId, 'employee', 'Which breaker?');
    await after(server, 600);
    const { body: page } = await server.app.inject('/dev/mail');
    expect(page).toContain(`<label>Reply by email as ${people.client.email}`);
    const fields = [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
    const ofClient = fields.slice(
      fields.findIndex(([, name, value]) => name === 'from' && value === people.client.email),
    );
    const form = Object.fromEntries(ofClient.slice(0, 4).map(([, name = '', value = '']) => [name, value]));
    const post = (text: string, headers: Record<string, string>) =>
      server.app.inject({
        method: 'POST',
        url: '/dev/mail/reply',
        headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'localhost:8080', ...headers },
        payload: new URLSearchParams({ ...form, text }).toString(),
      });
    const answer = await post('The 200 A one.', { origin: 'http://localhost:8080' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/dev/mail?reply=posted']);
    expect((await server.app.inject('/dev/mail?reply=posted')).body).toContain(
      'Your reply was posted to the job.',
    );
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { host: 'evil.example' },
    ]) {
      expect((await post('No', headers)).statusCode).toBe(404);
    }
    expect(await saidIn(server, jobId)).toEqual(['Which breaker?', 'The 200 A one.']);
  });

  test.each([
    ['a real identity provider', { development: true }],
    ['no development', { emulator: { url: 'http://127.0.0.1:9', projectId } }],
  ])('does not exist with %s', async (_, options) => {
    const { app } = await start({ ...options, mailFolder: join(folder, kind) });
    const answer = await app.inject({ url: '/dev/mail', headers: { accept: 'text/html' } });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain('guest@ev.test');
  });
});
