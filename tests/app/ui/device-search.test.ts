import { beforeEach, expect, test, vi } from 'vitest';
import type { Job } from '../../../src/contract/jobs/job.ts';
import type { Message } from '../../../src/contract/messages/message.ts';
import type { Profile } from '../../../src/contract/users/user.ts';
import { cachedItems, firstResults, indexItems } from '../../../src/features/search/deviceIndex.ts';
import { searchQuery } from '../../../src/features/search/searchQuery.ts';
import { validateSearchSearch } from '../../../src/features/search/searchSearch.ts';
import { cacheKey, openResponses } from '../../../src/offline/responses.ts';
import { jsonResponse, storeResponse } from '../../../src/offline/storeResponse.ts';
import { MemoryCaches } from '../../support/app/memoryCaches.ts';
import { wireJob } from '../support/backend.ts';

function job(jobId: string, changes: Partial<Job> = {}): Job {
  return {
    ...wireJob,
    jobId,
    jobCode: `CODE-${jobId}`,
    project: 'Harbor wall',
    address: { streetName: '1 Main Street', city: 'Salem', state: 'MA', zipcode: '01970' },
    jobReporter: 'clara@ev.test',
    reporter: 'Clara C.',
    jobReporterDetails: { company: 'Solar Roofs', phoneNumber: '' },
    jobEVService: [],
    createdTimestamp: 100,
    updatedTimestamp: 100,
    version: 1,
    ...changes,
  } as Job;
}

function message(communicationId: string, content: string, changes: Partial<Message> = {}): Message {
  return {
    communicationId,
    jobId: 'a',
    content,
    status: 'NEW',
    createdTimestamp: 100,
    sequence: 1,
    fromUserId: 'clara@ev.test',
    toUserId: '',
    fromUserType: 'CLIENT',
    fileAttachmentsInfo: {},
    company: '',
    fromUserName: '',
    project: 'Harbor wall',
    jobCode: '',
    ...changes,
  };
}

const user = {
  email: 'otto@ev.test',
  firstName: 'Otto',
  lastName: 'Other',
  company: 'Other Panels',
  createdTimestamp: 1,
} as Profile;

const nothing = { jobs: [], messages: [], users: [] };

test('a device is searched by the rules of the server, newest first', () => {
  const find = indexItems(
    {
      ...nothing,
      jobs: [job('a'), job('b', { createdTimestamp: 200 }), job('c', { project: 'Bridge' })],
      messages: [
        message('1', 'The Café on the roof leaks', { sequence: 1 }),
        message('2', 'Which roof? Or which leak', { sequence: 2 }),
      ],
    },
    false,
  );
  expect(find('HARB wal').jobs?.items.map(({ jobId }) => jobId)).toEqual(['b', 'a']);
  expect(find('solar bri').jobs?.items.map(({ jobId }) => jobId)).toEqual(['c']);
  const messages = (text: string) => find(text).messages?.items.map(({ communicationId }) => communicationId);
  expect(messages('roof lea')).toEqual(['2', '1']);
  expect(messages('cafe')).toEqual(['1']);
  expect(messages('or')).toEqual(['2']);
  expect(messages('-leaks "roof" | & !')).toEqual(['1']);
  expect(messages('eaks')).toEqual([]);
  expect(messages('& | ( "')).toEqual([]);
  expect(messages('x'.repeat(10_000))).toEqual([]);
});

test('a device finds each kind by another spelling of its words, as the server does', () => {
  const address = {
    streetName: '31 E Quince Blvd, Unit 7-B',
    city: 'Ft. Collins',
    state: 'CO',
    zipcode: '80521',
  };
  const find = indexItems(
    {
      jobs: [job('a', { project: "D'Amico & Daughters", address }), job('b')],
      messages: [message('1', 'D’Amico’s is at Quince Blvd, Unit 7-B'), message('2', 'damp')],
      users: [{ ...user, lastName: 'D’Amico-Ñandú' }],
    },
    true,
  );
  const counts = (text: string) => {
    const { jobs, messages, users } = find(text);
    return [jobs, messages, users].map((found) => found?.items.length);
  };
  for (const text of ['damico', "d'amico", 'amico']) expect(counts(text), text).toEqual([1, 1, 1]);
  for (const text of ['quince boulevard', 'quince 7b']) expect(counts(text), text).toEqual([1, 1, 0]);
  expect(counts('damico and daughters east fort unit7b')).toEqual([1, 0, 0]);
  expect(counts('nandu')).toEqual([0, 0, 1]);
});

test('of two versions of a job the newer one counts, and of two copies of a message the later read', () => {
  const find = indexItems(
    {
      ...nothing,
      jobs: [job('a', { version: 3, project: 'Lighthouse' }), job('a', { version: 2 })],
      messages: [message('1', 'roof'), message('1', 'roof', { status: 'ADDRESSED' })],
    },
    false,
  );
  expect(find('harbor').jobs?.items).toEqual([]);
  expect(find('lighthouse').jobs?.items).toHaveLength(1);
  expect(find('roof').messages?.items.map(({ status }) => status)).toEqual(['ADDRESSED']);
});

test('files of jobs and messages are found by their names', () => {
  const file = { link: '/attachments/k/plan.pdf', contentType: 'application/pdf', size: 1 };
  const attached = {
    ...file,
    key: 'k1',
    fileName: 'Harbor_plan.pdf',
    communicationId: null,
    createdTimestamp: 2,
  };
  const details = { ...job('a'), attachments: [attached], deliverables: [] } as unknown as Job;
  const sent = message('1', 'See', { fileAttachmentsInfo: { k2: { ...file, fileName: 'plan B.pdf' } } });
  const find = indexItems({ ...nothing, jobs: [details], messages: [sent] }, false);
  expect(find('plan').files?.items.map(({ key, communicationId }) => [key, communicationId])).toEqual([
    ['k2', '1'],
    ['k1', null],
  ]);
});

test('where all kinds are searched, the first results of each are returned, and whether there are more', () => {
  const messages = Array.from({ length: 300 }, (_, at) => message(`${at}`, 'gutter', { sequence: at }));
  const all = indexItems({ ...nothing, messages, jobs: [job('a')] }, false)('gutter');
  expect(all.messages?.items).toHaveLength(200);
  expect(all.messages?.startAfter).not.toBeNull();
  const first = firstResults(all);
  expect(first.messages?.items.map(({ sequence }) => sequence)).toEqual([299, 298, 297, 296, 295]);
  expect(first.messages?.startAfter).not.toBeNull();
  expect(first.jobs).toEqual({ items: [], startAfter: null });
});

test.each([
  [{}, {}],
  [{ q: '' }, {}],
  [{ q: '   ' }, {}],
  [{ q: 12 }, { q: '12' }],
  [
    { q: ' roof ', kind: 'messages' },
    { q: 'roof', kind: 'messages' },
  ],
  [{ q: 'roof', kind: 'secrets' }, { q: 'roof' }],
  [{ q: 'x'.repeat(10_000) }, { q: 'x'.repeat(200) }],
])('the search of the address %j is %j', (search, expected) => {
  expect(validateSearchSearch(search)).toEqual(expected);
});

test('characters that no server accepts are left out of a search', () => {
  expect(searchQuery('ada@ev.test', 'a\0b\u001f\ud800c', undefined).queryKey[2]).toBe('a b \ufffdc');
});

test('users are found by staff only', () => {
  const known = { ...nothing, users: [user] };
  expect(indexItems(known, true)('otto pan').users?.items).toEqual([user]);
  expect(indexItems(known, false)('otto')).not.toHaveProperty('users');
});

beforeEach(() => {
  vi.stubGlobal('caches', new MemoryCaches());
  return () => vi.unstubAllGlobals();
});

test('what the worker has cached for a user is read, and nothing of another', async () => {
  async function store(uid: string, path: string, body: unknown, sent = ''): Promise<void> {
    const text = JSON.stringify({ body });
    const cache = await openResponses(uid);
    await storeResponse(cache, await cacheKey(uid, path, sent), jsonResponse(text, 1), text.length);
  }
  await store('clara', '/v2/evjobs', { items: [job('a'), { jobId: 'broken' }], startAfter: null }, '{}');
  await store('clara', '/jobs/b', {
    ...job('b'),
    attachments: [],
    deliverables: [],
    revisions: [],
    history: [],
    historyStartAfter: null,
  });
  await store('clara', '/jobs/a/communication', [message('1', 'roof')]);
  await store('clara', '/evcommunications', { items: [message('2', 'attic')], startAfter: null }, '{}');
  await store('clara', '/evjobs/stats', { total: 1 });
  await store('otto', '/v2/evjobs', { items: [job('canary')], startAfter: null }, '{}');
  const { jobs, messages, users } = await cachedItems('clara');
  expect(jobs.map(({ jobId }) => jobId).sort()).toEqual(['a', 'b']);
  expect(messages.map(({ content }) => content).sort()).toEqual(['attic', 'roof']);
  expect(users).toEqual([]);
  expect(await cachedItems('nobody')).toEqual(nothing);
});
