import 'fake-indexeddb/auto';
import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { memoryStorage } from '../../support/app/memoryStorage.ts';

/** A browser that loses the process of its databases, as an iPhone does in the background: only a new page has them again. */

const ada = 'ada@client.test';
const form = 'chat:J1';
const factory = { now: new IDBFactory() };
const opened: IDBDatabase[] = [];
let reloads = 0;

/** Loads the modules of a page. */
async function newPage() {
  vi.resetModules();
  let isLost = false;
  const open = (name: string, version?: number) => {
    if (isLost) throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError');
    const request = factory.now.open(name, version);
    request.addEventListener('success', () => opened.push(request.result));
    return request;
  };
  vi.stubGlobal('indexedDB', { open, databases: () => factory.now.databases() });
  const drafts = await import('../../../src/outbox/drafts/drafts.ts');
  const { storageLost } = await import('../../../src/storage.ts');
  const { getToasts } = await import('../../../src/ui/feedback/toast.ts');
  const { followStorage } = await import('../../../src/app/start/followStorage.ts');
  followStorage();
  return {
    drafts,
    storageLost,
    toasts: () => getToasts().map(({ text }) => text),
    lose() {
      isLost = true;
      for (const db of opened.splice(0)) forceCloseDatabase(db as never);
    },
  };
}

beforeEach(() => {
  factory.now = new IDBFactory();
  reloads = 0;
  vi.stubGlobal('localStorage', memoryStorage(new Map()));
  vi.stubGlobal('sessionStorage', memoryStorage(new Map()));
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('location', { reload: () => (reloads += 1) });
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('window', new EventTarget());
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('text typed after the loss is safe: the page reloads once, and the next one has it', async () => {
  const page = await newPage();
  await page.drafts.saveDraft(ada, form, { text: 'The panel' });
  page.lose();
  await page.drafts.saveDraft(ada, form, { text: 'The panel is on the east wall' });
  await page.drafts.saveDraft(ada, 'profile', { company: 'Roofs' });
  await inTheEnd(() => expect(reloads).toBe(1));

  const next = await newPage();
  expect(await next.drafts.readDraft(ada, form)).toMatchObject({
    content: { text: 'The panel is on the east wall' },
  });
  expect(await next.drafts.readDraft(ada, 'profile')).toMatchObject({ content: { company: 'Roofs' } });
  expect(localStorage.length).toBe(0);
  expect(next.storageLost.get()).toBe(false);
  expect(reloads).toBe(1);
});

test('files that were saved before the loss stay with the text, and the page does not reload over one chosen after it', async () => {
  const page = await newPage();
  const before = new File(['%PDF-1'], 'before.pdf', { type: 'application/pdf' });
  const after = new File(['%PDF-2'], 'after.pdf', { type: 'application/pdf' });
  await new Promise((resolve, reject) => {
    page.drafts.saveDraft(ada, form, { text: 'Plans' }, [before], { onUnsaved: resolve }).catch(reject);
  });
  page.lose();
  await page.drafts.saveDraft(ada, form, { text: 'Plans, revised' }, [before, after]);
  expect(page.drafts.draftTrouble(ada, form)).toEqual({ files: ['after.pdf'] });
  await inTheEnd(() => expect(page.toasts()).toEqual([expect.stringContaining('lost this page’s storage')]));
  expect(reloads).toBe(0);
  // Its author removes it.
  await page.drafts.saveDraft(ada, form, { text: 'Plans, revised' }, [before]);
  await inTheEnd(() => expect(reloads).toBe(1));

  const left = await (await newPage()).drafts.readDraft(ada, form);
  expect(left).toMatchObject({ content: { text: 'Plans, revised' }, missing: [] });
  expect(left?.files.map(({ name }) => name)).toEqual(['before.pdf']);
});

test('a draft that the page could not read any more is not replaced by what is typed in its place, which follows once that is sent', async () => {
  const earlier = await newPage();
  await earlier.drafts.saveDraft(ada, form, { text: 'All of the survey' });
  const page = await newPage();
  await page.drafts.readDraft(ada, 'profile');
  page.lose();
  await page.drafts.readDraft(ada, form);
  await page.drafts.saveDraft(ada, form, { text: 'PS' });

  const next = await newPage();
  expect(await next.drafts.readDraft(ada, form)).toMatchObject({ content: { text: 'All of the survey' } });
  await next.drafts.dropDraft(ada, form);
  expect(await (await newPage()).drafts.readDraft(ada, form)).toMatchObject({ content: { text: 'PS' } });
});

test('what was discarded after the loss does not come back', async () => {
  const page = await newPage();
  await page.drafts.saveDraft(ada, 'new-job', { project: 'Elm Street' });
  await page.drafts.dropDraft(ada, 'new-job');
  page.lose();
  await page.drafts.saveDraft(ada, 'new-job', { project: 'Oak Street' });
  await page.drafts.dropDraft(ada, 'new-job');
  expect(await (await newPage()).drafts.readDraft(ada, 'new-job')).toBeNull();
});

test('what was discarded before its last save met the loss does not come back', async () => {
  const page = await newPage();
  await page.drafts.saveDraft(ada, 'new-job', { project: 'Elm Street' });
  await page.drafts.dropDraft(ada, 'new-job');
  page.lose();
  const saving = page.drafts.saveDraft(ada, 'new-job', { project: 'Oak Street' });
  await page.drafts.dropDraft(ada, 'new-job');
  await saving;
  expect(await (await newPage()).drafts.readDraft(ada, 'new-job')).toBeNull();
});

test('a page that loses its storage again at once leaves the reload to its user', async () => {
  for (const expected of [1, 1]) {
    const page = await newPage();
    await page.drafts.readDraft(ada, form);
    await page.drafts.saveDraft(ada, form, { text: 'one' });
    page.lose();
    await page.drafts.saveDraft(ada, form, { text: 'two' });
    await inTheEnd(() => expect(reloads + page.toasts().length).toBeGreaterThanOrEqual(expected));
  }
  expect(reloads).toBe(1);
});
