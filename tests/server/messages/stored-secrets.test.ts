import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { newJob, send } from '../../support/server/jobs.ts';
import { onBothDatabases } from '../../support/server/server.ts';

const migration = await readFile(
  new URL('../../../server/migrations/007_email_secrets.sql', import.meta.url),
  'utf8',
);
/** Without what it creates, which is there. */
const cleaning = migration.slice(migration.indexOf('-- Removes the tokens'));

onBothDatabases('the migration of what was stored of emails', (start) => {
  test('removes tokens of our links and addresses from texts, whole texts and the words of the search, and nothing else', async () => {
    const server = await start();
    const { jobId } = await newJob(server);
    const link = randomBytes(32).toString('base64url');
    const reply = randomBytes(20).toString('hex');
    const unsubscribe = `https://jobs.example/api/mail/unsubscribe/${link}`;
    const [cut, shown, plain] = [
      await send(server, jobId, 'client', 'Stamp A1.'),
      await send(server, jobId, 'client', `On Monday EV Jobs <reply+${reply}@in.example> wrote:`),
      await send(
        server,
        jobId,
        'client',
        `A + B, see https://jobs.example/jobs/update/${jobId}?chat=${jobId}`,
      ),
    ].map(({ communicationId }) => communicationId);
    const whole = `Stamp A1.\n\n> Unsubscribe:\n> ${unsubscribe.slice(0, 60)}\n> ${unsubscribe.slice(60)}\n> The end`;
    await server.db.query('update messages set whole = $2 where communication_id = $1', [cut, whole]);
    await server.db.query(
      "update messages set content = content || ' ' || $2, words = words || to_tsvector('simple', $3) where communication_id = $1",
      [shown, `https://eu.safelinks.example/?url=${encodeURIComponent(unsubscribe)}&amp;data=1`, reply],
    );
    await server.db.tx((tx) => tx.script(cleaning));
    const rows = await server.db.query<{ id: string; content: string; whole: string | null; words: string }>(
      'select communication_id as id, content, whole, words::text from messages where job_id = $1 order by sequence',
      [jobId],
    );
    expect(rows.map(({ content, whole: its }) => [content, its])).toEqual([
      ['Stamp A1.', 'Stamp A1.\n\n> Unsubscribe:\n> https://jobs.example/api/mail/unsubscribe/…\n> The end'],
      [
        'On Monday EV Jobs <reply+…@in.example> wrote: https://eu.safelinks.example/?url=https%3A%2F%2Fjobs.example%2Fapi%2Fmail%2Funsubscribe%2F…&amp;data=1',
        null,
      ],
      [`A + B, see https://jobs.example/jobs/update/${jobId}?chat=${jobId}`, null],
    ]);
    expect(JSON.stringify(rows)).not.toContain(reply);
    expect(rows.find(({ id }) => id === plain)?.words).toContain('see');
  });
});
