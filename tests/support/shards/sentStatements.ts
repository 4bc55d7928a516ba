import { openPostgres } from '../../../server/data/db/db.ts';
import type { CallName } from '../../../src/contract/calls.ts';
import { mixOf, reader, requestOf } from '../../bench/mixOfCalls.ts';
import { type RecordedDatabase, recordedDatabase, type Statement } from '../../bench/recordedDatabase.ts';
import { messageOf, newJob } from '../server/jobs.ts';
import { people, savePeople } from '../server/people.ts';
import type { StartOptions, TestServer } from '../server/server.ts';
import { makeEveryCall } from './everyCall.ts';
import { sendersInSource } from './sentInSource.ts';

/** The statements of one request; `call` is `null` for the work besides requests. */
export type Sent = { call: CallName | null; code: string; statements: Statement[] };

const daySeconds = 24 * 3600;

/** Returns the place in the code that sent a statement, as `file:line`. */
function placeOf({ sender }: Statement): string {
  for (const frame of sender.stack?.split('\n') ?? []) {
    const [, file = ''] = /\/server\/([\w/]+\.ts:\d+):/.exec(frame) ?? [];
    if (file !== '' && !frame.includes('/tests/') && !file.startsWith('data/db/')) return file;
  }
  return 'unknown';
}

export type KnownStatement = { sql: string; senders: ReadonlySet<string> };

/**
 * Joins the statements that were sent and those whose text stands in the source.
 *
 * @returns with the functions that send each; `unread` are functions that send others
 */
export function knownStatements(sent: readonly Sent[]): {
  known: KnownStatement[];
  unread: ReadonlySet<string>;
} {
  const inSource = sendersInSource();
  const senders = new Map<string, Set<string>>();
  const add = (sql: string, name: string) => senders.set(sql, (senders.get(sql) ?? new Set()).add(name));
  const places = new Set<string>();
  for (const statement of sent.flatMap(({ statements }) => statements)) {
    const place = placeOf(statement);
    places.add(place);
    add(statement.sql, inSource.get(place)?.name ?? place.replace(/:\d+$/, ''));
  }
  const unread = new Set<string>();
  for (const [place, { name, sql }] of inSource) {
    if (sql !== null) add(sql, name);
    else if (!places.has(place)) unread.add(name);
  }
  return { known: [...senders].map(([sql, names]) => ({ sql, senders: names })), unread };
}

/** Records what a server sends to its database: for every call, for the background work of some days, and for the mix of the load. */
export async function recordStatements(
  start: (options: StartOptions) => Promise<TestServer>,
): Promise<{ sent: Sent[]; mix: Sent[] }> {
  const connected = Promise.withResolvers<RecordedDatabase>();
  const server = await start({
    wakeUpMs: 1_000_000,
    // Runs below, so that what it sends does not depend on how long the calls take.
    isQueueAwake: false,
    loopbackPush: true,
    connect: async (url) => {
      const db = recordedDatabase(await openPostgres(url));
      connected.resolve(db);
      return db;
    },
  });
  const db = await connected.promise;
  const sent: Sent[] = [];

  await makeEveryCall(server, async (call, as, options) => {
    const replied = Promise.withResolvers<Awaited<ReturnType<typeof server.call<typeof call>>>>();
    const statements = await db.record(async () =>
      replied.resolve(await server.call(call, { as, ...options })),
    );
    const reply = await replied.promise;
    sent.push({ call, code: reply.code, statements });
    return reply;
  });
  for (const seconds of [0, 2 * daySeconds]) {
    server.clock.advance(seconds);
    sent.push({ call: null, code: '', statements: await db.record(() => server.notify()) });
  }

  const employee = reader(0);
  await savePeople(server.db, [{ ...employee, profile: people.employee.profile }], server.clock.nowMs);
  const { jobId } = await newJob(server);
  const { answer } = await server.call('updateJob', {
    as: 'client',
    body: messageOf(jobId, 'client', 'Hello'),
  });
  const messageId = answer.communication?.communicationId ?? '';
  const mix: Sent[] = [];
  for (const next of mixOf(0, jobId, messageId, { count: 0 })) {
    const asked = next();
    const { method, path, headers, body } = requestOf(asked, server.tokenOf(employee));
    let code = '';
    const statements = await db.record(async () => {
      const reply = await server.app.inject({ method, url: path, headers, ...(body && { payload: body }) });
      code = reply.statusCode === 200 ? '' : reply.body;
    });
    mix.push({ call: asked.call, code, statements });
  }
  return { sent, mix };
}
