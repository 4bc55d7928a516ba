import { ShownDrafts } from '../../../src/outbox/drafts/ShownDrafts.ts';
import type { Outbox } from '../../../src/outbox/Outbox.ts';
import { putDraft, putFileBytes, type SentDraft } from '../../../src/outbox/records/draftRows.ts';
import type { DraftKey, DraftRow } from '../../../src/outbox/records/stores.ts';
import { serialQueue } from '../../../src/timing.ts';
import { contentOf } from './backend.ts';
import { type Context, type RawRow, rawRecords, rawRows, rawValues } from './device.ts';
import * as person from './person.ts';
import type { Scene } from './Scene.ts';

/** A user's typing before they send it, over the product's own drafts; and what of it has to be on the device. */

/** A text while it is typed, in whichever window. `null` stands for an emptied text. */
export type Typed = {
  uid: string;
  form: string;
  /** The text that the user was told is saved. */
  saved: string | null;
  /** Texts that may be saved instead: their writes have not ended. */
  maybe: Set<string | null>;
  /** The window that saved it last. */
  by?: Context;
  /** Whether it went with a sign-out or its outcome is unknown. */
  isOver: boolean;
};

/** `seen`: as it was read from the device, before it was typed on. */
type Part = { typed: Typed; text: string; seen?: string };

/**
 * A text field of one window. `drawn`: the finished drawings of a message, and the draft that was put in front of a text begun before it
 * was read; `drawings`: those in progress, which are saved with it.
 */
type Field = Part & { drawn: Part[]; drawings: Part[] };

const fields = new WeakMap<Context, Map<string, Field>>();
const queues = new WeakMap<Context, Promise<unknown>>();
/** How much a window has not done yet, and the windows in which something failed. */
const begun = new WeakMap<Context, number>();
const failed = new WeakSet<Context>();
/** The texts that were cleared. */
const cleared = new WeakSet<Field>();
/** The texts that a window is sending: no drawing is added to their messages meanwhile. */
const sending = new WeakMap<Context, Set<Field>>();
/** The texts that are being sent while their window shows already what another one has made of them. */
const replaced = new WeakSet<Field>();

function fieldsOf(page: Context): Map<string, Field> {
  const known = fields.get(page) ?? new Map<string, Field>();
  fields.set(page, known);
  return known;
}

/** Runs a window's changes one after the other, as a window does. */
function inOrder(page: Context, work: () => Promise<unknown>): void {
  begun.set(page, (begun.get(page) ?? 0) + 1);
  const next = (queues.get(page) ?? Promise.resolve())
    .then(work)
    // What it shows then is not what is on the device.
    .catch(() => failed.add(page))
    .then(() => begun.set(page, (begun.get(page) ?? 0) - 1));
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

function keyOf(uid: string, form: string): DraftKey {
  return { owner: `${uid}@ev.test`, form };
}

type Content = { text: string; drawn: string[]; drawings: string[] };

function contentsOf(row: Pick<DraftRow, 'content'>): Content {
  return row.content as Content;
}

function textOf(row: Pick<DraftRow, 'content'>): string {
  return contentsOf(row).text;
}

/** Returns our outbox; other libraries have no drafts. */
function outboxOf(page: Context): Outbox | null {
  return 'returnToDraft' in page.outbox ? (page.outbox as Outbox) : null;
}

/** When a window last told the others of a change. */
const announcedAt = new WeakMap<Context['device'], number>();

type Drafts = { shown: ShownDrafts; hear: Set<(name: string | null) => void>; followed: Set<string> };
const windows = new WeakMap<Context, Drafts>();

function draftsOf(page: Context): Drafts {
  const known = windows.get(page);
  if (known) return known;
  const hear = new Set<(name: string | null) => void>();
  const queue = serialQueue();
  const shown = new ShownDrafts((work) => queue(() => work(page.outbox.db)), {
    announce(name) {
      const { sim, contexts } = page.device;
      announcedAt.set(page.device, sim.now);
      if (page.dead) return;
      for (const other of contexts) {
        const listeners = windows.get(other)?.hear ?? [];
        if (other === page) continue;
        sim.after(sim.between(0, 5), () =>
          other.deliver(() => void [...listeners].map((tell) => tell(name))),
        );
      }
    },
    subscribe(listener) {
      hear.add(listener);
      return () => hear.delete(listener);
    },
  });
  const drafts = { shown, hear, followed: new Set<string>() };
  windows.set(page, drafts);
  return drafts;
}

/** Opens a chat, and shows its draft from then on. */
export function openChat(scene: Scene, page: Context, jobId: string): void {
  takeUp(scene, page, scene.uid as string, chatForm(jobId));
}

/** Opens the notes of a job, as `openChat`. */
export function openNotes(scene: Scene, page: Context, jobId: string): void {
  takeUp(scene, page, scene.uid as string, noteForm(jobId));
}

/** Shows the draft of a form, also when another window changes it. */
function takeUp(scene: Scene, page: Context, uid: string, form: string): void {
  const { shown, followed } = draftsOf(page);
  const key = keyOf(uid, form);
  if (!outboxOf(page) || shown.isRead(key)) return;
  const name = nameOf({ uid, form });
  if (!followed.has(name)) {
    followed.add(name);
    const isBusy = () => (unsaved.get(page)?.get(name) ?? 0) > 0;
    shown.follow(key, isBusy, (row) => {
      if (page.dead) return;
      scene.backend.hit('draft of another window shown');
      for (const field of sending.get(page) ?? []) if (nameOf(field.typed) === name) replaced.add(field);
      show(scene, page, uid, form, row);
    });
  }
  inOrder(page, async () => {
    if (shown.isRead(key)) return;
    const { clearings } = scene;
    const row = await shown.read(key, () => !page.dead);
    if (!row || page.dead || clearings !== scene.clearings) return;
    const begun = fieldsOf(page).get(name);
    const { text, drawn: texts, drawings } = contentsOf(row);
    const typed = ofText(scene, text);
    if (!typed || (begun && typedOf(begun).includes(typed))) return;
    scene.backend.hit('draft taken over');
    if (!begun) return show(scene, page, uid, form, row);
    scene.backend.hit('typed before the draft was read');
    begun.drawn.unshift(...[text, ...texts].flatMap((one) => foundAgain(scene, one)));
    begun.drawings.push(...drawings.flatMap((one) => foundAgain(scene, one)));
  });
}

/** Shows a draft as it is on the device. */
function show(scene: Scene, page: Context, uid: string, form: string, row: DraftRow | null): void {
  const name = nameOf({ uid, form });
  if (!row) return void fieldsOf(page).delete(name);
  const { text, drawn: texts, drawings: inProgress } = contentsOf(row);
  const [first, ...drawn] = [text, ...texts].flatMap((one) => foundAgain(scene, one));
  const drawings = inProgress.flatMap((one) => foundAgain(scene, one));
  if (first) fieldsOf(page).set(name, { ...first, drawn, drawings });
}

/** By window and form: how many saves of what was typed have not begun, and how many have not ended. */
type Saves = WeakMap<Context, Map<string, number>>;
const unsaved: Saves = new WeakMap();
const saving: Saves = new WeakMap();

function count(saves: Saves, page: Context, name: string, more: number): void {
  const all = saves.get(page) ?? new Map<string, number>();
  saves.set(page, all.set(name, (all.get(name) ?? 0) + more));
}

/** Counts the writes of drafts, and has the last one of each text: of two windows the later write counts, whichever is told first. */
let writes = 0;
const lastWrite = new WeakMap<Typed, { write: number; page: Context; isTold: boolean }>();

/**
 * Saves what a window shows in a form, and announces it. Of two windows that are typed into at once, the last write counts.
 *
 * @returns the texts that were written
 */
async function save(
  scene: Scene,
  page: Context,
  field: Field,
  text: string,
): Promise<{ texts: readonly string[]; write: number }> {
  const { uid, form } = field.typed;
  const key = keyOf(uid, form);
  const { shown } = draftsOf(page);
  const written = { now: { text, drawn: [], drawings: [] } as Content, write: 0 };
  const row = () => {
    const { savedTimestamp, ...whole } = wholeRow(scene, page, field, text);
    written.now = contentsOf(whole);
    return {
      ...whole,
      // Read as the database takes the row: of two windows, the order of their transactions counts.
      get savedTimestamp() {
        writes += 1;
        written.write = writes;
        for (const typed of typedOf(field)) lastWrite.set(typed, { write: writes, page, isTold: false });
        return savedTimestamp;
      },
    };
  };
  const hasRead = shown.isRead(key);
  await shown.save(key, row);
  shown.announce(key);
  const texts = [written.now.text, ...written.now.drawn, ...written.now.drawings];
  if (!hasRead) return { texts, write: written.write };
  for (const other of scene.typed) {
    const isMine = other === field.typed || texts.some((one) => ofText(scene, one) === other);
    if (other.uid === uid && other.form === form && !isMine) other.isOver = true;
  }
  return { texts, write: written.write };
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
  // What a window is saving may be written after what was read.
  const isBeingSaved = scene.pages.some((page) => page && (saving.get(page)?.get(nameOf(typed)) ?? 0) > 0);
  if (!isBeingSaved) typed.maybe.clear();
  return [{ typed, text, seen: text }];
}

/** Returns what a window shows in a form besides a text that was sent or cleared: what was found or typed since. */
function restOf(page: Context, field: Field): Field | undefined {
  const now = fieldsOf(page).get(nameOf(field.typed));
  return now === field ? undefined : now;
}

function rowOf(scene: Scene, { typed: { uid, form }, text, drawn, drawings }: Field): DraftRow {
  return {
    ...keyOf(uid, form),
    id: scene.newId(),
    uid,
    savedTimestamp: scene.sim.now + scene.device.nextId,
    content: { text, drawn: drawn.map((one) => one.text), drawings: drawings.map((one) => one.text) },
    files: [],
  };
}

/** Returns the draft with a text, and with everything else that its form shows by now. */
function wholeRow(scene: Scene, page: Context, field: Field, text: string): DraftRow {
  const rest = restOf(page, field);
  const drawn = rest ? [...field.drawn, rest, ...rest.drawn] : field.drawn;
  const drawings = [...field.drawings, ...(rest?.drawings ?? [])];
  return rowOf(scene, { ...field, text, drawn, drawings });
}

/** Returns the draft that a message is made from; what else its form shows by then stays. */
function sentDraft(scene: Scene, page: Context, field: Field): SentDraft {
  const { uid, form } = field.typed;
  const rest = () => {
    const left = restOf(page, field);
    return left ? rowOf(scene, left) : null;
  };
  return draftsOf(page).shown.prepareSend(keyOf(uid, form), rest);
}

/** Types into a draft, or begins one. */
export function type(scene: Scene, page: Context, form: string): void {
  const uid = scene.uid as string;
  if (!outboxOf(page) || isSentElsewhere(scene, page, `${uid} ${form}`)) return;
  scene.backend.hit('type');
  takeUp(scene, page, uid, form);
  const field = fieldsOf(page).get(`${uid} ${form}`) ?? begin(scene, page, uid, form);
  const text = scene.words(uid);
  field.text = text;
  saveParts(scene, page, field, [field]);
}

/** Saves a field after parts of it were typed or drawn. */
function saveParts(scene: Scene, page: Context, field: Field, changed: readonly Part[]): void {
  const { text } = field;
  const parts = changed.map(({ typed, text }) => ({ typed, text, before: typed.saved }));
  for (const { typed, text } of parts) {
    typed.maybe.add(text);
    if (scene.isSigningOut) typed.isOver = true;
  }
  const name = nameOf(field.typed);
  count(unsaved, page, name, 1);
  count(saving, page, name, 1);
  inOrder(page, async () => {
    count(unsaved, page, name, -1);
    // A window saves what it shows by then.
    if (cleared.has(field)) {
      for (const { typed, before } of parts) if (typed.saved === before) typed.by = page;
      count(saving, page, name, -1);
      return;
    }
    const { clearings } = scene;
    const { texts, write } = await save(scene, page, field, text)
      .catch((error) => {
        if (!page.dead) for (const { typed, text } of parts) typed.maybe.delete(text);
        throw error;
      })
      .finally(() => count(saving, page, name, -1));
    // Written before the storage was cleared, or after.
    if (page.dead || clearings !== scene.clearings) return;
    for (const { typed, text } of parts) {
      // Another window has written it since; what a killed one was not told of may not have reached the disk.
      const last = lastWrite.get(typed);
      if (last && last.write > write && (last.isTold || !last.page.dead)) continue;
      if (last?.write === write) last.isTold = true;
      // A drawing that was drawn on since is written as it is by then.
      typed.saved = texts.find((one) => one === text || typed.maybe.has(one)) ?? text;
      typed.by = page;
      typed.maybe.delete(text);
    }
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
  const content: Content = { text, drawn: [], drawings: [] };
  const row = {
    ...keyOf(uid, `file:${jobId}`),
    id: scene.newId(),
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

function newTyped(scene: Scene, uid: string, form: string): Typed {
  const typed: Typed = { uid, form, saved: null, maybe: new Set<string | null>(), isOver: false };
  scene.typed.push(typed);
  return typed;
}

function begin(scene: Scene, page: Context, uid: string, form: string): Field {
  const typed = newTyped(scene, uid, form);
  const field = { typed, text: '', drawn: [], drawings: [] };
  fieldsOf(page).set(`${uid} ${form}`, field);
  return field;
}

function typedOf({ typed, drawn, drawings }: Field): Typed[] {
  return [typed, ...[...drawn, ...drawings].map((one) => one.typed)];
}

/** Ends a text, and the drawings with it, once its removal is done. */
function ended(page: Context, field: Field): void {
  if (page.dead) return;
  for (const { typed, text, seen } of [field, ...field.drawn]) {
    typed.maybe.delete(null);
    // What another window has made of it stays, unless this one has shown that.
    if (typed.by && typed.by !== page && typed.saved !== text && typed.saved !== seen) continue;
    typed.saved = null;
    typed.maybe.clear();
    typed.maybe.add(null);
  }
}

/** Notes that a text and its drawings may be gone from now on. */
function mayEnd(field: Field): void {
  for (const typed of typedOf(field)) typed.maybe.add(null);
}

/** Returns the field of a job's message, which is begun where there is none. */
function chatField(scene: Scene, page: Context, jobId: string): Field {
  const uid = scene.uid as string;
  takeUp(scene, page, uid, chatForm(jobId));
  const field = fieldsOf(page).get(`${uid} ${chatForm(jobId)}`) ?? begin(scene, page, uid, chatForm(jobId));
  field.text ||= scene.words(uid);
  return field;
}

type Sent = { page: Context; at: number; typed: Typed };

/** What was sent of a form last, when, and in which window. */
const lastSent = new WeakMap<Scene, Map<string, Sent>>();

/**
 * Whether another window is sending what this one still shows, or has sent it while this one had lost its storage. Nobody changes it
 * here then: a user has one pair of hands, and reloads a page that asks for it.
 */
function isSentElsewhere(scene: Scene, page: Context, name: string): boolean {
  const isIn = (other: Context) =>
    [...(sending.get(other) ?? [])].some(({ typed }) => nameOf(typed) === name);
  const last = lastSent.get(scene)?.get(name);
  if (last !== undefined && last.page !== page) {
    const isUnheard = failed.has(page) && fieldsOf(page).get(name)?.typed === last.typed;
    if (isUnheard || scene.sim.now - last.at < 100) return true;
  }
  return scene.pages.some((other) => other && other !== page && isIn(other));
}

/** Whether another window is saving what was typed in it, which the user cannot send here in that moment. */
function isTypedElsewhere(scene: Scene, page: Context, name: string): boolean {
  const isIn = (other: Context) => !other.dead && !other.isFrozen && (saving.get(other)?.get(name) ?? 0) > 0;
  return scene.pages.some((other) => other && other !== page && isIn(other));
}

/** Draws on a picture of a message. */
export function draw(scene: Scene, page: Context, jobId: string): void {
  if (!outboxOf(page) || isSentElsewhere(scene, page, `${scene.uid} ${chatForm(jobId)}`)) return;
  scene.backend.hit('draw');
  const uid = scene.uid as string;
  const field = chatField(scene, page, jobId);
  const [known] = field.drawings;
  const typed = known?.typed ?? newTyped(scene, uid, chatForm(jobId));
  const drawing = { typed, text: scene.words(uid) };
  field.drawings = [drawing, ...field.drawings.slice(1)];
  saveParts(scene, page, field, [field, drawing]);
}

/** Adds a drawing to the message that is typed: one write ends the one and changes the other. */
export function finishDrawing(scene: Scene, page: Context, jobId: string): void {
  const uid = scene.uid as string;
  const chat = fieldsOf(page).get(`${uid} ${chatForm(jobId)}`);
  const isSent = ({ typed }: Field) => nameOf(typed) === `${uid} ${chatForm(jobId)}`;
  const [drawing, ...others] = chat?.drawings ?? [];
  if (!chat || !drawing || scene.isSigningOut || [...(sending.get(page) ?? [])].some(isSent)) return;
  scene.backend.hit('finish a drawing');
  chat.drawn = [...chat.drawn, drawing];
  chat.drawings = others;
  saveParts(scene, page, chat, [chat, drawing]);
}

/** Puts a text that could not be sent back into its field, unless that shows by now what another window has made of it. */
function stays(page: Context, field: Field, error: unknown): never {
  if (!page.dead) {
    for (const typed of typedOf(field)) typed.maybe.delete(null);
    const rest = restOf(page, field);
    if (replaced.has(field)) throw error;
    if (rest) {
      rest.drawn.unshift(field, ...field.drawn);
      rest.drawings.push(...field.drawings);
    } else fieldsOf(page).set(nameOf(field.typed), field);
  }
  throw error;
}

export function clear(scene: Scene, page: Context, jobId: string): void {
  const uid = scene.uid as string;
  const form = chatForm(jobId);
  const field = fieldsOf(page).get(`${uid} ${form}`);
  if (!field || field.drawings.length > 0) return;
  fieldsOf(page).delete(`${uid} ${form}`);
  cleared.add(field);
  mayEnd(field);
  inOrder(page, async () => {
    const rest = restOf(page, field);
    // What was read since is saved, and what was typed since is about to be.
    if (!rest) await draftsOf(page).shown.drop(keyOf(uid, form));
    const left = (scene.device.drafts as DraftRow[]).find((row) => nameOf(row) === nameOf(field.typed));
    const { text, drawn, drawings } = left ? contentsOf(left) : { text: null, drawn: [], drawings: [] };
    const isLeft = typedOf(field).some(
      ({ saved }) => saved !== null && [text, ...drawn, ...drawings].includes(saved),
    );
    // Another window has made something else of it.
    if (isLeft) for (const typed of typedOf(field)) typed.maybe.delete(null);
    else ended(page, field);
  });
}

/**
 * Sends a typed text: its draft is removed as the message, or the note, is enqueued.
 *
 * @returns false where there is nothing to send
 */
export function sendTyped(scene: Scene, page: Context, jobId: string, kind: TypedKind = 'message'): boolean {
  const uid = scene.uid as string;
  const form = formOf(kind, jobId);
  const field = fieldsOf(page).get(`${uid} ${form}`);
  if (!field || field.drawings.length > 0 || isTypedElsewhere(scene, page, nameOf(field.typed))) return false;
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
    const all = lastSent.get(scene) ?? new Map<string, Sent>();
    lastSent.set(scene, all.set(nameOf(field.typed), { page, at: scene.sim.now, typed: field.typed }));
    ended(page, field);
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
    if (page.dead || other.dead || scene.isSigningOut || !scene.uid) return;
    const sent = [page, other].filter((one) => sendTyped(scene, one, jobId));
    if (sent.length === 2) scene.backend.hit('sent in two windows');
  });
}

/** Uses each window, which then shows the drafts that are on the device (rule 27). */
export function useWindows(scene: Scene): void {
  const { device, pages, clearings, uid } = scene;
  const isUsable = (page: Context | null): page is Context => page !== null && !page.dead && !page.isFrozen;
  const used = pages.filter(isUsable);
  const awake = [...device.contexts].filter(({ dead, isFrozen }) => !dead && !isFrozen);
  for (const page of used) for (const tell of draftsOf(page).hear) tell(null);
  scene.sim.after(1000, () => {
    if (device.dbFault || scene.isSigningOut || scene.uid !== uid || clearings !== scene.clearings) return;
    // The others have not heard of it yet.
    if (scene.sim.now - (announcedAt.get(device) ?? 0) < 20) return;
    // One that died or froze may not have told them; they hear of it when they are used again.
    if (awake.some(({ dead, isFrozen }) => dead || isFrozen)) return;
    for (const page of used.filter(isUsable)) {
      if ((begun.get(page) ?? 0) > 0 || failed.has(page)) continue;
      for (const name of draftsOf(page).followed) {
        const row = (rawValues(device, 'drafts') as DraftRow[]).find((one) => nameOf(one) === name);
        const field = fieldsOf(page).get(name);
        const isSame = (row && textOf(row)) === field?.text;
        scene.check('27 one draft', isSame, () => `${page.name} shows "${field?.text}" of ${name}`);
      }
    }
  });
}

/** What is typed: a message, a note or a change of a job. */
type TypedKind = 'message' | 'note' | 'update';

function formOf(kind: TypedKind, jobId: string): string {
  if (kind === 'update') return `edit-job:${jobId}`;
  return kind === 'note' ? noteForm(jobId) : chatForm(jobId);
}

/** Shows what was put in front of a text that came to nothing: the draft that was read meanwhile. */
function showRest(page: Context, { typed, drawn: [first, ...drawn], drawings }: Field): void {
  if (first) fieldsOf(page).set(nameOf(typed), { ...first, drawn, drawings });
  else if (drawings.length === 0) fieldsOf(page).delete(nameOf(typed));
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
  const { shown } = draftsOf(page);
  takeUp(scene, page, uid, form);
  const known = fieldsOf(page).get(`${uid} ${form}`);
  const isNew = kind === 'update';
  if (isNew && known) return;
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
    const key = keyOf(uid, form);
    const sent = shown.prepareSend(key);
    await outbox
      .returnToDraft(uid, clientId, { ...sent, ...wholeRow(scene, page, field, text) })
      .catch((error) => {
        untouch();
        if (page.dead) throw error;
        // Refused: it became nothing, and another step may delete it.
        if (intent?.becomes === text) delete intent.becomes;
        // What was drawn beside it meanwhile is about to be saved with it.
        if ((saving.get(page)?.get(nameOf(field.typed)) ?? 0) > 0) throw error;
        field.typed.maybe.delete(text);
        if (field.text === text) field.text = before;
        if (!known && field.text === '') showRest(page, field);
        throw error;
      });
    if (page.dead || clearings !== scene.clearings) return;
    field.typed.saved = text;
    field.typed.by = page;
    field.typed.maybe.delete(text);
    if (!isNew || shown.isRead(key)) return;
    // Its form opens with what it reads, which failed before.
    if (fieldsOf(page).get(`${uid} ${form}`) === field) fieldsOf(page).delete(`${uid} ${form}`);
    takeUp(scene, page, uid, form);
  });
}

function waitingOf(scene: Scene, kind: TypedKind): RawRow[] {
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
  const texts = [...drafts.flatMap((row) => [textOf(row), ...contentsOf(row).drawings]), ...finished];
  for (const text of finished) {
    const isOnce = texts.filter((one) => one === text).length === 1;
    scene.check('17 drawings', isOnce, () => `the drawing "${text}" is finished and in progress`);
  }
}

/** Checks rule 14 at the end: saved text is on the device unless it was sent, cleared or went with a sign-out. */
export function checkTyped(scene: Scene): void {
  const rows = (rawValues(scene.device, 'drafts') as DraftRow[]).map(contentsOf);
  const there = new Set(rows.flatMap(({ text, drawn, drawings }) => [text, ...drawn, ...drawings]));
  for (const { saved, maybe, isOver } of scene.typed) {
    if (isOver || saved === null || maybe.has(null)) continue;
    const isThere = [saved, ...maybe].some((text) => text !== null && there.has(text));
    scene.check('14 drafts', isThere, () => `"${saved}" was typed and is gone`);
  }
}
