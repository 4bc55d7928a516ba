import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Job } from '../../../src/contract/jobs/job.ts';
import type { JobDetails } from '../../../src/contract/jobs/jobDetails.ts';
import { filesOfJob } from '../../../src/offline/jobFiles.ts';
import { type OfflineJob, readOfflineJobs } from '../../../src/offline/offlineJobs.ts';
import { getOpenJobs, readOpenJobsList } from '../../../src/offline/openJobs.ts';
import { cachedAddresses, cacheKey, purgeResponses } from '../../../src/offline/responses.ts';
import { noOfflineJobs, patchOfflineJobs } from '../../../src/offline/shownOfflineJobs.ts';
import { updateOpenJobs } from '../../../src/offline/updateOpenJobs.ts';
import { MemoryCaches } from '../../support/app/memoryCaches.ts';
import { answerJson, testBackend, wireJob } from '../support/backend.ts';

const backend = testBackend();
const uid = 'ada';
const user = { uid, email: 'ada@ev.test', isStaff: false };
const kilobyte = 1024;
let memory: MemoryCaches;

/** What is the same for all jobs. */
const shared = ['/checklists', '/trusted-issuers'];

type TestJob = { jobId: string; updated: number; files: Record<string, number>; messages: string[] };
let jobs: TestJob[] = [];
/** Answers of the backend in the place of the usual ones. */
let answers: { path: RegExp; answer: (url: string) => number }[] = [];

function openJob(jobId: string, updated: number, files: Record<string, number> = {}): TestJob {
  return { jobId, updated, files, messages: [] };
}

function listed({ jobId, updated }: TestJob): Job {
  return {
    ...(wireJob as unknown as Job),
    jobId,
    jobCode: jobId,
    project: jobId,
    version: 1,
    updatedTimestamp: updated,
  };
}

function details(job: TestJob): JobDetails {
  const attachments = Object.entries(job.files).map(([fileName, size]) => ({
    key: `${job.jobId}-${fileName}`,
    link: '',
    fileName,
    contentType: 'application/pdf',
    size,
    communicationId: null,
    uploadedBy: '',
    uploadedByName: '',
    createdTimestamp: 1,
  }));
  return { ...(wireJob as unknown as JobDetails), ...listed(job), attachments } as JobDetails;
}

beforeEach(() => {
  memory = new MemoryCaches();
  vi.stubGlobal('caches', memory);
  patchOfflineJobs({ ...noOfflineJobs, possible: true });
  jobs = [];
  answers = [];
  backend.handle = ({ url }, response) => {
    const path = decodeURIComponent(url.replace('/api', ''));
    const status = answers.find((one) => one.path.test(path))?.answer(path) ?? 200;
    if (status !== 200) return answerJson(response, status, { errorMessage: 'No.', code: '' });
    if (shared.includes(path)) return answerJson(response, 200, { body: [] });
    if (path === '/evjobs/v2/search') {
      return answerJson(response, 200, { body: { items: jobs.map(listed), startAfter: null } });
    }
    const [, kind, id = '', rest = ''] = path.split('/');
    const job = jobs.find(({ jobId }) => id === jobId || id.startsWith(`${jobId}-`));
    if (!job) return answerJson(response, 404, { errorMessage: 'No.', code: 'not-found' });
    if (kind === 'attachments') {
      response.writeHead(200, { 'ev-jobs': '1', 'content-type': 'application/pdf' });
      return void response.end(Buffer.alloc(job.files[rest] ?? 0, 'x'));
    }
    const messages = job.messages.map((content, at) => ({
      communicationId: `${job.jobId} ${at}`,
      jobId: job.jobId,
      content,
      status: 'NEW',
      createdTimestamp: job.updated,
      fromUserId: 'emil@ev.test',
      fromUserType: 'EMPLOYEE',
    }));
    return answerJson(response, 200, { body: rest === 'communication' ? messages : details(job) });
  };
});
afterEach(async () => {
  await purgeResponses(uid);
  vi.unstubAllGlobals();
});

type Conditions = Parameters<typeof updateOpenJobs>[1];

async function update(changes: Partial<Conditions> = {}): Promise<string[]> {
  backend.seen.length = 0;
  await updateOpenJobs(user, {
    limitMb: 1,
    changed: new Map(),
    isTheirs: () => true,
    mayGoOn: async () => undefined,
    signal: new AbortController().signal,
    ...changes,
  });
  const paths = backend.seen.map(({ url }) => decodeURIComponent(url.replace('/api', '')));
  // Read once, beside the first job, in any order; this backend has none.
  return paths.filter((path) => !shared.includes(path));
}

const list = '/evjobs/v2/search';

async function savedById(): Promise<Record<string, OfflineJob>> {
  return Object.fromEntries((await readOfflineJobs(uid)).map((job) => [job.jobId, job]));
}

/** Returns the parts of complete jobs that are not on the device, which no moment may have. */
async function missingParts(): Promise<string[]> {
  const cached = await cachedAddresses(uid);
  const missing: string[] = [];
  for (const { jobId, at, open } of await readOfflineJobs(uid)) {
    if (at === 0) continue;
    const key = await cacheKey(uid, `/jobs/${jobId}`);
    const stored = await memory.named.get(`responses:${uid}`)?.match(key);
    if (!stored || !cached.includes(await cacheKey(uid, `/jobs/${jobId}/communication`))) missing.push(jobId);
    else
      for (const { name, path } of filesOfJob((await stored.json()).body)) {
        const isSkipped = open?.skipped.some((file) => file.name === name);
        if (!isSkipped && !cached.includes(await cacheKey(uid, path))) missing.push(path);
      }
  }
  return missing;
}

test('the details, chats and files of open jobs are saved, and an unchanged job is not read again', async () => {
  jobs = [openJob('J1', 20, { 'plan.pdf': kilobyte }), openJob('J2', 10)];
  expect(await update()).toEqual([
    list,
    '/jobs/J1',
    '/jobs/J1/communication',
    '/attachments/J1-plan.pdf/plan.pdf',
    '/jobs/J2',
    '/jobs/J2/communication',
  ]);
  const asked = backend.seen.map(({ url }) => url.replace('/api', ''));
  expect(asked.filter((path) => shared.includes(path)).sort()).toEqual(shared);
  expect(await missingParts()).toEqual([]);
  const { J1, J2 } = await savedById();
  expect(J1).toMatchObject({ files: 1, open: { skipped: [] } });
  expect(J1?.at).toBeGreaterThan(0);
  expect(J2?.at).toBeGreaterThan(0);
  expect(getOpenJobs().listed).toMatchObject({ jobIds: ['J1', 'J2'], isCut: false });
  expect(await update()).toEqual([list]);
});

test('a job that has changed in the list, or by an event, is read again, and its new file is fetched', async () => {
  const [first, second] = [openJob('J1', 20, { 'plan.pdf': kilobyte }), openJob('J2', 10)];
  jobs = [first, second];
  await update();
  first.updated = 30;
  first.files['photo.pdf'] = kilobyte;
  expect(await update()).toEqual([
    list,
    '/jobs/J1',
    '/jobs/J1/communication',
    '/attachments/J1-photo.pdf/photo.pdf',
  ]);
  second.messages.push('New words');
  expect(await update({ changed: new Map([['J2', Date.now() + 1]]) })).toEqual([
    list,
    '/jobs/J2',
    '/jobs/J2/communication',
  ]);
  expect(await missingParts()).toEqual([]);
});

test('a job that is closed or no longer the user’s is removed with everything, and one that the user saved stays', async () => {
  jobs = [openJob('J1', 20, { 'plan.pdf': kilobyte }), openJob('J2', 10)];
  await update();
  const cache = await memory.open(`responses:${uid}`);
  const byHand = { ...(await savedById()).J2, jobId: 'J9', keys: [] };
  const { open: _, ...saved } = byHand as OfflineJob;
  await cache.put('https://kept.invalid/prepared/J9', Response.json(saved));
  jobs = jobs.slice(1);
  await update();
  expect(Object.keys(await savedById()).sort()).toEqual(['J2', 'J9']);
  expect((await cachedAddresses(uid)).filter((url) => url.includes('J1'))).toEqual([]);
});

test('a job that the user saved is left to the user', async () => {
  jobs = [openJob('J1', 20, { 'plan.pdf': 4 * kilobyte })];
  await update({ limitMb: 2 / 1024 });
  const { J1 } = await savedById();
  expect(J1?.open?.skipped).toEqual([{ name: 'plan.pdf', bytes: 4 * kilobyte }]);
  const { open: _, ...byHand } = J1 as OfflineJob;
  const cache = await memory.open(`responses:${uid}`);
  await cache.put('https://kept.invalid/prepared/J1', Response.json(byHand));
  expect(await update({ changed: new Map([['J1', Date.now() + 1]]) })).toEqual([list]);
  expect((await savedById()).J1).toEqual(byHand);
});

test('within the limit the most recently active jobs have their files, and the others name what is missing', async () => {
  const size = 300 * kilobyte;
  const [first, second, third] = [
    openJob('J1', 30, { 'a.pdf': size }),
    openJob('J2', 20, { 'b.pdf': size, 'small.pdf': kilobyte }),
    openJob('J3', 10, { 'c.pdf': size }),
  ];
  jobs = [third, second, first];
  let most = 0;
  const cache = await memory.open(`responses:${uid}`);
  const put = cache.put.bind(cache);
  cache.put = async (url, response) => {
    await put(url, response);
    const files = cache.stored.filter((one) => one.url.includes('/attachments/'));
    const sizes = await Promise.all(files.map(async (one) => (await one.response.clone().blob()).size));
    most = Math.max(
      most,
      sizes.reduce((sum, bytes) => sum + bytes, 0),
    );
    expect(await missingParts()).toEqual([]);
  };
  const limitMb = 0.7;
  await update({ limitMb });
  const skipped = async () =>
    Object.values(await savedById())
      .sort((a, b) => a.jobId.localeCompare(b.jobId))
      .map(({ open }) => open?.skipped.map(({ name }) => name));
  expect(await skipped()).toEqual([[], [], ['c.pdf']]);
  expect(await update({ limitMb })).toEqual([list]);

  // The last one becomes the first: now the one in the middle has no room for its large file.
  third.updated = 40;
  await update({ limitMb });
  expect(await skipped()).toEqual([[], ['b.pdf'], []]);
  expect(await update({ limitMb })).toEqual([list]);
  expect(most).toBeLessThanOrEqual(limitMb * 1024 * kilobyte);

  // A larger limit brings it back.
  await update({ limitMb: 2 });
  expect(await skipped()).toEqual([[], [], []]);
  expect(await missingParts()).toEqual([]);
});

test('an update that is killed at any moment marks no incomplete job as saved, and the next update goes on', async () => {
  const job = openJob('J1', 20, { 'plan.pdf': kilobyte });
  for (let change = 0; change < 2; change += 1) {
    job.updated += 1;
    job.files[`photo ${change}.pdf`] = kilobyte;
    jobs = [job];
    for (let steps = 1; ; steps += 1) {
      const kill = new AbortController();
      const cache = await memory.open(`responses:${uid}`);
      let left = steps;
      const write = Object.getPrototypeOf(cache).put.bind(cache);
      cache.put = async (url: string, response: Response) => {
        if (left === 0) kill.abort();
        left -= 1;
        kill.signal.throwIfAborted();
        await write(url, response);
      };
      const isKilled = await update({ signal: kill.signal }).then(
        () => false,
        () => true,
      );
      cache.put = write;
      expect(await missingParts()).toEqual([]);
      if (!isKilled) break;
    }
    expect(await missingParts()).toEqual([]);
    expect((await savedById()).J1).toMatchObject({ files: 2 + change });
  }
});

test('nothing is left on the device when the user signs out meanwhile', async () => {
  jobs = [openJob('J1', 20, { 'plan.pdf': kilobyte })];
  let isSignedIn = true;
  answers = [
    {
      path: /attachments/,
      answer: () => {
        isSignedIn = false;
        memory.named.clear();
        return 200;
      },
    },
  ];
  await expect(update({ isTheirs: () => isSignedIn })).rejects.toThrow();
  expect([...memory.named.keys()]).toEqual([]);
});

test('a file or a job that cannot be read keeps no other job from being saved', async () => {
  jobs = [openJob('J1', 30), openJob('J2', 20, { 'lost.pdf': 10, 'plan.pdf': 10 }), openJob('J3', 10)];
  answers = [
    { path: /^\/jobs\/J1$/, answer: () => 500 },
    { path: /lost\.pdf/, answer: () => 404 },
  ];
  await update();
  const { J1, J2, J3 } = await savedById();
  expect([J1?.at, (J2?.at ?? 0) > 0, (J3?.at ?? 0) > 0]).toEqual([0, true, true]);
});

test.each([429, 503, 401])('a response of %i ends the update, and what was saved stays', async (status) => {
  jobs = [openJob('J1', 30), openJob('J2', 20)];
  answers = [{ path: /^\/jobs\/J2$/, answer: () => status }];
  await expect(update()).rejects.toMatchObject({ name: 'ApiError' });
  expect((await savedById()).J1?.at).toBeGreaterThan(0);
  expect(await missingParts()).toEqual([]);
});

test('the list of the user’s open jobs is there at the next start', async () => {
  jobs = [openJob('J1', 30)];
  await update();
  const { listed: before } = getOpenJobs();
  await readOpenJobsList('somebody else');
  expect(getOpenJobs().listed.jobIds).toEqual([]);
  await readOpenJobsList(uid);
  expect(getOpenJobs().listed).toEqual(before);
  expect(before.at).toBeGreaterThan(0);
});
