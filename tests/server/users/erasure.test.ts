import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, test, vi } from 'vitest';
import { Unavailable } from '../../../server/errors/errors.ts';
import { eraseAndRecord } from '../../../server/users/userErasure.ts';
import { operatorActor } from '../../../src/contract/audit.ts';
import type { JobDetails } from '../../../src/contract/jobs/jobDetails.ts';
import {
  canaries,
  client,
  employee,
  found,
  liveThrough,
  textColumns,
  wordsOf,
} from '../../support/server/erasing.ts';
import { openStream, soon } from '../../support/server/eventStream.ts';
import { jobReport, jobUpdate, messageOf, newJob } from '../../support/server/jobs.ts';
import { people, registrationOf, savePeople } from '../../support/server/people.ts';
import { onOneDatabase, startOfTime, type TestServer } from '../../support/server/server.ts';

let times = 0;
function erase(server: TestServer, { email }: { email: string }, keepCompany = false) {
  return server.call('eraseUser', {
    as: 'admin',
    body: { email, keepCompany },
    key: `erase ${times++}`,
  });
}

/** Rounds without a rest. */
const swiftRounds = 100;

function statusOfPassing(error: unknown): number {
  if (error instanceof Unavailable) return 503;
  throw error;
}

onOneDatabase('an erasure', (start) => {
  let server: TestServer;
  let jobId: string;
  let before: { client: string[]; employee: string[]; job: JobDetails; said: string[] };
  let pseudonyms: { client: string; employee: string };

  const waitingKinds = async () => {
    const kinds = "select distinct coalesce(payload ->> 'kind', kind) as kind from tasks where done is null";
    return (await server.db.query<{ kind: string }>(kinds)).map(({ kind }) => kind);
  };
  const readJob = async () => (await server.call('job', { as: 'admin', params: { jobId } })).answer;
  const conversation = async () =>
    (await server.call('conversation', { as: 'admin', params: { jobId } })).answer;

  beforeAll(async () => {
    server = await start({ loopbackPush: true });
    jobId = await liveThrough(server);
    // The newest events are dispatched in the background.
    await vi.waitFor(async () => expect(await waitingKinds()).toContain('push'), soon);
    before = {
      client: await found(server.db, [...wordsOf(canaries.client), client.uid]),
      employee: await found(server.db, [...wordsOf(canaries.employee), employee.uid]),
      job: await readJob(),
      said: (await conversation()).map(({ content }) => content),
    };
  });

  test('is tested with users in every table', () => {
    expect(before.client).toEqual(
      expect.arrayContaining([
        ...['audit.actor', 'audit.detail', 'audit.subject', 'events.actor', 'events.for_user'],
        ...['history.user_email', 'idempotency.answer', 'idempotency.uid', 'invitations.email'],
        ...[
          'jobs.job_reporter',
          'jobs.reporter_phone',
          'mail_tokens.email',
          'sign_ups.email',
          'sign_ups.uid',
          'reply_tokens.email',
          'unsubscribe_tokens.email',
          'tasks.recipient',
          'snoozes.email',
          'messages.from_user',
        ],
        ...['messages.to_user', 'notification_settings.email', 'push_devices.email', 'users.email'],
        ...['users.first_name', 'users.last_name', 'users.phone_number', 'users.uid'],
      ]),
    );
    expect(before.employee).toEqual(
      expect.arrayContaining([
        ...['attachments.uploaded_by', 'deliverables.added_by', 'history.from_text'],
        ...['history.to_text', 'invitations.invited_by', 'jobs.assigned_to', 'tasks.recipient'],
        ...[
          'saved_replies.content',
          'saved_replies.owner',
          'saved_views.owner',
          'saved_views.search',
          'staff_notes.from_user',
          'staff_notes.mentions',
        ],
        ...['snoozes.email', 'uploads.uid'],
      ]),
    );
  });

  test('is tested with every table that could name users', async () => {
    const tables = new Set((await textColumns(server.db)).map(({ table }) => table));
    for (const place of [...before.client, ...before.employee]) tables.delete(place.split('.')[0] as string);
    // Nothing in these tells who it was. Another table is filled in `liveThrough`, and erased.
    expect([...tables].sort()).toEqual([
      ...[
        'app_versions',
        'comparisons',
        'due_rules',
        'erasures',
        'firm',
        'firm_keys',
        'firm_pictures',
        'job_counts',
        'migrations',
      ],
      'people_counts',
      ...[
        'previews',
        'reply_mailboxes',
        'saved_reply_files',
        'sealed_files',
        'seals',
        'shots',
        'trusted_issuers',
        'unposted_replies',
      ],
      ...['upload_pieces', 'vapid_keys'],
    ]);
  });

  test('finds nobody in what tasks and events store, though tasks of every kind of notification wait', async () => {
    expect(await waitingKinds()).toEqual(expect.arrayContaining(['push', 'notice', 'invitation']));
    const stored = ['events.detail', 'tasks.items', 'tasks.lane', 'tasks.payload'];
    expect([...before.client, ...before.employee].filter((place) => stored.includes(place))).toEqual([]);
  });

  test('removes a client and an employee from every column of every table', async () => {
    const { answer } = await erase(server, client, true);
    expect(answer).toEqual({
      pseudonym: expect.stringMatching(/^former-[0-9a-f]{16}@erased\.invalid$/),
      byHand: true,
    });
    expect(await found(server.db, [...wordsOf(canaries.client), client.uid])).toEqual([]);
    expect(await found(server.db, ['Canary Roofs', 'Canary & Daughters'])).toContain('users.company');

    const second = (await erase(server, employee)).answer;
    expect(await found(server.db, [...wordsOf(canaries.employee), employee.uid])).toEqual([]);
    expect(await found(server.db, ['EV East'])).toEqual([]);
    pseudonyms = { client: answer.pseudonym, employee: second.pseudonym };
  });

  test('keeps jobs, messages, files and deliverables, under a pseudonym', async () => {
    const job = await readJob();
    const { client: reporter, employee: assignee } = pseudonyms;
    expect(job).toMatchObject({
      jobReporter: reporter,
      reporter: 'Former client',
      jobReporterDetails: { company: 'Canary & Daughters', phoneNumber: '' },
      assignedTo: assignee,
      assignedToName: 'Former employee',
      version: before.job.version,
    });
    expect(job.attachments.map(({ key }) => key)).toEqual(before.job.attachments.map(({ key }) => key));
    expect(job.deliverables.map(({ addedByName }) => addedByName)).toEqual(['Former employee']);
    const assigned = job.history.filter(({ field }) => field === 'assignedTo');
    expect(assigned.map(({ from, to }) => [from, to])).toEqual([
      ['Emil E.', 'Former employee'],
      ['Former employee', 'Emil E.'],
      ['', 'Former employee'],
    ]);
    const messages = await conversation();
    expect(messages.map(({ content }) => content)).toEqual(before.said);
    expect(new Set(messages.map(({ fromUserName }) => fromUserName))).toEqual(
      new Set(['Ada A.', 'Former client', 'Former employee']),
    );
  });

  test('keeps shared views and those of others, which go on to list the jobs of the pseudonyms', async () => {
    const { answer } = await server.call('savedViews', { as: 'admin' });
    const search = { assignee: pseudonyms.employee, reporter: pseudonyms.client };
    expect(answer).toEqual([
      expect.objectContaining({
        viewId: 'view-of-admin',
        ownerName: 'Ada A.',
        search,
      }),
      expect.objectContaining({
        viewId: 'view-true',
        owner: pseudonyms.employee,
        ownerName: 'Former employee',
        search,
      }),
    ]);
    expect(await server.db.query("select 1 from saved_views where view_id = 'view-false'")).toEqual([]);
    const body = { assignedTo: pseudonyms.employee, jobReporter: pseudonyms.client };
    const { items } = (await server.call('searchJobs', { as: 'admin', body })).answer;
    expect(items).toHaveLength(1);
  });

  test('removes the user from the stored responses of repeated writes', async () => {
    const [row] = await server.db.query<{ answer: string }>(
      "select answer from idempotency where key = 'edit'",
    );
    expect(JSON.parse(row?.answer ?? '')).toEqual({
      again: { emails: [pseudonyms.client, pseudonyms.employee] },
    });
  });

  test('removes the user from every list, and their page', async () => {
    for (const category of ['all', 'pending', 'clients', 'employees'] as const) {
      const { items, counts } = (await server.call('profiles', { as: 'admin', body: { category } })).answer;
      expect(items.filter(({ email }) => email.endsWith('.invalid'))).toEqual([]);
      expect(counts?.[category]).toBe(items.length);
    }
    const params = { email: pseudonyms.employee };
    expect((await server.call('profile', { as: 'admin', params })).code).toBe('not-found');
    expect((await server.call('erasuresAsked', { as: 'admin' })).answer).toEqual([]);
    const again = { as: 'admin', body: { email: params.email, keepCompany: false } } as const;
    expect((await server.call('eraseUser', again)).code).toBe('not-found');
  });

  test('locks the account out, and the user can register again as a new one', async () => {
    const token = server.tokenOf(client);
    const { email } = canaries.client;
    expect((await server.call('profile', { as: { token }, params: { email } })).code).toBe('unauthorized');
    const body = registrationOf(email);
    expect((await server.call('register', { as: { token }, body })).code).toBe('unauthorized');
    const anew = { token: server.tokenOf({ ...client, uid: 'uid-of-a-new-account' }) };
    expect((await server.call('register', { as: anew, body })).answer).toMatchObject({
      email,
      userApproved: false,
    });
    const jobs = await server.call('jobs', { as: 'admin', body: { username: people.admin.email } });
    expect(jobs.answer.items.map(({ jobReporter }) => jobReporter)).not.toContain(email);
    await erase(server, { email });
  });

  test('refreshes the jobs on other screens and ends the user’s streams at once', async () => {
    const own = await start();
    await savePeople(own.db, [client, employee], startOfTime);
    const { jobId: theirs } = await newJob(own, { jobReporter: canaries.client.email }, { as: 'admin' });
    const origin = await own.app.listen({ host: '127.0.0.1', port: 0 });
    const employees = await openStream(origin, own.tokenOf(employee));
    const admins = await openStream(origin, own.token('admin'));
    await erase(own, employee);
    expect(await employees.ended).toBe(true);
    await erase(own, client);
    await expect.poll(() => admins.events().filter(({ kind }) => kind === 'profile'), soon).toHaveLength(2);
    await expect.poll(() => admins.events(), soon).toContainEqual({ kind: 'job', jobId: theirs });
    expect(admins.text).not.toContain('canary.test');
    await expect(openStream(origin, own.tokenOf(employee))).rejects.toThrow(/^Error: 401|^401/);
    admins.cut();
  });

  test('wins every race with simultaneous writes of the user and of others', async () => {
    const own = await start();
    await savePeople(own.db, [client, employee], startOfTime);
    const { db, call } = own;
    const jobs = [];
    for (let index = 0; index < 2; index++)
      jobs.push(await newJob(own, { jobReporter: canaries.client.email }, { as: 'admin' }));
    let going = true;
    const outcomes = new Set<number>();
    const inTurn = async (work: (round: number) => Promise<{ status: number }>) => {
      for (let round = 0; going; round++) {
        outcomes.add((await work(round)).status);
        // On a slow machine an erasure comes after them: what it refuses is met as well.
        if (round >= swiftRounds) await setTimeout(200);
      }
    };
    const message = (job: JobDetails, email: string) => ({
      ...messageOf(job.jobId, 'client', 'Again'),
      jobUpdateUser: email,
      'evCommunication.fromUserId': email,
    });
    const writers = jobs.flatMap((job) => [
      inTurn((round) =>
        call('updateJob', {
          as: { token: own.tokenOf(client) },
          key: `c${job.jobId}${round}`,
          body: message(job, canaries.client.email),
        }),
      ),
      inTurn(async (round) => {
        const read = (await call('job', { as: 'employee', params: { jobId: job.jobId } })).answer;
        const assignedTo = round % 2 ? people.employee.email : canaries.employee.email;
        return call('updateJob', {
          as: 'employee',
          key: `e${job.jobId}${round}`,
          body: jobUpdate(read, 'employee', { assignedTo }),
        });
      }),
    ]);
    writers.push(
      inTurn(() =>
        call('reportJob', { as: 'employee', body: jobReport({ jobReporter: canaries.client.email }) }),
      ),
      // As in the product: notices that met others at the same rows are tried again with the next beat.
      inTurn(async () => ({ status: await own.notify().then(() => 200, statusOfPassing) })),
    );
    const count = async () => (await db.query('select 1 from messages')).length;
    try {
      await expect.poll(count, soon).toBeGreaterThan(5);
      await erase(own, client);
      await erase(own, employee);
      await expect.poll(() => outcomes.has(401) && outcomes.has(422), soon).toBe(true);
    } finally {
      going = false;
      await Promise.all(writers);
    }
    expect([...outcomes].filter((status) => status >= 500 && status !== 503)).toEqual([]);
    await own.notify();
    for (const canary of Object.values(canaries)) expect(await found(db, wordsOf(canary))).toEqual([]);
  });

  test('is refused for the last admin and for oneself', async () => {
    const own = await start();
    expect((await erase(own, people.admin)).failure).toMatchObject({
      code: 'forbidden',
      errorMessage: 'You can’t delete your own account. Ask another admin.',
    });
    const order = { email: people.admin.email, keepCompany: false, deletesAccount: false, now: 1 };
    await expect(
      own.db.tx((tx) => eraseAndRecord(tx, { ...order, actor: operatorActor })),
    ).rejects.toMatchObject({
      code: 'last-admin',
    });
    expect(await found(own.db, ['erased.invalid'])).toEqual([]);
    // Without an admin, as after a restore, nobody else has to stay.
    await own.db.query('update users set user_approved = false where email = $1', [people.admin.email]);
    const other = { ...order, email: people.otherClient.email, actor: operatorActor };
    expect(await own.db.tx((tx) => eraseAndRecord(tx, other))).toMatchObject({ byHand: true });
    await own.db.query('update users set user_approved = true where email = $1', [people.admin.email]);
    await own.db.query("update users set user_type = 'ADMIN' where email = $1", [people.employee.email]);
    expect((await erase(own, people.employee)).status).toBe(200);
  });

  test('is requested by the user, listed for admins, and withdrawn again', async () => {
    const own = await start();
    const ask = (wanted: boolean) => own.call('askErasure', { as: 'client', body: { wanted } });
    expect((await own.call('ownErasure', { as: 'client' })).answer).toEqual({ asked: null });
    const asked = startOfTime / 1000;
    expect((await ask(true)).answer).toEqual({ asked });
    own.clock.advance(60);
    expect((await ask(true)).answer).toEqual({ asked });
    expect((await own.call('erasuresAsked', { as: 'admin' })).answer).toEqual([
      { email: people.client.email, firstName: 'Clara', lastName: 'Client', asked },
    ]);
    expect((await ask(false)).answer).toEqual({ asked: null });
    expect((await own.call('erasuresAsked', { as: 'admin' })).answer).toEqual([]);
    const { items } = (await own.call('audit', { as: 'admin', body: {} })).answer;
    expect(items.map(({ action }) => action)).toEqual(['keep-after-all', 'ask-erasure']);
  });
});
