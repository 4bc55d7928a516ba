import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { smtpMail } from '../../../server/mail/smtpMail.ts';
import type { RequestOf } from '../../../src/contract/calls.ts';
import { maxMentions, maxTextLength, notePageSize } from '../../../src/contract/limits.ts';
import { inboxParts } from '../../../src/contract/messages/message.ts';
import type { NotificationSettings } from '../../../src/contract/users/notifications.ts';
import { writtenHeader } from '../../../src/contract/writtenTime.ts';
import { after, prefer } from '../../support/mail/mailPeople.ts';
import { type MailServer, openMailServer } from '../../support/mail/mailServer.ts';
import { type Arrival, openPushEndpoint, type PushEndpoint } from '../../support/push/pushEndpoint.ts';
import { newDevice } from '../../support/push/pushes.ts';
import type { Caller } from '../../support/server/call.ts';
import { jobUpdate, newJob, send } from '../../support/server/jobs.ts';
import { type PersonName, people } from '../../support/server/people.ts';
import { onOneDatabase, startOfTime, type TestServer } from '../../support/server/server.ts';

type Note = RequestOf<'addStaffNote'>;

const { employee, otherEmployee, admin, client, pending } = people;

async function add(
  { call }: TestServer,
  note: Note,
  { as = 'employee', key }: { as?: Caller; key?: string } = {},
) {
  return (await call('addStaffNote', { as, body: note, ...(key && { key }) })).answer;
}

async function list({ call }: TestServer, jobId: string, as: PersonName = 'admin') {
  return (await call('staffNotes', { as, params: { jobId } })).answer.items;
}

onOneDatabase('staff notes', (start) => {
  const server = start.forAll();
  let jobId: string;
  beforeAll(async () => {
    ({ jobId } = await newJob(server));
  });

  test('are listed newest first, page by page, for all staff', async () => {
    const job = await newJob(server);
    const texts = Array.from({ length: notePageSize + 2 }, (_, n) => `Note ${n}`);
    await add(server, { jobId: job.jobId, note: 'Note 0' });
    await server.db.query(
      `insert into staff_notes (note_id, job_id, content, from_user, mentions, created)
        select 'more-' || n, $1, 'Note ' || n, $2, '{}', 0 from generate_series(1, $3::int) n`,
      [job.jobId, employee.email, notePageSize + 1],
    );
    const params = { jobId: job.jobId };
    const first = (await server.call('staffNotes', { as: 'otherEmployee', params })).answer;
    const search = { startAfter: first.startAfter ?? '' };
    const query = `?${new URLSearchParams(search)}`;
    const url = `/api/jobs/${job.jobId}/notes${query}`;
    const headers = { authorization: `Bearer ${server.token('admin')}` };
    const second = (await server.app.inject({ url, headers })).json().body;
    const all = [...first.items, ...second.items];
    expect(first.items).toHaveLength(notePageSize);
    expect(all.map(({ content }) => content)).toEqual(texts.toReversed());
    expect(second.startAfter).toBeNull();
    expect(all.at(-1)).toEqual({
      noteId: expect.stringMatching(/^[\w-]{20}$/),
      jobId: job.jobId,
      content: 'Note 0',
      createdTimestamp: startOfTime / 1000,
      sequence: expect.any(Number),
      fromUserId: employee.email,
      fromUserName: 'Emil E.',
      mentions: [],
    });
    // A page of another job's list.
    const other = await server.app.inject({ url: `/api/jobs/${jobId}/notes${query}`, headers });
    expect(other.json().code).toBe('bad-cursor');
  });

  test('are counted in the job for staff, and leave no trace in it for its client', async () => {
    const job = await newJob(server);
    expect(job.staffNotes).toBeUndefined();
    await add(server, { jobId: job.jobId, note: 'One' });
    await add(server, { jobId: job.jobId, note: 'Two' }, { as: 'admin' });
    const read = async (as: PersonName) =>
      (await server.call('job', { as, params: { jobId: job.jobId } })).answer;
    expect((await read('employee')).staffNotes).toBe(2);
    expect(await read('client')).toEqual(job);
  });

  test('are stored once for one key, whose repeat returns the note as it is now', async () => {
    const { jobId } = await newJob(server);
    const note = { jobId, note: 'Only once', mentions: [admin.email] };
    const first = await add(server, note, { key: 'note' });
    expect(await add(server, note, { key: 'note' })).toEqual(first);
    expect(await list(server, jobId, 'employee')).toEqual([first]);
    const changed = await server.call('addStaffNote', {
      as: 'employee',
      body: { ...note, note: 'Other words' },
      key: 'note',
    });
    expect(changed.code).toBe('key-reused');
    // The repeat of one who is staff no longer is refused like every other call of theirs.
    await server.db.query("update users set user_type = 'CLIENT' where email = $1", [employee.email]);
    const late = await server.call('addStaffNote', { as: 'employee', body: note, key: 'note' });
    await server.db.query("update users set user_type = 'EMPLOYEE' where email = $1", [employee.email]);
    expect(late.code).toBe('forbidden');
  });

  test('of ten at once have one order, which is that of their numbers', async () => {
    const { jobId } = await newJob(server);
    const texts = Array.from({ length: 10 }, (_, n) => `At once ${n}`);
    await Promise.all(texts.map((note) => add(server, { jobId, note })));
    const notes = await list(server, jobId);
    const sequences = notes.map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => b - a));
    expect(new Set(notes.map(({ content }) => content))).toEqual(new Set(texts));
  });

  test('say when they were written on the device', async () => {
    const { jobId } = await newJob(server);
    const note = { jobId, note: 'From the roof' };
    const headers = { [writtenHeader]: '600' };
    const { answer } = await server.call('addStaffNote', { as: 'employee', body: note, headers });
    expect(answer.writtenTimestamp).toBe(answer.createdTimestamp - 600);
  });

  test('mention active staff, in the order in which they are named, and nobody else', async () => {
    const mentions = [
      ...[admin.email, client.email, pending.email, 'none@ev.test', 'ADA@ev.test', otherEmployee.email],
      ...[people.refused.email, people.unspecified.email, employee.email],
    ];
    const note = await add(server, { jobId, note: 'For whom it concerns', mentions });
    expect(note.mentions).toEqual([
      { email: admin.email, userName: 'Ada A.' },
      { email: otherEmployee.email, userName: 'Edda E.' },
      { email: employee.email, userName: 'Emil E.' },
    ]);
    const [row] = await server.db.query<{ mentions: string[] }>(
      'select mentions from staff_notes where note_id = $1',
      [note.noteId],
    );
    expect(row?.mentions).toEqual([admin.email, otherEmployee.email, employee.email]);
  });

  test.each<[string, Record<string, unknown>, string, string]>([
    ['without a text', { note: ' \n ' }, 'note', 'is a required field'],
    ['without a note', {}, 'note', 'is a required field'],
    [
      'with a text that is too long',
      { note: 'x'.repeat(maxTextLength + 1) },
      'note',
      'must be 10,000 characters or fewer',
    ],
    ['with a zero character', { note: 'a\0b' }, 'note', 'must be text without control characters'],
    [
      'with too many mentions',
      { note: 'x', mentions: Array.from({ length: maxMentions + 1 }, (_, n) => `${n}@ev.test`) },
      'mentions',
      `must have ${maxMentions} entries or fewer`,
    ],
    [
      'with mentions that are no list',
      { note: 'x', mentions: 'ada@ev.test' },
      'mentions',
      'is a required field',
    ],
    ['that mentions no email', { note: 'x', mentions: ['Ada'] }, 'mentions.0', 'must be a valid email'],
    ['of no job', { note: 'x', jobId: '' }, 'jobId', 'is a required field'],
  ])('%s is refused, with the field', async (_, body, field, message) => {
    const { failure } = await server.call('addStaffNote', {
      as: 'employee',
      body: { jobId, ...body } as Note,
    });
    expect(failure).toMatchObject({ code: 'invalid', issues: [{ field, message }] });
  });

  test('outlive their author’s erasure, under “Former employee”, also where they mention them', async () => {
    const { jobId } = await newJob(server);
    const leaver = { ...otherEmployee, email: 'lea@ev.test', uid: 'uid-lea' };
    await server.db.query(
      `insert into users (email, uid, first_name, last_name, company, phone_number, address, user_type, user_approved,
          user_refused, created, updated)
        select $1, $2, 'Lea', 'Leaver', company, phone_number, address, user_type, true, false, created, updated
        from users where email = $3`,
      [leaver.email, leaver.uid, otherEmployee.email],
    );
    await add(server, { jobId, note: 'By the leaver' }, { as: { token: server.tokenOf(leaver) } });
    await add(server, { jobId, note: 'To the leaver', mentions: [leaver.email, admin.email] });
    const body = { email: leaver.email, keepCompany: false };
    const { pseudonym } = (await server.call('eraseUser', { as: 'admin', body })).answer;
    const [to, by] = await list(server, jobId);
    expect(by).toMatchObject({
      content: 'By the leaver',
      fromUserId: pseudonym,
      fromUserName: 'Former employee',
    });
    expect(to?.mentions).toEqual([
      { email: pseudonym, userName: 'Former employee' },
      { email: admin.email, userName: 'Ada A.' },
    ]);
    const left = 'select 1 from staff_notes where from_user = $1 or $1 = any(mentions)';
    expect(await server.db.query(left, [leaver.email])).toEqual([]);
  });
});

onOneDatabase('what notifies of a staff note', (start) => {
  let server: TestServer;
  let service: PushEndpoint;
  let mailServer: MailServer;
  let job: { jobId: string; jobCode: string; project: string };
  const endpoints: Partial<Record<PersonName, string>> = {};
  const hearers = ['client', 'otherClient', 'employee', 'otherEmployee', 'admin'] as const;

  beforeAll(async () => {
    service = await openPushEndpoint();
    mailServer = await openMailServer();
    server = await start({ loopbackPush: true, mail: smtpMail(mailServer.url, 'EV Jobs <jobs@ev.test>') });
    for (const as of hearers) {
      await set(as, {});
      endpoints[as] = (await newDevice(server, service, as)).endpoint;
    }
    job = await newJob(server, { project: 'Roof', jobCode: 'EV-1' });
    await arrived();
  });
  afterAll(async () => {
    service.close();
    await mailServer.goAway();
  });

  function set(as: PersonName, changes: Partial<NotificationSettings>) {
    return prefer(server, as, { mail: 'ALWAYS', ...changes });
  }

  /** The pushes and emails since the last call, by user. */
  async function arrived() {
    await server.notify();
    await after(server, 600);
    expect(service.faults).toEqual([]);
    const pushes = service.arrivals.splice(0).map(({ endpoint, payload }: Arrival) => ({
      to: hearers.find((as) => endpoints[as] === endpoint),
      ...payload.notification,
    }));
    const emails = mailServer.received.splice(0);
    return { pushes, emails, recipients: emails.flatMap(({ to }) => to) };
  }

  const note = (text: string, mentions: readonly string[], as: PersonName = 'employee', key = text) =>
    add(server, { jobId: job.jobId, note: text, mentions: [...mentions] }, { as, key });

  test('a note without a mention notifies nobody', async () => {
    await note('Quiet', []);
    expect(await arrived()).toEqual({ pushes: [], emails: [], recipients: [] });
  });

  test('a mention notifies those who are mentioned, once, and never the author', async () => {
    await note('Secret words', [employee.email, admin.email]);
    await note('Secret words', [employee.email, admin.email]);
    const { pushes, emails, recipients } = await arrived();
    expect(pushes).toEqual([
      expect.objectContaining({
        to: 'admin',
        title: 'EV-1 · Roof',
        body: 'You were mentioned in a staff note',
        navigate: `http://localhost:8080/jobs/update/${job.jobId}?view=notes`,
      }),
    ]);
    expect(recipients).toEqual([admin.email]);
    expect(emails[0]?.subject).toBe('A mention in a staff note: Roof (EV-1)');
    expect(emails[0]?.text).toContain('Emil E. mentioned you in a staff note.');
    expect(emails[0]?.text).toContain(`/jobs/update/${job.jobId}?view=notes`);
    expect(JSON.stringify([pushes, emails])).not.toContain('Secret');
    expect(await arrived()).toMatchObject({ pushes: [], emails: [] });
  });

  test('its text is in no email, and in the pushes of those who turned previews on', async () => {
    await set('admin', { previews: true });
    await note('Visible words', [admin.email, otherEmployee.email]);
    const { pushes, emails } = await arrived();
    expect(pushes.map(({ to, body }) => [to, body]).sort()).toEqual([
      ['admin', 'Emil E. mentioned you: Visible words'],
      ['otherEmployee', 'You were mentioned in a staff note'],
    ]);
    expect(emails.map(({ to }) => to).sort()).toEqual([[admin.email], [otherEmployee.email]].sort());
    expect(JSON.stringify(emails)).not.toContain('Visible');
    await set('admin', {});
  });

  test('a mention beside a message opens the chat, and both are named', async () => {
    await set('admin', { previews: false });
    await send(server, job.jobId, 'client', 'Anybody there?');
    await note('Please answer', [admin.email]);
    const { pushes, emails } = await arrived();
    const toAdmin = pushes.filter(({ to }) => to === 'admin');
    expect(toAdmin.map(({ body }) => body)).toEqual(['1 new message\nYou were mentioned in a staff note']);
    expect(toAdmin[0]?.navigate).toMatch(/\?chat=/);
    const [email] = emails.filter(({ to }) => to.includes(admin.email));
    expect(email?.subject).toContain('mention in a staff note');
    expect(email?.text).toMatch(/\?chat=/);
  });

  test('whoever turned mentions off gets none, and those on again get them', async () => {
    const { settings } = (await server.call('notifications', { as: 'admin' })).answer;
    expect(settings.kinds.MENTION).toBe(true);
    const save = (kinds: NotificationSettings['kinds']) =>
      server.call('saveNotificationSettings', { as: 'admin', body: { ...settings, kinds } });
    await save({ ...settings.kinds, MENTION: false });
    await note('Turned off', [admin.email]);
    expect(await arrived()).toMatchObject({ pushes: [], emails: [] });
    await save(settings.kinds);
    await note('Turned on', [admin.email]);
    expect((await arrived()).recipients).toEqual([admin.email]);
  });

  test('one who is staff no longer gets neither push nor email, though they are the client of the job', async () => {
    await set('otherEmployee', { previews: true });
    const own = await newJob(server, { jobReporter: client.email }, { as: 'admin' });
    await arrived();
    await add(server, { jobId: own.jobId, note: 'Canary of a mention', mentions: [otherEmployee.email] });
    await server.db.query("update users set user_type = 'CLIENT' where email = $1", [otherEmployee.email]);
    await server.db.query('update jobs set job_reporter = $1 where job_id = $2', [
      otherEmployee.email,
      own.jobId,
    ]);
    const { pushes, emails } = await arrived();
    expect(JSON.stringify([pushes, emails])).not.toMatch(/Canary|mention/);
  });
});

/** Before every entry. */
const placeInHistory = Buffer.from('["history",1000000]').toString('base64url');

/** Words of a note, which nothing else has. */
const canary = 'Xylophone-canary';

onOneDatabase('the text of a staff note', (start) => {
  let server: TestServer;
  let service: PushEndpoint;
  let mailServer: MailServer;
  let jobId: string;
  let cursor: string;

  beforeAll(async () => {
    service = await openPushEndpoint();
    mailServer = await openMailServer();
    server = await start({ loopbackPush: true, mail: smtpMail(mailServer.url, 'EV Jobs <jobs@ev.test>') });
    for (const as of ['client', 'otherClient'] as const) {
      await prefer(server, as, { mail: 'ALWAYS', previews: true });
      await newDevice(server, service, as);
    }
    cursor = (await server.call('events', { as: 'client', body: { cursor: null } })).answer.cursor;
    const job = await newJob(server);
    jobId = job.jobId;
    const mentions = [client.email, people.otherClient.email, admin.email];
    await add(server, { jobId, note: `${canary} before`, mentions });
    await send(server, jobId, 'employee', 'A message beside it');
    const body = jobUpdate(job, 'employee', { status: 'ON_HOLD' });
    expect((await server.call('updateJob', { as: 'employee', body })).status).toBe(200);
    await add(server, { jobId, note: `${canary} after`, mentions }, { as: 'admin' });
  });
  afterAll(async () => {
    service.close();
    await mailServer.goAway();
  });

  async function read(as: PersonName) {
    const { call } = server;
    const { email } = people[as];
    const params = { jobId };
    const replies = [
      await call('job', { as, params }),
      await call('conversation', { as, params }),
      await call('staffNotes', { as, params }),
      await call('allMessages', { as, body: { username: email } }),
      ...(await Promise.all(
        inboxParts.map((part) => call('allMessages', { as, body: { username: email, part } })),
      )),
      await call('jobHistory', { as, params, body: { startAfter: placeInHistory } }),
      await call('jobs', { as, body: { username: email } }),
      await call('searchJobs', { as, body: { text: canary } }),
      await call('search', { as, body: { text: canary } }),
      await call('search', { as, body: { text: canary, kind: 'messages' } }),
      await call('download', { as, body: { format: 'csv' } }),
      await call('events', { as, body: { cursor } }),
      await call('userStats', { as, params: { email } }),
      await call('notifications', { as }),
    ];
    return replies.map(({ response }) => response.body).join('\n');
  }

  test('is in no answer to a client, of the job or not, and in the notes for staff', async () => {
    expect(await read('client')).not.toContain(canary);
    expect(await read('otherClient')).not.toContain(canary);
    expect((await list(server, jobId)).map(({ content }) => content)).toEqual([
      `${canary} after`,
      `${canary} before`,
    ]);
  });

  test('is found by no search, not even of staff', async () => {
    for (const as of ['client', 'employee', 'admin'] as const) {
      const { jobs, messages, files } = (await server.call('search', { as, body: { text: canary } })).answer;
      expect([jobs, messages, files].map((page) => page?.items)).toEqual([[], [], []]);
      expect((await server.call('searchJobs', { as, body: { text: canary } })).answer.items).toEqual([]);
    }
  });

  test('is in no archive and in no list that is exported, whoever exports it', async () => {
    for (const as of ['client', 'employee', 'admin'] as const) {
      const { bytes } = await server.call('download', { as, body: { format: 'zip', jobId } });
      const zip = await fromBufferPromise(bytes);
      let text = '';
      for await (const entry of zip.eachEntry()) {
        text += entry.fileName + (await buffer(await zip.openReadStreamPromise(entry))).toString();
      }
      expect(text).toContain('A message beside it');
      expect(text).not.toContain(canary);
      const csv = await server.call('download', { as, body: { format: 'csv' } });
      expect(csv.response.body).not.toContain(canary);
    }
  });

  test('is in no push and no email to a client, and no event tells them of it', async () => {
    await server.notify();
    await after(server, 600);
    expect(service.arrivals.length).toBeGreaterThan(0);
    expect(mailServer.received.flatMap(({ to }) => to)).toContain(client.email);
    expect(JSON.stringify(service.arrivals)).not.toMatch(/Xylophone|mention|staff note/);
    const toClients = mailServer.received.filter(({ to }) => !to.includes(admin.email));
    expect(JSON.stringify(toClients)).not.toMatch(/Xylophone|mention|staff note/);
    const events = async (as: PersonName) =>
      (await server.call('events', { as, body: { cursor } })).answer.events;
    expect((await events('client')).map(({ kind }) => kind)).toEqual(['job', 'message', 'job']);
    // The notes are two events more, which name the job to refetch.
    expect((await events('employee')).map(({ kind }) => kind)).toEqual([
      'job',
      'job',
      'message',
      'job',
      'job',
    ]);
  });

  test('is in no line of the log', () => {
    expect(JSON.stringify(server.logs)).not.toContain(canary);
  });
});
