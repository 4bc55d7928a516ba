import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { emulatorProjectId } from '../../../server/config.ts';
import { openPostgres } from '../../../server/data/db/db.ts';
import { startPostgres } from '../../support/database/postgres.ts';
import { openImapServer } from '../../support/replies/imapServer.ts';
import { replies, replyAddressOf } from '../../support/replies/replyServer.ts';
import { jobReport } from '../../support/server/jobs.ts';
import { people, savePeople, tokenOf } from '../../support/server/people.ts';
import { freePort, newDataDir, runUntilReady } from '../../support/server/stack.ts';

/*
 * Prints the longest block of the server's event loop while large emails come in, are read, stored and posted, by each way in:
 * `node tests/bench/server/emailBlocks.ts`. Sender, mailbox and database are other processes. `busy`: the processor time in it, of 40 ms
 * and more; what exceeds it, the machine gave to others.
 */

const secret = 'a secret of at least thirty-two characters';
const issued = { iss: `https://securetoken.google.com/${emulatorProjectId}`, aud: emulatorProjectId };
const { client } = people;

const postgres = await startPostgres();
const admin = await openPostgres(`${postgres.url}/postgres`);
await admin.query('create database emails');
await admin.close();
const dataDir = await newDataDir(false);
const imap = await openImapServer();
const [port, smtpPort] = [await freePort(), await freePort()];
const server = await runUntilReady(
  ['tests/bench/server/emailServer.ts'],
  {
    HOST: '127.0.0.1',
    PORT: String(port),
    AUTH_EMULATOR_PORT: String(port + 1),
    DATA_DIR: dataDir,
    DATABASE_URL: `${postgres.url}/emails`,
    REPLY_ADDRESS: replies.address,
    REPLY_IMAP_URL: imap.url,
    REPLY_WEBHOOK_SECRET: secret,
    REPLY_SMTP_PORT: String(smtpPort),
  },
  'The server listens',
);
const db = await openPostgres(`${postgres.url}/emails`);
await savePeople(db, Object.values(people), Date.now());
const origin = `http://127.0.0.1:${port}`;

/** Returns an address for replies to a new job. */
async function newReplyAddress(): Promise<string> {
  const answer = await fetch(`${origin}/api/jobs/report`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokenOf(client, Date.now(), issued)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(jobReport()),
  });
  const { body } = (await answer.json()) as { body: { jobId: string } };
  return replyAddressOf({ db, clock: { nowMs: Date.now(), advance: () => {} } }, 'client', body.jobId);
}

async function count(table: 'messages' | 'attachments'): Promise<number> {
  const [row] = await db.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return row?.count ?? 0;
}

/** Returns what the server measured since the last time. */
async function longest(): Promise<{ blockMs: number; busyMs: number }> {
  const before = server.output().length;
  process.kill(server.pid, 'SIGUSR2');
  for (;;) {
    const [, said] = /Longest (.+)\n/.exec(server.output().slice(before)) ?? [];
    if (said) return JSON.parse(said);
    await wait(10);
  }
}

/** A PDF of 86 KB, in base64. */
function pdf(): string {
  const bytes = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(86_000)]);
  return bytes.toString('base64').replace(/.{76}/g, '$&\r\n');
}
function partOf(_: unknown, index: number): string {
  return `--x\r\nContent-Type: application/pdf; name=${index}.pdf\r\nContent-Disposition: attachment; filename=${index}.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${pdf()}\r\n`;
}
const emails = {
  '23 MB with 199 parts': () =>
    `MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nAll plans.\r\n${Array.from({ length: 198 }, partOf).join('')}--x--\r\n`,
  '100 KB of addresses': () => `To: ${'a,'.repeat(50_000)}\r\n\r\nHi`,
  'a hundred parts: 100 KB of addresses in each': () =>
    `Content-Type: multipart/mixed; boundary=x\r\n\r\n${`--x\r\nTo: ${'a,'.repeat(50_000)}\r\n\r\nHi\r\n`.repeat(100)}--x--\r\n`,
};

type WayIn = (raw: Buffer, to: string) => Promise<unknown>;
const password = `Basic ${Buffer.from(`inbound:${secret}`).toString('base64')}`;
async function post(body: Uint8Array<ArrayBuffer> | string, type: string): Promise<void> {
  const { status } = await fetch(`${origin}/api/mail/inbound`, {
    method: 'POST',
    headers: { authorization: password, 'content-type': type },
    body,
  });
  if (status !== 204) throw new Error(`The webhook answered ${status}.`);
}
const waysIn: Record<string, WayIn> = {
  webhook: (raw) => post(new Uint8Array(raw), 'message/rfc822'),
  'webhook, in JSON': (raw) => post(JSON.stringify({ RawEmail: raw.toString() }), 'application/json'),
  SMTP: (raw, to) =>
    createTransport({ host: '127.0.0.1', port: smtpPort }).sendMail({
      envelope: { from: client.email, to },
      raw,
    }),
  IMAP: async (raw) => imap.deliver(raw),
};

try {
  for (const [name, write] of Object.entries(emails)) {
    for (const [way, bring] of Object.entries(waysIn)) {
      // The mailbox of the tests parses each part’s addresses itself, for minutes.
      if (way === 'IMAP' && name.includes('parts:')) continue;
      const to = await newReplyAddress();
      const id = randomBytes(8).toString('hex');
      const head = `From: ${client.email}\r\nDelivered-To: ${to}\r\nMessage-ID: <${id}@mail.ev.test>\r\n`;
      const raw = Buffer.from(`${head}${write()}`);
      const [messages, files] = [await count('messages'), await count('attachments')];
      await longest();
      const began = performance.now();
      await bring(raw, to);
      while ((await count('messages')) === messages) await wait(50);
      // What follows the message: its events and the email about refused files.
      await wait(500);
      const { blockMs, busyMs } = await longest();
      console.log(
        `${name}, ${way}: ${Math.round(raw.length / 1e5) / 10} MB, ${(await count('attachments')) - files} files stored, ` +
          `${Math.round(performance.now() - began)} ms, longest block ${Math.round(blockMs)} ms (busy ${Math.round(busyMs)} ms)`,
      );
    }
  }
} finally {
  await server.stop();
  await imap.close();
  await db.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
