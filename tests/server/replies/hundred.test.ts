import { expect, test } from 'vitest';
import { foreign, hundred } from '../../support/replies/hundred.ts';
import { chatOf, replyAddressOf, take, withReplies } from '../../support/replies/replyServer.ts';
import { newJob } from '../../support/server/jobs.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

/** Words and marks in their order: a line break may be a space, and a link stand behind its text. */
const words = (text: string) =>
  text
    .replace(/<https?:[^>]*>/g, '')
    .split(/\s+/)
    .filter(Boolean)
    .join(' ');

onOneDatabase('one hundred emails of ten programs, in ten orders of parts', (start) => {
  test('are posted with every word and file, none added, and with their meaning', async () => {
    const server = await start(withReplies);
    // A user writes at most sixty messages about a job in a day.
    const jobs = [await newJob(server), await newJob(server)];
    const addresses = await Promise.all(jobs.map(({ jobId }) => replyAddressOf(server, 'client', jobId)));
    const all = hundred((index) => addresses[index % 2] ?? '', people.client.email);
    expect(all.length).toBe(100);
    const wrong: unknown[] = [];
    for (const [index, { name, raw, read, files }] of all.entries()) {
      const { outcome } = await take(server, raw);
      const message = (await chatOf(server, jobs[index % 2]?.jobId ?? '')).at(-1);
      const content = message?.content ?? '';
      const sent = Object.values(message?.fileAttachmentsInfo ?? {}).map(({ fileName }) =>
        fileName.replace(/\.\d{8}T\d{6}/, ''),
      );
      const added = foreign.filter((pattern) => pattern.test(content));
      const isRight = words(content) === words(read) && sent.join() === files.join() && added.length === 0;
      if (outcome !== 'posted' || !isRight) wrong.push({ name, outcome, content, read, sent, files, added });
    }
    expect(wrong).toEqual([]);
  });
});
