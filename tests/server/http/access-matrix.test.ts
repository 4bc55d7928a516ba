import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type CallName, calls, type RequestOf } from '../../../src/contract/calls.ts';
import type { ErrorCode } from '../../../src/contract/errors.ts';
import { defaultNotificationSettings } from '../../../src/contract/users/notifications.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import { askOverSocket, callOverSocket, portOf } from '../../support/network/socketCall.ts';
import { deviceAt } from '../../support/push/deviceAt.ts';
import { withReplies } from '../../support/replies/replyServer.ts';
import { makeIdentity } from '../../support/seals/identities.ts';
import type { Caller, CallOptions } from '../../support/server/call.ts';
import { comparisonOf } from '../../support/server/comparison.ts';
import { dueRules } from '../../support/server/dueRules.ts';
import { jobReport, messageOf, newJob, send } from '../../support/server/jobs.ts';
import { people, registrationOf } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

const issuer = makeIdentity({ name: 'Board CA', isIssuer: true }).certificate.toString('base64');

/** The columns of the table below. `client` reported the job at hand; `otherClient` did not. */
const callers = {
  nobody: null,
  garbage: { token: 'eyJhbGciOiJub25lIn0.garbage.' },
  unverified: 'unverified',
  'no profile': 'withoutProfile',
  unapproved: 'pending',
  refused: 'refused',
  unspecified: 'unspecified',
  'client, owner': 'client',
  'client, not owner': 'otherClient',
  employee: 'employee',
  admin: 'admin',
} as const satisfies Record<string, Caller>;
type Column = keyof typeof callers;

/** What each caller gets: `''` is the answer, anything else the code of the failure. */
type Expected = readonly (ErrorCode | '')[] & { length: 11 };

const shutOut = [
  'unauthorized',
  'unauthorized',
  'not-verified',
  'no-profile',
  'not-approved',
  'not-approved',
  'not-approved',
] as const;
const locked = 'not-found';
const everybody: Expected = [...shutOut, '', '', '', ''];
const ofTheJob: Expected = [...shutOut, '', locked, '', ''];
const clientAlone: Expected = [...shutOut, '', locked, locked, locked];
const nobody: Expected = [...shutOut, locked, locked, locked, locked];
const staff: Expected = [...shutOut, 'forbidden', 'forbidden', '', ''];
const staffOfTheJob: Expected = [...shutOut, 'forbidden', locked, '', ''];
const admins: Expected = [...shutOut, 'forbidden', 'forbidden', 'forbidden', ''];
/** The call is carried out for everyone whose email is verified. */
const verified = ['', '', '', '', '', '', '', ''] as const;
/** What a caller without a profile gets as well. */
const signedIn = ['unauthorized', 'unauthorized', 'not-verified'] as const;

type Scene = {
  server: TestServer;
  /** From outside, over a socket. */
  call: TestServer['call'];
  jobId: string;
  fileKey: string;
  fileName: string;
  /** Of another PDF of the job. */
  otherKey: string;
  fromStaff: string;
};
type Row<N extends CallName = CallName> = {
  says: string;
  name: N;
  options(scene: Scene, column: Column): Promise<CallOptions<N>> | CallOptions<N>;
  expected: Expected;
};
function row<N extends CallName>(says: string, name: N, options: Row<N>['options'], expected: Expected): Row {
  return { says, name, options, expected } as unknown as Row;
}

const placeInHistory = Buffer.from('["history",1000000]').toString('base64url');

function emailOf(column: Column): string {
  const caller: Caller = callers[column];
  return typeof caller === 'string' ? people[caller].email : 'nobody@ev.test';
}

async function changeBy(email: string, { server, jobId }: Scene): Promise<CallOptions<'updateJob'>> {
  const { answer } = await server.call('job', { as: 'admin', params: { jobId } });
  return {
    body: { evJobId: jobId, jobUpdateUser: email, version: answer.version, project: `${email} was here` },
  };
}

async function handOverBy(email: string, { server, jobId }: Scene): Promise<CallOptions<'updateJob'>> {
  const { answer } = await server.call('job', { as: 'admin', params: { jobId } });
  return {
    body: { evJobId: jobId, jobUpdateUser: email, version: answer.version, assignedTo: staffEmail },
  };
}

function resultBy(email: string, { jobId }: Scene): CallOptions<'updateJob'> {
  const deliverable = { deliveryMode: 'WET_STAMPS' as const, copiesNumber: 1 };
  return { body: { evJobId: jobId, jobUpdateUser: email, version: 0, deliverable } };
}

function messageFrom(email: string, { jobId }: Scene): CallOptions<'updateJob'> {
  const by = { jobUpdateUser: email, 'evCommunication.fromUserId': email };
  return { body: { ...messageOf(jobId, 'client', 'Hello'), ...by } };
}

function answerFrom(email: string, scene: Scene): CallOptions<'updateJob'> {
  const body = { ...messageFrom(email, scene).body, 'evCommunication.addressed': scene.fromStaff };
  return { body: body as RequestOf<'updateJob'> };
}

function tokenOf(column: Column): string {
  return createHash('sha256').update(column).digest('base64url');
}

function askFrom(email: string, scene: Scene): CallOptions<'updateJob'> {
  const body = { ...messageFrom(email, scene).body, 'evCommunication.asks': 'shot-1' };
  return { body: body as RequestOf<'updateJob'> };
}

function dueDateFrom(email: string, { jobId }: Scene): CallOptions<'updateJob'> {
  const due = { date: '2026-12-01', reason: 'The plans came late' };
  return { body: { evJobId: jobId, jobUpdateUser: email, version: 1, due } };
}

function viewOf(viewId: string) {
  return {
    viewId,
    name: 'On hold',
    isShared: false,
    category: 'all',
    search: { status: ['ON_HOLD'] },
  } as const;
}

const client = people.client.email;
const staffEmail = people.employee.email;
const invitee = { email: 'guest@ev.test', firstName: 'Guy', lastName: 'Guest' };

/** Of the browser of one caller, at a push service where nobody listens. */
const endpointOf = (column: Column) => `http://127.0.0.1:9/${encodeURIComponent(column)}`;
const clientDevice = createHash('sha256').update(endpointOf('client, owner')).digest('base64url');

/** Every call, hand-written from the specification's §6 and the decisions on access. */
const table: Row[] = [
  row('lists own view of jobs', 'jobs', (_, as) => ({ body: { username: emailOf(as) } }), everybody),
  row('lists jobs in the name of the client', 'jobs', () => ({ body: { username: client } }), clientAlone),
  row('searches jobs', 'searchJobs', () => ({ body: {} }), everybody),
  row('searches everything', 'search', () => ({ body: { text: 'main' } }), everybody),
  row('searches users', 'search', () => ({ body: { text: 'main', kind: 'users' } }), staff),
  row('reads the job', 'job', ({ jobId }) => ({ params: { jobId } }), ofTheJob),
  row(
    'reads earlier changes of the job',
    'jobHistory',
    ({ jobId }) => ({ params: { jobId }, body: { startAfter: placeInHistory } }),
    ofTheJob,
  ),
  row('reads a job that does not exist', 'job', () => ({ params: { jobId: 'none' } }), nobody),
  row('reports a job for the client', 'reportJob', () => ({ body: jobReport() }), ofTheJob),
  row(
    'reports a job for themselves',
    'reportJob',
    (_, as) => ({ body: jobReport({ jobReporter: emailOf(as) }) }),
    [...shutOut, '', '', 'invalid', 'invalid'],
  ),
  row('changes the job', 'updateJob', (scene, as) => changeBy(emailOf(as), scene), ofTheJob),
  row(
    'changes the job in the name of the client',
    'updateJob',
    (scene) => changeBy(client, scene),
    clientAlone,
  ),
  row('hands the job over', 'updateJob', (scene, as) => handOverBy(emailOf(as), scene), staffOfTheJob),
  row('adds a stamped result', 'updateJob', (scene, as) => resultBy(emailOf(as), scene), staffOfTheJob),
  row('adds a stamped result in the name of staff', 'updateJob', (scene) => resultBy(staffEmail, scene), [
    ...shutOut,
    locked,
    locked,
    '',
    locked,
  ]),
  row('sends a message', 'updateJob', (scene, as) => messageFrom(emailOf(as), scene), ofTheJob),
  row(
    'sends a message in the name of the client',
    'updateJob',
    (scene) => messageFrom(client, scene),
    clientAlone,
  ),
  row('reads the conversation', 'conversation', ({ jobId }) => ({ params: { jobId } }), ofTheJob),
  row(
    'lists own view of messages',
    'allMessages',
    (_, as) => ({ body: { username: emailOf(as) } }),
    everybody,
  ),
  row(
    'lists messages in the name of the client',
    'allMessages',
    () => ({ body: { username: client } }),
    clientAlone,
  ),
  row(
    'marks a message to the client',
    'markMessage',
    ({ jobId, fromStaff }, as) => ({
      body: { evCommunicationId: fromStaff, jobId, status: 'ADDRESSED', userName: emailOf(as) },
    }),
    ofTheJob,
  ),
  row(
    'puts off a conversation',
    'snooze',
    ({ jobId }) => ({ body: { jobId, until: 2_000_000_000, seen: 1 } }),
    ofTheJob,
  ),
  row(
    'reads the whole text of a message that is whole',
    'wholeText',
    ({ fromStaff }) => ({ params: { communicationId: fromStaff } }),
    [...shutOut, 'not-found', 'not-found', 'not-found', 'not-found'],
  ),
  row(
    'downloads a file of the job',
    'attachment',
    ({ fileKey, fileName }) => ({ params: { key: fileKey, fileName } }),
    ofTheJob,
  ),
  row(
    'asks for the preview of a file of the job',
    'preview',
    ({ fileKey }) => ({ params: { key: fileKey, size: 'thumb' } }),
    [...shutOut, 'no-preview', locked, 'no-preview', 'no-preview'],
  ),
  row('exports the list', 'download', () => ({ body: { format: 'csv' } }), everybody),
  row('exports the job', 'download', ({ jobId }) => ({ body: { format: 'zip', jobId } }), ofTheJob),
  row('counts the client’s jobs', 'userStats', () => ({ params: { email: client } }), ofTheJob),
  row('counts own jobs', 'userStats', (_, as) => ({ params: { email: emailOf(as) } }), everybody),
  row('counts the jobs of nobody', 'userStats', () => ({ params: { email: 'none@ev.test' } }), nobody),
  row('counts all jobs', 'stats', () => ({}), staff),
  row(
    'reads the figures of all jobs',
    'figures',
    () => ({ body: { weeks: 4, by: 'client', timeZone: 'UTC' } }),
    staff,
  ),
  row('lists who can be assigned', 'employees', () => ({ body: {} }), staff),
  row('lists profiles', 'profiles', () => ({ body: {} }), staff),
  row('reads own profile', 'profile', (_, as) => ({ params: { email: emailOf(as) } }), [
    ...signedIn,
    locked,
    '',
    '',
    '',
    '',
    '',
    '',
    '',
  ]),
  row('reads the client’s profile', 'profile', () => ({ params: { email: client } }), [
    ...signedIn,
    locked,
    locked,
    locked,
    locked,
    '',
    locked,
    '',
    '',
  ]),
  row('reads the profile of nobody', 'profile', () => ({ params: { email: 'none@ev.test' } }), [
    ...signedIn,
    locked,
    locked,
    locked,
    locked,
    locked,
    locked,
    locked,
    locked,
  ]),
  row(
    'renames themselves',
    'updateProfiles',
    (_, as) => ({ body: { profiles: [{ email: emailOf(as), company: 'Renamed' }] } }),
    everybody,
  ),
  row(
    'renames the client',
    'updateProfiles',
    () => ({ body: { profiles: [{ email: client, company: 'Renamed' }] } }),
    [...shutOut, '', locked, 'forbidden', ''],
  ),
  row(
    'makes themselves an employee',
    'updateProfiles',
    (_, as) => ({ body: { profiles: [{ email: emailOf(as), userType: 'EMPLOYEE' }] } }),
    // For the employee nothing changes; the administrator is the last one.
    [...shutOut, 'forbidden', 'forbidden', '', 'last-admin'],
  ),
  row(
    'makes themselves an administrator',
    'updateProfiles',
    (_, as) => ({ body: { profiles: [{ email: emailOf(as), userType: 'ADMIN' }] } }),
    admins,
  ),
  row(
    'refuses somebody once more',
    'updateProfiles',
    () => ({
      body: {
        profiles: [
          { email: people.refused.email, userApproved: true },
          { email: people.refused.email, userRefused: true },
        ],
      },
    }),
    // The same person twice in one call is no decision; who may decide hears of that.
    [...shutOut, locked, locked, 'forbidden', 'invalid'],
  ),
  row(
    'suspends an employee',
    'updateProfiles',
    () => ({ body: { profiles: [{ email: people.otherEmployee.email, userApproved: false }] } }),
    [...shutOut, locked, locked, 'forbidden', ''],
  ),
  row(
    'invites a client',
    'inviteUsers',
    () => ({ body: { inviteeList: [{ ...invitee, userType: 'CLIENT' as const }] } }),
    staff,
  ),
  row('reads the invitation of the email', 'invitationByToken', () => ({ params: { token: 'none' } }), [
    '',
    '',
    '',
    ...verified,
  ]),
  row('lists invitations', 'invitations', () => ({ body: {} }), staff),
  row('withdraws no invitation', 'withdrawInvitation', () => ({ body: { invitationId: 'none' } }), [
    ...shutOut,
    'forbidden',
    'forbidden',
    locked,
    locked,
  ]),
  row('reads own invitation', 'invitation', () => ({}), [...signedIn, ...verified]),
  row('reads how they are notified', 'notifications', () => ({}), everybody),
  row(
    'changes how they are notified',
    'saveNotificationSettings',
    () => ({ body: defaultNotificationSettings }),
    everybody,
  ),
  row('has a browser notified', 'registerDevice', (_, as) => ({ body: deviceAt(endpointOf(as)) }), everybody),
  row('tests the client’s device', 'testDevice', () => ({ body: { deviceId: clientDevice } }), clientAlone),
  // Of a device that is not theirs, nothing is said, and nothing done.
  row(
    'takes the client’s device off',
    'removeDevice',
    () => ({ body: { deviceId: clientDevice } }),
    everybody,
  ),
  row(
    'gives back a receipt of no push',
    'pushReceipt',
    () => ({ body: { receipt: 'none', outcome: 'SHOWN' as const } }),
    ['', '', '', '', '', '', '', '', '', '', ''],
  ),
  row(
    'reports what a device has measured',
    'fieldData',
    () => ({ body: { engine: 'webkit' as const, screen: 'phone' as const, measured: [] } }),
    ['', '', '', '', '', '', '', '', '', '', ''],
  ),
  row('reads what was done about people', 'audit', () => ({ body: {} }), admins),
  row('reads who asks to be erased', 'erasuresAsked', () => ({}), admins),
  row('asks to be erased', 'askErasure', () => ({ body: { wanted: true } }), everybody),
  row('reads whether they ask to be erased', 'ownErasure', () => ({}), everybody),
  row('erases themselves', 'eraseUser', (_, as) => ({ body: { email: emailOf(as), keepCompany: false } }), [
    ...shutOut,
    'forbidden',
    'forbidden',
    'forbidden',
    'forbidden',
  ]),
  row('erases nobody', 'eraseUser', () => ({ body: { email: 'none@ev.test', keepCompany: false } }), [
    ...shutOut,
    'forbidden',
    'forbidden',
    'forbidden',
    locked,
  ]),
  row('hears what happens', 'events', () => ({ body: { cursor: null } }), [...signedIn, ...verified]),
  row('registers somebody else', 'register', () => ({ body: registrationOf('else@ev.test') }), [
    ...signedIn,
    locked,
    locked,
    locked,
    locked,
    locked,
    locked,
    locked,
    locked,
  ]),
  row('reads the staff notes of the job', 'staffNotes', ({ jobId }) => ({ params: { jobId } }), staff),
  // To a client, a job that is theirs answers as one that does not exist.
  row('reads the staff notes of no job', 'staffNotes', () => ({ params: { jobId: 'none' } }), [
    ...shutOut,
    'forbidden',
    'forbidden',
    locked,
    locked,
  ]),
  row('adds a staff note', 'addStaffNote', ({ jobId }) => ({ body: { jobId, note: 'For us' } }), staff),
  row('adds a staff note to no job', 'addStaffNote', () => ({ body: { jobId: 'none', note: 'For us' } }), [
    ...shutOut,
    'forbidden',
    'forbidden',
    locked,
    locked,
  ]),
  row(
    'reads what differs between plans of the job',
    'comparisons',
    ({ jobId }) => ({ params: { jobId } }),
    ofTheJob,
  ),
  row(
    'reads what differs between plans of no job',
    'comparisons',
    () => ({ params: { jobId: 'none' } }),
    nobody,
  ),
  row(
    'stores what differs between two plans of the job',
    'saveComparison',
    ({ jobId, fileKey, otherKey }) => ({
      body: { jobId, comparison: comparisonOf([otherKey, fileKey], samples.pdf.bytes) },
    }),
    ofTheJob,
  ),
  row('reads which issuers are trusted', 'trustedIssuers', () => ({}), everybody),
  row('trusts an issuer', 'addTrustedIssuer', () => ({ body: { certificate: issuer } }), admins),
  row(
    'trusts an issuer no longer',
    'removeTrustedIssuer',
    () => ({ body: { fingerprint: 'a'.repeat(64) } }),
    admins,
  ),
  row('checks the seal of an unknown token', 'sealCheck', () => ({ params: { token: 'x' } }), [
    '',
    '',
    '',
    ...verified,
  ]),
  row('reads the public keys', 'firmKeys', () => ({}), ['', '', '', ...verified]),
  row('reads what checks seals offline', 'firmSeals', () => ({}), everybody),
  row('reads the licenses of engineers', 'licenses', () => ({}), staff),
  row(
    'saves a license of an employee',
    'saveLicense',
    (_, as) => ({
      body: {
        licenseId: `license-${as.replaceAll(/\W/g, '')}`,
        email: staffEmail,
        license: { name: 'E', state: 'FL', number: '1', discipline: 'Civil', expires: '2027-01-31' },
      },
    }),
    admins,
  ),
  row(
    'makes a signature report of the job, which has no deliverable',
    'makeReport',
    ({ jobId }) => ({ body: { jobId, deliverable: 'none', licenseId: 'none', description: 'Plan' } }),
    [...shutOut, 'forbidden', 'forbidden', 'invalid', 'invalid'],
  ),
  row('reads the photo checklists', 'checklists', () => ({}), everybody),
  row(
    'adds a shot to a checklist',
    'saveShot',
    () => ({ body: { shotId: 'shot-1', service: 'PIL', name: 'Roof', hint: '' } }),
    admins,
  ),
  row('reads the saved replies', 'savedReplies', () => ({}), staff),
  row(
    'saves an own reply',
    'saveReply',
    (_, as) => ({
      body: {
        replyId: `reply-${as.replaceAll(/\W/g, '')}`,
        isFirms: false,
        name: 'Thanks',
        content: 'Thank you.',
      },
    }),
    staff,
  ),
  row(
    'saves a reply of the firm',
    'saveReply',
    () => ({ body: { replyId: 'firms', isFirms: true, name: 'Thanks', content: 'Thank you.' } }),
    admins,
  ),
  row('reads the named views', 'savedViews', () => ({}), staff),
  row('counts lists of jobs', 'jobCounts', () => ({ body: { lists: [{ statuses: ['ON_HOLD'] }] } }), staff),
  row(
    'saves a view of their own',
    'saveView',
    (_, as) => ({ body: viewOf(`view-${as.replaceAll(/\W/g, '')}`) }),
    staff,
  ),
  // Staff mark what the other side wrote.
  row(
    'sends a message that marks one to the client',
    'updateJob',
    (scene, as) => answerFrom(emailOf(as), scene),
    [...shutOut, '', locked, 'not-found', 'not-found'],
  ),
  row('reads the rules of due dates', 'dueRules', () => ({}), admins),
  row('reads how the server is set up', 'firmSettings', () => ({}), admins),
  row('reads the firm’s name', 'firm', () => ({}), ['', '', '', ...verified]),
  row(
    'saves the firm’s name',
    'saveFirm',
    () => ({ body: { name: 'Baker', address: '', color: '' } }),
    admins,
  ),
  row('removes the firm’s logo', 'saveLogo', () => ({ body: { picture: null } }), admins),
  row('requires that photos say when', 'savePhotoRule', () => ({ body: { required: false } }), admins),
  row('sends a test email', 'testEmail', () => ({ body: {} }), admins),
  row('tries rules of due dates', 'previewDueRules', () => ({ body: { rules: dueRules } }), admins),
  row('sets the rules of due dates', 'saveDueRules', () => ({ body: { rules: dueRules } }), admins),
  row('sets a due date', 'updateJob', (scene, as) => dueDateFrom(emailOf(as), scene), staffOfTheJob),
  row('reads whether they have a calendar feed', 'calendarFeed', () => ({}), everybody),
  row('makes a calendar feed', 'saveCalendarFeed', (_, as) => ({ body: { token: tokenOf(as) } }), everybody),
  row('asks for shots', 'updateJob', (scene, as) => askFrom(emailOf(as), scene), staff),
  // Of a person who makes no call of this table.
  row(
    'ends the sessions of an employee',
    'endSessions',
    () => ({ body: { email: people.otherEmployee.email } }),
    [...shutOut, locked, locked, 'forbidden', ''],
  ),
  row('ends the sessions of nobody', 'endSessions', () => ({ body: { email: 'none@ev.test' } }), [
    ...shutOut,
    locked,
    locked,
    'forbidden',
    locked,
  ]),
  row('signs up somebody else', 'signUp', () => ({ body: registrationOf('else@ev.test') }), [
    'unauthorized',
    'unauthorized',
    locked,
    locked,
    locked,
    locked,
    locked,
    locked,
    locked,
    locked,
    locked,
  ]),
  // With the token of no invitation, which verifies nobody.
  row('signs up', 'signUp', (_, as) => ({ body: { ...registrationOf(emailOf(as)), invitation: 'none' } }), [
    'unauthorized',
    'unauthorized',
    '',
    '',
    'profile-exists',
    'profile-exists',
    'profile-exists',
    'profile-exists',
    'profile-exists',
    'profile-exists',
    'profile-exists',
  ]),
  // The last row: from here on, everybody verified has a profile. One of unspecified type may be completed.
  row('registers', 'register', (_, as) => ({ body: registrationOf(emailOf(as)) }), [
    ...signedIn,
    '',
    'profile-exists',
    'profile-exists',
    '',
    'profile-exists',
    'profile-exists',
    'profile-exists',
    'profile-exists',
  ]),
];

test('the table has rows for every call', () => {
  expect([...new Set(table.map(({ name }) => name))].sort()).toEqual(Object.keys(calls).sort());
});

/** What answers under `/api` beside the calls, and to whom. */
const others: Record<string, 'everybody' | 'as events' | 'as updateJob' | 'the mail provider'> = {
  'GET /api/healthz': 'everybody',
  'GET /api/readyz': 'everybody',
  'GET /api/events/stream': 'as events',
  // Whose a file in pieces is, is asked for at every piece (uploads.test.ts).
  'POST /api/uploads': 'as updateJob',
  'PATCH /api/uploads/:id': 'as updateJob',
  'DELETE /api/uploads/:id': 'as updateJob',
  // What is offered, for whoever asks.
  'OPTIONS /api/uploads': 'everybody',
  'HEAD /api/uploads': 'everybody',
  // The random word in the address is the key to them.
  'GET /api/mail/unsubscribe/:token': 'everybody',
  'POST /api/mail/unsubscribe/:token': 'everybody',
  'POST /api/mail/resubscribe/:token': 'everybody',
  // Its secret is asked for (reply-doors.test.ts).
  'POST /api/mail/inbound': 'the mail provider',
  'GET /api/calendar/:file': 'everybody',
};

/** What answers a GET answers a HEAD as well. */
function isNoHead(route: string): boolean {
  return !route.startsWith('HEAD ');
}

/** Every address the server knows, as the framework prints its tree of them. */
function routesOf({ app }: TestServer): string[] {
  const parents: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] =
        /^([│ ]*)[├└]── (.*?) \(([A-Z, ]+)\)$/u.exec(line) ?? [];
      if (part === '') return [];
      parents.length = indent.length / 4;
      parents.push(part);
      return methods.split(', ').map((method) => `${method} ${parents.join('')}`);
    });
}

/** A staff note of the job at hand: no answer to anyone else has it, whatever the call. */
const canary = 'Canary of the staff note';

onOneDatabase('who may do what', (start) => {
  let scene: Scene;
  beforeAll(async () => {
    const server = await start({ loopbackPush: true, ...withReplies, webhookSecret: 'w'.repeat(32) });
    const { jobId, attachments } = await newJob(server, {}, { files: [samples.pdf, samples.pdf] });
    const { communicationId } = await send(server, jobId, 'employee', 'Hello');
    const [file, other] = attachments;
    const note = { jobId, note: canary, mentions: Object.values(people).map(({ email }) => email) };
    expect((await server.call('addStaffNote', { as: 'employee', body: note })).status).toBe(200);
    scene = {
      server,
      call: await callOverSocket(server),
      jobId,
      fileKey: file?.key ?? '',
      fileName: file?.fileName ?? '',
      otherKey: other?.key ?? '',
      fromStaff: communicationId,
    };
  });

  test.each(table)('$name: who $says', async ({ name, options, expected }) => {
    const outcomes: Record<string, string> = {};
    for (const [column, as] of Object.entries(callers)) {
      const given = await options(scene, column as Column);
      // A preview that is still being made is asked for again, as the app does.
      do {
        const reply = await scene.call(name, { ...given, as });
        outcomes[column] = reply.code;
        const isStaff = column === 'employee' || column === 'admin';
        // Not even how many notes there are.
        const { rawPayload } = reply.response;
        const has = [canary, '"staffNotes"'].filter((text) => rawPayload.includes(text));
        if (!isStaff) expect(has, column).toEqual([]);
      } while (outcomes[column] === 'preview-waits');
    }
    const wanted = Object.fromEntries(Object.keys(callers).map((column, index) => [column, expected[index]]));
    expect(outcomes).toEqual(wanted);
  });

  test('every route of the API is a call of the table or a known exception', () => {
    const callRoutes = Object.values(calls).map(
      ({ method, path }) => `${method} /api${path.replace(/\{(\w+)\}/g, ':$1')}`,
    );
    const routes = routesOf(scene.server).filter(
      (route) => route.includes(' /api/') && !route.includes(' /api/docs') && isNoHead(route),
    );
    expect(routes.sort()).toEqual([...callRoutes, ...Object.keys(others).filter(isNoHead)].sort());
  });

  test('no other method of any route does anything, and none reveals more without a token', async () => {
    const ask = askOverSocket(await portOf(scene.server));
    const known = new Set(routesOf(scene.server));
    const paths = [...new Set([...known].map((route) => route.split(' ')[1] ?? ''))].filter(
      (path) => path.startsWith('/api/') && !path.startsWith('/api/docs'),
    );
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
        const isCall = known.has(`${method} ${path}`);
        // "report" could be the id of a job as well.
        const isParameter = (method === 'GET' || method === 'HEAD') && /^\/api\/jobs\/[a-z]+$/.test(path);
        const { statusCode } = await ask({ method, url: path.replace(/:\w+/g, 'x'), headers: {} });
        const asked = [`${method} ${path}`, `${method === 'HEAD' ? 'GET' : method} ${path}`];
        const isOpen =
          asked.some((route) => others[route] === 'everybody') ||
          /(?:invitation|check)\/:token|receipts|\/(keys|firm|field-data)$/.test(path);
        if (isCall && !isOpen) expect([401, 404], `${method} ${path}`).toContain(statusCode);
        if (isCall && !isOpen && method !== 'HEAD') expect(statusCode, `${method} ${path}`).toBe(401);
        if (isParameter) expect(statusCode, path).toBe(401);
        else if (!isCall) expect(statusCode, `${method} ${path}`).toBe(404);
      }
    }
  });

  test('an employee’s invitations of staff are refused row by row, an admin’s are not', async () => {
    const body = {
      inviteeList: [
        { ...invitee, email: 'one@ev.test', userType: 'CLIENT' as const },
        { ...invitee, email: 'two@ev.test', userType: 'EMPLOYEE' as const },
        { ...invitee, email: 'three@ev.test', userType: 'ADMIN' as const },
      ],
    };
    const { call } = scene.server;
    const byEmployee = (await call('inviteUsers', { as: 'employee', body })).answer;
    expect(byEmployee.map(({ outcome }) => outcome)).toEqual(['INVITED', 'REFUSED', 'REFUSED']);
    const byAdmin = (await call('inviteUsers', { as: 'admin', body })).answer;
    expect(byAdmin.map(({ outcome }) => outcome)).toEqual(['INVITED', 'INVITED', 'INVITED']);
  });

  test('a client’s lists, searches, messages and counts contain nothing of others', async () => {
    const { call } = scene.server;
    const own = { username: people.otherClient.email };
    const [jobs, search, messages, counts] = [
      (await call('jobs', { as: 'otherClient', body: own })).answer,
      (await call('searchJobs', { as: 'otherClient', body: { jobReporter: client } })).answer,
      (await call('allMessages', { as: 'otherClient', body: own })).answer,
      (await call('userStats', { as: 'otherClient', params: { email: own.username } })).answer,
    ];
    expect(jobs.items.map(({ jobReporter }) => jobReporter)).toEqual([own.username]);
    expect(search.items).toEqual([]);
    expect(messages.items).toEqual([]);
    expect(counts.total).toBe(1);
    const csv = (await call('download', { as: 'otherClient', body: { format: 'csv' } })).bytes.toString();
    expect(csv).toContain(own.username);
    expect(csv).not.toContain(client);
  });
});
