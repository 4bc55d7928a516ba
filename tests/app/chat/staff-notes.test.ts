import 'fake-indexeddb/auto';
import { QueryObserver } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keys, queryClient } from '../../../src/api/queries.ts';
import { readNotes, type StaffNotes } from '../../../src/api/readNotes.ts';
import { apply } from '../../../src/cache/apply.ts';
import type { StaffNote } from '../../../src/contract/messages/note.ts';
import { cachedItems, indexItems } from '../../../src/features/search/deviceIndex.ts';
import { createEventApplier } from '../../../src/live/createLive.ts';
import { isCachedRead } from '../../../src/offline/cachedCalls.ts';
import type { OfflineJob } from '../../../src/offline/offlineJobs.ts';
import { cachedAddresses, cacheKey, openResponses, purgeResponses } from '../../../src/offline/responses.ts';
import { storeOfflineJob } from '../../../src/offline/storeOfflineJob.ts';
import { isPinned } from '../../../src/offline/storeResponse.ts';
import { readDraft } from '../../../src/outbox/drafts/drafts.ts';
import type { Typed } from '../../../src/outbox/drafts/OpenDraft.ts';
import { openDraft } from '../../../src/outbox/drafts/openDrafts.ts';
import { notesQuery } from '../../../src/outbox/queries/notesQuery.ts';
import { waitingRecords } from '../../../src/outbox/records/waiting.ts';
import { noteForm, sendNote } from '../../../src/outbox/sends/sendNotes.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { MemoryCaches } from '../../support/app/memoryCaches.ts';
import { answerJson, testBackend, wireJob } from '../support/backend.ts';
import { closeTestOutbox, openTestOutbox, openWithoutStorage, sender } from '../support/openTestOutbox.ts';

const backend = testBackend();
const notesPath = '/jobs/job-1/notes';
/** What the backend has: the notes of the job, the newest first. */
let stored: StaffNote[] = [];
/** Notes of one page. */
let perPage = 100;
let refusal: number | null = null;
const stops: (() => void)[] = [];

function note(n: number, content = `Note ${n}`): StaffNote {
  return {
    noteId: `n-${n}`,
    jobId: 'job-1',
    content,
    createdTimestamp: 1_795_000_000 + n,
    sequence: n,
    fromUserId: 'emil@ev.test',
    fromUserName: 'Emil E.',
    mentions: [],
  };
}

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  stored = [];
  perPage = 100;
  refusal = null;
  backend.handle = ({ url, method, body }, response) => {
    const { pathname, searchParams } = new URL(url.replace('/api', ''), backend.origin);
    if (pathname === '/checklists') return answerJson(response, 200, { body: [] });
    if (pathname === notesPath) {
      const from = Number(searchParams.get('startAfter') ?? 0);
      if (refusal !== null && from > 0) return answerJson(response, refusal, { errorMessage: 'No.' });
      const next = from + perPage;
      const startAfter = next < stored.length ? String(next) : null;
      return answerJson(response, 200, { body: { items: stored.slice(from, next), startAfter } });
    }
    if (method === 'POST' && pathname === '/jobs/note') {
      const made = note(stored.length + 1, JSON.parse(body).note);
      stored = [{ ...made, fromUserId: sender.email }, ...stored];
      return answerJson(response, 200, { body: stored[0] });
    }
    if (pathname === '/jobs/job-1')
      return answerJson(response, 200, { body: { ...wireJob, staffNotes: stored.length } });
    if (pathname === '/jobs/job-1/communication') return answerJson(response, 200, { body: [] });
    answerJson(response, 404, { errorMessage: 'Nothing here.', code: 'not-found' });
  };
  apply({ kind: 'signed-out' });
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await closeTestOutbox();
  vi.unstubAllGlobals();
});

function onScreen(): void {
  stops.push(new QueryObserver(queryClient, notesQuery('job-1')).subscribe(() => undefined));
}

function shown(): string[] | undefined {
  return queryClient.getQueryData<StaffNotes>(keys.staffNotes('job-1'))?.items.map(({ content }) => content);
}

const readTimes = () => backend.seen.filter(({ url }) => url.includes(notesPath)).length;

test('the notes of a job are read whole, page by page', async () => {
  stored = [5, 4, 3, 2, 1].map((n) => note(n));
  perPage = 2;
  const { items, startAfter } = await readNotes('job-1', {});
  expect(items.map(({ sequence }) => sequence)).toEqual([5, 4, 3, 2, 1]);
  expect(startAfter).toBeNull();
  expect(readTimes()).toBe(3);
});

test('where earlier notes cannot be read, the newest are there, and say that others are missing', async () => {
  stored = [3, 2, 1].map((n) => note(n));
  perPage = 2;
  refusal = 500;
  expect(await readNotes('job-1', {})).toMatchObject({ items: [note(3), note(2)], startAfter: '2' });
});

test('a confirmed note is among the notes once, in its place, and notes and job are read again', async () => {
  stored = [note(3), note(1)];
  onScreen();
  await inTheEnd(() => expect(shown()).toEqual(['Note 3', 'Note 1']));
  apply({ kind: 'note-created', jobId: 'job-1', note: note(2) });
  expect(shown()).toEqual(['Note 3', 'Note 2', 'Note 1']);
  apply({ kind: 'note-created', jobId: 'job-1', note: note(2) });
  apply({ kind: 'note-created', jobId: 'job-2', note: { ...note(9), jobId: 'job-2' } });
  expect(shown()).toEqual(['Note 3', 'Note 2', 'Note 1']);
  await inTheEnd(() => expect(readTimes()).toBeGreaterThan(1));
  // The read began after the note was confirmed, and is right.
  await inTheEnd(() => expect(shown()).toEqual(['Note 3', 'Note 1']));
});

test('a note that is confirmed while the notes are read is not missing from them', async () => {
  const { handle } = backend;
  const answered = Promise.withResolvers<void>();
  backend.handle = (seen, response) => void answered.promise.then(() => handle(seen, response));
  onScreen();
  await inTheEnd(() => expect(readTimes()).toBe(1));
  apply({ kind: 'note-created', jobId: 'job-1', note: note(1) });
  answered.resolve();
  await inTheEnd(() => expect(shown()).toEqual(['Note 1']));
});

test('the live event of a note, which names only the job, brings the notes on screen up to date', async () => {
  onScreen();
  await inTheEnd(() => expect(shown()).toEqual([]));
  stored = [note(1, 'From another desk')];
  const hooks = { before: () => undefined, onProfile: () => undefined, onGap: () => undefined };
  const { applyBatch } = createEventApplier(hooks, () => true);
  applyBatch({ cursor: 'c', missed: false, events: [{ kind: 'job', jobId: 'job-1' }] });
  await inTheEnd(() => expect(shown()).toEqual(['From another desk']));
});

/** Opens the draft of a note with a text. @param rest what is typed while it is enqueued */
function typedNote(rest?: () => Typed<{ note: string }>) {
  const fits = (content: unknown): content is { note: string } => content !== null;
  const draft = openDraft(sender.email, noteForm('job-1'), { fits, ...(rest && { rest }) });
  draft.put({ content: { note: 'Typed' }, files: [] });
  return draft;
}

test('a note is queued under its key, takes its draft with it, and is shown as soon as it is confirmed', async () => {
  await openTestOutbox({ indexedDB: globalThis.indexedDB });
  onScreen();
  await inTheEnd(() => expect(shown()).toEqual([]));
  const draft = typedNote();
  const outgoing = { jobId: 'job-1', content: 'Typed', mentions: ['ada@ev.test'], context: {} };
  await draft.handOver((sent) => sendNote(sender, outgoing, 'key-1', sent));
  expect(await readDraft(sender.email, noteForm('job-1'))).toBeNull();
  await inTheEnd(() => expect(shown()).toEqual(['Typed']));
  const [request, ...others] = backend.seen.filter(({ method }) => method === 'POST');
  expect(others).toEqual([]);
  expect(request).toMatchObject({ url: '/api/jobs/note', headers: { 'idempotency-key': '"key-1"' } });
  expect(JSON.parse(request?.body ?? '')).toEqual({
    jobId: 'job-1',
    note: 'Typed',
    mentions: ['ada@ev.test'],
  });
  // The read that began later shows it.
  await inTheEnd(() => expect(waitingRecords()).toEqual([]));
  expect(queryClient.getQueryState(keys.staffNotes('job-1'))?.dataUpdatedAt).toBeGreaterThan(0);
  draft.end();
});

test('what is typed while a note is enqueued stays as the draft', async () => {
  await openTestOutbox({ indexedDB: globalThis.indexedDB });
  const draft = typedNote(() => ({ content: { note: 'and more' }, files: [] }));
  const outgoing = { jobId: 'job-1', content: 'Typed', mentions: [], context: {} };
  await draft.handOver((sent) => sendNote(sender, outgoing, 'key-1', sent));
  expect(await readDraft(sender.email, noteForm('job-1'))).toMatchObject({ content: { note: 'and more' } });
  expect(draft.get().content).toEqual({ note: 'and more' });
  draft.end();
});

test('where the browser stores nothing, a note is sent while the user waits, and stays if that fails', async () => {
  await openWithoutStorage();
  onScreen();
  const sent = { owner: sender.email, form: noteForm('job-1') };
  const send = () =>
    sendNote(sender, { jobId: 'job-1', content: 'At once', mentions: [], context: {} }, 'key-1', sent);
  const { handle } = backend;
  backend.handle = (seen, response) =>
    seen.method === 'POST'
      ? answerJson(response, 403, { errorMessage: 'No.', code: 'forbidden' })
      : handle(seen, response);
  await expect(send()).rejects.toMatchObject({ code: 'forbidden' });
  backend.handle = handle;
  await send();
  expect(shown()).toEqual(['At once']);
});

const uid = 'ada';
const wanted: OfflineJob = {
  jobId: 'job-1',
  project: '',
  jobCode: '',
  at: 0,
  bytes: 0,
  totalBytes: 0,
  files: 0,
  keys: [],
};

test('a job that is saved for offline has its notes, pinned and whole, and asks for none where there are none', async () => {
  vi.stubGlobal('caches', new MemoryCaches());
  perPage = 2;
  stored = [3, 2, 1].map((n) => note(n));
  const saved = await storeOfflineJob(
    uid,
    wanted,
    () => true,
    () => undefined,
  );
  const key = await cacheKey(uid, notesPath);
  expect(saved.keys).toContain(key);
  const cache = await openResponses(uid);
  expect(await isPinned(cache, key)).toBe(true);
  expect(await (await cache.match(key))?.json()).toEqual({ body: { items: stored, startAfter: null } });
  stored = [];
  const before = readTimes();
  await storeOfflineJob(
    uid,
    saved,
    () => true,
    () => undefined,
  );
  expect(readTimes()).toBe(before);
  expect(await (await cache.match(key))?.json()).toEqual({ body: { items: [], startAfter: null } });
  await purgeResponses(uid);
});

test('a job of a reader who sees no notes is saved without any', async () => {
  vi.stubGlobal('caches', new MemoryCaches());
  const { handle } = backend;
  backend.handle = (seen, response) =>
    seen.url.endsWith('/jobs/job-1') ? answerJson(response, 200, { body: wireJob }) : handle(seen, response);
  await storeOfflineJob(
    uid,
    wanted,
    () => true,
    () => undefined,
  );
  expect(readTimes()).toBe(0);
  expect(await cachedAddresses(uid)).not.toContain(await cacheKey(uid, notesPath));
  await purgeResponses(uid);
});

test('the notes of a job are a cached read, and the search of this device finds none of their words', async () => {
  expect(isCachedRead('GET', notesPath)).toBe(true);
  expect(isCachedRead('POST', '/jobs/note')).toBe(false);
  vi.stubGlobal('caches', new MemoryCaches());
  stored = [note(1, 'Xylophone canary')];
  await storeOfflineJob(
    uid,
    wanted,
    () => true,
    () => undefined,
  );
  const items = await cachedItems(uid);
  expect(items.jobs).toHaveLength(1);
  expect(JSON.stringify(items)).not.toContain('Xylophone');
  const results = indexItems(items, true)('xylophone');
  expect(Object.values(results).map(({ items }) => items.length)).toEqual([0, 0, 0, 0]);
  await purgeResponses(uid);
});
