import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { pdfjsPath } from '../../../src/offline/pdfjsFiles.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { MemoryCaches } from '../../support/app/memoryCaches.ts';
import { memoryStorage } from '../../support/app/memoryStorage.ts';
import { answerJson, signClientIn, testBackend, wireJob, wireProfile } from '../support/backend.ts';

/** Jobs that are saved for offline while others are being saved. */

vi.mock('../../../src/session/firebase.ts', () => ({
  onUser: () => () => {},
  currentUser: () => null,
  followTokens: () => () => {},
  isProviderLoaded: () => false,
  readToken: async () => 'later',
}));

const ada = { uid: 'u-ada', email: 'ada@client.test' };
const auth = { ...ada, name: 'Ada L.', type: 'CLIENT', stage: 'active' };
const backend = testBackend();
/** Responses in the place of the usual ones, by path. */
const answers = new Map<string, (send: () => void, cut: () => void, response: ServerResponse) => void>();

function pathOf(url: string): string {
  return decodeURIComponent(url.replace(/^\/api/, ''));
}

function details(jobId: string) {
  const file = {
    key: `${jobId}-plan`,
    link: '',
    fileName: 'plan.pdf',
    contentType: 'application/pdf',
    size: 3,
  };
  const by = { communicationId: null, uploadedBy: '', uploadedByName: '', createdTimestamp: 1 };
  return { ...wireJob, jobId, attachments: [{ ...file, ...by }] };
}

async function openApp() {
  vi.resetModules();
  const session = await import('../../../src/session/session.ts');
  await signClientIn(session);
  await session.startSession(async () => ({ ...ada, idToken: 'kept', exp: 4e9 }));
  const { saveForOffline, watchSaving } = await import('../../../src/offline/saveForOffline.ts');
  const { getOfflineJobs } = await import('../../../src/offline/shownOfflineJobs.ts');
  watchSaving();
  const save = (jobId: string) => saveForOffline({ jobId, project: jobId, jobCode: jobId });
  const isChosen = (jobId: string) => getOfflineJobs().jobs.has(jobId);
  const saved = (jobId: string) => getOfflineJobs().jobs.get(jobId);
  const isSaved = (jobId: string) => (getOfflineJobs().jobs.get(jobId)?.at ?? 0) > 0;
  await inTheEnd(() => expect(getOfflineJobs().possible).toBe(true));
  return { save, saved, isChosen, isSaved };
}

beforeEach(() => {
  const stored = new Map([
    ['auth', JSON.stringify(auth)],
    [`profile:${ada.uid}`, JSON.stringify(wireProfile)],
  ]);
  vi.stubGlobal('localStorage', memoryStorage(stored));
  const serviceWorker = Object.assign(new EventTarget(), { controller: {} });
  vi.stubGlobal('navigator', { onLine: true, serviceWorker });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('caches', new MemoryCaches());
  vi.stubGlobal('location', { href: backend.origin, origin: backend.origin });
  answers.clear();
  backend.handle = ({ url }, response) => {
    const path = pathOf(url);
    const send = () => {
      const [, kind, id = '', rest] = path.split('/');
      if (path.startsWith(pdfjsPath)) return void response.end('pdf');
      if (kind === 'attachments') return void response.writeHead(200, { 'ev-jobs': '1' }).end('pdf');
      if (kind === 'checklists' || kind === 'trusted-issuers') return answerJson(response, 200, { body: [] });
      if (kind !== 'jobs') return answerJson(response, 404, { errorMessage: 'No.', code: 'not-found' });
      answerJson(response, 200, { body: rest === 'communication' ? [] : details(id) });
    };
    const answer = answers.get(path) ?? answers.get(path.startsWith(pdfjsPath) ? pdfjsPath : '');
    if (answer) answer(send, () => void response.destroy(), response);
    else send();
  };
});
afterEach(() => vi.unstubAllGlobals());

test('a job that is saved while the files of PDF.js are fetched for an earlier one is fetched at once', async () => {
  const { save, isSaved } = await openApp();
  const asked = vi.fn();
  answers.set(pdfjsPath, asked);
  void save('job-1');
  await inTheEnd(() => expect(asked).toHaveBeenCalled());
  void save('job-2');
  await inTheEnd(() => expect(['job-1', 'job-2'].filter(isSaved)).toEqual(['job-1', 'job-2']));
});

test('a job that is saved while an earlier one loses the connection is tried', async () => {
  const { save, isChosen, isSaved } = await openApp();
  let cut: () => void = () => undefined;
  answers.set('/jobs/job-1', (_, cutNow) => {
    cut = cutNow;
  });
  void save('job-1');
  await inTheEnd(() => expect(backend.seen.map(({ url }) => pathOf(url))).toContain('/jobs/job-1'));
  void save('job-2');
  await inTheEnd(() => expect(isChosen('job-2')).toBe(true));
  answers.delete('/jobs/job-1');
  cut();
  await inTheEnd(() => expect(['job-1', 'job-2'].filter(isSaved)).toEqual(['job-1', 'job-2']));
});

test('a job that cannot be read keeps no other job from being saved, and stays chosen', async () => {
  const { save, isChosen, isSaved } = await openApp();
  answers.set('/jobs/job-1', (_, __, response) =>
    answerJson(response, 500, { errorMessage: 'Something went wrong.', code: 'internal' }),
  );
  void save('job-1');
  void save('job-2');
  await inTheEnd(() => expect(isSaved('job-2')).toBe(true));
  expect([isChosen('job-1'), isSaved('job-1')]).toEqual([true, false]);
});

const planPath = '/attachments/job-1-plan/plan.pdf';

/** Ends the plan after two of its three bytes, as a proxy does that gives up on the rest. */
function endEarly(_: () => void, __: () => void, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/pdf' }).end('pd');
}

test('a job whose file a proxy cut short is saved only once the file is whole', async () => {
  const { save, isSaved } = await openApp();
  answers.set(planPath, endEarly);
  await save('job-1');
  expect(backend.seen.map(({ url }) => pathOf(url))).toContain(planPath);
  expect(isSaved('job-1')).toBe(false);
  answers.delete(planPath);
  await save('job-1');
  expect(isSaved('job-1')).toBe(true);
});

test('a job can be saved before the saving of earlier jobs has been resumed', async () => {
  vi.resetModules();
  const session = await import('../../../src/session/session.ts');
  await signClientIn(session);
  await session.startSession(async () => ({ ...ada, idToken: 'kept', exp: 4e9 }));
  const { saveForOffline } = await import('../../../src/offline/saveForOffline.ts');
  const { readOfflineJobs } = await import('../../../src/offline/offlineJobs.ts');
  await saveForOffline({ jobId: 'job-1', project: 'One', jobCode: '' });
  expect((await readOfflineJobs(ada.uid)).map(({ jobId, at }) => [jobId, at > 0])).toEqual([['job-1', true]]);
});

test('a revision is saved with what differs from the sets before it', async () => {
  const { save, isSaved, saved } = await openApp();
  answers.set('/jobs/job-1', (_, __, response) =>
    answerJson(response, 200, { body: { ...details('job-1'), revisionOf: 'job-0' } }),
  );
  answers.set('/jobs/job-1/comparisons', (_, __, response) => answerJson(response, 200, { body: [] }));
  await save('job-1');
  expect(isSaved('job-1')).toBe(true);
  expect(saved('job-1')?.keys.some((key) => key.endsWith('/jobs/job-1/comparisons'))).toBe(true);
  await save('job-2');
  expect(saved('job-2')?.keys.some((key) => key.endsWith('/comparisons'))).toBe(false);
});

test('a job that the user saves brings the issuers that prove signatures, and the reader of codes', async () => {
  const { fetch } = globalThis;
  const readers: string[] = [];
  vi.stubGlobal('fetch', async (from: RequestInfo, init?: RequestInit) => {
    if (typeof from !== 'string' || !from.endsWith('.wasm')) return fetch(from, init);
    readers.push(from);
    return new Response('\0asm');
  });
  const { save, saved } = await openApp();
  await save('job-1');
  expect(saved('job-1')?.keys.some((key) => key.endsWith('/trusted-issuers'))).toBe(true);
  await inTheEnd(async () => {
    const cache = await caches.open('precache-qr-reader');
    expect(await (await cache.match(readers[0] ?? ''))?.text()).toBe('\0asm');
  });
  const { cacheQrReader } = await import('../../../src/offline/qrReaderFile.ts');
  await cacheQrReader();
  expect(readers).toHaveLength(1);
});

test('a job that another window has removed is no longer shown once this one is used again, nor saved again', async () => {
  const { save, saved, isChosen } = await openApp();
  await save('job-1');
  const { readOfflineJobs } = await import('../../../src/offline/offlineJobs.ts');
  const { deleteOfflineJob } = await import('../../../src/offline/storeOfflineJob.ts');
  const job = saved('job-1');
  if (!job) throw new Error('It is not saved.');
  await deleteOfflineJob(ada.uid, job);
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(job.at + 31 * 60_000);
  const before = backend.seen.length;
  document.dispatchEvent(new Event('visibilitychange'));
  await inTheEnd(() => expect(isChosen('job-1')).toBe(false));
  expect(backend.seen.slice(before).map(({ url }) => pathOf(url))).not.toContain('/jobs/job-1');
  expect(await readOfflineJobs(ada.uid)).toEqual([]);
});

test('a job that a full device has no room for says so', async () => {
  const { save, isChosen } = await openApp();
  const { openResponses } = await import('../../../src/offline/responses.ts');
  const { getOfflineJobs } = await import('../../../src/offline/shownOfflineJobs.ts');
  const cache = await openResponses(ada.uid);
  cache.put = () => Promise.reject(new DOMException('The disk is full.', 'QuotaExceededError'));
  await save('job-1');
  expect([isChosen('job-1'), getOfflineJobs().halted]).toEqual([true, 'full']);
});

test('a job that is removed leaves nothing of what another window has saved of it since', async () => {
  const { save } = await openApp();
  await save('job-1');
  const { cachedAddresses, cacheKey, openResponses } = await import('../../../src/offline/responses.ts');
  const { readOfflineJobs, writeOfflineJob } = await import('../../../src/offline/offlineJobs.ts');
  const { removeFromOffline } = await import('../../../src/offline/saveForOffline.ts');
  const { pinResponse } = await import('../../../src/offline/storeResponse.ts');
  const later = await cacheKey(ada.uid, '/attachments/later/photo.jpg');
  await pinResponse(await openResponses(ada.uid), later, new Response('jpg'));
  for (const job of await readOfflineJobs(ada.uid))
    await writeOfflineJob(ada.uid, { ...job, keys: [...job.keys, later] });
  await removeFromOffline(['job-1']);
  expect(await cachedAddresses(ada.uid)).toEqual([]);
});
