import { expect, test } from 'vitest';
import { newestOnly } from '../../../src/contract/calls.ts';
import { newestMessages } from '../../../src/contract/limits.ts';
import { renamed, samples } from '../../support/files/sampleFiles.ts';
import { messageOf, newJob, send, updateJob } from '../../support/server/jobs.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

type Row = { id: string; sequence: number };
const inOrder =
  'select communication_id as id, sequence from messages where job_id = $1 and sequence > $2 order by sequence';

onOneDatabase('messages', (start) => {
  const server = start.forAll();

  async function conversation(jobId: string, as: 'client' | 'employee' = 'client') {
    return (await server.call('conversation', { as, params: { jobId } })).answer;
  }

  test('keep the order they were sent in, though all are of one second', async () => {
    const { jobId } = await newJob(server, { message: 'First of all' });
    const contents = Array.from({ length: 20 }, (_, index) => `Message ${index}`);
    for (const [index, content] of contents.entries()) {
      await send(server, jobId, index % 3 === 0 ? 'employee' : 'client', content);
    }
    const messages = await conversation(jobId);
    expect(messages.map(({ content }) => content)).toEqual(['First of all', ...contents]);
    expect(new Set(messages.map(({ createdTimestamp }) => createdTimestamp)).size).toBe(1);
  });

  test('are read by their newest part, which is all of a short conversation', async () => {
    const { jobId } = await newJob(server, { message: 'First of all' });
    const newest = async (as: 'client' | 'otherClient') => {
      const { app } = server;
      const headers = { authorization: `Bearer ${server.token(as)}` };
      const url = `/api/jobs/${jobId}/communication?${new URLSearchParams(newestOnly)}`;
      return app.inject({ url, headers });
    };
    expect((await newest('client')).json().body).toEqual(await conversation(jobId));
    for (let index = 1; index < newestMessages + 3; index++)
      await send(server, jobId, 'client', `Message ${index}`);
    const whole = await conversation(jobId);
    expect(whole).toHaveLength(newestMessages + 3);
    expect((await newest('client')).json().body).toEqual(whole.slice(3));
    expect((await newest('otherClient')).statusCode).toBe(404);
  });

  test('of one job, sent at the same moment, appear in the order of their sequence, and none before one that was already read', async () => {
    const jobs = [await newJob(server), await newJob(server), await newJob(server)];
    const seen = new Map<string, Row[]>(jobs.map(({ jobId }) => [jobId, []]));
    let sending = true;

    async function readLast() {
      for (const [jobId, rows] of seen) {
        rows.push(...(await server.db.query<Row>(inOrder, [jobId, rows.at(-1)?.sequence ?? 0])));
      }
    }
    /** Reads on from the last message seen, as one who catches up does. */
    async function readOn() {
      while (sending) {
        await readLast();
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    const reading = readOn();
    const sent = await Promise.all(
      Array.from({ length: 90 }, (_, index) => {
        const { jobId } = jobs[index % 3] as { jobId: string };
        return send(server, jobId, index % 2 === 0 ? 'employee' : 'client', `At once ${index}`);
      }),
    );
    sending = false;
    await reading;
    await readLast();

    for (const { jobId } of jobs) {
      expect(seen.get(jobId)).toEqual(await server.db.query<Row>(inOrder, [jobId, 0]));
      expect(seen.get(jobId)).toHaveLength(30);
      const messages = await conversation(jobId);
      expect(messages).toHaveLength(30);
      const sequences = messages.map(({ sequence }) => sequence);
      expect(sequences).toEqual([...sequences].sort((one, other) => one - other));
    }
    expect(new Set(sent.map(({ sequence }) => sequence)).size).toBe(90);
  });

  test('of staff go to the reporter, those of a client to the assignee or to nobody, whatever the request says', async () => {
    const job = await newJob(server);
    const forged = {
      ...messageOf(job.jobId, 'client', 'To nobody yet'),
      jobReporter: people.otherClient.email,
      'evCommunication.toUserId': people.admin.email,
      'evCommunication.fromUserType': 'ADMIN' as const,
    };
    const first = (await server.call('updateJob', { as: 'client', body: forged })).answer.communication;
    expect(first).toMatchObject({
      fromUserId: people.client.email,
      fromUserType: 'CLIENT',
      fromUserName: 'Clara C.',
      toUserId: '',
      status: 'NEW',
      company: 'Solar Roofs',
      project: job.project,
      jobCode: job.jobCode,
    });
    const answer = await send(server, job.jobId, 'employee', 'Hello');
    expect(answer).toMatchObject({
      toUserId: people.client.email,
      fromUserType: 'EMPLOYEE',
      company: 'Solar Roofs',
    });
    await updateJob(server, job, 'employee', { assignedTo: people.otherEmployee.email });
    const second = await send(server, job.jobId, 'client', 'To Edda');
    expect(second.toUserId).toBe(people.otherEmployee.email);
    // New messages of the client go over to a new assignee, those to nobody too.
    const passedOn = { ...first, toUserId: people.otherEmployee.email };
    expect(await conversation(job.jobId, 'employee')).toEqual([passedOn, answer, second]);
  });

  test('in another user’s name, or of another user’s job, are not found', async () => {
    const { jobId } = await newJob(server);
    const asOther = await server.call('updateJob', {
      as: 'client',
      body: messageOf(jobId, 'employee', 'Hi'),
    });
    const fromOther = await server.call('updateJob', {
      as: 'client',
      body: { ...messageOf(jobId, 'client', 'Hi'), 'evCommunication.fromUserId': people.employee.email },
    });
    const foreign = await server.call('updateJob', {
      as: 'otherClient',
      body: messageOf(jobId, 'otherClient', 'Hi'),
    });
    const unknown = await server.call('updateJob', {
      as: 'employee',
      body: messageOf('nothing', 'employee', 'Hi'),
    });
    for (const reply of [asOther, fromOther, foreign, unknown]) expect(reply.code).toBe('not-found');
    expect((await server.call('conversation', { as: 'otherClient', params: { jobId } })).code).toBe(
      'not-found',
    );
    expect(await conversation(jobId)).toEqual([]);
  });

  test('need a text, with files too', async () => {
    const { jobId } = await newJob(server);
    const reply = await server.call('updateJob', {
      as: 'client',
      body: messageOf(jobId, 'client', ' \n '),
      files: [samples.pdf],
    });
    expect(reply.failure).toMatchObject({
      code: 'invalid',
      field: 'evCommunication.content',
      errorMessage: 'Message is a required field',
    });
  });

  test('carry their files in the order they were chosen, stamped, each with its link', async () => {
    const { jobId } = await newJob(server);
    const chosen = [
      samples.zip,
      renamed(samples.pdf, 'Übersicht (1) & more.pdf'),
      renamed(samples.jpeg, 'already.20260101T000000.jpeg'),
      renamed(samples.png, 'no ending'),
      renamed(samples.pdf, 'trap.exe'),
    ];
    const { communicationId, fileAttachmentsInfo } = await send(server, jobId, 'client', 'Files', chosen);
    const files = Object.entries(fileAttachmentsInfo);
    // 10:30 UTC plus nine hours.
    expect(files.map(([, { fileName, contentType, size }]) => [fileName, contentType, size])).toEqual([
      ['all.20261121T193000.zip', 'application/zip', 22],
      ['Übersicht (1) _ more.20261121T193000.pdf', 'application/pdf', samples.pdf.bytes.length],
      ['already.20260101T000000.jpeg', 'image/jpeg', samples.jpeg.bytes.length],
      ['no ending.20261121T193000.png', 'image/png', samples.png.bytes.length],
      ['trap.exe.20261121T193000.pdf', 'application/pdf', samples.pdf.bytes.length],
    ]);
    for (const [key, file] of files) {
      expect(key).toMatch(/^[0-9a-f]{48}$/);
      expect(file.link).toBe(`/attachments/${key}/${encodeURIComponent(file.fileName)}`);
    }
    const job = (await server.call('job', { as: 'client', params: { jobId } })).answer;
    expect(job.attachments.map(({ key }) => key)).toEqual(files.map(([key]) => key));
    for (const file of job.attachments) expect(file.communicationId).toBe(communicationId);
  });
});
