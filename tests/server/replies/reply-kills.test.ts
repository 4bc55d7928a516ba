import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import type { Queryable } from '../../../server/data/db/db.ts';
import { amount } from '../../support/amount.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { newDatabase } from '../../support/database/databases.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import { randomFrom } from '../../support/network/faults.ts';
import { openImapServer } from '../../support/replies/imapServer.ts';
import { replies, replyAddressOf, writeEmail } from '../../support/replies/replyServer.ts';
import { emulatorClaims } from '../../support/server/emulatorClaims.ts';
import { jobReport } from '../../support/server/jobs.ts';
import { people, savePeople, tokenOf } from '../../support/server/people.ts';
import { newDataDir, startBareServer } from '../../support/server/stack.ts';

const kills = amount('KILLS', 3, 50);
const seed = Number(process.env.SEED ?? 20_261_124);
const mostWaitMs = 40;

const ends: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

async function count(db: Queryable, sql: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(`select count(*)::int as count from ${sql}`);
  return row?.count ?? 0;
}

it(
  'kills between the fetch of an email and its commit, or before it is marked as seen, post each once',
  async () => {
    const random = randomFrom(seed);
    const { db, url, end } = await newDatabase('postgres');
    ends.push(end);
    const dataDir = await newDataDir(false);
    ends.push(() => rm(dataDir, { recursive: true, force: true }));
    const imap = await openImapServer();
    ends.push(() => imap.close());
    await savePeople(db, Object.values(people), Date.now());

    const startServer = () =>
      startBareServer({
        DATA_DIR: dataDir,
        DATABASE_URL: url,
        REPLY_ADDRESS: replies.address,
        REPLY_IMAP_URL: imap.url,
      });

    const first = await startServer();
    const answer = await fetch(`${first.origin}/api/jobs/report`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokenOf(people.client, Date.now(), emulatorClaims)}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(jobReport()),
    });
    const { body } = (await answer.json()) as { body: { jobId: string } };
    const { jobId } = body;
    await first.kill();
    const to = await replyAddressOf({ db, clock: { nowMs: Date.now(), advance: () => {} } }, 'client', jobId);

    const texts: string[] = [];
    const atKill = { unposted: 0, posted: 0 };
    for (let round = 0; round < kills; round += 1) {
      const text = `Round ${round}`;
      texts.push(text);
      const files = round % 2 === 0 ? [samples.pdf] : [];
      imap.deliver(writeEmail({ from: people.client.email, to, text, files }));
      const fetched = imap.fetches();
      // While it waits for the job's lock; some time after it was fetched; as soon as it is posted.
      const kind = (['locked', 'fetched', 'posted'] as const)[round % 3];
      const strike = async (own: Queryable) => {
        const victim = await startServer();
        if (kind === 'locked') {
          await inTheEnd(async () =>
            expect(await count(own, 'pg_locks where not granted')).toBeGreaterThan(0),
          );
        } else if (kind === 'fetched') {
          await inTheEnd(async () => expect(imap.fetches()).toBeGreaterThan(fetched));
          await wait(random() * mostWaitMs);
        } else {
          while ((await count(db, `messages where content = '${text}'`)) === 0) await wait(1);
        }
        await victim.kill();
      };
      if (kind === 'locked') {
        await db.tx(async (tx) => {
          await tx.query('select 1 from jobs where job_id = $1 for update', [jobId]);
          await strike(tx);
        });
      } else await strike(db);
      const isPosted = (await count(db, `messages where content = '${text}'`)) > 0;
      atKill[isPosted ? 'posted' : 'unposted'] += 1;
    }

    const last = await startServer();
    ends.push(() => last.kill());
    await inTheEnd(async () => expect(imap.flags()).toEqual(texts.map(() => ['\\Seen', '$EvJobsTaken'])));
    const posted = await db.query<{ content: string; files: number }>(
      `select content, (select count(*)::int from attachments t where t.communication_id = m.communication_id) as files
        from messages m order by sequence`,
    );
    process.stdout.write(`${JSON.stringify({ seed, kills, atKill })}\n`);
    expect(posted.map(({ content }) => content).sort()).toEqual([...texts].sort());
    for (const { content, files } of posted)
      expect(files, content).toBe(texts.indexOf(content) % 2 === 0 ? 1 : 0);
    expect(await count(db, "tasks where kind = 'email' and payload->>'kind' = 'unposted'")).toBe(0);
    expect(atKill.unposted, 'kills before the commit').toBeGreaterThan(0);
    expect(atKill.posted, 'kills after the commit').toBeGreaterThan(0);
  },
  120_000 + kills * 20_000,
);
