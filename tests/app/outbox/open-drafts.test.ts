import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { findDraft, readDraft, saveDraft } from '../../../src/outbox/drafts/drafts.ts';
import type { DraftRules } from '../../../src/outbox/drafts/OpenDraft.ts';
import { openDraft } from '../../../src/outbox/drafts/openDrafts.ts';
import { saveEveryDraft } from '../../../src/outbox/drafts/saveNow.ts';
import { Database } from '../../../src/outbox/records/database.ts';
import { OutboxError } from '../../../src/outbox/records/OutboxError.ts';
import { draftStores } from '../../support/app/draftStores.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';

type Content = { text: string };
const rules: DraftRules<Content> = { fits: (content): content is Content => content !== null };
const joining: DraftRules<Content> = {
  ...rules,
  join: (left, now) => ({
    content: { text: [left, now].flatMap(({ content }) => content?.text ?? []).join('|') },
    files: [...left.files, ...now.files],
  }),
};
const owner = 'ada@x.test';
const noFiles: File[] = [];
const typed = (text: string, files = noFiles) => ({ content: { text }, files });
const open = (form: string) => openDraft<Content>(owner, form, rules);

beforeEach(() => {
  vi.useRealTimers();
  vi.stubGlobal('indexedDB', new IDBFactory());
});

/** Keeps a store busy until what it returns is called. */
async function keepBusy(store: 'drafts' | 'draftChunks'): Promise<() => void> {
  let isBusy = true;
  const release = () => {
    isBusy = false;
  };
  onTestFinished(release);
  await new Promise<void>((begun) => {
    void new Database({ indexedDB: globalThis.indexedDB }).erase([store], async (tx) => {
      begun();
      while (isBusy) await tx.objectStore(store).getAllKeys();
    });
  });
  return release;
}

/** Stores a draft with two files, as another page has left it. */
async function leave(form: string): Promise<void> {
  const row = (name: string) => ({
    id: crypto.randomUUID(),
    name,
    type: 'text/plain',
    size: 8,
    lastModified: 1,
    whole: true,
  });
  const files = [row('a.txt'), row('b.txt')];
  for (const { id } of files) await draftStores().addChunk(id);
  await new Database({ indexedDB: globalThis.indexedDB }).writeAs('', ['drafts'], (tx) =>
    tx.objectStore('drafts').put({
      owner,
      form,
      uid: '',
      id: crypto.randomUUID(),
      savedTimestamp: 1,
      content: { text: 'Left' },
      files,
    }),
  );
}

const inStore = async (form: string) => (await draftStores().drafts()).find((row) => row.form === form);

test('what is typed while files are read is saved with these files, also where the write waits for longer', async () => {
  await findDraft(owner, 'other-1');
  await leave('late-1');
  const releaseChunks = await keepBusy('draftChunks');
  const draft = open('late-1');
  await draft.read();
  const release = await keepBusy('drafts');
  void saveDraft(owner, 'other-1', { text: 'Other' });
  draft.put(typed('Left and more'));
  void draft.save();
  releaseChunks();
  await inTheEnd(() => expect(draft.get().isReading).toBe(false));
  release();
  await saveEveryDraft();
  expect((await inStore('late-1'))?.files.map(({ name }) => name)).toEqual(['a.txt', 'b.txt']);
});

test('a draft discarded while its files are read comes back with them, and they do not come into another one', async () => {
  await findDraft(owner, 'late-2');
  await leave('late-2');
  const release = await keepBusy('draftChunks');
  const draft = open('late-2');
  await draft.read();
  const discarded = draft.discard();
  setTimeout(release, 20);
  const undo = await discarded;
  await saveEveryDraft();
  expect(await inStore('late-2')).toBeUndefined();
  await undo?.();
  await inTheEnd(() => expect(draft.get().files.map(({ name }) => name)).toEqual(['a.txt', 'b.txt']));
  await saveEveryDraft();
  expect(await readDraft(owner, 'late-2')).toMatchObject({
    content: { text: 'Left' },
    missing: [],
    files: [{}, {}],
  });
});

test('what is typed after a hand-over that was refused is saved, though the save before it was not made', async () => {
  const draft = open('refused-1');
  await draft.read();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const release = await keepBusy('drafts');
  void saveDraft(owner, 'other-3', { text: 'Other' });
  draft.put(typed('Typed'));
  const refused = draft.handOver(async () => {
    throw new OutboxError('full');
  });
  const seen = expect(refused).rejects.toThrow();
  for (let n = 0; n < 20; n += 1) await vi.advanceTimersByTimeAsync(100);
  await seen;
  release();
  await vi.advanceTimersByTimeAsync(300);
  vi.useRealTimers();
  await saveEveryDraft();
  expect(await inStore('refused-1')).toMatchObject({ content: { text: 'Typed' } });
});

test('a form closed before its draft was read shows what was typed when it is opened again at once', async () => {
  await findDraft(owner, 'again-0');
  const first = open('again-1');
  void first.read();
  first.put(typed('Typed at once'));
  first.end();
  const second = open('again-1');
  await second.read();
  expect(second.get().content).toEqual({ text: 'Typed at once' });
});

test('undoing a discard shows the draft in the form that was opened again', async () => {
  const first = open('undo-1');
  await first.read();
  first.put(typed('Discarded'));
  const undo = await first.discard();
  first.end();
  const second = open('undo-1');
  await second.read();
  await undo?.();
  await inTheEnd(() => expect(second.get().content).toEqual({ text: 'Discarded' }));
});

test('the files of a draft that another window has discarded while they were read do not come into the next one', async () => {
  await findDraft(owner, 'gone-1');
  await leave('gone-1');
  const release = await keepBusy('draftChunks');
  const draft = open('gone-1');
  await draft.read();
  await new Database({ indexedDB: globalThis.indexedDB }).writeAs('', ['drafts'], (tx) =>
    tx.objectStore('drafts').delete([owner, 'gone-1']),
  );
  const { takeOverDraft } = await import('../../../src/outbox/drafts/drafts.ts');
  takeOverDraft(owner, 'gone-1');
  await inTheEnd(() => expect(draft.get().content).toBeNull());
  draft.put(typed('New'));
  await draft.save();
  release();
  await saveEveryDraft();
  expect(await inStore('gone-1')).toMatchObject({ content: { text: 'New' }, files: [] });
});

test('a form discarded and closed while its files are read is empty when it is opened again at once', async () => {
  await findDraft(owner, 'late-3');
  await leave('late-3');
  const release = await keepBusy('draftChunks');
  const first = open('late-3');
  await first.read();
  const discarded = first.discard();
  first.end();
  const second = open('late-3');
  const reading = second.read();
  setTimeout(release, 20);
  await Promise.all([discarded, reading]);
  expect(second.get().content).toBeNull();
});

test('undoing a discard puts the draft before what was typed since, in a form that joins the two', async () => {
  const draft = openDraft(owner, 'undo-2', joining);
  await draft.read();
  draft.put(typed('Discarded'));
  const undo = await draft.discard();
  draft.put(typed('Typed since'));
  expect(await undo?.()).toBeNull();
  expect(draft.get().content).toEqual({ text: 'Discarded|Typed since' });
});

test('undoing a discard in a form that joins nothing can itself be undone, so that what was typed since comes back', async () => {
  const draft = open('undo-3');
  await draft.read();
  draft.put(typed('Discarded'));
  const undo = await draft.discard();
  draft.put(typed('Typed since'));
  const again = await undo?.();
  expect(draft.get().content).toEqual({ text: 'Discarded' });
  await again?.();
  expect(draft.get().content).toEqual({ text: 'Typed since' });
});

/** Has the device refuse to delete drafts, as it may without room, until what it returns is called. */
function refuseDeletions(): () => void {
  vi.spyOn(console, 'warn').mockReturnValue();
  const { delete: deletes } = IDBObjectStore.prototype;
  const refusing = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (
    this: IDBObjectStore,
    key,
  ) {
    if (this.name === 'drafts') throw new DOMException('No room.', 'QuotaExceededError');
    return deletes.call(this, key);
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  return () => refusing.mockRestore();
}

/** Types into a draft that joins, and waits until it is stored. */
async function stored(form: string, text: string) {
  const draft = openDraft(owner, form, joining);
  await draft.read();
  draft.put(typed(text));
  await draft.save();
  await saveEveryDraft();
  return draft;
}

test('a draft that the device refuses to delete stays in its form, under its key, and there is nothing to undo', async () => {
  const draft = await stored('refused-2', 'Kept');
  const { id } = draft.get();
  const allow = refuseDeletions();
  expect(await draft.discard()).toBeNull();
  expect(draft.get()).toMatchObject({ id, content: { text: 'Kept' } });
  allow();
  expect(draft.isUnsaved).toBe(false);
  expect(await inStore('refused-2')).toMatchObject({ id, content: { text: 'Kept' } });
  expect(await draft.discard()).not.toBeNull();
  expect(await inStore('refused-2')).toBeUndefined();
});

test('what is typed while a discard is refused is saved behind the draft, also where its form was closed', async () => {
  const draft = await stored('refused-3', 'Kept');
  const allow = refuseDeletions();
  const release = await keepBusy('drafts');
  const discarding = draft.discard();
  await inTheEnd(() => expect(draft.get().content).toBeNull());
  draft.put(typed('Typed since'));
  draft.end();
  release();
  expect(await discarding).toBeNull();
  allow();
  const again = openDraft(owner, 'refused-3', joining);
  await again.read();
  expect(again.get().content).toEqual({ text: 'Kept|Typed since' });
  await saveEveryDraft();
  expect(await inStore('refused-3')).toMatchObject({ content: { text: 'Kept|Typed since' } });
});

test('a draft that another window sends while its discard is refused does not come back', async () => {
  const draft = await stored('refused-4', 'Sent elsewhere');
  const allow = refuseDeletions();
  await draft.discard();
  allow();
  await new Database({ indexedDB: globalThis.indexedDB }).writeAs('', ['drafts'], (tx) =>
    tx.objectStore('drafts').delete([owner, 'refused-4']),
  );
  const { takeOverDraft } = await import('../../../src/outbox/drafts/drafts.ts');
  takeOverDraft(owner, 'refused-4');
  await inTheEnd(() => expect(draft.get().content).toBeNull());
  await saveEveryDraft();
  expect(await inStore('refused-4')).toBeUndefined();
});

test('what was never stored is discarded also where the device refuses everything, and undoing that brings it back', async () => {
  const draft = openDraft(owner, 'refused-5', joining);
  await draft.read();
  refuseDeletions();
  draft.put(typed('Typed only'));
  const undo = await draft.discard();
  expect(draft.get().content).toBeNull();
  await undo?.();
  expect(draft.get().content).toEqual({ text: 'Typed only' });
});

test('a draft that is discarded before it was read is gone, also from its form', async () => {
  await findDraft(owner, 'other-4');
  await leave('undo-4');
  const draft = open('undo-4');
  void draft.read();
  const undo = await draft.discard();
  expect(draft.get().content).toBeNull();
  await undo?.();
  expect(draft.get()).toMatchObject({
    content: { text: 'Left' },
    files: [{ name: 'a.txt' }, { name: 'b.txt' }],
  });
});

test('a record stays in the outbox where something was typed into its form while it was taken back', async () => {
  const draft = open('back-1');
  await draft.read();
  let isTaken = false;
  const taking = draft.takeBack({ files: [] }, { text: 'Sent' }, async ({ rest }) => {
    draft.put(typed('Typed meanwhile'));
    rest?.();
    isTaken = true;
    return { owner, form: 'back-1', uid: '', id: 'd', savedTimestamp: 1, content: null, files: [] };
  });
  await expect(taking).rejects.toMatchObject({ code: 'has-draft' });
  expect(isTaken).toBe(false);
  expect(draft.get().content).toEqual({ text: 'Typed meanwhile' });
});

test('the files of a draft that are being read stay in it when a record is taken back', async () => {
  await findDraft(owner, 'other-5');
  await leave('back-2');
  const release = await keepBusy('draftChunks');
  const draft = openDraft(owner, 'back-2', joining);
  await draft.read();
  setTimeout(release, 20);
  let saved: string[] = [];
  await draft.takeBack({ files: [] }, { text: 'Sent' }, async ({ rest }) => {
    const { content = null, files = [] } = rest?.() ?? {};
    saved = files.map(({ name }) => name);
    return { owner, form: 'back-2', uid: '', id: 'd', savedTimestamp: 1, content, files };
  });
  expect(saved).toEqual(['a.txt', 'b.txt']);
  expect(draft.get()).toMatchObject({
    content: { text: 'Sent|Left' },
    files: [{ name: 'a.txt' }, { name: 'b.txt' }],
  });
});

test('a form shows only drafts that fit it, also where a record is being taken back into its draft', async () => {
  await findDraft(owner, 'other-6');
  await leave('rules-1');
  const beside = openDraft<Content>(owner, 'rules-1');
  await beside.read();
  const draft = openDraft<Content>(owner, 'rules-1', {
    fits: (content): content is Content => content === 1,
  });
  await draft.read();
  expect(draft.get().content).toBeNull();
});

test('a window that could not send what another one has sent meanwhile does not save it again', async () => {
  const draft = open('sent-1');
  await draft.read();
  draft.put(typed('Sent elsewhere'));
  await draft.save();
  await saveEveryDraft();
  const sending = draft.handOver(async () => {
    await new Database({ indexedDB: globalThis.indexedDB }).writeAs('', ['drafts'], (tx) =>
      tx.objectStore('drafts').delete([owner, 'sent-1']),
    );
    throw new OutboxError('full');
  });
  await expect(sending).rejects.toMatchObject({ code: 'full' });
  await inTheEnd(() => expect(draft.get().content).toBeNull());
  await saveEveryDraft();
  expect(await inStore('sent-1')).toBeUndefined();
});

/** Types into the draft of a form and begins to send it. @returns it, and what ends that */
async function beginToSend(form: string, text: string) {
  const draft = open(form);
  await draft.read();
  draft.put(typed(text));
  const { promise, resolve: end } = Promise.withResolvers<void>();
  return { draft, end, sending: draft.handOver(() => promise) };
}

test('undoing a discard that was made during a hand-over does not bring back what was sent', async () => {
  const { draft, end, sending } = await beginToSend('turn-1', 'Sent');
  const discarding = draft.discard();
  end();
  await sending;
  const undo = await discarding;
  await undo?.();
  expect(draft.get().content).toBeNull();
});

test('a discard during a hand-over that is refused discards the draft, and undoing it brings it back', async () => {
  const draft = open('turn-2');
  await draft.read();
  draft.put(typed('Not sent'));
  const sending = draft.handOver(() => Promise.reject(new OutboxError('full')));
  const discarding = draft.discard();
  await expect(sending).rejects.toMatchObject({ code: 'full' });
  const undo = await discarding;
  expect(draft.get().content).toBeNull();
  await undo?.();
  expect(draft.get().content).toEqual({ text: 'Not sent' });
});

test('a draft that is about to be discarded is not sent', async () => {
  await findDraft(owner, 'other-7');
  await leave('turn-3');
  const draft = open('turn-3');
  const discarding = draft.discard();
  draft.put(typed('Typed at once'));
  let isSent = false;
  const sending = draft.handOver(async () => {
    isSent = true;
  });
  await expect(sending).rejects.toMatchObject({ code: 'changed-elsewhere' });
  await discarding;
  expect(isSent).toBe(false);
});

test('a discard that is undone while something else is sent comes back once that is sent, which does not', async () => {
  const draft = open('turn-4');
  await draft.read();
  draft.put(typed('Discarded'));
  const undo = await draft.discard();
  const { end, sending } = await beginToSend('turn-4', 'Sent');
  const undoing = undo?.();
  end();
  await sending;
  expect(await undoing).toBeNull();
  expect(draft.get().content).toEqual({ text: 'Discarded' });
});

test('a form that is closed and opened again during a hand-over is empty after it', async () => {
  const { draft, end, sending } = await beginToSend('turn-5', 'Sent');
  draft.end();
  const again = open('turn-5');
  await again.read();
  end();
  await sending;
  await inTheEnd(() => expect(again.get().content).toBeNull());
});

test('a record that is taken back during a hand-over comes into the form after it', async () => {
  const { draft, end, sending } = await beginToSend('turn-6', 'Sent');
  const taking = draft.takeBack({ files: [] }, { text: 'Taken back' }, async ({ rest }) => {
    const { content = null } = rest?.() ?? {};
    return { owner, form: 'turn-6', uid: '', id: 'd', savedTimestamp: 1, content, files: [] };
  });
  end();
  await Promise.all([sending, taking]);
  expect(draft.get().content).toEqual({ text: 'Taken back' });
});
