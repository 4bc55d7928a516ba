import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgres } from '../../server/data/db/open.ts';
import type { JobDetails } from '../../src/contract/jobs/jobDetails.ts';
import { endWith } from '../cluster/ending.ts';
import { startPostgres } from '../support/database/postgres.ts';
import { withDatabase } from '../support/database/withDatabase.ts';
import { samples } from '../support/files/sampleFiles.ts';
import {
  adminEmail,
  call,
  callAt,
  clientEmail,
  registerPeople,
  report,
} from '../support/network/outsider.ts';
import { startTcpProxy } from '../support/network/tcpProxy.ts';
import { replies, replyAddressOf, writeEmail } from '../support/replies/replyServer.ts';
import { newDataDir, startBareServer } from '../support/server/stack.ts';
import { password, startDovecot } from './dovecot.ts';
import { drillsOf } from './drills.ts';

/**
 * Drills of the mailbox to which replies go: Debian’s Dovecot, which two servers of ours read. During each drill replies arrive, of which
 * somebody opens some first. Each must be posted once, with its file, whatever happens. `ROUNDS` (3) of each; `DRILLS` names some.
 */
const rounds = Number(process.env.ROUNDS ?? 3);
const perDrill = 12;
/** Where a mailbox was rebuilt without marks, all of it is read again first: minutes, on a busy machine. */
const latestSeconds = 600;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const postgres = await startPostgres();
const databaseUrl = `${postgres.url}/mailbox`;
await withDatabase(`${postgres.url}/postgres`, (db) => db.query('create database mailbox'));
const dovecot = await startDovecot();
const proxy = await startTcpProxy({ host: '127.0.0.1', port: dovecot.port });
const dataDirs = [await newDataDir(false), await newDataDir(false)];
const startServer = (n: number) =>
  startBareServer({
    DATA_DIR: dataDirs[n] ?? '',
    FILES_URL: '',
    DATABASE_URL: databaseUrl,
    ADMIN_EMAIL: adminEmail,
    REPLY_ADDRESS: replies.address,
    REPLY_IMAP_URL: `imap://replies:${password}@127.0.0.1:${proxy.port}/INBOX`,
  });
const servers = [await startServer(0), await startServer(1)];
callAt(() => servers[0]?.origin ?? '');
await registerPeople();
const db = await openPostgres(databaseUrl);
const clock = { nowMs: Date.now(), advance: () => {} };

/** When each reply was handed to Dovecot, and when its message was first seen, in milliseconds. */
const sent = new Map<string, number>();
const posted = new Map<string, number>();
/** What Dovecot could not read, and need not be posted. */
const unreadable: string[] = [];
const hasFile = (text: string) => /[05]$/.test(text);
let count = 0;
/** Of each drill: more than 60 replies a day to one are refused. */
let jobId = '';

async function newJob(name: string): Promise<void> {
  const body = report(name, `${count + 1} Letter Ln`);
  ({ jobId } = await call<JobDetails>({ path: '/jobs/report', body, key: name }));
}

async function newReply(): Promise<{ text: string; raw: Buffer }> {
  count += 1;
  const text = `Reply ${count}`;
  const to = await replyAddressOf({ db, clock }, { email: clientEmail }, jobId);
  const files = hasFile(text) ? [samples.pdf] : [];
  return { text, raw: writeEmail({ from: clientEmail, to, text, files }) };
}

/** Delivers a reply, again and again while the mailbox is full, as a mail server does. */
async function deliver(): Promise<void> {
  const { text, raw } = await newReply();
  while (!(await dovecot.deliver(raw))) await sleep(500);
  sent.set(text, performance.now());
}

/** Has replies arrive while something is done; somebody opens every fourth as it arrives. */
async function during(work: () => Promise<void>, opens = true): Promise<void> {
  const arriving = (async () => {
    for (let n = 0; n < perDrill; n += 1) {
      await deliver();
      if (opens && n % 4 === 3) await dovecot.admin('flags add', '\\Seen', 'mailbox', 'INBOX', 'all');
      await sleep(100 + Math.random() * 500);
    }
  })();
  await Promise.all([arriving, work()]);
}

const drills = drillsOf({
  dovecot,
  proxy,
  during,
  newReply,
  async restartServer(n) {
    await servers[n]?.kill();
    servers[n] = await startServer(n);
  },
});

/** Notes what was posted by now. */
async function look(): Promise<void> {
  const rows = await db.query<{ content: string }>(
    "select content from messages where content like 'Reply %'",
  );
  for (const { content } of rows) if (!posted.has(content)) posted.set(content, performance.now());
}

const faults: string[] = [];
const watch = setInterval(() => void look().catch(() => undefined), 200);
try {
  const asked = process.env.DRILLS?.split(',') ?? Object.keys(drills);
  const unknown = asked.filter((name) => !drills[name]);
  if (unknown.length > 0) throw new Error(`No drill has the name ${unknown.join(', ')}.`);
  for (let round = 1; round <= rounds; round += 1) {
    for (const name of asked) {
      const before = new Set(sent.keys());
      await newJob(`DRILL${before.size}`);
      const unread = await drills[name]?.();
      if (Array.isArray(unread)) unreadable.push(...unread);
      for (const end = Date.now() + latestSeconds * 1000; Date.now() < end; await sleep(200))
        if ([...sent.keys()].every((text) => posted.has(text))) break;
      const own = [...sent].filter(([text]) => !before.has(text));
      const waits = own.map(([text, at]) => ((posted.get(text) ?? Number.POSITIVE_INFINITY) - at) / 1000);
      const sorted = waits.toSorted((a, b) => a - b);
      const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
      console.log(
        `${round} ${name}: ${own.length} replies, posted after ${middle.toFixed(1)} s, at the latest ${sorted.at(-1)?.toFixed(1)} s`,
      );
      for (const [text] of own) if (!posted.has(text)) faults.push(`${name}: “${text}” was not posted`);
    }
  }
  const rows = await db.query<{ content: string; times: number; files: number }>(
    `select content, count(*)::int as times, count(a.key)::int as files
     from messages m left join attachments a using (communication_id) group by content`,
  );
  for (const { content, times, files } of rows) {
    if (unreadable.includes(content)) continue;
    if (!sent.has(content)) faults.push(`“${content.slice(0, 40)}” was posted, and nobody sent it`);
    else if (times !== 1) faults.push(`“${content}” was posted ${times} times`);
    else if (files !== (hasFile(content) ? 1 : 0)) faults.push(`“${content}” has ${files} files`);
  }
  const [told] = await db.query<{ count: number }>(
    "select count(*)::int as count from tasks where kind = 'email' and payload->>'kind' = 'unposted'",
  );
  if (told && told.count > 0) faults.push(`${told.count} senders were told that their reply was not posted`);
  console.log(`${sent.size} replies, ${rows.length} messages`);
} catch (error) {
  faults.push(String(error));
} finally {
  clearInterval(watch);
  for (const server of servers) await server.kill();
  await db.close();
  await proxy.close();
  await dovecot.stop();
  await postgres.stop();
  for (const each of dataDirs) await rm(each, { recursive: true, force: true });
}
endWith(faults);
