import { expect, test } from 'vitest';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { endOfParts, filePart, sendRaw, textPart } from '../../support/files/rawUpload.ts';
import { newJob } from '../../support/server/jobs.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

const { client } = people;

onOneDatabase('a message with a file, during whose upload the sender', (start) => {
  test.each([
    ['loses their approval', 'update users set user_approved = false where email = $1', 'not-approved'],
    [
      'is signed out of all devices',
      'update users set sessions_ended = created + 4e9::bigint where email = $1',
      'unauthorized',
    ],
    [
      'is declined',
      'update users set user_approved = false, user_refused = true where email = $1',
      'not-approved',
    ],
  ])('%s, is refused, and nothing of it stays', async (_, withdraw, code) => {
    const server = await start();
    const { jobId } = await newJob(server);
    const before = await server.storedFiles();
    async function* body() {
      yield textPart('evJobId', jobId);
      yield textPart('jobUpdateUser', client.email);
      yield textPart('evCommunication.content', 'From the basement');
      yield textPart('evCommunication.fromUserId', client.email);
      yield textPart('evCommunication.fromUserType', 'CLIENT');
      yield `${filePart('plan.20261121T103000.pdf', 'application/pdf')}%PDF-1.7\n${'x'.repeat(100_000)}`;
      // By then the server has accepted the request.
      await inTheEnd(async () => expect(await server.storedFiles()).not.toHaveLength(before.length));
      await server.db.query(withdraw, [client.email]);
      yield '\ntrailer\n<<>>\n%%EOF\r\n';
      yield endOfParts;
    }
    const { status, body: answer } = await sendRaw(server, '/jobs/update', body());
    expect([answer.code, status]).toEqual([code, code === 'unauthorized' ? 401 : 403]);
    expect(await server.db.query('select content from messages')).toEqual([]);
    expect(await server.storedFiles()).toEqual(before);
    const { answer: conversation } = await server.call('conversation', { as: 'admin', params: { jobId } });
    expect(conversation).toEqual([]);
  });
});
