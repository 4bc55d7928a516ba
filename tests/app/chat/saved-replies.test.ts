import { beforeEach, describe, expect, test } from 'vitest';
import { keys, queryClient } from '../../../src/api/queries.ts';
import { apply } from '../../../src/cache/apply.ts';
import type { Job } from '../../../src/contract/jobs/job.ts';
import type { SavedReply } from '../../../src/contract/savedReplies.ts';
import { refreshRecords } from '../../../src/outbox/pageOutbox.ts';
import type { OutboxRecord } from '../../../src/outbox/records/record.ts';
import { waitingRecords } from '../../../src/outbox/records/waiting.ts';
import { saveReply } from '../../../src/outbox/sends/sendSavedReplies.ts';
import { filledIn, repliesLike, slashBefore } from '../../../src/replies/placeholders.ts';
import { withWaitingReplies } from '../../../src/replies/waitingReplies.ts';
import { type FakeBackend, job } from '../../support/app/fakeBackend.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { openTestPage, sender } from '../support/openTestOutbox.ts';

const reader = { userName: 'Emil E.' };

describe('the slash that asks for saved replies', () => {
  test.each([
    ['/', '', true],
    ['Hello\n/tha', 'tha', true],
    ['Please see /roof pl', 'roof pl', false],
    ['and /or', 'or', false],
  ])('is found in “%s”', (text, typed, beginsLine) => {
    expect(slashBefore(text, text.length)).toEqual({ at: text.lastIndexOf('/'), typed, beginsLine });
  });

  test.each([
    'C:/plans',
    'and/or',
    '11/28',
    'https://ev.test/jobs',
    '/etc/hosts',
    'see /srv/plans',
    '//',
    '1/',
    '/ ',
    '/a  b',
    '/line\nbreak',
  ])('is not found in “%s”', (text) => {
    expect(slashBefore(text, text.length)).toBeNull();
  });

  test('stays a slash before a word that is there', () => {
    expect(slashBefore('/plans', 1)).toBeNull();
    expect(slashBefore('/ plans', 1)).toMatchObject({ at: 0, typed: '' });
  });

  test('finds names by the beginnings of their words', () => {
    const replies = ['Missing roof plan', 'Thanks', 'Roof is fine'].map((name) => ({ name }));
    expect(repliesLike('roof', replies).map(({ name }) => name)).toEqual([
      'Missing roof plan',
      'Roof is fine',
    ]);
    expect(repliesLike('PLA mis', replies).map(({ name }) => name)).toEqual(['Missing roof plan']);
    expect(repliesLike('or', replies)).toEqual([]);
  });
});

describe('the fields of a job in a saved reply', () => {
  const known = { ...job, project: 'Oak Street', jobCode: 'OAK-7', trackingNumber: '' } as Job;

  test('are filled in, whatever their case; others stay as they are', () => {
    const content = '{Project} ({ job code }) by {my name}: {nonsense} {}';
    expect(filledIn(content, [known], reader)).toEqual({
      text: 'Oak Street (OAK-7) by Emil E.: {nonsense} {}',
      empty: [],
    });
  });

  test('stay in braces, and are named, where the job lacks them or is not known', () => {
    expect(filledIn('Sent: {tracking number}', [known], reader)).toEqual({
      text: 'Sent: {tracking number}',
      empty: ['{tracking number}'],
    });
    expect(filledIn('{project}', [], reader)?.empty).toEqual(['{project}']);
  });

  test('of several jobs are filled in where they are the same, and else the reply is not offered', () => {
    const other = { ...known, jobCode: 'OAK-8' };
    expect(filledIn('{project}', [known, other], reader)?.text).toBe('Oak Street');
    expect(filledIn('{job code}', [known, other], reader)).toBeNull();
  });
});

function reply(replyId: string, more: Partial<SavedReply> = {}): SavedReply {
  return { replyId, isFirms: false, name: replyId, content: `Text of ${replyId}`, files: [], ...more };
}

test('what waits is shown among the saved replies by name, without what goes', () => {
  const waiting = (payload: object) =>
    ({
      kind: 'savedReply',
      state: 'queued',
      files: [],
      payload: { isFirms: false, content: '', ...payload },
    }) as unknown as OutboxRecord;
  const files = [{ key: 'a' }, { key: 'b' }] as SavedReply['files'];
  const shown = withWaitingReplies(
    [reply('One', { files }), reply('Two')],
    [
      waiting({ replyId: 'One', name: 'Zebra', drops: ['a'], isFirms: true }),
      waiting({ replyId: 'Two', name: 'Two', removed: true }),
      waiting({ replyId: 'new', name: 'apple' }),
    ],
  );
  expect(shown.map(({ name, isFirms, files }) => [name, isFirms, files.length])).toEqual([
    ['apple', false, 0],
    ['Zebra', false, 1],
  ]);
});

describe('a reply that is saved', () => {
  let backend: FakeBackend;
  beforeEach(async () => {
    backend = await openTestPage();
  });

  test('waits once, with its files and all that goes, however often it is changed', async () => {
    backend.always('lost');
    const plan = new File(['plan'], 'plan.pdf', { type: 'application/pdf' });
    const mine = { replyId: 'r', isFirms: false, name: 'Thanks', content: 'Thank you.' };
    await saveReply(sender, { ...mine, drops: ['a'] }, [plan]);
    await saveReply(sender, { ...mine, content: 'Many thanks.', drops: ['b'] });
    await refreshRecords();
    const records = waitingRecords();
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      laneKey: 'reply:r',
      files: [{ name: expect.stringContaining('plan') }],
      payload: { content: 'Many thanks.', drops: ['a', 'b'] },
    });
    await saveReply(sender, { ...mine, removed: true });
    await refreshRecords();
    expect(waitingRecords()[0]).toMatchObject({ files: [], payload: { removed: true } });
  });

  test('is in the list with its response, and the list is read again when another device saves one', async () => {
    queryClient.setQueryData(keys.savedReplies(), [reply('old')]);
    apply({ kind: 'rows-changed', of: 'savedReplies', rows: [reply('new')] });
    expect(queryClient.getQueryData(keys.savedReplies())).toEqual([reply('new')]);
    apply({ kind: 'job-outdated', jobId: '' });
    await inTheEnd(() => expect(queryClient.getQueryState(keys.savedReplies())?.isInvalidated).toBe(true));
  });
});
