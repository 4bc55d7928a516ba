import { hash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import fastify from 'fastify';
import { createTransport } from 'nodemailer';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Refusal, Unavailable } from '../../../server/errors/errors.ts';
import { handleErrors } from '../../../server/http/handleErrors.ts';
import { measureMailbox } from '../../../server/http/metrics.ts';
import { openImapReceiver } from '../../../server/replies/imapReceiver.ts';
import type { ReplyOutcome, TakeReply } from '../../../server/replies/replies.ts';
import { openSmtpReceiver } from '../../../server/replies/smtpReceiver.ts';
import { inboundEmailRoutes } from '../../../server/routes/inboundEmail.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import { after, startWithMail } from '../../support/mail/mailPeople.ts';
import { testMailServer } from '../../support/mail/mailServer.ts';
import { startTcpProxy } from '../../support/network/tcpProxy.ts';
import { type ImapServer, openImapServer } from '../../support/replies/imapServer.ts';
import {
  replies,
  replyAddressOf,
  saidIn,
  withReplies,
  withReplyProcesses,
  writeEmail,
} from '../../support/replies/replyServer.ts';
import { newJob, send } from '../../support/server/jobs.ts';
import { metricOf } from '../../support/server/metricOf.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

const mailServer = await testMailServer();

const clara = people.client.email;
const minute = 60;
/** Flags of an email that was taken. */
const taken = ['\\Seen', '$EvJobsTaken'];
const often = { poll: 50, firstPause: 50, longestPause: 200, patience: 0 };

function takerOf({ app }: TestServer): TakeReply {
  if (!app.takeReply) throw new Error('This server takes no replies.');
  return app.takeReply;
}

const partsOf = (server: TestServer) => ({ db: server.db, takeReply: takerOf(server) });

/** Opens the server's mail server for replies. @returns its address */
async function openSmtp(server: TestServer, take = takerOf(server)): Promise<string> {
  const door = await openSmtpReceiver({ port: 0, address: replies.address }, take, server.app.log);
  onTestFinished(() => door.close());
  return `smtp://127.0.0.1:${door.port}`;
}

async function openImap(server: TestServer, take = takerOf(server), times = often): Promise<ImapServer> {
  const imap = await openImapServer();
  onTestFinished(() => imap.close());
  const door = openImapReceiver(imap.url, { db: server.db, takeReply: take }, server.app.log, times);
  onTestFinished(() => door.close());
  return imap;
}

/** Sends an email through a mail server, as a user's program does. */
async function submit(url: string, to: string, raw: Buffer, from = clara): Promise<void> {
  const transport = createTransport({ url });
  try {
    await transport.sendMail({ envelope: { from, to }, raw });
  } finally {
    transport.close();
  }
}

/** Has staff write to the client. @returns the address that the email to the client asks to reply to */
async function notified(server: TestServer, jobId: string): Promise<string> {
  await send(server, jobId, 'employee', 'Which breaker is it?');
  await after(server, 10 * minute);
  const [, address = ''] =
    /^EV Jobs <(reply\+[0-9a-f]{40}@in\.ev\.test)>$/.exec(
      mailServer.received.at(-1)?.headers.get('reply-to') ?? '',
    ) ?? [];
  expect(address).not.toBe('');
  return address;
}

onOneDatabase('an answer by email', (start) => {
  test('goes the whole way: notification by SMTP, reply by SMTP, message, and the answer to the next by IMAP', async () => {
    const server = await startWithMail(start, mailServer.url, withReplyProcesses);
    const smtp = await openSmtp(server);
    const imap = await openImap(server);
    const { jobId } = await newJob(server);
    const to = await notified(server, jobId);
    const [email] = mailServer.received;
    expect(email?.text).toContain('Reply to this email to answer EV. Your text and files are posted');
    expect(email?.text).not.toContain('aren’t delivered');
    expect(email?.headers.get('auto-submitted')).toBe('auto-generated');
    const text = `The 200 A one.\n\nOn Sat, Nov 21, 2026 at 10:40 AM EV Jobs <jobs@ev.test> wrote:\n\n${email?.text.replace(/^/gm, '> ')}`;
    await submit(smtp, to, writeEmail({ from: `Clara <${clara}>`, to, text, files: [samples.jpeg] }));
    expect(await saidIn(server, jobId)).toEqual(['Which breaker is it?', 'The 200 A one.']);

    const next = await notified(server, jobId);
    expect(next).not.toBe(to);
    imap.deliver(writeEmail({ from: clara, to: next, text: 'Und die Höhe: 3 m.' }));
    await expect.poll(() => saidIn(server, jobId)).toContain('Und die Höhe: 3 m.');
    await expect.poll(() => imap.flags()).toEqual([taken]);
  });

  test('is not offered where no replies are delivered', async () => {
    const server = await startWithMail(start, mailServer.url);
    const { jobId } = await newJob(server);
    await send(server, jobId, 'employee', 'Hello');
    await after(server, 10 * minute);
    expect(mailServer.received[0]?.headers.has('reply-to')).toBe(false);
    expect(mailServer.received[0]?.text).toContain('Replies to this email aren’t delivered.');
    expect(server.app.takeReply).toBeNull();
  });

  test('that is not posted is answered over SMTP, without a return path, in its conversation', async () => {
    const server = await startWithMail(start, mailServer.url, withReplies);
    const { jobId } = await newJob(server);
    const to = await replyAddressOf(server, 'client', jobId);
    const headers = { 'Message-ID': '<1@mail.ev.test>' };
    await takerOf(server)(writeEmail({ from: clara, to, text: '', headers }));
    await server.notify();
    const [email] = mailServer.received;
    expect(email?.to).toEqual([clara]);
    expect(email?.returnPath).toBe('');
    expect(email?.headers.get('auto-submitted')).toBe('auto-replied');
    expect(email?.headers.get('in-reply-to')).toBe('<1@mail.ev.test>');
    expect(email?.headers.has('reply-to')).toBe(false);
    // Were it sent back to us, it would be ignored.
    const back = Buffer.from(email?.source ?? '');
    expect(await takerOf(server)(back)).toEqual({ outcome: 'ignored', reason: 'automatic' });
  });

  describe('by SMTP', () => {
    test('is accepted for our addresses only, and a bounce is ignored', async () => {
      const server = await start(withReplies);
      const smtp = await openSmtp(server);
      const { jobId } = await newJob(server);
      const to = await replyAddressOf(server, 'client', jobId);
      const raw = writeEmail({ from: clara, to, text: 'Hello' });
      await expect(submit(smtp, 'office@ev.test', raw)).rejects.toMatchObject({ responseCode: 550 });
      await submit(smtp, to, raw, '');
      expect(await saidIn(server, jobId)).toEqual([]);
      await submit(smtp, to, raw);
      expect(await saidIn(server, jobId)).toEqual(['Hello']);
    });

    test('is sent again later while something is away', async () => {
      const server = await start({ ...withReplies, errorsExpected: true });
      const smtp = await openSmtp(server, () => Promise.reject(new Unavailable('database')));
      await expect(submit(smtp, replies.address, Buffer.from('x'))).rejects.toMatchObject({
        responseCode: 451,
      });
    });
  });

  describe('by IMAP', () => {
    test('is fetched as it arrives, and before the server started, each once', async () => {
      const server = await start(withReplies);
      const { jobId } = await newJob(server);
      const to = await replyAddressOf(server, 'client', jobId);
      const imap = await openImapServer();
      onTestFinished(() => imap.close());
      imap.deliver(writeEmail({ from: clara, to, text: 'Before' }));
      const doors = [1, 2].map(() => openImapReceiver(imap.url, partsOf(server), server.app.log, often));
      onTestFinished(async () => {
        for (const door of doors) await door.close();
      });
      await expect.poll(() => saidIn(server, jobId)).toEqual(['Before']);
      imap.deliver(writeEmail({ from: clara, to, text: 'After' }));
      await expect.poll(() => saidIn(server, jobId)).toEqual(['Before', 'After']);
      await expect.poll(() => imap.flags()).toEqual([taken, taken]);
      await wait(100);
      expect(await saidIn(server, jobId)).toEqual(['Before', 'After']);
    });

    test('is fetched when the server announces it, long before it is asked', async () => {
      const server = await start(withReplies);
      const { jobId } = await newJob(server);
      const to = await replyAddressOf(server, 'client', jobId);
      const imap = await openImap(server, takerOf(server), { ...often, poll: 24 * 3_600_000 });
      for (const text of ['One', 'Two']) {
        imap.deliver(writeEmail({ from: clara, to, text }));
        await expect.poll(() => saidIn(server, jobId)).toContain(text);
      }
    });

    test('waits unseen while something is away, and is not lost', async () => {
      const server = await start({ ...withReplies, errorsExpected: true });
      let isAway = true;
      let attempts = 0;
      const imap = await openImap(server, async (raw) => {
        attempts += 1;
        if (isAway) throw new Unavailable('database');
        return takerOf(server)(raw);
      });
      const { jobId } = await newJob(server);
      const to = await replyAddressOf(server, 'client', jobId);
      imap.deliver(writeEmail({ from: clara, to, text: 'One' }));
      await expect.poll(() => attempts).toBeGreaterThan(0);
      expect(imap.flags()).toEqual([[]]);
      imap.deliver(writeEmail({ from: clara, to, text: 'Two' }));
      isAway = false;
      await expect.poll(() => saidIn(server, jobId)).toEqual(['One', 'Two']);
      await expect.poll(() => imap.flags()).toEqual([taken, taken]);
    });

    test('that fails for no known reason is left for a person after five attempts', async () => {
      const server = await start({ ...withReplies, errorsExpected: true });
      let attempts = 0;
      const imap = await openImap(server, async () => {
        attempts += 1;
        throw new TypeError('a bug');
      });
      imap.deliver(writeEmail({ from: clara, to: replies.address, text: 'One' }));
      await expect.poll(() => imap.flags()[0]).toEqual([...taken, '\\Flagged']);
      expect(attempts).toBe(5);
    });

    test('that was given up is logged once, and comes again once somebody marks it as unread', async () => {
      const server = await start({ ...withReplies, errorsExpected: true });
      let isBroken = true;
      const imap = await openImap(server, async (raw) => {
        if (isBroken) throw new TypeError('a bug');
        return takerOf(server)(raw);
      });
      const { jobId } = await newJob(server);
      const to = await replyAddressOf(server, 'client', jobId);
      imap.deliver(writeEmail({ from: clara, to, text: 'One' }));
      await expect.poll(() => imap.flags()[0]).toEqual([...taken, '\\Flagged']);
      const said = server.logs.filter(({ msg }) => String(msg).includes('was given up'));
      expect(said).toMatchObject([{ uid: 1, level: 50 }]);
      isBroken = false;
      imap.unmark('\\Seen');
      await expect.poll(() => saidIn(server, jobId)).toEqual(['One']);
      await expect.poll(() => imap.flags()[0]).toContain('\\Seen');
    });

    test('comes in again after its connection was cut while it was fetched, and after the mailbox was away', async () => {
      const server = await start(withReplies);
      const { jobId } = await newJob(server);
      const to = await replyAddressOf(server, 'client', jobId);
      const imap = await openImap(server);
      const cut = expect.poll(() => imap.fetches()).toBeGreaterThan(0);
      imap.deliver(writeEmail({ from: clara, to, text: 'One', files: [samples.pdf] }));
      await cut;
      imap.cut();
      await expect.poll(() => saidIn(server, jobId)).toEqual(['One']);
      const port = Number(new URL(imap.url).port);
      await imap.close();
      const later = await openImapServer({ port });
      onTestFinished(() => later.close());
      later.deliver(writeEmail({ from: clara, to, text: 'Two' }));
      await expect.poll(() => saidIn(server, jobId)).toEqual(['One', 'Two']);
    });

    test('that somebody has opened is posted all the same, and none that was opened before the mailbox was first read', async () => {
      const server = await start(withReplies);
      const { jobId } = await newJob(server);
      const to = await replyAddressOf(server, 'client', jobId);
      const imap = await openImapServer();
      onTestFinished(() => imap.close());
      imap.deliver(writeEmail({ from: clara, to, text: 'Years ago' }), ['\\Seen']);
      imap.deliver(writeEmail({ from: clara, to, text: 'Waiting' }));
      const open = () => openImapReceiver(imap.url, partsOf(server), server.app.log, often);
      const first = open();
      await expect.poll(() => imap.flags()).toEqual([['\\Seen'], taken]);
      imap.deliver(writeEmail({ from: clara, to, text: 'Opened at once' }), ['\\Seen']);
      await expect.poll(() => imap.flags()[2]).toEqual(taken);
      await first.close();
      imap.deliver(writeEmail({ from: clara, to, text: 'Opened meanwhile' }), ['\\Seen']);
      const second = open();
      onTestFinished(() => second.close());
      await expect.poll(() => imap.flags()[3]).toEqual(taken);
      expect(await saidIn(server, jobId)).toEqual(['Waiting', 'Opened at once', 'Opened meanwhile']);
      expect(imap.flags()[0]).toEqual(['\\Seen']);
    });

    test('that somebody has opened while the mailbox numbered its emails anew is posted, and none from before', async () => {
      const server = await start(withReplies);
      const { jobId } = await newJob(server);
      const to = await replyAddressOf(server, 'client', jobId);
      const imap = await openImap(server);
      imap.deliver(writeEmail({ from: clara, to, text: 'Before' }));
      await expect.poll(() => imap.flags()).toEqual([taken]);
      const port = Number(new URL(imap.url).port);
      await imap.close();
      const later = await openImapServer({ port, uidValidity: 7 });
      onTestFinished(() => later.close());
      const daysAgo = new Date(Date.now() - 3 * 24 * 3_600_000);
      later.deliver(writeEmail({ from: clara, to, text: 'Days ago' }), ['\\Seen'], daysAgo);
      later.deliver(writeEmail({ from: clara, to, text: 'Opened meanwhile' }), ['\\Seen']);
      await expect.poll(() => saidIn(server, jobId)).toEqual(['Before', 'Opened meanwhile']);
      await expect.poll(() => later.flags()).toEqual([['\\Seen'], taken]);
    });

    test('is fetched also with a password whose % encodes nothing', async () => {
      const server = await start(withReplies);
      const imap = await openImapServer();
      onTestFinished(() => imap.close());
      const url = imap.url.replace('replies:p%40ss%20word', 'percent:50%off');
      const door = openImapReceiver(url, partsOf(server), server.app.log, often);
      onTestFinished(() => door.close());
      await expect.poll(() => door.isConnected()).toBe(true);
    });

    test('is fetched by another connection once one has gone silent', async () => {
      const server = await start(withReplies);
      const { jobId } = await newJob(server);
      const to = await replyAddressOf(server, 'client', jobId);
      const imap = await openImapServer();
      onTestFinished(() => imap.close());
      const url = new URL(imap.url);
      const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
      onTestFinished(() => proxy.close());
      url.port = String(proxy.port);
      const times = { ...often, silence: 500 };
      const door = openImapReceiver(url.href, partsOf(server), server.app.log, times);
      onTestFinished(() => door.close());
      imap.deliver(writeEmail({ from: clara, to, text: 'One' }));
      await expect.poll(() => imap.flags()).toEqual([taken]);
      proxy.silence();
      imap.deliver(writeEmail({ from: clara, to, text: 'Two' }));
      await expect.poll(() => saidIn(server, jobId)).toEqual(['One', 'Two']);
    });

    test('counts as taken once it was seen, where the mailbox stores no marks of our own', async () => {
      const server = await start(withReplies);
      const { jobId } = await newJob(server);
      const to = await replyAddressOf(server, 'client', jobId);
      const imap = await openImapServer({ keeps: ['\\Seen', '\\Flagged'] });
      onTestFinished(() => imap.close());
      const door = openImapReceiver(imap.url, partsOf(server), server.app.log, often);
      onTestFinished(() => door.close());
      imap.deliver(writeEmail({ from: clara, to, text: 'Opened' }), ['\\Seen']);
      imap.deliver(writeEmail({ from: clara, to, text: 'New' }));
      await expect.poll(() => imap.flags()).toEqual([['\\Seen'], ['\\Seen']]);
      expect(await saidIn(server, jobId)).toEqual(['New']);
    });

    test('that the mail server cannot read stops none of the others, and is left flagged after four sessions', async () => {
      const server = await start({ ...withReplies, errorsExpected: true });
      const { jobId } = await newJob(server);
      const to = await replyAddressOf(server, 'client', jobId);
      const imap = await openImapServer({ unreadable: 2 });
      onTestFinished(() => imap.close());
      const door = openImapReceiver(imap.url, partsOf(server), server.app.log, often);
      onTestFinished(() => door.close());
      for (const text of ['One', 'Broken', 'Three', 'Four'])
        imap.deliver(writeEmail({ from: clara, to, text }));
      await expect.poll(() => saidIn(server, jobId)).toEqual(['One', 'Three', 'Four']);
      await expect.poll(() => imap.flags()).toEqual([taken, [...taken, '\\Flagged'], taken, taken]);
      imap.deliver(writeEmail({ from: clara, to, text: 'Five' }));
      await expect.poll(() => saidIn(server, jobId)).toContain('Five');
      const said = server.logs.filter(({ msg }) => String(msg).includes('cannot be fetched'));
      expect(said).toMatchObject([{ uid: 2, level: 50 }]);
      imap.repair();
      imap.unmark('\\Seen');
      await expect.poll(() => saidIn(server, jobId)).toContain('Broken');
    });

    test('is not given up while its mail server gives none for a while', async () => {
      const server = await start(withReplies);
      const { jobId } = await newJob(server);
      const to = await replyAddressOf(server, 'client', jobId);
      const imap = await openImapServer({ unreadable: 1 });
      onTestFinished(() => imap.close());
      const times = { ...often, patience: 60_000 };
      const door = openImapReceiver(imap.url, partsOf(server), server.app.log, times);
      onTestFinished(() => door.close());
      imap.deliver(writeEmail({ from: clara, to, text: 'Late' }));
      await expect.poll(() => imap.fetches(), { timeout: 10_000 }).toBeGreaterThan(8);
      expect(imap.flags()).toEqual([[]]);
      imap.repair();
      await expect.poll(() => saidIn(server, jobId)).toEqual(['Late']);
    });

    test('is not taken from a mailbox that cannot mark it, where it would come again and again', async () => {
      const server = await start(withReplies);
      const { jobId } = await newJob(server);
      const imap = await openImapServer({ keeps: ['\\Answered'] });
      onTestFinished(() => imap.close());
      imap.deliver(
        writeEmail({ from: clara, to: await replyAddressOf(server, 'client', jobId), text: 'No' }),
      );
      const door = openImapReceiver(imap.url, partsOf(server), server.app.log, often);
      onTestFinished(() => door.close());
      await expect.poll(() => JSON.stringify(server.logs)).toContain('UnmarkableMailbox');
      expect(await saidIn(server, jobId)).toEqual([]);
    });

    test('is not fetched with a wrong password, which is logged without it', async () => {
      const server = await start(withReplies);
      const imap = await openImapServer();
      onTestFinished(() => imap.close());
      const door = openImapReceiver(
        imap.url.replace('p%40ss', 'wr0ng'),
        partsOf(server),
        server.app.log,
        often,
      );
      onTestFinished(() => door.close());
      measureMailbox(server.app.metrics, door.isConnected);
      await expect
        .poll(() => server.logs.map(({ msg }) => msg))
        .toContain('emails with replies cannot be read');
      expect(JSON.stringify(server.logs)).not.toMatch(/wr0ng/);
      expect(await metricOf(server, 'reply_mailbox_up')).toBe(0);
    });

    test('is counted on only while its mailbox is open', async () => {
      const server = await start(withReplies);
      const imap = await openImapServer();
      const door = openImapReceiver(imap.url, partsOf(server), server.app.log, often);
      onTestFinished(() => door.close());
      measureMailbox(server.app.metrics, door.isConnected);
      await expect.poll(() => metricOf(server, 'reply_mailbox_up')).toBe(1);
      await imap.close();
      await expect.poll(() => metricOf(server, 'reply_mailbox_up')).toBe(0);
    });
  });

  describe('by a webhook', () => {
    const secret = 'a secret of at least thirty-two characters';
    const authorization = `Basic ${Buffer.from(`inbound:${secret}`).toString('base64')}`;
    const post = ({ app }: TestServer, body: Buffer | string, headers: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: '/api/mail/inbound',
        payload: body,
        headers: { authorization, 'content-type': 'message/rfc822', ...headers },
      });
    let server: TestServer;
    let jobId: string;
    let to: string;
    beforeAll(async () => {
      server = await start({ ...withReplyProcesses, webhookSecret: secret, errorsExpected: true });
      ({ jobId } = await newJob(server));
      to = await replyAddressOf(server, 'client', jobId);
    });

    function form(field: string, raw: Buffer) {
      const data = new FormData();
      data.append('headers', 'x');
      data.append(field, raw.toString());
      const { headers, body } = new Request('http://x', { method: 'POST', body: data });
      return { type: headers.get('content-type') ?? '', body: new Response(body).arrayBuffer() };
    }

    test('is taken from the body, or from the field of each provider', async () => {
      const before = (await saidIn(server, jobId)).length;
      const write = (text: string) => writeEmail({ from: clara, to, text });
      expect((await post(server, write('Raw'))).statusCode).toBe(204);
      const json = JSON.stringify({ From: clara, RawEmail: write('Postmark').toString() });
      expect((await post(server, json, { 'content-type': 'application/json' })).statusCode).toBe(204);
      for (const [field, name] of [
        ['email', 'SendGrid'],
        ['body-mime', 'Mailgun'],
      ] as const) {
        const { type, body } = form(field, write(name));
        const answer = await post(server, Buffer.from(await body), { 'content-type': type });
        expect(answer.statusCode, name).toBe(204);
        expect(answer.body).toBe('');
      }
      const encoded = new URLSearchParams({ 'body-mime': write('Encoded').toString() }).toString();
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await post(server, encoded, type)).statusCode).toBe(204);
      expect((await saidIn(server, jobId)).slice(before)).toEqual([
        'Raw',
        'Postmark',
        'SendGrid',
        'Mailgun',
        'Encoded',
      ]);
    });

    test('keeps every byte of text in Latin-1 and of a file that is not encoded, in each form', async () => {
      const before = (await saidIn(server, jobId)).length;
      const bytes = Buffer.from(
        Array.from({ length: 4096 }, (_, index) => (index * 151) % 256).filter(
          (byte) => byte !== 10 && byte !== 13,
        ),
      );
      const pdf = Buffer.concat([samples.pdf.bytes, bytes]);
      const type = 'multipart/mixed; boundary=b';
      const of = (name: string) => {
        const text = `--b\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\n${name}: 5° für José\r\n`;
        const file = `--b\r\nContent-Type: application/pdf; name="${name}.pdf"\r\nContent-Disposition: attachment; filename="${name}.pdf"\r\nContent-Transfer-Encoding: binary\r\n\r\n`;
        const head = `From: ${clara}\r\nTo: ${to}\r\nMessage-ID: <${name}@bytes.test>\r\nContent-Type: ${type}\r\n\r\n`;
        return Buffer.concat([Buffer.from(head + text + file, 'latin1'), pdf, Buffer.from('\r\n--b--\r\n')]);
      };
      const field = (name: string, extra: string) =>
        Buffer.concat([
          Buffer.from(`--form\r\nContent-Disposition: form-data; name="email"${extra}\r\n\r\n`),
          of(name),
          Buffer.from('\r\n--form--\r\n'),
        ]);
      const encoded = `body-mime=${Array.from(of('Encoded'), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}`;
      const form = { 'content-type': 'multipart/form-data; boundary=form' };
      for (const [name, body, headers] of [
        ['Field', field('Field', ''), form],
        ['Typed', field('Typed', '\r\nContent-Type: text/plain; charset=utf-8'), form],
        ['File', field('File', '; filename="email.eml"\r\nContent-Type: message/rfc822'), form],
        ['Encoded', encoded, { 'content-type': 'application/x-www-form-urlencoded' }],
        ['Raw', of('Raw'), { 'content-type': 'message/rfc822' }],
      ] as const)
        expect((await post(server, body, headers)).statusCode, name).toBe(204);
      const names = ['Field', 'Typed', 'File', 'Encoded', 'Raw'];
      expect((await saidIn(server, jobId)).slice(before)).toEqual(
        names.map((name) => `${name}: 5° für José`),
      );
      const rows = await server.db.query<{ sha256: string }>(
        "select sha256 from attachments where job_id = $1 and file_name ~ '^(Field|Typed|File|Encoded|Raw)'",
        [jobId],
      );
      expect(rows.map(({ sha256 }) => sha256)).toEqual(names.map(() => hash('sha256', pdf)));
    });

    test.each<[string, Record<string, string>]>([
      ['nothing', { authorization: '' }],
      ['another password', { authorization: `Basic ${Buffer.from('inbound:nonsense').toString('base64')}` }],
      ['the secret as user', { authorization: `Basic ${Buffer.from(`${secret}:`).toString('base64')}` }],
      ['the secret as a bearer token', { authorization: `Bearer ${secret}` }],
      ['a user’s token', { authorization: 'token' }],
    ])('is refused with %s', async (_, given) => {
      const authorizations = {
        ...given,
        ...(given.authorization === 'token' && { authorization: `Bearer ${server.token('admin')}` }),
      };
      const before = await saidIn(server, jobId);
      const answer = await post(server, writeEmail({ from: clara, to, text: 'No' }), authorizations);
      expect(answer.statusCode).toBe(401);
      expect(await saidIn(server, jobId)).toEqual(before);
    });

    test('gets 422 for a body without an email, 413 for a larger one, 204 for any email', async () => {
      const json = { 'content-type': 'application/json' };
      expect((await post(server, '{', json)).statusCode).toBe(422);
      expect((await post(server, '{"From": 1}', json)).statusCode).toBe(422);
      expect(
        (await post(server, '--x', { 'content-type': 'multipart/form-data; boundary=x' })).statusCode,
      ).toBe(422);
      expect((await post(server, Buffer.alloc(61 * 1024 * 1024))).statusCode).toBe(413);
      expect((await post(server, 'nonsense')).statusCode).toBe(204);
      expect((await post(server, '')).statusCode).toBe(204);
      const spam = writeEmail({ from: 'eve@elsewhere.test', to, text: 'Spam' });
      expect((await post(server, spam)).statusCode).toBe(204);
    });

    test('gets 503 while the database is away, so that the provider sends it again', async () => {
      const { query } = server.db;
      server.db.query = () => Promise.reject(new Unavailable('database'));
      const raw = writeEmail({ from: clara, to, text: 'Again' });
      expect((await post(server, raw)).statusCode).toBe(503);
      server.db.query = query;
      expect((await post(server, raw)).statusCode).toBe(204);
      expect(await saidIn(server, jobId)).toContain('Again');
    });

    test('gets 503 for what has to wait, and while four are read: a provider drops an email that gets 429', async () => {
      const app = fastify();
      onTestFinished(() => app.close());
      handleErrors(app, undefined, async () => {});
      const held = Promise.withResolvers<ReplyOutcome>();
      const take = vi.fn<TakeReply>(() => held.promise);
      inboundEmailRoutes(app, secret, take);
      const sent = async () => {
        const authorization = `Basic ${Buffer.from(`inbound:${secret}`).toString('base64')}`;
        const address = { method: 'POST', url: '/api/mail/inbound' } as const;
        const { statusCode, headers } = await app.inject({
          ...address,
          headers: { authorization },
          payload: 'x',
        });
        return [statusCode, headers['retry-after']];
      };
      take.mockRejectedValueOnce(new Refusal('rate-limited', { retryAfter: 3600 }));
      expect(await sent()).toEqual([503, '5']);
      const read = Array.from({ length: 4 }, sent);
      await vi.waitFor(() => expect(take).toHaveBeenCalledTimes(5));
      expect(await sent()).toEqual([503, '5']);
      held.resolve({ outcome: 'posted' });
      expect(await Promise.all(read)).toEqual(Array.from({ length: 4 }, () => [204, undefined]));
    });

    test('that is called again with an email posts it once', async () => {
      const raw = writeEmail({ from: clara, to, text: 'Replayed' });
      for (let times = 0; times < 3; times += 1) expect((await post(server, raw)).statusCode).toBe(204);
      expect((await saidIn(server, jobId)).filter((text) => text === 'Replayed')).toHaveLength(1);
    });

    test('of 23 MB in 199 parts, and of long addresses in each part, does not hold up other requests', async () => {
      const large = Array.from({ length: 198 }, (_, n) => ({
        ...samples.pdf,
        name: `${n}.pdf`,
        bytes: Buffer.concat([samples.pdf.bytes, randomBytes(86_000)]),
      }));
      const part = `--x\r\nTo: ${'a,'.repeat(50_000)}\r\n\r\nHi\r\n`;
      const head = `From: ${clara}\r\nDelivered-To: ${to}\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n`;
      const emails = {
        'Large.': writeEmail({ from: clara, to, text: 'Large.', files: large }),
        Hi: Buffer.from(`${head}${part.repeat(100)}--x--`),
      };
      for (const [text, raw] of Object.entries(emails)) {
        let longestMs = 0;
        let before = process.threadCpuUsage();
        // Processor time between two ticks: what the machine does besides does not count.
        const beat = setInterval(() => {
          const { user, system } = process.threadCpuUsage(before);
          before = process.threadCpuUsage();
          longestMs = Math.max(longestMs, (user + system) / 1000);
        }, 5);
        expect((await post(server, raw)).statusCode).toBe(204);
        clearInterval(beat);
        expect((await saidIn(server, jobId)).at(-1)).toContain(text);
        expect(longestMs, text).toBeLessThan(1000);
      }
    });

    test('takes the right password while wrong ones of the same address are refused', async () => {
      const other = await start({
        ...withReplies,
        webhookSecret: secret,
        rateLimit: { guesses: 5, address: 50 },
        errorsExpected: true,
      });
      const wrong = { authorization: `Basic ${Buffer.from('inbound:guess').toString('base64')}` };
      const answers: number[] = [];
      for (let times = 0; times < 7; times += 1) answers.push((await post(other, 'x', wrong)).statusCode);
      expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429]);
      expect((await post(other, 'x')).statusCode).toBe(204);
    });

    test('never gets 429 with the right password, however many emails or calls come from its address', async () => {
      const other = await start({
        ...withReplies,
        webhookSecret: secret,
        rateLimit: { address: 2 },
        errorsExpected: true,
      });
      const statuses: number[] = [];
      for (let times = 0; times < 4; times += 1) statuses.push((await post(other, 'x')).statusCode);
      expect(statuses).toEqual([204, 204, 204, 204]);
    });

    test('does not exist without a secret', async () => {
      const other = await start(withReplies);
      expect((await post(other, 'x')).statusCode).toBe(404);
    });
  });
});
