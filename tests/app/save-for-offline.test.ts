import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pdfPath } from '../../src/cache/pdfFiles.ts';
import { inTheEnd } from '../support/inTheEnd.ts';
import { MemoryCaches } from '../support/memoryCaches.ts';
import { answerJson, signClientIn, testBackend, wireJob } from './backend.ts';

/** Jobs that are saved for offline while others are being saved. */

vi.mock('../../src/session/firebase.ts', () => ({
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
const answers = new Map<string, (send: () => void, cut: () => void) => void>();

function pathOf(url: string): string {
  return decodeURIComponent(url.replace(/^\/api/, ''));
}

function details(jobId: string) {
  const file = { key: `${jobId}-plan`, link: '', fileName: 'plan.pdf', size: 3, createdTimestamp: 1 };
  return { ...wireJob, jobId, attachments: [{ ...file, contentType: 'application/pdf' }] };
}

async function openApp() {
  vi.resetModules();
  const session = await import('../../src/session/session.ts');
  await signClientIn(session);
  await session.startSession(async () => ({ ...ada, idToken: 'kept', exp: 4e9 }));
  const { saveJobs, watchSaving } = await import('../../src/session/saveForOffline.ts');
  const { getSavedJobs } = await import('../../src/session/savedForOffline.ts');
  watchSaving();
  const save = (jobId: string) => saveJobs([{ jobId, project: jobId, jobCode: jobId }]);
  const isChosen = (jobId: string) => getSavedJobs().jobs.has(jobId);
  const isSaved = (jobId: string) => (getSavedJobs().jobs.get(jobId)?.at ?? 0) > 0;
  await inTheEnd(() => expect(getSavedJobs().possible).toBe(true));
  return { save, isChosen, isSaved };
}

beforeEach(() => {
  const stored = new Map([['auth', JSON.stringify(auth)]]);
  vi.stubGlobal('localStorage', {
    get length() {
      return stored.size;
    },
    key: (at: number) => [...stored.keys()][at] ?? null,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
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
      if (path.startsWith(pdfPath) || kind === 'attachments') return void response.end('pdf');
      if (kind !== 'jobs') return answerJson(response, 404, { errorMessage: 'No.', code: 'not-found' });
      answerJson(response, 200, { body: rest === 'communication' ? [] : details(id) });
    };
    const answer = answers.get(path) ?? answers.get(path.startsWith(pdfPath) ? pdfPath : '');
    if (answer) answer(send, () => void response.destroy());
    else send();
  };
});
afterEach(() => vi.unstubAllGlobals());

test('a job that is saved while what shows PDFs is fetched for an earlier one is fetched at once', async () => {
  const { save, isSaved } = await openApp();
  const asked = vi.fn();
  answers.set(pdfPath, asked);
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
