/** Makes every call of the contract, and lists and searches in all their forms. Long, because a call takes a line or two. */
import { createHash, randomBytes } from 'node:crypto';
import { encodeCursor } from '../../../server/data/cursor.ts';
import type { CallName } from '../../../src/contract/calls.ts';
import { defaultNotificationSettings } from '../../../src/contract/users/notifications.ts';
import { scaleCalls } from '../../bench/scaleCalls.ts';
import { samples } from '../files/sampleFiles.ts';
import { deviceAt } from '../push/deviceAt.ts';
import type { CallOptions, Reply } from '../server/call.ts';
import { dueRules } from '../server/dueRules.ts';
import { jobReport, jobUpdate, messageOf } from '../server/jobs.ts';
import { type PersonName, people, registrationOf } from '../server/people.ts';
import type { TestServer } from '../server/server.ts';

/** Makes one call, which must succeed. */
type Ask = <N extends CallName>(name: N, as: PersonName, options?: CallOptions<N>) => Promise<Reply<N>>;

const placeInHistory = encodeCursor('history', [1_000_000]);

async function callUsers(ask: Ask): Promise<void> {
  const invitee = {
    email: 'guest@ev.test',
    firstName: 'Guy',
    lastName: 'Guest',
    userType: 'CLIENT' as const,
  };
  await ask('inviteUsers', 'employee', { body: { inviteeList: [invitee] } });
  const { items } = (await ask('invitations', 'admin', { body: {} })).answer;
  await ask('withdrawInvitation', 'admin', { body: { invitationId: items[0]?.invitationId ?? '' } });
  await ask('invitationByToken', 'client', { params: { token: 'none' } });
  await ask('invitation', 'client');
  await ask('signUp', 'unverified', { body: registrationOf(people.unverified.email) });
  await ask('register', 'withoutProfile', { body: registrationOf(people.withoutProfile.email) });
  await ask('employees', 'employee', { body: {} });
  await ask('profile', 'client', { params: { email: people.client.email } });
  await ask('profiles', 'admin', { body: {} });
  const { email } = people.pending;
  await ask('updateProfiles', 'client', {
    body: { profiles: [{ email: people.client.email, company: 'Renamed' }] },
  });
  await ask('updateProfiles', 'admin', { body: { profiles: [{ email, userApproved: true }] } });
  await ask('endSessions', 'admin', { body: { email: people.otherEmployee.email } });
  await ask('audit', 'admin', { body: {} });
  await ask('askErasure', 'otherClient', { body: { wanted: true } });
  await ask('ownErasure', 'otherClient');
  await ask('erasuresAsked', 'admin');
  await ask('eraseUser', 'admin', { body: { email: people.otherClient.email, keepCompany: false } });
}

async function callDevices(ask: Ask): Promise<void> {
  const endpoint = 'http://127.0.0.1:9/device';
  const deviceId = createHash('sha256').update(endpoint).digest('base64url');
  await ask('notifications', 'client');
  await ask('saveNotificationSettings', 'client', { body: defaultNotificationSettings });
  await ask('registerDevice', 'client', { body: deviceAt(endpoint) });
  await ask('testDevice', 'client', { body: { deviceId } });
  await ask('pushReceipt', 'client', { body: { receipt: 'none', outcome: 'SHOWN' } });
  await ask('removeDevice', 'client', { body: { deviceId } });
}

async function callJobs(ask: Ask, { db }: TestServer): Promise<void> {
  await ask('saveDueRules', 'admin', { body: { rules: dueRules } });
  const report = await ask('reportJob', 'client', { body: jobReport(), files: [samples.pdf], key: 'report' });
  await ask('reportJob', 'otherClient', { body: jobReport({ jobReporter: people.otherClient.email }) });
  const job = report.answer;
  const { jobId } = job;
  const params = { jobId };
  await ask('events', 'client', { body: { cursor: null } });
  const sent = await ask('updateJob', 'client', {
    body: messageOf(jobId, 'client', 'Hello'),
    key: 'message',
  });
  const communicationId = sent.answer.communication?.communicationId ?? '';
  await ask('updateJob', 'employee', { body: messageOf(jobId, 'employee', 'Hello'), files: [samples.png] });
  const by = { jobId, userName: people.employee.email };
  await ask('markMessage', 'employee', {
    body: { ...by, evCommunicationId: communicationId, status: 'ADDRESSED' },
  });
  await db.query('update messages set whole = content where communication_id = $1', [communicationId]);
  await ask('wholeText', 'employee', { params: { communicationId } });
  const changes = [
    { assignedTo: people.employee.email },
    { due: { date: '2026-12-01', reason: 'The plans came late' } },
    { deliverable: { deliveryMode: 'WET_STAMPS', copiesNumber: 1 } },
    { status: 'COMPLETED' },
  ] as const;
  for (const change of changes) {
    const { version } = (await ask('job', 'employee', { params })).answer;
    await ask('updateJob', 'employee', { body: jobUpdate({ jobId, version }, 'employee', change) });
  }
  await ask('saveShot', 'admin', { body: { shotId: 'shot-1', service: 'PIL', name: 'Roof', hint: '' } });
  await ask('checklists', 'client');
  await ask('addStaffNote', 'employee', { body: { jobId, note: 'For us' } });
  await ask('staffNotes', 'employee', { params });
  await ask('conversation', 'client', { params });
  await ask('jobHistory', 'client', { params, body: { startAfter: placeInHistory } });
  const [file] = job.attachments;
  await ask('attachment', 'client', { params: { key: file?.key ?? '', fileName: file?.fileName ?? '' } });
  await ask('preview', 'client', { params: { key: file?.key ?? '', size: 'thumb' } });
  for (const as of ['client', 'employee'] as const) {
    await ask('jobs', as, { body: { username: people[as].email } });
    await ask('allMessages', as, { body: { username: people[as].email } });
    await ask('userStats', as, { params: { email: people[as].email } });
    await ask('searchJobs', as, { body: { text: 'main' } });
    await ask('search', as, { body: { text: 'main' } });
    await ask('download', as, { body: { format: 'csv' } });
  }
  await ask('download', 'client', { body: { format: 'zip', jobId } });
  await ask('stats', 'employee');
  for (const part of ['week', 'service', 'assignee', 'client'] as const)
    await ask('figures', 'employee', { body: { weeks: 4, by: part, timeZone: 'UTC' } });
  await ask('dueRules', 'admin');
  await ask('previewDueRules', 'admin', { body: { rules: dueRules } });
  const token = randomBytes(32).toString('base64url');
  await ask('saveCalendarFeed', 'client', { body: { token } });
  await ask('calendarFeed', 'client');
}

/** Makes every call through `ask`. */
export async function makeEveryCall(server: TestServer, ask: Ask): Promise<void> {
  await callJobs(ask, server);
  const lists: readonly CallName[] = ['jobs', 'searchJobs', 'search', 'profiles', 'allMessages'];
  for (const { call, as = 'employee', body } of scaleCalls) {
    if (typeof as !== 'string' || !lists.includes(call) || !body) continue;
    await ask(call, as, { body: (await body(server.db, 1000)) as never });
  }
  await callDevices(ask);
  await callUsers(ask);
}
