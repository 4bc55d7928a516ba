import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../server/data/db/db.ts';
import type { CallName } from '../../../src/contract/calls.ts';
import { recordedDatabase } from '../../bench/recordedDatabase.ts';
import { newDatabase } from '../../support/database/databases.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import { openPushEndpoint } from '../../support/push/pushEndpoint.ts';
import { newDevice } from '../../support/push/pushes.ts';
import type { CallOptions } from '../../support/server/call.ts';
import { messageOf, newJob, send } from '../../support/server/jobs.ts';
import { people, savePeople } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

/** The same call about something of somebody else's, and about something that is not there. */
type Pair = {
  name: CallName;
  says: string;
  about(what: {
    jobId: string;
    key: string;
    message: string;
    email: string;
    device: string;
  }): CallOptions<CallName>;
};

const { email } = people.otherClient;

function pair(name: CallName, says: string, about: Pair['about']): Pair {
  return { name, says, about };
}

const pairs: Pair[] = [
  pair('job', 'reads a job', ({ jobId }) => ({ params: { jobId } })),
  pair('conversation', 'reads a conversation', ({ jobId }) => ({ params: { jobId } })),
  pair('attachment', 'downloads a file', ({ key }) => ({ params: { key, fileName: 'plan.pdf' } })),
  pair('download', 'exports a job', ({ jobId }) => ({ body: { format: 'zip', jobId } })),
  pair('updateJob', 'changes a job', ({ jobId }) => ({
    body: { evJobId: jobId, jobUpdateUser: email, version: 1, project: 'Mine now' } as never,
  })),
  pair('updateJob', 'sends a message', ({ jobId }) => ({
    body: messageOf(jobId, 'otherClient', 'Hello') as never,
  })),
  pair('updateJob', 'sends a message with a file', ({ jobId }) => ({
    body: messageOf(jobId, 'otherClient', 'Hello') as never,
    files: [samples.pdf],
  })),
  pair('updateJob', 'sends a message that marks one', ({ jobId, message }) => ({
    body: { ...messageOf(jobId, 'otherClient', 'Hello'), 'evCommunication.addressed': message } as never,
  })),
  pair('markMessage', 'marks a message', ({ jobId, message }) => ({
    body: { evCommunicationId: message, jobId, status: 'ADDRESSED', userName: email } as never,
  })),
  pair('snooze', 'puts off a conversation', ({ jobId }) => ({
    body: { jobId, until: 2_000_000_000, seen: 1 } as never,
  })),
  pair('profile', 'reads a profile', (what) => ({ params: { email: what.email } })),
  pair('userStats', 'counts jobs', (what) => ({ params: { email: what.email } })),
  pair('updateProfiles', 'renames somebody', (what) => ({
    body: { profiles: [{ email: what.email, company: 'Mine' }] } as never,
  })),
  pair('endSessions', 'ends sessions', (what) => ({ body: { email: what.email } as never })),
  pair('testDevice', 'tests a device', ({ device }) => ({ body: { deviceId: device } as never })),
];

onOneDatabase('rows of other users and missing rows', (start, kind) => {
  let server: TestServer;
  let record: (work: () => Promise<unknown>) => Promise<{ sql: string }[]>;
  let theirs: Parameters<Pair['about']>[0];
  const nothing = {
    jobId: 'nothing-nothing-nothing',
    key: 'nothing-nothing-nothing',
    message: 'nothing-nothing-nothing',
    email: 'nothing@ev.test',
    device: 'nothing-nothing-nothing',
  };

  beforeAll(async () => {
    const database = await newDatabase(kind);
    const recorded = recordedDatabase(database.db);
    record = recorded.record;
    server = await start({ db: recorded as Database, loopbackPush: true, wakeUpMs: 1_000_000 });
    await savePeople(database.db, Object.values(people), server.clock.nowMs);
    const job = await newJob(server, {}, { files: [samples.pdf] });
    const { communicationId } = await send(server, job.jobId, 'employee', 'For the client alone');
    const service = await openPushEndpoint();
    const { deviceId } = await newDevice(server, service, 'client');
    theirs = {
      jobId: job.jobId,
      key: job.attachments[0]?.key ?? '',
      message: communicationId,
      email: people.client.email,
      device: deviceId,
    };
    return async () => {
      await service.close();
      await server.app.close();
      await database.end();
    };
  });

  it.each(pairs)(
    'get the same response after the same statements when a client $says',
    async ({ name, about }) => {
      async function outcome(what: typeof nothing) {
        let said: unknown;
        let code: string | number = '';
        const statements = await record(async () => {
          const reply = await server.call(name, { as: 'otherClient', ...about(what) });
          said = reply.response.json();
          code = reply.status;
        });
        return { said, code, statements: statements.map(({ sql }) => sql) };
      }
      const [ofTheirs, ofNothing] = [await outcome(theirs), await outcome(nothing)];
      expect(ofTheirs).toEqual(ofNothing);
      expect(ofTheirs.code).toBe(404);
      expect(ofTheirs.statements.length).toBeGreaterThan(0);
    },
  );
});
