import { dropDraft, putDraft, takeUpDraft } from '../../../src/outbox/drafts/draftRows.ts';
import type { Outbox } from '../../../src/outbox/Outbox.ts';
import type { DraftKey, DraftRow } from '../../../src/outbox/records/database.ts';
import { contentOf } from './backend.ts';
import { type Context, type RawRow, rawRows, rawValues } from './device.ts';
import * as person from './person.ts';
import type { Scene } from './Scene.ts';

/** What a person types before they send it, and into a message that waits; and what of it has to be on the device. */

/** One text as it is typed, whichever window holds it. `null` stands for "nothing is typed any more". */
export type Typed = {
  uid: string;
  form: string;
  /** What the person was told is saved. */
  saved: string | null;
  /** What may be saved instead: its write has not answered. */
  maybe: Set<string | null>;
  /** It went with a sign-out, or nobody can say any more. */
  isOver: boolean;
};

/** What one window has in its fields. */
type Field = { typed: Typed; text: string };

const fields = new WeakMap<Context, Map<string, Field>>();
const queues = new WeakMap<Context, Promise<unknown>>();

function fieldsOf(page: Context): Map<string, Field> {
  const known = fields.get(page) ?? new Map<string, Field>();
  fields.set(page, known);
  return known;
}

/** As a window does it: one change after the other. */
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

/** Other libraries have no drafts. */
function outboxOf(page: Context): Outbox | null {
  return 'pause' in page.outbox ? (page.outbox as Outbox) : null;
}

function openSlots(scene: Scene): Set<string> {
  return new Set([...scene.device.contexts].map(({ name }) => name));
}

/** Opens a chat: what a window left that is gone comes back. */
export function openChat(scene: Scene, page: Context, jobId: string): void {
  const uid = scene.uid as string;
  takeUp(scene, page, uid, chatForm(jobId));
}

function takeUp(scene: Scene, page: Context, uid: string, form: string): void {
  if (!outboxOf(page) || fieldsOf(page).has(`${uid} ${form}`)) return;
  inOrder(page, async () => {
    const { clearings } = scene;
    const row = await takeUpDraft(page.outbox.db, keyOf(page, uid, form), openSlots(scene));
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

/** Types on, or begins. */
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
    // Written before it was taken off the device, or after.
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

/** Ends a text whose removal has been asked for, once that is answered. */
function ended(page: Context, typed: Typed): void {
  if (page.dead) return;
  typed.saved = null;
  typed.maybe.clear();
  typed.maybe.add(null);
}

/** It could not be sent: the field still has it. */
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

/** Sends what is typed: the draft goes as the message is enqueued. */
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

/** Takes a waiting message up to change it, or goes on with that. */
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

/** Saves the change of a waiting message. */
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

/** Of what was typed by this person, nothing is owed any more. */
export function forgetTyped(scene: Scene, uid: string): void {
  for (const typed of scene.typed) if (typed.uid === uid) typed.isOver = true;
}

/** Rule 14, as far as it holds at any moment: nothing stands in a draft that stands in a record made from it. */
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

/** Rule 14 at the end: what was typed and saved is on the device, unless it was sent, cleared or went with a sign-out. */
export function checkTyped(scene: Scene): void {
  const there = new Set((rawValues(scene.device, 'drafts') as DraftRow[]).map(textOf));
  for (const { saved, maybe, isOver } of scene.typed) {
    if (isOver || saved === null || maybe.has(null)) continue;
    const isThere = [saved, ...maybe].some((text) => text !== null && there.has(text));
    scene.check('14 drafts', isThere, () => `"${saved}" was typed and is gone`);
  }
}
