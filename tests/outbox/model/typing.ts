import { dropDraft, putDraft, resumeDraft } from '../../../src/outbox/drafts/draftRows.ts';
import type { Outbox } from '../../../src/outbox/Outbox.ts';
import type { DraftKey, DraftRow } from '../../../src/outbox/records/database.ts';
import { contentOf } from './backend.ts';
import { type Context, type RawRow, rawRows, rawValues } from './device.ts';
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

/** A text field of one window. */
type Field = { typed: Typed; text: string };

const fields = new WeakMap<Context, Map<string, Field>>();
const queues = new WeakMap<Context, Promise<unknown>>();

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

function chatForm(jobId: string): string {
  return `chat:${jobId}`;
}

function keyOf(page: Context, uid: string, form: string): DraftKey {
  return { owner: `${uid}@ev.test`, form, slot: page.name };
}

function textOf(row: Pick<DraftRow, 'content'>): string {
  return (row.content as { text: string }).text;
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
}

function takeUp(scene: Scene, page: Context, uid: string, form: string): void {
  if (!outboxOf(page) || fieldsOf(page).has(`${uid} ${form}`)) return;
  inOrder(page, async () => {
    const { clearings } = scene;
    const row = await resumeDraft(page.outbox.db, keyOf(page, uid, form), openSlots(scene));
    if (!row || page.dead || clearings !== scene.clearings || fieldsOf(page).has(`${uid} ${form}`)) return;
    const text = textOf(row);
    const typed = scene.typed.find(({ saved, maybe }) => saved === text || maybe.has(text));
    if (!typed) return;
    scene.backend.hit('draft taken over');
    typed.saved = text;
    typed.maybe.clear();
    fieldsOf(page).set(`${uid} ${form}`, { typed, text });
  });
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
    const row = {
      ...keyOf(page, uid, form),
      uid,
      savedTimestamp: scene.sim.now + scene.device.nextId,
      content: { text },
      files: [],
    };
    await putDraft(page.outbox.db, row).catch((error) => {
      if (!page.dead) typed.maybe.delete(text);
      throw error;
    });
    // Written before the storage was cleared, or after.
    if (page.dead || clearings !== scene.clearings) return;
    typed.saved = text;
    typed.maybe.delete(text);
  });
}

function begin(scene: Scene, page: Context, uid: string, form: string): Field {
  const typed = { uid, form, saved: null, maybe: new Set<string | null>(), isOver: false };
  const field = { typed, text: '' };
  scene.typed.push(typed);
  fieldsOf(page).set(`${uid} ${form}`, field);
  return field;
}

/** Ends a text once its removal is done. */
function ended(page: Context, typed: Typed): void {
  if (page.dead) return;
  typed.saved = null;
  typed.maybe.clear();
  typed.maybe.add(null);
}

/** Puts a text that could not be sent back into its field. */
function stays(page: Context, field: Field, error: unknown): never {
  if (!page.dead) {
    const { uid, form } = field.typed;
    field.typed.maybe.delete(null);
    if (!fieldsOf(page).has(`${uid} ${form}`)) fieldsOf(page).set(`${uid} ${form}`, field);
  }
  throw error;
}

export function clear(scene: Scene, page: Context, jobId: string): void {
  const uid = scene.uid as string;
  const form = chatForm(jobId);
  const field = fieldsOf(page).get(`${uid} ${form}`);
  if (!field) return;
  fieldsOf(page).delete(`${uid} ${form}`);
  field.typed.maybe.add(null);
  inOrder(page, async () => {
    await dropDraft(page.outbox.db, keyOf(page, uid, form));
    ended(page, field.typed);
  });
}

/** Sends a typed text: its draft is removed as the message is enqueued. */
export function sendTyped(scene: Scene, page: Context, jobId: string): void {
  const uid = scene.uid as string;
  const form = chatForm(jobId);
  const field = fieldsOf(page).get(`${uid} ${form}`);
  if (!field) return;
  scene.backend.hit('send what is typed');
  fieldsOf(page).delete(`${uid} ${form}`);
  const { typed, text } = field;
  typed.maybe.add(null);
  inOrder(page, async () => {
    await person
      .sendDraft(scene, page, jobId, text, keyOf(page, uid, form))
      .catch((error) => stays(page, field, error));
    ended(page, typed);
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
  field.typed.maybe.add(null);
  inOrder(page, async () => {
    await person
      .saveEdit(scene, page, row, field.text, keyOf(page, row.ownerUid, form))
      .catch((error) => stays(page, field, error));
    ended(page, field.typed);
  });
}

function waitingMessage(scene: Scene, pick: number): RawRow | undefined {
  const rows = rawRows(scene.device).filter(
    (row) => row.ownerUid === scene.uid && row.kind === 'message' && row.state && row.state !== 'acked',
  );
  return rows[pick % Math.max(rows.length, 1)];
}

/** Stops requiring anything about this user's typed texts. */
export function forgetTyped(scene: Scene, uid: string): void {
  for (const typed of scene.typed) if (typed.uid === uid) typed.isOver = true;
}

/** Checks the part of rule 14 that holds at any moment: no draft has the text of a record made from it. */
export function checkSent(scene: Scene): void {
  const drafts = rawValues(scene.device, 'drafts') as DraftRow[];
  if (drafts.length === 0) return;
  const sent = new Set([
    ...rawRows(scene.device).flatMap((row) => (row.state ? contentOf(row as never) : [])),
    ...scene.backend.commits.map(({ content }) => content),
  ]);
  for (const row of drafts) {
    const text = textOf(row);
    scene.check('14 drafts', !sent.has(text), () => `"${text}" was sent and is offered again`);
  }
}

/** Checks rule 14 at the end: saved text is on the device unless it was sent, cleared or went with a sign-out. */
export function checkTyped(scene: Scene): void {
  const there = new Set((rawValues(scene.device, 'drafts') as DraftRow[]).map(textOf));
  for (const { saved, maybe, isOver } of scene.typed) {
    if (isOver || saved === null || maybe.has(null)) continue;
    const isThere = [saved, ...maybe].some((text) => text !== null && there.has(text));
    scene.check('14 drafts', isThere, () => `"${saved}" was typed and is gone`);
  }
}
