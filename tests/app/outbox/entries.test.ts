import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { keys } from '../../../src/api/queries.ts';
import { knownJobs } from '../../../src/features/outbox/knownJobs.ts';
import {
  groupsOf,
  jobTitle,
  kindText,
  mayEdit,
  nextTryText,
} from '../../../src/features/outbox/outboxEntries.ts';
import { shownAs } from '../../../src/outbox/kinds/shown.ts';
import type { OutboxRecord } from '../../../src/outbox/records/record.ts';
import { freshRecord } from '../../support/app/freshRecord.ts';

const now = new Date(2026, 10, 21, 12, 0).getTime();

function record(seq: number, changes: Partial<OutboxRecord> = {}): OutboxRecord {
  return {
    ...freshRecord,
    kind: 'message',
    payload: { content: 'Hello', fromUserType: 'CLIENT', jobReporter: '', assignedTo: '' },
    seq,
    clientId: `c${seq}`,
    ownerUid: 'u',
    ownerEmail: 'ada@client.test',
    laneKey: 'job:j1',
    jobId: 'j1',
    files: [],
    createdAt: now - 60_000,
    ...changes,
  } as OutboxRecord;
}

test('unsent records are grouped by job in the order of sending, without sent ones', () => {
  const report = record(2, {
    kind: 'report',
    jobId: '',
    payload: { jobCode: 'EV-9' },
  } as Partial<OutboxRecord>);
  const all = [record(4), report, record(3, { jobId: 'j2' }), record(1), record(5, { state: 'acked' })];
  expect(groupsOf(all).map(({ key, records }) => [key, records.map(({ seq }) => seq)])).toEqual([
    ['j1', [1, 4]],
    ['c2', [2]],
    ['j2', [3]],
  ]);
});

const job = { project: 'Main Street', jobCode: 'EV-1' };

test.each([
  [record(1), ''],
  [
    record(1, { kind: 'mark', payload: { communicationId: 'm', target: 'ADDRESSED' } }),
    'Marked as addressed',
  ],
  [record(1, { kind: 'mark', payload: { communicationId: 'm', target: 'NEW' } }), 'Marked as new'],
  [
    record(1, { kind: 'report', payload: { jobCode: 'EV-9', project: 'Dock 4' } } as Partial<OutboxRecord>),
    'New job: Dock 4',
  ],
  [record(1, { kind: 'report', payload: { jobCode: 'EV-9' } } as Partial<OutboxRecord>), 'New job: EV-9'],
  [
    record(1, { kind: 'update', payload: { evJobId: 'j1', version: 3 } } as Partial<OutboxRecord>),
    'Changes to Main Street',
  ],
])('an entry is described by its kind: %#', (one, words) => {
  expect(kindText(one, job)).toBe(words);
});

test('a job without a project is named by its code, and an unread one as unknown', () => {
  expect(jobTitle({ project: '', jobCode: 'EV-1' })).toBe('Job EV-1');
  expect(jobTitle(undefined)).toMatch(/details not on this device/);
});

test.each([
  ['goes now', record(1), { reachable: true, isBlocked: false }, /^$/],
  [
    'waits for the connection',
    record(1, { nextAttemptAt: now + 90_000 }),
    { reachable: false, isBlocked: false },
    /back online/,
  ],
  [
    'waits for a while',
    record(1, { nextAttemptAt: now + 30_000 }),
    { reachable: true, isBlocked: false },
    /under a minute/,
  ],
  [
    'waits for more than a minute',
    record(1, { nextAttemptAt: now + 120_000 }),
    { reachable: true, isBlocked: false },
    /at 12:02/,
  ],
  ['waits for an earlier one', record(2), { reachable: false, isBlocked: true }, /^$/],
  [
    'waits for its author',
    record(1, { state: 'failed', nextAttemptAt: now + 9e9 }),
    { reachable: true, isBlocked: false },
    /^$/,
  ],
])('the note on the next try fits an entry that %s', (_, one, circumstances, words) => {
  expect(nextTryText(one, { now, ...circumstances })).toMatch(words);
});

test('a record that may have arrived cannot be edited, because the edit would be a second message', () => {
  expect(mayEdit(record(1))).toBe(true);
  expect(mayEdit(record(1, { state: 'failed' }))).toBe(true);
  expect(mayEdit(record(1, { maybeSent: true }))).toBe(false);
  expect(mayEdit(record(1, { state: 'uncertain', maybeSent: true }))).toBe(false);
  expect(mayEdit(record(1, { state: 'sending' }))).toBe(false);
});

test('a job’s name comes from any cached data: the job, a list or its messages', () => {
  const client = new QueryClient();
  const page = (...items: object[]) => ({ pages: [{ items, startAfter: null }], pageParams: [undefined] });
  client.setQueryData(keys.job('j1'), { jobId: 'j1', project: 'Main Street', jobCode: 'EV-1' });
  client.setQueryData(
    keys.jobs('ada@client.test'),
    page({ jobId: 'j2', project: 'Dock 4', jobCode: 'EV-2' }),
  );
  client.setQueryData(keys.inbox('ada@client.test', {}), page({ jobId: 'j3', project: '', jobCode: 'EV-3' }));
  client.setQueryData(keys.conversation('j4'), [{ jobId: 'j4', project: '', jobCode: '' }]);
  const known = knownJobs(client, new Set(['j1', 'j2', 'j3', 'j4', 'j5']));
  expect([...known].map(([jobId, { project, jobCode }]) => `${jobId} ${project} ${jobCode}`)).toEqual([
    'j1 Main Street EV-1',
    'j2 Dock 4 EV-2',
    'j3  EV-3',
  ]);
});

test('a change that waits can be edited, and a withdrawal is asked for anew instead', () => {
  const change = (changes: object) =>
    record(1, {
      kind: 'update',
      payload: { evJobId: 'j1', version: 3, ...changes },
    } as Partial<OutboxRecord>);
  const editedAt = (one: OutboxRecord) => shownAs(one).editedAt?.(one);
  expect(editedAt(change({ referenceLinks: 'https://maps.test/pier' }))).toMatchObject({
    to: '/jobs/update/$jobId',
  });
  expect(editedAt(change({ withdrawal: { deliverable: 'd2', reason: 'Wrong sheet' } }))).toBeUndefined();
});
