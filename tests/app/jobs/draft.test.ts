import 'fake-indexeddb/auto';
import * as v from 'valibot';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  emptyDraft,
  isWorthSaving,
  JobEditDraft,
  jobEditDraft,
  jobEditForm,
  NewJobDraft,
  newJobDraft,
  newJobForm,
} from '../../../src/features/jobs/form/jobDraft.ts';
import { JobUpdateValues } from '../../../src/features/jobs/form/jobFormValues.ts';
import { draftTime, dropDraft, findDraft, readDraft, saveDraft } from '../../../src/outbox/drafts/drafts.ts';
import { openDraft } from '../../../src/outbox/drafts/openDrafts.ts';
import { saveEveryDraft } from '../../../src/outbox/drafts/saveNow.ts';
import { Database } from '../../../src/outbox/records/database.ts';
import { purgeOthers } from '../../../src/session/purgeStores.ts';
import { draftStores } from '../../support/app/draftStores.ts';

const ada = 'ada@client.test';
const values = { ...emptyDraft, project: 'Half typed', jobType: 'BUSINESS' as const, copiesNumber: 2 };
const content = newJobDraft(values);
const form = newJobForm();

function pdf(name: string, bytes: Uint8Array<ArrayBuffer> | string = name): File {
  return new File([bytes], name, { type: 'application/pdf', lastModified: 5 });
}

/** Saves a draft and waits until the bytes of its files are saved too. */
function saveWithFiles(owner: string, of: string, files: File[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    saveDraft(owner, of, content, files, { onUnsaved: resolve }).catch(reject);
  });
}

const stores = draftStores();

/** Keeps the stored bytes busy, as many large files do. @returns what ends it */
async function keepBytesBusy(): Promise<() => void> {
  let isBusy = true;
  const release = () => {
    isBusy = false;
  };
  onTestFinished(release);
  const db = new Database({ indexedDB });
  await new Promise<void>((begun) => {
    void db.erase(['draftChunks'], async (tx) => {
      begun();
      while (isBusy) await tx.objectStore('draftChunks').get(['', 0]);
    });
  });
  return release;
}

async function chunkCount(): Promise<number> {
  return (await stores.chunks()).length;
}

afterEach(async () => {
  vi.restoreAllMocks();
  await stores.clear();
});

it('chunks without a draft are deleted when drafts are first read', async () => {
  await stores.addChunk('lost');
  await saveWithFiles(ada, form, [pdf('plan.pdf')]);
  await readDraft(ada, form);
  expect(await chunkCount()).toBe(1);
});

describe('a draft', () => {
  it('comes back as it was typed, its files with name, type, time and bytes', async () => {
    // Not a whole number of the chunks it is saved in.
    const big = new Uint8Array(9 * 1024 * 1024 + 7).map((_, at) => at % 251);
    const before = Date.now() / 1000;
    expect(await saveWithFiles(ada, form, [pdf('plan.pdf'), pdf('big.pdf', big)])).toEqual([]);
    const after = Date.now() / 1000;
    const left = await readDraft(ada, form);
    expect(left?.content).toEqual(content);
    expect(v.is(NewJobDraft, left?.content)).toBe(true);
    expect(left?.files.map(({ name, type, lastModified }) => [name, type, lastModified])).toEqual([
      ['plan.pdf', 'application/pdf', 5],
      ['big.pdf', 'application/pdf', 5],
    ]);
    expect(await left?.files[0]?.text()).toBe('plan.pdf');
    const back = new Uint8Array((await left?.files[1]?.arrayBuffer()) ?? new ArrayBuffer());
    expect(Buffer.from(back).equals(Buffer.from(big))).toBe(true);
    expect(left?.missing).toEqual([]);
    expect(left?.savedTimestamp).toBeGreaterThanOrEqual(before);
    expect(left?.savedTimestamp).toBeLessThanOrEqual(after);
  });

  it('is read before its files, which stay in it whatever is typed meanwhile', async () => {
    await saveWithFiles(ada, form, [pdf('plan.pdf')]);
    const release = await keepBytesBusy();
    const left = await findDraft(ada, form);
    expect(left?.content).toEqual(content);
    let isRead = false;
    void left?.bytes?.then(() => {
      isRead = true;
    });
    const typed = newJobDraft({ ...values, project: 'Typed meanwhile' });
    await saveDraft(ada, form, typed);
    expect(isRead).toBe(false);
    release();
    expect((await left?.bytes)?.files.map(({ name }) => name)).toEqual(['plan.pdf']);
    const now = await readDraft(ada, form);
    expect(now).toMatchObject({ content: typed, missing: [] });
    expect(await now?.files[0]?.text()).toBe('plan.pdf');
    // Removed by its author, it is gone.
    await saveDraft(ada, form, typed, []);
    expect((await readDraft(ada, form))?.files).toEqual([]);
  });

  it('begins no form anew when its files arrive, and has them beside what was typed meanwhile', async () => {
    await saveWithFiles(ada, form, [pdf('plan.pdf')]);
    const release = await keepBytesBusy();
    const draft = openDraft(ada, form, { fits: (left) => v.is(NewJobDraft, left) });
    await draft.read();
    expect(draft.get()).toMatchObject({ content, files: [], isReading: true });
    const { turns } = draft;
    const typed = newJobDraft({ ...values, project: 'Typed meanwhile' });
    draft.put({ content: typed, files: [] });
    release();
    await vi.waitUntil(() => !draft.get().isReading);
    expect(draft.turns).toBe(turns);
    expect(draft.get()).toMatchObject({ content: typed, files: [{ name: 'plan.pdf' }] });
    draft.end();
    await saveEveryDraft();
    expect(await readDraft(ada, form)).toMatchObject({ content: typed, files: [{ name: 'plan.pdf' }] });
  });

  it('stores bytes as ArrayBuffers, never as files', async () => {
    await saveWithFiles(ada, form, [pdf('plan.pdf')]);
    const all = await stores.chunks();
    expect(all.map((one) => Object.prototype.toString.call(one))).toEqual(['[object ArrayBuffer]']);
  });

  it('belongs to one person and one form', async () => {
    await saveDraft(ada, form, content);
    expect(await readDraft('eve@client.test', form)).toBeNull();
    expect(await readDraft(ada, newJobForm({ revisionOf: 'job-1' }))).toBeNull();
    expect(await readDraft(ada, newJobForm({ templateOf: 'job-1' }))).toBeNull();
    expect(await readDraft(ada, jobEditForm('job-1'))).toBeNull();
    expect(await draftTime(ada, form)).not.toBeNull();
  });

  it('is gone after sending, with its bytes', async () => {
    await saveWithFiles(ada, form, [pdf('plan.pdf')]);
    await dropDraft(ada, form);
    expect(await readDraft(ada, form)).toBeNull();
    expect(await chunkCount()).toBe(0);
  });

  it('leaves no bytes behind when it is sent while a file is still being copied', async () => {
    const copied = saveWithFiles(ada, form, [pdf('plan.pdf')]);
    await dropDraft(ada, form);
    await copied;
    expect(await chunkCount()).toBe(0);
  });

  it('leaves no bytes behind when a file is removed while it is being copied', async () => {
    const big = pdf('big.pdf', new Uint8Array(9 * 1024 * 1024));
    const copied = saveWithFiles(ada, form, [big]);
    await saveDraft(ada, form, content, []);
    await copied;
    expect(await chunkCount()).toBe(0);
  });

  it('drops the bytes of a removed file and copies them again when the file is chosen again', async () => {
    const [plan, roof] = [pdf('plan.pdf'), pdf('roof.pdf')];
    await saveWithFiles(ada, form, [plan, roof]);
    await saveWithFiles(ada, form, [roof]);
    expect(await chunkCount()).toBe(1);
    await saveWithFiles(ada, form, [roof, plan]);
    expect((await readDraft(ada, form))?.files.map(({ name }) => name)).toEqual(['roof.pdf', 'plan.pdf']);
  });

  it('stays on the device when another user signs in, and only its owner can read it', async () => {
    vi.stubGlobal('localStorage', undefined);
    vi.stubGlobal('caches', undefined);
    await saveWithFiles('eve@client.test', form, [pdf('secret.pdf')]);
    await saveWithFiles(ada, form, [pdf('plan.pdf')]);
    await purgeOthers({ uid: 'ada', email: ada });
    expect((await readDraft(ada, form))?.files.map(({ name }) => name)).toEqual(['plan.pdf']);
    expect((await readDraft('eve@client.test', form))?.files.map(({ name }) => name)).toEqual(['secret.pdf']);
    vi.unstubAllGlobals();
  });
});

describe('a draft on a device without room for a file', () => {
  it('saves the text and names the file', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const put = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...all) {
      if (this.name === 'draftChunks') throw new DOMException('full', 'QuotaExceededError');
      return put.apply(this, all);
    });
    expect(await saveWithFiles(ada, form, [pdf('plan.pdf')])).toEqual(['plan.pdf']);
    const left = await readDraft(ada, form);
    expect(left?.content).toEqual(content);
    expect(left?.files).toEqual([]);
    expect(left?.missing).toEqual(['plan.pdf']);
  });
});

describe('the validation of a draft', () => {
  it.each([
    ['of another version', { ...content, version: 99 }],
    ['of another shape', { ...content, values: { project: 7 } }],
    ['that is nothing', null],
  ])('rejects one %s', (_, left) => {
    expect(v.is(NewJobDraft, left)).toBe(false);
    expect(v.is(JobEditDraft, left)).toBe(false);
  });

  it('accepts an edit with the job as it was read', () => {
    const { message: _, jobReporter: __, sameAsProperty: ___, ...fields } = values;
    // Fields that came later are empty.
    const read = v.parse(JobUpdateValues, { ...fields, category: 'STAMP', status: 'ON_HOLD' });
    const base = { version: 3, assignedToName: '', values: read };
    expect(v.is(JobEditDraft, jobEditDraft({ ...read, sameAsProperty: true }, base))).toBe(true);
  });

  it('starts once anything was typed or chosen', () => {
    expect(isWorthSaving(emptyDraft, { ...emptyDraft }, 0)).toBe(false);
    expect(isWorthSaving(emptyDraft, { ...emptyDraft, message: 'a' }, 0)).toBe(true);
    expect(isWorthSaving(emptyDraft, emptyDraft, 1)).toBe(true);
  });
});
