import {
  dropDraft,
  putDraft,
  putFileBytes,
  resumeDraft,
  type SentDraft,
} from '../../../src/outbox/drafts/draftRows.ts';
import type { Outbox } from '../../../src/outbox/Outbox.ts';
import type { PostRecord } from '../../../src/outbox/records/record.ts';
import type { DraftKey, DraftRow } from '../../../src/outbox/records/stores.ts';
import { contentOf } from './backend.ts';
import { type Context, type RawRow, rawRecords, rawRows, rawValues } from './device.ts';
import * as person from './person.ts';
import type { Scene } from './Scene.ts';

/** A user's typing before they send it, and into an unsent message; and what of it has to be on the device. */

/** A text while it is typed, in whichever window. `null` stands for an emptied text. */
export type Typed = {
  uid: string;
  form: string;
  /** The text that the user was told is saved. */
  saved: string | null;
  /** Texts that may be saved instead: their writes have not ended. */
  maybe: Set<string | null>;
  /** Whether it went with a sign-out or its outcome is unknown. */
  isOver: boolean;
};

type Part = { typed: Typed; text: string };

/**
 * A text field of one window, or a drawing, which is saved as a text is. `drawn`: the finished drawings of a message, and the draft that
 * was put in front of a text begun before it was read.
 */
type Field = Part & { drawn: Part[] };

const fields = new WeakMap<Context, Map<string, Field>>();
const queues = new WeakMap<Context, Promise<unknown>>();
/** The texts that a window is sending: no drawing is added to their messages meanwhile. */
const sending = new WeakMap<Context, Set<Field>>();

function fieldsOf(page: Context): Map<string, Field> {
  const known = fields.get(page) ?? new Map<string, Field>();
  fields.set(page, known);
  return known;
}

/** Runs a window's changes one after the other, as a window does. */
function inOrder(page: Context, work: () => Promise<unknown>): void {
  const next = (queues.get(page) ?? Promise.resolve()).then(work).catch(() => undefined);
  queues.set(page, next);
}

function nameOf({ uid, form }: Pick<Typed, 'uid' | 'form'>): string {
  return `${uid} ${form}`;
}

function chatForm(jobId: string): string {
  return `chat:${jobId}`;
}

export function noteForm(jobId: string): string {
  return `note:${jobId}`;
}

function keyOf(page: Context, uid: string, form: string): DraftKey {
  return { owner: `${uid}@ev.test`, form, slot: page.name };
}

function drawingForms(jobId: string): string {
  return `drawing:${jobId}:`;
}

type Content = { text: string; drawn: string[] };

function contentsOf(row: Pick<DraftRow, 'content'>): Content {
  return row.content as Content;
}

function textOf(row: Pick<DraftRow, 'content'>): string {
  return contentsOf(row).text;
}

/** Returns our outbox; other libraries have no drafts. */
function outboxOf(page: Context): Outbox | null {
  return 'pause' in page.outbox ? (page.outbox as Outbox) : null;
}

function openSlots(scene: Scene): Set<string> {
  return new Set([...scene.device.contexts].map(({ name }) => name));
}

/** Opens a chat and takes over the draft of a window that is gone. */
export function openChat(scene: Scene, page: Context, jobId: string): void {
  const uid = scene.uid as string;
  takeUp(scene, page, uid, chatForm(jobId));
  for (const { form, uid: of } of rawValues(scene.device, 'drafts') as DraftRow[]) {
    if (of === uid && form.startsWith(drawingForms(jobId))) takeUp(scene, page, uid, form);
  }
}

/** Opens the notes of a job, as `openChat`. */
export function openNotes(scene: Scene, page: Context, jobId: string): void {
  takeUp(scene, page, scene.uid as string, noteForm(jobId));
}

function takeUp(scene: Scene, page: Context, uid: string, form: string): void {
  if (!outboxOf(page) || fieldsOf(page).has(`${uid} ${form}`)) return;
  inOrder(page, async () => {
    const { clearings } = scene;
    const row = await resumeDraft(page.outbox.db, uid, keyOf(page, uid, form), openSlots(scene));
    if (!row || page.dead || clearings !== scene.clearings) return;
    const { text, drawn: texts } = contentsOf(row);
    const typed = ofText(scene, text);
    const begun = fieldsOf(page).get(`${uid} ${form}`);
    if (!typed || (begun && typedOf(begun).includes(typed))) return;
    scene.backend.hit('draft taken over');
    const parts = [text, ...texts].flatMap((one) => foundAgain(scene, one));
    if (begun) {
      scene.backend.hit('typed before the draft was read');
      begun.drawn.unshift(...parts);
    } else fieldsOf(page).set(`${uid} ${form}`, { typed, text, drawn: parts.slice(1) });
  });
}

/** Opens a chat and types before its draft was read; sometimes also sends or clears that. */
export function typeAtOnce(scene: Scene, page: Context, pick: number): void {
  const jobId = `j${pick % 3}`;
  openChat(scene, page, jobId);
  type(scene, page, chatForm(jobId));
  if (pick % 4 === 0) sendTyped(scene, page, jobId);
  if (pick % 4 === 1) clear(scene, page, jobId);
}

function ofText(scene: Scene, text: string): Typed | undefined {
  return scene.typed.find(({ saved, maybe }) => saved === text || maybe.has(text));
}

function foundAgain(scene: Scene, text: string): Part[] {
  const typed = ofText(scene, text);
  if (!typed) return [];
  typed.saved = text;
  typed.maybe.clear();
  return [{ typed, text }];
}

/** Returns what a window shows in a form besides a text that was sent or cleared: what was found or typed since. */
function restOf(page: Context, field: Field): Field | undefined {
  const now = fieldsOf(page).get(nameOf(field.typed));
  return now === field ? undefined : now;
}

function rowOf(scene: Scene, page: Context, { typed: { uid, form }, text, drawn }: Field): DraftRow {
  return {
    ...keyOf(page, uid, form),
    uid,
    savedTimestamp: scene.sim.now + scene.device.nextId,
    content: { text, drawn: drawn.map((one) => one.text) },
    files: [],
  };
}

/** Returns the draft with a text, and with everything else that its form shows by now. */
function wholeRow(scene: Scene, page: Context, field: Field, text: string): DraftRow {
  const rest = restOf(page, field);
  const drawn = rest ? [...field.drawn, rest, ...rest.drawn] : field.drawn;
  return rowOf(scene, page, { ...field, text, drawn });
}

/** Returns the draft that a message is made from; what else its form shows by then stays. */
function sentDraft(scene: Scene, page: Context, field: Field): SentDraft {
  const { uid, form } = field.typed;
  const rest = () => {
    const left = restOf(page, field);
    return left ? rowOf(scene, page, left) : null;
  };
  return { ...keyOf(page, uid, form), rest };
}

/** Types into a draft, or begins one. */
export function type(scene: Scene, page: Context, form: string): void {
  const uid = scene.uid as string;
  if (!outboxOf(page)) return;
  scene.backend.hit('type');
  const field = fieldsOf(page).get(`${uid} ${form}`) ?? begin(scene, page, uid, form);
  const text = scene.words(uid);
  field.text = text;
  const { typed } = field;
  typed.maybe.add(text);
  if (scene.isSigningOut) typed.isOver = true;
  inOrder(page, async () => {
    const { clearings } = scene;
    await putDraft(page.outbox.db, wholeRow(scene, page, field, text)).catch((error) => {
      if (!page.dead) typed.maybe.delete(text);
      throw error;
    });
    // Written before the storage was cleared, or after.
    if (page.dead || clearings !== scene.clearings) return;
    typed.saved = text;
    typed.maybe.delete(text);
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
  const entry = { id, name: 'plan.pdf', type: 'application/pdf', size, lastModified: 0, whole: false };
  const content: Content = { text, drawn: [] };
  const row = {
    ...keyOf(page, uid, `file:${jobId}`),
    uid,
    savedTimestamp: scene.sim.now,
    content,
    files: [entry],
  };
  inOrder(page, async () => {
    await putDraft(page.outbox.db, row);
    await putFileBytes(page.outbox.db, uid, id, file);
  });
}

function begin(scene: Scene, page: Context, uid: string, form: string): Field {
  const typed = { uid, form, saved: null, maybe: new Set<string | null>(), isOver: false };
  const field = { typed, text: '', drawn: [] };
  scene.typed.push(typed);
  fieldsOf(page).set(`${uid} ${form}`, field);
  return field;
}

function typedOf({ typed, drawn }: Field): Typed[] {
  return [typed, ...drawn.map((one) => one.typed)];
}

/** Ends a text, and the drawings with it, once its removal is done. */
function ended(page: Context, field: Field): void {
  if (page.dead) return;
  for (const typed of typedOf(field)) {
    typed.saved = null;
    typed.maybe.clear();
    typed.maybe.add(null);
  }
}

/** Notes that a text and its drawings may be gone from now on. */
function mayEnd(field: Field): void {
  for (const typed of typedOf(field)) typed.maybe.add(null);
}

/** Returns the name of a drawing that a window has open. */
function openDrawing(page: Context, uid: string, jobId: string): string | undefined {
  return [...fieldsOf(page).keys()].find((name) => name.startsWith(`${uid} ${drawingForms(jobId)}`));
}

/** Draws on a picture of a message, each drawing on another one. */
export function draw(scene: Scene, page: Context, jobId: string): void {
  if (!outboxOf(page)) return;
  scene.backend.hit('draw');
  const uid = scene.uid as string;
  const known = openDrawing(page, uid, jobId)?.slice(uid.length + 1);
  type(scene, page, known ?? drawingForms(jobId) + scene.newId());
}

/** Adds a drawing to the message that is typed: one transaction ends the one and changes the other. */
export function finishDrawing(scene: Scene, page: Context, jobId: string): void {
  const uid = scene.uid as string;
  const name = openDrawing(page, uid, jobId);
  const drawing = name && fieldsOf(page).get(name);
  const isSent = ({ typed }: Field) => nameOf(typed) === `${uid} ${chatForm(jobId)}`;
  if (!drawing || scene.isSigningOut || [...(sending.get(page) ?? [])].some(isSent)) return;
  const chat = fieldsOf(page).get(`${uid} ${chatForm(jobId)}`) ?? begin(scene, page, uid, chatForm(jobId));
  if (!chat.text) chat.text = scene.words(uid);
  scene.backend.hit('finish a drawing');
  fieldsOf(page).delete(name);
  chat.drawn = [...chat.drawn, drawing];
  const { text } = chat;
  chat.typed.maybe.add(text);
  drawing.typed.maybe.add(drawing.text);
  inOrder(page, async () => {
    const { clearings } = scene;
    const row = wholeRow(scene, page, chat, text);
    await putDraft(page.outbox.db, row, keyOf(page, uid, drawing.typed.form)).catch((error) => {
      if (page.dead) throw error;
      chat.typed.maybe.delete(text);
      chat.drawn = chat.drawn.filter((one) => one !== drawing);
      fieldsOf(page).set(name, drawing);
      throw error;
    });
    if (page.dead || clearings !== scene.clearings) return;
    for (const one of [{ typed: chat.typed, text }, drawing]) {
      one.typed.saved = one.text;
      one.typed.maybe.delete(one.text);
    }
  });
}

/** Puts a text that could not be sent back into its field. */
function stays(page: Context, field: Field, error: unknown): never {
  if (!page.dead) {
    for (const typed of typedOf(field)) typed.maybe.delete(null);
    const rest = restOf(page, field);
    if (rest) rest.drawn.unshift(field, ...field.drawn);
    else fieldsOf(page).set(nameOf(field.typed), field);
  }
  throw error;
}

export function clear(scene: Scene, page: Context, jobId: string): void {
  const uid = scene.uid as string;
  const form = chatForm(jobId);
  const field = fieldsOf(page).get(`${uid} ${form}`);
  if (!field) return;
  fieldsOf(page).delete(`${uid} ${form}`);
  mayEnd(field);
  inOrder(page, async () => {
    const rest = restOf(page, field);
    if (rest) await putDraft(page.outbox.db, rowOf(scene, page, rest));
    else await dropDraft(page.outbox.db, keyOf(page, uid, form));
    ended(page, field);
  });
}

/** Sends a typed text: its draft is removed as the message, or the note, is enqueued. */
export function sendTyped(
  scene: Scene,
  page: Context,
  jobId: string,
  kind: PostRecord['kind'] = 'message',
): void {
  const uid = scene.uid as string;
  const form = kind === 'note' ? noteForm(jobId) : chatForm(jobId);
  const field = fieldsOf(page).get(`${uid} ${form}`);
  if (!field) return;
  scene.backend.hit('send what is typed');
  fieldsOf(page).delete(`${uid} ${form}`);
  mayEnd(field);
  const sent = sending.get(page) ?? new Set();
  sending.set(page, sent.add(field));
  inOrder(page, async () => {
    await person
      .sendDraft(scene, page, jobId, field.text, sentDraft(scene, page, field), kind)
      .catch((error) => stays(page, field, error))
      .finally(() => sent.delete(field));
    ended(page, field);
  });
}

/** Makes an unsent message or note the text of its field again, in one transaction. */
export function takeBack(scene: Scene, page: Context, kind: PostRecord['kind'], pick: number): void {
  const outbox = outboxOf(page);
  // Sometimes the oldest, which may have arrived.
  const row = waitingOf(scene, kind).at(pick % 3 === 0 ? 0 : -1);
  if (!outbox || !row || scene.isSigningOut) return;
  scene.backend.hit(`take a ${kind} back`);
  const { ownerUid: uid, clientId, jobId } = row;
  const form = kind === 'note' ? noteForm(jobId) : chatForm(jobId);
  const known = fieldsOf(page).get(`${uid} ${form}`);
  const field = known ?? begin(scene, page, uid, form);
  const before = field.text;
  // Below what is typed it is another text; so is one that may still be carried out, and words that another message has too.
  const isSame = !known && !row.maybeSent && kind === 'note';
  const text = isSame ? contentOf(row as never) : scene.words(uid);
  field.text = text;
  field.typed.maybe.add(text);
  const untouch = person.touch(scene, page, row);
  const intent = person.intentOf(scene, row);
  if (intent) intent.becomes = text;
  inOrder(page, async () => {
    const { clearings } = scene;
    await outbox.takeBack(uid, clientId, wholeRow(scene, page, field, text)).catch((error) => {
      untouch();
      if (page.dead) throw error;
      // Refused: it became nothing, and another step may delete it.
      if (intent?.becomes === text) delete intent.becomes;
      field.typed.maybe.delete(text);
      if (field.text === text) field.text = before;
      if (!known && field.text === '') fieldsOf(page).delete(`${uid} ${form}`);
      throw error;
    });
    if (page.dead || clearings !== scene.clearings) return;
    field.typed.saved = text;
    field.typed.maybe.delete(text);
  });
}

function editForm(row: Pick<RawRow, 'jobId' | 'clientId'>): string {
  return `chat-edit:${row.jobId}:${row.clientId}`;
}

/** Starts or continues to edit an unsent message. */
export function changeInPlace(scene: Scene, page: Context, pick: number): void {
  const outbox = outboxOf(page);
  const row = waitingMessage(scene, pick);
  if (!outbox || !row) return;
  scene.backend.hit('edit in place');
  takeUp(scene, page, row.ownerUid, editForm(row));
  inOrder(page, async () => {
    await outbox.pause(row.ownerUid, row.clientId);
    if (!page.dead && scene.uid === row.ownerUid) type(scene, page, editForm(row));
  });
}

/** Saves the edit of an unsent message. */
export function saveInPlace(scene: Scene, page: Context, pick: number): void {
  const row = rawRows(scene.device).filter(
    ({ ownerUid, ...rest }) => ownerUid === scene.uid && fieldsOf(page).has(`${ownerUid} ${editForm(rest)}`),
  )[pick % 2];
  if (!row) return;
  const form = editForm(row);
  const field = fieldsOf(page).get(`${row.ownerUid} ${form}`) as Field;
  scene.backend.hit('save in place');
  fieldsOf(page).delete(`${row.ownerUid} ${form}`);
  mayEnd(field);
  inOrder(page, async () => {
    await person
      .saveEdit(scene, page, row, field.text, sentDraft(scene, page, field))
      .catch((error) => stays(page, field, error));
    ended(page, field);
  });
}

function waitingMessage(scene: Scene, pick: number): RawRow | undefined {
  const rows = waitingOf(scene, 'message');
  return rows[pick % Math.max(rows.length, 1)];
}

function waitingOf(scene: Scene, kind: PostRecord['kind']): RawRow[] {
  return rawRows(scene.device).filter(
    (row) => row.ownerUid === scene.uid && row.kind === kind && row.state && row.state !== 'acked',
  );
}

/** Stops requiring anything about this user's typed texts. */
export function forgetTyped(scene: Scene, uid: string): void {
  for (const typed of scene.typed) if (typed.uid === uid) typed.isOver = true;
}

/** Returns the texts of all drafts. */
export function draftTexts(scene: Scene): string[] {
  return (scene.device.drafts as DraftRow[]).map(textOf);
}

/** Returns the bytes of the files of the draft with a text. */
export function draftFiles(scene: Scene, text: string): string {
  const row = (scene.device.drafts as DraftRow[]).find((one) => textOf(one) === text);
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
  const sent = new Set([
    ...rawRows(scene.device).flatMap((row) => (row.state ? contentOf(row as never) : [])),
    ...scene.backend.commits.map(({ content }) => content),
  ]);
  for (const row of drafts) {
    const text = textOf(row);
    scene.check('14 drafts', !sent.has(text), () => `"${text}" was sent and is offered again`);
  }
  const finished = drafts.flatMap((row) => contentsOf(row).drawn);
  const texts = [...drafts.map(textOf), ...finished];
  for (const text of finished) {
    const isOnce = texts.filter((one) => one === text).length === 1;
    scene.check('17 drawings', isOnce, () => `the drawing "${text}" is finished and in progress`);
  }
}

/** Checks rule 14 at the end: saved text is on the device unless it was sent, cleared or went with a sign-out. */
export function checkTyped(scene: Scene): void {
  const rows = (rawValues(scene.device, 'drafts') as DraftRow[]).map(contentsOf);
  const there = new Set(rows.flatMap(({ text, drawn }) => [text, ...drawn]));
  for (const { saved, maybe, isOver } of scene.typed) {
    if (isOver || saved === null || maybe.has(null)) continue;
    const isThere = [saved, ...maybe].some((text) => text !== null && there.has(text));
    scene.check('14 drafts', isThere, () => `"${saved}" was typed and is gone`);
  }
}
