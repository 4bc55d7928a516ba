import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { maxFiles, maxUploadBytes } from '../../../src/contract/limits.ts';
import { Database } from '../../../src/outbox/records/database.ts';
import { beginSignOut, mirrorSession, purgeTyped } from '../../../src/outbox/records/sessionJournal.ts';
import { draftStores } from '../../support/app/draftStores.ts';
import { badFiles, goodFiles, takenName } from '../../support/files/anyFiles.ts';

const ada = { uid: 'ada', email: 'ada@client.test', idToken: 'a.b.c', exp: 4_000_000_000 };
const bob = { uid: 'bob', email: 'bob@client.test', idToken: 'a.b.c', exp: 4_000_000_000 };

let worker: typeof import('../../../sw/shareTarget.ts');
let device: typeof import('../../../sw/thisDevice.ts');

/** Loads a worker that has just been woken, on a device of its own. */
beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('self', { location: { href: 'https://ev.test/sw.js' } });
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal(
    'Response',
    class extends Response {
      // Unlike a worker, Node needs absolute addresses.
      static override redirect(path: string, status: number) {
        return new Response(null, { status, headers: { location: path } });
      }
    },
  );
  worker = await import('../../../sw/shareTarget.ts');
  device = await import('../../../sw/thisDevice.ts');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function signIn(token: typeof ada): Promise<void> {
  const db = new Database(device.env);
  await mirrorSession(db, token);
  await db.close();
}

/** Begins a sign-out. */
async function signOut(): Promise<void> {
  const db = new Database(device.env);
  await beginSignOut(db, device.env, ada.uid, false);
  await db.close();
}

function formOf(words: Record<string, string>, files: readonly File[] = []): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(words)) form.append(name, value);
  for (const file of files) form.append('files', file);
  return form;
}

/** Shares a form and returns where the browser is redirected. */
async function share(form: FormData): Promise<string> {
  const answer = await worker.takeShare({ formData: async () => form } as Request);
  expect(answer.status).toBe(303);
  return answer.headers.get('location') ?? '';
}

/** Returns the shares that a page finds. */
async function found(owner: string, nowSeconds?: number) {
  const drafts = await import('../../../src/outbox/drafts/drafts.ts');
  const { readShared } = await import('../../../src/features/share/shared.ts');
  const forms = await drafts.sharesOf(owner, nowSeconds);
  return Promise.all(forms.map((form) => readShared(owner, form)));
}

const plan = new File(['%PDF-1.4 a plan'], 'plan.pdf', { type: 'application/pdf' });

/** Creates a file that reports this size and has no bytes. */
function ofSize(name: string, size: number): File {
  return Object.defineProperty(new File([], name, { type: 'image/png' }), 'size', { value: size });
}

test.each([
  ['POST', 'navigate', '/share-target', true],
  ['GET', 'navigate', '/share-target', false],
  ['POST', 'cors', '/share-target', false],
  ['POST', 'navigate', '/api/jobs/update', false],
])('a %s by %s to %s is a share: %s', (method, mode, path, taken) => {
  expect(worker.isShare({ method, mode, url: `https://ev.test${path}` } as Request)).toBe(taken);
});

test('a shared text and its files are there for the signed-in user, byte by byte', async () => {
  await signIn(ada);
  expect(await share(formOf({ title: 'Roof', text: 'See https://maps.test/7', url: '' }, [plan]))).toBe(
    '/share',
  );
  expect(await found(bob.email)).toEqual([]);
  const [shared] = await found(ada.email);
  expect(shared?.text).toBe('See https://maps.test/7\nRoof');
  expect(shared?.files.map(({ name, type }) => [name, type])).toEqual([['plan.pdf', 'application/pdf']]);
  expect(await shared?.files[0]?.text()).toBe('%PDF-1.4 a plan');
  expect(shared?.refused).toEqual([]);
});

test('shares are listed separately, the newest first', async () => {
  await signIn(ada);
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] });
  await share(formOf({ text: 'one' }));
  vi.setSystemTime(1_000_200);
  await share(formOf({ text: 'two' }));
  vi.useRealTimers();
  expect((await found(ada.email, 1010)).map((shared) => shared?.text)).toEqual(['two', 'one']);
});

test('a share taken without a user waits for the next to sign in, and is theirs alone then', async () => {
  await share(formOf({ text: 'before signing in' }, [plan]));
  const { purgeOthers } = await import('../../../src/session/purgeStores.ts');
  vi.spyOn(console, 'warn').mockReturnValue();
  // Runs at each sign-in.
  await purgeOthers(ada);
  expect(await found(ada.email)).toMatchObject([{ text: 'before signing in' }]);
  expect(await found(bob.email)).toEqual([]);
});

test('a sign-out deletes the user’s shares, and no later one', async () => {
  vi.stubGlobal('caches', undefined);
  await signIn(ada);
  await share(formOf({ text: 'of ada' }, [plan]));
  await signOut();
  await share(formOf({ text: 'of nobody yet' }, [plan]));
  await purgeTyped(device.db, ada.uid, undefined);
  expect(await found(ada.email)).toMatchObject([{ text: 'of nobody yet', files: [{ size: plan.size }] }]);
  const stores = draftStores();
  expect(await stores.chunks()).toHaveLength(1);
});

test('a share that is being stored during a sign-out is deleted, and the user is asked to share again', async () => {
  await signIn(ada);
  const late = Object.assign(new File(['bytes'], 'a.png', { type: 'image/png' }), {
    slice: () => ({ arrayBuffer: () => leave().then(() => new ArrayBuffer(5)) }),
  });
  const leave = async () => {
    await signOut();
    await purgeTyped(device.db, ada.uid, undefined);
  };
  const form = { getAll: (name: string) => (name === 'files' ? [late] : []) } as unknown as FormData;
  expect(await share(form)).toBe('/share?missed=1');
  const stores = draftStores();
  expect(await stores.drafts()).toEqual([]);
  expect(await stores.chunks()).toEqual([]);
});

test('the user is asked again for a share that cannot be read', async () => {
  const broken = { formData: () => Promise.reject(new TypeError('Failed to fetch')) } as unknown as Request;
  const answer = await worker.takeShare(broken);
  expect(answer.headers.get('location')).toBe('/share?missed=1');
});

test.each<[what: string, words: Record<string, string>]>([
  ['without any field', {}],
  ['with empty ones', { title: '', text: ' ', url: '' }],
])('the user is asked again where a form arrives %s, and is offered nothing to add', async (_, words) => {
  await signIn(ada);
  expect(await share(formOf(words))).toBe('/share?missed=1');
  expect(await found(ada.email)).toEqual([]);
});

test('a file of an unsupported type is left out by name, and the others stay', async () => {
  await signIn(ada);
  await share(formOf({}, [new File(['x'], 'notes.txt', { type: 'text/plain' }), plan]));
  const [shared] = await found(ada.email);
  expect(shared?.files.map(({ name }) => name)).toEqual(['plan.pdf']);
  expect(shared?.refused).toEqual([{ name: 'notes.txt', reason: expect.stringContaining('PDF') }]);
});

test('files are shared whatever type their app gives them, and others are left out by name', async () => {
  await signIn(ada);
  const files = [...goodFiles, ...badFiles].map(({ name, type, bytes }) => new File([bytes], name, { type }));
  await share(formOf({}, files));
  const [shared] = await found(ada.email);
  expect(shared?.files.map(({ name }) => name)).toEqual(goodFiles.map(takenName));
  expect(shared?.refused.map(({ name }) => name).toSorted()).toEqual(
    badFiles.map(({ name }) => name).toSorted(),
  );
});

test('no byte of an unsendable file is stored, and a draft is stored before its bytes', async () => {
  await signIn(ada);
  const stores = draftStores();
  const listed: number[] = [];
  const watched = Object.assign(new File(['%PDF'], 'a.pdf', { type: 'application/pdf' }), {
    slice: () => ({
      arrayBuffer: async () => {
        listed.push(...(await stores.drafts()).map(({ files }) => files.length));
        return new ArrayBuffer(4);
      },
    }),
  });
  const files = [watched, new File(['words'], 'notes.txt', { type: 'text/plain' })];
  await share({ getAll: (name: string) => (name === 'files' ? files : []) } as unknown as FormData);
  expect(listed).toEqual([1]);
  expect(await stores.chunks()).toHaveLength(1);
});

test.each([
  [{ title: 'Roof', text: 'See https://x.test', url: 'https://x.test' }, 'See https://x.test\nRoof'],
  [{ title: 'Roof', text: 'Roof of dock 4', url: '' }, 'Roof of dock 4'],
  [{ title: 'Roof', text: '', url: 'https://x.test' }, 'Roof\nhttps://x.test'],
  [{ title: ' ', text: '', url: '' }, ''],
])('%o becomes the text %j', async (content, words) => {
  const { sharedText } = await import('../../../src/features/share/shared.ts');
  expect(sharedText(content)).toBe(words);
});

test.each([
  ['named as a JPEG', 'a.jpg', 'image/jpeg'],
  ['of its own type', 'a.heic', 'image/heic'],
])('an iPhone’s photo %s is to be converted', async (_, name, type) => {
  await signIn(ada);
  await share(formOf({}, [new File(['\0\0\0\x18ftypheic'], name, { type })]));
  const [shared] = await found(ada.email);
  expect(shared?.files.map((file) => [file.name, file.type])).toEqual([[name, 'image/heic']]);
  expect(shared?.refused).toEqual([]);
});

test.each([
  ['too much together', [ofSize('a.png', maxUploadBytes), ofSize('b.png', 1)], 'b.png', '100 MB'],
  [
    'too many',
    Array.from({ length: maxFiles + 1 }, (_, at) => ofSize(`${at}.png`, 0)),
    `${maxFiles}.png`,
    `${maxFiles} files`,
  ],
])('%s: the last file is left out and named', async (_, files, name, reason) => {
  await signIn(ada);
  await share({ getAll: (field: string) => (field === 'files' ? files : []) } as unknown as FormData);
  const stores = draftStores();
  const [record] = await stores.drafts();
  expect(record?.files).toHaveLength(files.length - 1);
  const [shared] = await found(ada.email);
  expect(shared?.refused).toContainEqual({ name, reason: expect.stringContaining(reason) });
});

test('a file that does not fit into the storage is named, and the text stays', async () => {
  await signIn(ada);
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    if (this.name === 'draftChunks') throw new DOMException('full', 'QuotaExceededError');
    return key === undefined ? put.call(this, value) : put.call(this, value, key);
  });
  expect(await share(formOf({ text: 'words' }, [plan]))).toBe('/share');
  const [shared] = await found(ada.email);
  expect(shared?.text).toBe('words');
  expect(shared?.refused).toEqual([
    { name: 'plan.pdf', reason: expect.stringContaining('Not enough storage') },
  ]);
});

test('an unused share is deleted after a week, bytes and all', async () => {
  await signIn(ada);
  await share(formOf({ text: 'old' }, [plan]));
  const weekSeconds = 7 * 24 * 60 * 60;
  const now = Math.floor(Date.now() / 1000);
  expect(await found(ada.email, now + weekSeconds - 60)).toHaveLength(1);
  expect(await found(ada.email, now + weekSeconds + 60)).toEqual([]);
  const stores = draftStores();
  expect(await stores.chunks()).toEqual([]);
});

test('a share moves into a job’s message, after the text written there, and keeps its bytes', async () => {
  await signIn(ada);
  await share(formOf({ text: 'shared' }, [plan]));
  const [shared] = await found(ada.email);
  const before = await import('../../../src/outbox/drafts/drafts.ts');
  await before.saveDraft(ada.email, 'chat:J1', { version: 1, text: 'typed before' });
  vi.resetModules();
  const { addToDraft } = await import('../../../src/features/chat/addToDraft.ts');
  const drafts = await import('../../../src/outbox/drafts/drafts.ts');
  if (!shared) throw new Error('Nothing was kept.');
  expect(await addToDraft(ada.email, 'J1', shared)).toBe('');
  await drafts.dropDraft(ada.email, shared.form);
  expect(await found(ada.email)).toEqual([]);
  vi.resetModules();
  const chat = await import('../../../src/features/chat/chatDrafts.ts');
  vi.stubGlobal('navigator', {});
  expect(await chat.restoreDraft(ada.email, 'J1')).toEqual([]);
  const { text, files } = chat.chatDraft(ada.email, 'J1');
  expect(text).toBe('typed before\n\nshared');
  expect(await files[0]?.text()).toBe('%PDF-1.4 a plan');
});

test('a share that does not fit beside the message’s files stays, and so does the message', async () => {
  await signIn(ada);
  await share(formOf({ text: 'shared' }, [plan]));
  const [shared] = await found(ada.email);
  if (!shared) throw new Error('Nothing was kept.');
  const chat = await import('../../../src/features/chat/chatDrafts.ts');
  const { addToDraft } = await import('../../../src/features/chat/addToDraft.ts');
  const large = [ofSize('large.png', maxUploadBytes)];
  chat.changeDraft(ada.email, 'J1', { text: 'typed', files: large });
  expect(await addToDraft(ada.email, 'J1', shared)).toContain('100 MB');
  expect(chat.chatDraft(ada.email, 'J1')).toMatchObject({ text: 'typed', files: large });
  expect(await found(ada.email)).toHaveLength(1);
});

test('a share moves into the new job that is being typed, and keeps its bytes', async () => {
  await signIn(ada);
  await share(formOf({ text: 'shared' }, [plan]));
  const [shared] = await found(ada.email);
  if (!shared) throw new Error('Nothing was kept.');
  const drafts = await import('../../../src/outbox/drafts/drafts.ts');
  const { emptyDraft, newJobDraft } = await import('../../../src/features/jobs/form/jobDraft.ts');
  const { addToNewJob } = await import('../../../src/features/jobs/form/jobDraft.ts');
  const typed = newJobDraft({ ...emptyDraft, project: 'Dock 4', message: 'noted' });
  await drafts.saveDraft(ada.email, 'new-job', typed, [new File(['x'], 'x.png', { type: 'image/png' })]);
  await addToNewJob({ email: ada.email, userType: 'CLIENT' }, shared);
  await drafts.dropDraft(ada.email, shared.form);
  const left = await drafts.readDraft(ada.email, 'new-job');
  expect(left?.content).toMatchObject({ values: { project: 'Dock 4', message: 'noted\n\nshared' } });
  expect(left?.files.map(({ name }) => name)).toEqual(['x.png', 'plan.pdf']);
  expect(await left?.files[1]?.text()).toBe('%PDF-1.4 a plan');
});
