import {
  messageIn,
  messageRules,
  type SavedContent,
  typedOf,
} from '../../../src/features/chat/messageDraft.ts';
import type { DraftRules, OpenDraft } from '../../../src/outbox/drafts/OpenDraft.ts';
import type { Outbox } from '../../../src/outbox/Outbox.ts';
import { putDraft, putFileBytes } from '../../../src/outbox/records/draftRows.ts';
import type { DraftRow } from '../../../src/outbox/records/stores.ts';
import { contentOf } from './backend.ts';
import { type Context, type RawRow, rawRecords, rawRows, rawValues } from './device.ts';
import * as person from './person.ts';
import type { Scene } from './Scene.ts';
import {
  discarding,
  isBeingTyped,
  isChangingElsewhere,
  isSentElsewhere,
  noteSent,
  openedIn,
  openForm,
} from './typingWindows.ts';
import { draftsOf } from './windowDrafts.ts';
import { draftOn, mustStay, newWord, saved, type Word, wordOf, wordsIn } from './words.ts';

/** What a user does with forms before they send them. */

/** What is typed: a message, a note or a change of a job. */
type TypedKind = 'message' | 'note' | 'update';

const { isWhole, ...noteRules } = messageRules;
const changeRules = { fits: messageRules.fits };

function rulesOf(form: string): DraftRules<SavedContent> {
  if (form.startsWith('chat:')) return messageRules;
  return form.startsWith('note:') ? noteRules : changeRules;
}

function chatForm(jobId: string): string {
  return `chat:${jobId}`;
}

export function noteForm(jobId: string): string {
  return `note:${jobId}`;
}

function formOf(kind: TypedKind, jobId: string): string {
  if (kind === 'update') return `edit-job:${jobId}`;
  return kind === 'note' ? noteForm(jobId) : chatForm(jobId);
}

/** Returns our outbox; other libraries have no drafts. */
function outboxOf(page: Context): Outbox | null {
  return 'returnToDraft' in page.outbox ? (page.outbox as Outbox) : null;
}

function open(scene: Scene, page: Context, form: string): OpenDraft<SavedContent> {
  return openForm(scene, page, form, rulesOf(form));
}

/** Opens a chat, and shows its draft from then on. */
export function openChat(scene: Scene, page: Context, jobId: string): void {
  if (outboxOf(page)) open(scene, page, chatForm(jobId));
}

/** Opens the notes of a job, as `openChat`. */
export function openNotes(scene: Scene, page: Context, jobId: string): void {
  if (outboxOf(page)) open(scene, page, noteForm(jobId));
}

/** Opens a form to type in it; null where nobody would. */
function toTypeIn(scene: Scene, page: Context, form: string): OpenDraft<SavedContent> | null {
  if (!outboxOf(page) || isSentElsewhere(scene, page, form)) return null;
  return open(scene, page, form);
}

const gap = '\n\n';

/** Types into a draft, or begins one: new words stand for those that were typed last. */
export function type(scene: Scene, page: Context, form: string): void {
  const draft = toTypeIn(scene, page, form);
  if (!draft) return;
  scene.backend.hit('type');
  const isThere = () => draftOn(scene, { owner: draft.owner, form }) !== undefined;
  if (!draft.isRead && isThere()) scene.backend.hit('typed before the draft was read');
  const message = messageIn(draft.get());
  const parts = message.text === '' ? [] : message.text.split(gap);
  const { text } = newWord(scene, form, wordOf(scene, parts.pop()));
  draft.put(typedOf({ ...message, text: [...parts, text].join(gap) }));
}

/** Types, and hides the window or leaves it before that is saved; sometimes it ends, or freezes, in the middle of saving. */
export function typeAndLeave(scene: Scene, page: Context, pick: number, die: () => void): void {
  const form = chatForm(`j${pick % 3}`);
  const { uid, sim } = scene;
  if (pick % 2 === 0) type(scene, page, form);
  sim.after(pick % 4 < 2 ? 0 : pick, () => {
    if (page.dead || page.isFrozen || scene.isSigningOut || scene.uid !== uid) return;
    if (isChangingElsewhere(scene, page, form)) return;
    scene.backend.hit('window left while typing');
    draftsOf(page)?.leave();
    if (pick % 5 === 0) sim.afterTasks(pick % 7, die);
    if (pick % 5 !== 1) return;
    page.freeze();
    sim.after(pick * 10, () => page.thaw());
  });
}

/** Opens a chat and types before its draft was read; sometimes also sends or clears that, or types in another window and deletes that. */
export function typeAtOnce(scene: Scene, page: Context, pick: number): void {
  const jobId = `j${pick % 3}`;
  openChat(scene, page, jobId);
  type(scene, page, chatForm(jobId));
  if (pick % 4 === 0) sendTyped(scene, page, jobId);
  if (pick % 4 === 1) clear(scene, page, jobId);
  if (pick % 4 === 2) typeAndDelete(scene, page, jobId, pick % 200);
}

/** Types in another window that shows the draft, and deletes what was typed. */
function typeAndDelete(scene: Scene, page: Context, jobId: string, delayMs: number): void {
  const { uid } = scene;
  const other = scene.pages.find((one) => one && one !== page && !one.dead && !one.isFrozen);
  if (!other) return;
  openChat(scene, other, jobId);
  scene.sim.after(delayMs, () => {
    if (other.dead || other.isFrozen || scene.isSigningOut || scene.uid !== uid) return;
    const draft = openedIn(other, uid as string, chatForm(jobId));
    const before = draft?.get();
    type(scene, other, chatForm(jobId));
    const typed = draft?.get();
    if (!draft || !before || typed === before) return;
    for (const word of wordsIn(typed?.content).filter((one) => !wordsIn(before.content).includes(one)))
      wordOf(scene, word).isOver = true;
    draft.put(before);
  });
}

/** Chooses a file of two chunks: a draft lists it, then its bytes follow. */
export function chooseFile(scene: Scene, page: Context, jobId: string): void {
  const uid = scene.uid as string;
  if (!outboxOf(page)) return;
  scene.backend.hit('file chosen');
  const [id, text] = [scene.newId(), scene.words(uid)];
  const size = 4 * 1024 * 1024 + 1;
  const bytes = async () => new TextEncoder().encode(text).buffer;
  // A real File is read by another thread, in no certain order.
  const file = { size, slice: () => ({ arrayBuffer: bytes }) } as unknown as File;
  const row: DraftRow = {
    owner: `${uid}@ev.test`,
    form: `file:${jobId}`,
    id: scene.newId(),
    uid,
    savedTimestamp: scene.sim.now,
    content: { text },
    files: [{ id, name: 'plan.pdf', type: 'application/pdf', size, lastModified: 0, whole: false }],
  };
  const { db } = page.outbox;
  putDraft(db, row)
    .then(() => putFileBytes(db, uid, id, file))
    .catch(() => undefined);
}

/** Draws on a picture of a message. */
export function draw(scene: Scene, page: Context, jobId: string): void {
  const draft = toTypeIn(scene, page, chatForm(jobId));
  if (!draft) return;
  scene.backend.hit('draw');
  const message = messageIn(draft.get());
  const [known, ...others] = message.drawings;
  const [before] = wordsIn(known);
  const { text } = newWord(scene, draft.form, wordOf(scene, before));
  const drawing = { id: known?.id ?? scene.newId(), name: 'roof.jpg', picture: null, content: { text } };
  draft.put(typedOf({ ...message, drawings: [drawing, ...others] }));
}

/** Adds a drawing to the message that is typed: one write ends the one and changes the other. */
export function finishDrawing(scene: Scene, page: Context, jobId: string): void {
  const draft = openedIn(page, scene.uid as string, chatForm(jobId));
  if (!draft || scene.isSigningOut || draft.isBeingSent) return;
  const message = messageIn(draft.get());
  const [drawing, ...drawings] = message.drawings;
  if (!drawing) return;
  scene.backend.hit('finish a drawing');
  const text = [...wordsIn(drawing.content), message.text].filter(Boolean).join(gap);
  draft.put(typedOf({ ...message, text, drawings }));
}

/** Deletes what is typed in a chat. */
export function clear(scene: Scene, page: Context, jobId: string): void {
  const draft = openedIn(page, scene.uid as string, chatForm(jobId));
  if (!draft) return;
  const message = messageIn(draft.get());
  for (const word of wordsIn(message.text)) wordOf(scene, word).isOver = true;
  draft.put(typedOf({ ...message, text: '', files: [] }));
}

/**
 * Discards what is typed in a form, which the device sometimes refuses, and undoes that, sometimes after something else was typed, or as
 * another window sends it.
 */
export function discardAndUndo(scene: Scene, page: Context, pick: number): void {
  const form = chatForm(`j${pick % 3}`);
  const draft = toTypeIn(scene, page, form);
  if (!draft) return;
  scene.backend.hit('discard and undo');
  const { uid, device, sim } = scene;
  const isUsable = () => !page.dead && !page.isFrozen && !scene.isSigningOut && scene.uid === uid;
  const typeSoon = () => isUsable() && type(scene, page, form);
  const words: Word[] = [];
  discarding.set(draft, words);
  if (pick % 3 === 0 && !device.dbFault) {
    device.dbFault = 'quota';
    sim.after(100, () => {
      device.dbFault = null;
    });
  }
  if (pick % 5 === 0) sim.afterTasks(pick % 20, typeSoon);
  void draft.discard().then((undo) => {
    if (discarding.get(draft) === words) discarding.delete(draft);
    if (pick % 2 === 0) sim.after(pick, typeSoon);
    if (!undo) {
      scene.backend.hit('discard refused');
      // What a sign-out has begun to delete stays deleted.
      if (!scene.isSigningOut) for (const word of words) word.isOver = false;
      return;
    }
    sim.after(pick * 2, () => {
      if (!isUsable() || isSentElsewhere(scene, page, form)) return;
      for (const word of words) Object.assign(word, { isOver: false, isKept: false, wasDiscarded: true });
      void undo();
    });
  });
  const other = scene.pages.find((one) => one && one !== page);
  if (!other || pick % 4 !== 1) return;
  // Before it has heard of that, and without anything typed since.
  const shown = () => openedIn(other, uid as string, form)?.get();
  const before = shown();
  // What is typed there, before or since, is saved in spite of the discard, and undoing that puts the same before it.
  if (openedIn(other, uid as string, form)?.isUnsaved) return;
  const isAsBefore = () => !other.dead && scene.uid === uid && shown() === before;
  sim.after(pick % 5, () => isAsBefore() && sendTyped(scene, other, `j${pick % 3}`));
}

/**
 * Sends a typed text: its draft is removed as the message, or the note, is enqueued.
 *
 * @returns false where there is nothing to send
 */
export function sendTyped(scene: Scene, page: Context, jobId: string, kind: TypedKind = 'message'): boolean {
  const form = formOf(kind, jobId);
  const draft = openedIn(page, scene.uid as string, form);
  if (!draft || isBeingTyped(scene, page, form)) return false;
  const { content, files, id, isReading } = draft.get();
  const { text } = messageIn({ content, files });
  if (text === '' || isReading || draft.isBeingSent) return false;
  scene.backend.hit('send what is typed');
  const words = wordsIn(text).map((word) => wordOf(scene, word));
  for (const word of words) word.leaving += 1;
  draft
    .handOver(
      async (sent) => {
        const clientId = sent.clientId ?? id;
        await person.sendDraft(scene, page, jobId, text, { ...sent, clientId }, kind);
        for (const word of words) word.isSent = true;
        noteSent(scene, page, form);
      },
      typedOf({ ...messageIn({ content, files }), drawings: [] }),
    )
    .catch(() => {
      if (!page.dead) for (const word of words) word.leaving -= 1;
    });
  return true;
}

/** Sends what is typed in every window that shows it. */
export function sendInTwoWindows(scene: Scene, page: Context, jobId: string): void {
  scene.openSecondPage();
  const other = scene.pages[1] as Context;
  if (page.dead) return;
  type(scene, page, chatForm(jobId));
  openChat(scene, other, jobId);
  scene.sim.after(500, () => {
    if ([page, other].some(({ dead, isFrozen }) => dead || isFrozen)) return;
    if (scene.isSigningOut || !scene.uid) return;
    const sent = [page, other].filter((one) => sendTyped(scene, one, jobId));
    if (sent.length === 2) scene.backend.hit('sent in two windows');
  });
}

function waitingOf(scene: Scene, kind: TypedKind): RawRow[] {
  return rawRows(scene.device).filter(
    (row) => row.ownerUid === scene.uid && row.kind === kind && row.state && row.state !== 'acked',
  );
}

/** Makes what waits the draft of its form again, in one transaction; a change only where its form has none. */
export function returnToDraft(scene: Scene, page: Context, kind: TypedKind, pick: number): void {
  const outbox = outboxOf(page);
  // Sometimes the oldest, which may have arrived.
  const row = waitingOf(scene, kind).at(pick % 3 === 0 ? 0 : -1);
  if (!outbox || !row || scene.isSigningOut) return;
  scene.backend.hit(`take ${kind === 'update' ? 'an update' : `a ${kind}`} back`);
  const { ownerUid: uid, clientId, jobId } = row;
  const form = formOf(kind, jobId);
  const draft = open(scene, page, form);
  // What may still be carried out is changed at once; so are words that another message has too.
  const isSame = !row.maybeSent && kind === 'note';
  const text = isSame ? contentOf(row as never) : scene.words(uid);
  const words = wordsIn(text).map((word) => wordOf(scene, word, form));
  const untouch = person.touch(scene, page, row);
  const intent = person.intentOf(scene, row);
  const becomes = words[0]?.text;
  if (intent && becomes) intent.becomes = becomes;
  const { files } = row as unknown as { files: never };
  draft
    .takeBack({ files }, { version: 1, text }, async (left) => {
      const { clearings } = scene;
      const made = await outbox.returnToDraft(uid, clientId, left);
      const beside = wordsIn(made.content).map((word) => wordOf(scene, word, form));
      if (!page.dead) saved(words, beside, clearings === scene.clearings);
      return made;
    })
    .catch(() => {
      untouch();
      // Refused: it became nothing, and another step may delete it.
      if (!page.dead && intent?.becomes === becomes) delete intent?.becomes;
    });
  if (kind === 'update' && pick % 4 === 1 && draft.isRead) type(scene, page, form);
}

/** Stops requiring anything about this user's typed texts. */
export function forgetTyped(scene: Scene, uid: string): void {
  for (const word of scene.typed.values()) if (word.uid === uid) word.isOver = true;
}

/** Returns the words of all drafts. */
export function draftTexts(scene: Scene): string[] {
  return (scene.device.drafts as DraftRow[]).flatMap(({ content }) => wordsIn(content));
}

/** Returns the bytes of the files of the draft with a word. */
export function draftFiles(scene: Scene, word: string): string {
  const row = (scene.device.drafts as DraftRow[]).find(({ content }) => wordsIn(content).includes(word));
  const chunks = [...(rawRecords(scene.device, 'draftChunks')?.values() ?? [])];
  const bytesOf = (id: string) =>
    chunks.flatMap(({ key, value }) =>
      (key as [string])[0] === id ? Buffer.from(value as ArrayBuffer).toString() : [],
    );
  return (row?.files ?? []).map(({ id }) => bytesOf(id).join('')).join('|');
}

/** Checks the part of rule 14 that holds at any moment: no draft has the text of a record made from it. */
export function checkSent(scene: Scene): void {
  const drafts = scene.device.drafts as DraftRow[];
  if (drafts.length === 0) return;
  const sent = new Set(
    [
      ...rawRows(scene.device).flatMap((row) => (row.state ? contentOf(row as never) : [])),
      ...scene.backend.commits.map(({ content }) => content),
    ].flatMap(wordsIn),
  );
  for (const { content } of drafts) {
    const { text = '', drawings = [] } = content as SavedContent;
    const finished = wordsIn(text);
    const isSent = finished.length > 0 && finished.every((word) => sent.has(word));
    scene.check('14 drafts', !isSent, () => `"${text}" was sent and is offered again`);
    const drawn = wordsIn(drawings);
    for (const word of finished) {
      if (wordOf(scene, word).wasDiscarded) continue;
      const isOnce = !drawn.includes(word) && finished.filter((one) => one === word).length === 1;
      scene.check('17 drawings', isOnce, () => `the drawing "${word}" is finished and in progress`);
    }
  }
}

/** Checks rule 14 at the end: saved text is on the device unless it was sent, cleared or went with a sign-out. */
export function checkTyped(scene: Scene): void {
  const there = new Set(wordsIn(rawValues(scene.device, 'drafts')));
  const isThere = (word: Word): boolean => there.has(word.text) || !mustStay(word) || word.next.some(isThere);
  for (const word of scene.typed.values()) {
    if (word.isKept) scene.check('14 drafts', isThere(word), () => `"${word.text}" was typed and is gone`);
  }
}
