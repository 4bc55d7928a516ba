import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftStores } from '../../support/app/draftStores.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';

const email = 'ada@x.test';
const jobId = 'J1';

beforeEach(() => {
  vi.resetModules();
  // The timers of a killed window would write to the database of the next one.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('localStorage', {
    key: () => null,
    length: 0,
    getItem: () => null,
    setItem: () => undefined,
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Opens a window of the app; every window opened before is gone, as after a kill. */
async function openWindow() {
  vi.resetModules();
  // The windows before are gone.
  vi.stubGlobal('BroadcastChannel', undefined);
  const chat = await import('../../../src/features/chat/chatDrafts.ts');
  const { addDrawing } = await import('../../../src/features/chat/addDrawing.ts');
  const { saveEveryDraft } = await import('../../../src/outbox/drafts/saveNow.ts');
  const { draftFileOf } = await import('../../../src/outbox/drafts/draftFiles.ts');
  return { ...chat, addDrawing, saveEveryDraft, draftFileOf };
}
type Opened = Awaited<ReturnType<typeof openWindow>>;

function photo(text = 'a roof'): File {
  return new File([text], 'roof.jpg', { type: 'image/jpeg', lastModified: 7 });
}

function drawnCopy(): File {
  return new File(['a roof and an arrow'], 'roof-drawing.jpg', { type: 'image/jpeg', lastModified: 8 });
}

const strokes = { version: 1, steps: ['an arrow'] };

/** Picks a photo and begins to draw on it. */
async function begin(window: Opened) {
  const picture = photo();
  window.changeDraft(email, jobId, { text: 'See this', files: [picture] });
  const drawing = { id: window.draftFileOf(picture).id, name: picture.name, picture, content: strokes };
  window.putDrawing(email, jobId, drawing.id, drawing);
  return drawing;
}

/** Returns what a window after a kill has: the files of the message, and the drawings in progress with their pictures. */
async function leftOver() {
  const window = await openWindow();
  await window.restoreDraft(email, jobId);
  const { text, files, drawings } = window.chatDraft(email, jobId);
  return {
    text,
    files: await Promise.all(files.map(async (file) => `${file.name}: ${await file.text()}`)),
    drawings: await Promise.all(
      drawings.map(async (one) => ({ content: one?.content, picture: await one?.picture?.text() })),
    ),
  };
}

test('a drawing in progress is there after a kill, with its picture, and leaves the message as it was', async () => {
  const first = await openWindow();
  await begin(first);
  await first.saveEveryDraft();
  expect(await leftOver()).toEqual({
    text: 'See this',
    files: ['roof.jpg: a roof'],
    drawings: [{ content: strokes, picture: 'a roof' }],
  });
});

test('a drawing is saved within 250 ms of a stroke', async () => {
  const first = await openWindow();
  await begin(first);
  vi.advanceTimersByTime(250);
  await inTheEnd(async () => {
    const all = await draftStores().drafts();
    expect(all).toMatchObject([{ content: { drawings: [{ content: strokes }] } }]);
  });
});

test('a finished drawing is in the message beside its photo, and no longer in progress', async () => {
  const first = await openWindow();
  const drawing = await begin(first);
  const refusal = await first.addDrawing(email, jobId, {
    drawing,
    copy: drawnCopy(),
    isAttached: true,
    withOriginal: true,
  });
  expect(refusal).toBe('');
  expect(await leftOver()).toEqual({
    text: 'See this',
    files: ['roof.jpg: a roof', 'roof-drawing.jpg: a roof and an arrow'],
    drawings: [],
  });
});

test('without the original only the copy is left, and the bytes of the photo go', async () => {
  const first = await openWindow();
  const drawing = await begin(first);
  await first.saveEveryDraft();
  const finished = { drawing, copy: drawnCopy(), isAttached: true, withOriginal: false };
  expect(await first.addDrawing(email, jobId, finished)).toBe('');
  const { files, drawings } = await leftOver();
  expect([files, drawings]).toEqual([['roof-drawing.jpg: a roof and an arrow'], []]);
  expect(await draftStores().chunks()).toHaveLength(1);
});

test('a drawing on a received picture adds a new file, and leaves no bytes of the picture behind', async () => {
  const first = await openWindow();
  const picture = photo('received');
  const drawing = { id: 'attachments/4711', name: picture.name, picture, content: strokes };
  first.putDrawing(email, jobId, drawing.id, drawing);
  await first.saveEveryDraft();
  const finished = { drawing, copy: drawnCopy(), isAttached: false, withOriginal: true };
  expect(await first.addDrawing(email, jobId, finished)).toBe('');
  const { files, drawings } = await leftOver();
  expect([files, drawings]).toEqual([['roof-drawing.jpg: a roof and an arrow'], []]);
  expect(await draftStores().chunks()).toHaveLength(1);
});

test('a picture removed from the message while it is drawn on takes nothing with it', async () => {
  const first = await openWindow();
  const drawing = await begin(first);
  await first.saveEveryDraft();
  first.changeDraft(email, jobId, { text: 'See this', files: [] });
  await first.saveEveryDraft();
  expect((await leftOver()).drawings).toEqual([{ content: strokes, picture: 'a roof' }]);

  const { getToasts } = await import('../../../src/ui/feedback/toast.ts');
  const second = await openWindow();
  await second.restoreDraft(email, jobId);
  const [again] = second.chatDraft(email, jobId).drawings;
  const finished = {
    drawing: { ...drawing, picture: again?.picture as File },
    copy: drawnCopy(),
    isAttached: true,
    withOriginal: true,
  };
  expect(await second.addDrawing(email, jobId, finished)).toBe('');
  const shown = (await import('../../../src/ui/feedback/toast.ts')).getToasts().map(({ text }) => text);
  expect([...getToasts(), ...shown]).toContain(
    'roof.jpg is no longer in the message. Only the drawing was added.',
  );
  expect((await leftOver()).files).toEqual(['roof-drawing.jpg: a roof and an arrow']);
});

test('a copy that makes the message too large is refused, and the drawing stays', async () => {
  const first = await openWindow();
  const drawing = await begin(first);
  const copy = drawnCopy();
  Object.defineProperty(copy, 'size', { value: 105_000_000 });
  const finished = { drawing, copy, isAttached: true, withOriginal: true };
  expect(await first.addDrawing(email, jobId, finished)).toMatch(
    /^Couldn’t add the drawing\. Total files size/,
  );
  await first.saveEveryDraft();
  expect(await leftOver()).toMatchObject({ files: ['roof.jpg: a roof'], drawings: [{ content: strokes }] });
});

test('a drawing is not added to a message from the press on Send until it is enqueued, and stays in progress', async () => {
  const first = await openWindow();
  const drawing = await begin(first);
  await first.saveEveryDraft();
  const finished = { drawing, copy: drawnCopy(), isAttached: true, withOriginal: true };
  const sent = first.chatDraft(email, jobId);
  const { promise: enqueued, resolve } = Promise.withResolvers<void>();
  const sending = first.sendDraft(email, jobId, sent, () => enqueued);
  expect(first.isBeingSent(email, jobId)).toBe(true);
  expect(await first.addDrawing(email, jobId, finished)).toMatch(/^Your message is being sent\./);
  resolve();
  await sending;
  expect(first.isBeingSent(email, jobId)).toBe(false);
  expect((await leftOver()).drawings).toEqual([{ content: strokes, picture: 'a roof' }]);
});

test('where nothing can be saved, a drawing is still added, and can be left and continued', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  const first = await openWindow();
  const drawing = await begin(first);
  await first.saveEveryDraft();
  expect(first.chatDraft(email, jobId).drawings).toEqual([drawing]);
  const finished = { drawing, copy: drawnCopy(), isAttached: true, withOriginal: true };
  expect(await first.addDrawing(email, jobId, finished)).toBe('');
  expect(first.chatDraft(email, jobId).files.map(({ name }) => name)).toEqual([
    'roof.jpg',
    'roof-drawing.jpg',
  ]);
  expect(first.chatDraft(email, jobId).drawings).toEqual([]);
});

test('a discarded drawing is gone, and can be restored', async () => {
  const first = await openWindow();
  const drawing = await begin(first);
  await first.saveEveryDraft();
  first.putDrawing(email, jobId, drawing.id, null);
  await first.saveEveryDraft();
  expect((await leftOver()).drawings).toEqual([]);
  first.putDrawing(email, jobId, drawing.id, drawing);
  await first.saveEveryDraft();
  expect((await leftOver()).drawings).toEqual([{ content: strokes, picture: 'a roof' }]);
});

/**
 * Kills the window at one transaction after another while a drawing is added: from there on nothing reaches the database. Counts the
 * transactions when none is given.
 */
async function addAndKill(
  at: number,
): Promise<{ transactions: number; left: Awaited<ReturnType<typeof leftOver>> }> {
  const factory = new IDBFactory();
  vi.stubGlobal('indexedDB', factory);
  const first = await openWindow();
  const drawing = await begin(first);
  await first.saveEveryDraft();
  let transactions = 0;
  const { prototype } = IDBDatabase;
  const real = prototype.transaction;
  prototype.transaction = function (...args) {
    transactions += 1;
    const tx = real.apply(this, args);
    if (transactions > at) tx.abort();
    return tx;
  };
  try {
    const finished = { drawing, copy: drawnCopy(), isAttached: true, withOriginal: true };
    await first.addDrawing(email, jobId, finished).catch(() => undefined);
  } finally {
    prototype.transaction = real;
  }
  return { transactions, left: await leftOver() };
}

test('killed at any moment of its addition, a drawing is in progress or finished, never both and never neither', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { transactions } = await addAndKill(Number.POSITIVE_INFINITY);
  expect(transactions).toBeGreaterThan(4);
  const outcomes: string[] = [];
  for (let at = 0; at <= transactions; at += 1) {
    const { left } = await addAndKill(at);
    const isFinished = left.files.includes('roof-drawing.jpg: a roof and an arrow');
    const inProgress = left.drawings.filter(({ picture }) => picture === 'a roof').length;
    outcomes.push(`${isFinished ? 'finished' : ''}${inProgress ? 'in progress' : ''}`);
    expect(left.files[0], `killed at ${at}`).toBe('roof.jpg: a roof');
    expect(left.text).toBe('See this');
  }
  expect([...new Set(outcomes)].sort()).toEqual(['finished', 'in progress']);
});
