import type { Outbox } from '../../../src/outbox/Outbox.ts';
import { echoesOf } from '../../../src/outbox/queries/echoes.ts';
import type { SentDraft } from '../../../src/outbox/records/draftRows.ts';
import type { CopiedFile } from '../../../src/outbox/records/fileBytes.ts';
import type { Draft, OutboxRecord, PostKind, PostRecord } from '../../../src/outbox/records/record.ts';
import { versionOf } from './backend.ts';
import { type Context, type RawRow, rawRows } from './device.ts';
import { answerText } from './messages.ts';
import type { Intent, Scene } from './Scene.ts';

/** The actions of a user, and what they may rely on from then on. */

function fileOf(text: string, chunkCount: number): CopiedFile {
  const chunks = Array.from({ length: chunkCount }, (_, n) => new TextEncoder().encode(`${text}${n}`).buffer);
  const size = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  return { name: 'plan.pdf', type: 'application/pdf', size, chunks, sha256: '' };
}

function textOf(file: CopiedFile): string {
  return file.chunks.map((chunk) => Buffer.from(chunk).toString()).join('');
}

function messageWords(content: string) {
  return { content, fromUserType: 'CLIENT' as const, jobReporter: '', assignedTo: '' };
}

/** The changes that a job has as a user sees it. */
function changesOf(scene: Scene, jobId: string): readonly string[] {
  return [...(scene.backend.jobs.get(jobId)?.changes ?? [])];
}

/** Returns the job and its version that a change is made to. */
function madeTo(scene: Scene, jobId: string) {
  return { evJobId: jobId, version: versionOf({ changes: [...changesOf(scene, jobId)] }) };
}

function updateOf(scene: Scene, jobId: string, jobDescription: string) {
  return { ...madeTo(scene, jobId), jobDescription };
}

/** Returns a due date with the one that its author sees. */
function dueIn(scene: Scene, jobId: string, reason: string) {
  const seen = scene.backend.choices.get(`due ${jobId}`)?.value ?? null;
  return { date: `the day of ${reason}`, reason, seen };
}

/** Presses Send, or presses it again under the key `again`. */
function put(
  scene: Scene,
  page: Context,
  draft: Draft,
  content: string,
  fileCount = 0,
  again?: string,
  followers: readonly Draft[] = [],
): string {
  const uid = scene.uid as string;
  const clientId = again ?? scene.newId();
  const files = Array.from({ length: fileCount }, (_, n) => fileOf(`${clientId}-${n} of ${uid} `, 3 - n));
  if (!again) {
    scene.bytes.set(clientId, files.map(textOf).join('|'));
    scene.intend({ clientId, ownerUid: uid, kind: draft.kind, content, device: page.device.name });
  }
  const intent = scene.intents.get(clientId) as Intent;
  intent.marks = followers.length;
  if (draft.kind === 'update') intent.seen = changesOf(scene, draft.jobId);
  void page.outbox.send({ uid, email: `${uid}@ev.test` }, draft, files, clientId, undefined, followers).then(
    () => {
      if (!page.dead) intent.kept = true;
    },
    // Nothing was stored, and the user was told.
    () => undefined,
  );
  return clientId;
}

function noteDraft(jobId: string, content: string): Draft {
  return { kind: 'note', jobId, payload: { content } };
}

function messageDraft(jobId: string, content: string): Draft {
  return { kind: 'message', jobId, payload: messageWords(content) };
}

/** Sends a draft. @throws when it was not enqueued; then the draft stays */
export async function sendDraft(
  scene: Scene,
  page: Context,
  jobId: string,
  content: string,
  sent: SentDraft,
  kind: 'message' | 'note' | 'update',
): Promise<void> {
  const [uid = ''] = sent.owner.split('@');
  const clientId = sent.clientId ?? scene.newId();
  scene.bytes.set(clientId, '');
  // Another window may send the same: it is meant once.
  const isSame = (one: Intent) => one.ownerUid === uid && one.content === content && one.touches === 0;
  const intent = scene.allIntents().find(isSame) ?? scene.intend({ clientId, ownerUid: uid, kind, content });
  const update: Draft = { kind: 'update', jobId, payload: updateOf(scene, jobId, content) };
  if (kind === 'update') intent.seen = changesOf(scene, jobId);
  const draft = { note: noteDraft(jobId, content), message: messageDraft(jobId, content), update }[kind];
  const isThere = [...rawRows(scene.device), ...scene.backend.commits].some(
    (one) => one.clientId === intent.clientId,
  );
  // What came to nothing, refused or with its page, is written when it is sent anew, under the key of the draft as it is by then.
  if (!intent.kept && !isThere) {
    scene.intents.delete(intent.clientId);
    scene.intents.set(clientId, Object.assign(intent, { clientId, at: scene.sim.now }));
  }
  await page.outbox.send({ uid, email: sent.owner }, draft, [], clientId, sent);
  if (!page.dead) intent.kept = true;
}

export function write(scene: Scene, page: Context, jobId: string, fileCount = 0): Intent {
  const content = scene.words(scene.uid as string);
  return scene.intents.get(put(scene, page, messageDraft(jobId, content), content, fileCount)) as Intent;
}

/** Adds a staff note to a job. */
export function addNote(scene: Scene, page: Context, jobId: string): void {
  const content = scene.words(scene.uid as string);
  put(scene, page, noteDraft(jobId, content), content);
}

export function writeTwice(scene: Scene, page: Context): void {
  scene.backend.hit('send the same words twice');
  const content = `same words of ${scene.uid}`;
  put(scene, page, messageDraft('j0', content), content);
  put(scene, page, messageDraft('j0', content), content);
}

export function doubleClick(scene: Scene, page: Context, jobId: string): void {
  scene.backend.hit('double click on send');
  const content = scene.words(scene.uid as string);
  const draft = messageDraft(jobId, content);
  put(scene, page, draft, content, 0, put(scene, page, draft, content));
}

/** Answers a shot of a checklist with a photo. */
export function answerShot(scene: Scene, page: Context, pick: number): void {
  const [jobId, shotId] = [`j${pick % 3}`, `a${pick % 2}`];
  const content = answerText(shotId);
  const draft = messageDraft(jobId, content);
  if (draft.kind === 'message') draft.payload.shot = shotId;
  const clientId = put(scene, page, draft, content, 1);
  (scene.intents.get(clientId) as Intent).answers = shotId;
}

/** The same user answers the same shot on another device, before or after. */
export function answerOnTwoDevices(scene: Scene, page: Context, pick: number): void {
  scene.backend.hit('shot answered on two devices');
  const elsewhere = () =>
    scene.backend.answerElsewhere(`j${pick % 3}`, `a${pick % 2}`, `${scene.uid}@ev.test`);
  if (pick % 4 < 2) elsewhere();
  else scene.sim.after(pick * 5, elsewhere);
  answerShot(scene, page, pick);
}

/** Saves a shot of a list under a new name, sometimes with a picture. */
export function saveShot(scene: Scene, page: Context, pick: number): void {
  const uid = scene.uid as string;
  const name = scene.words(uid);
  const shotId = `s${pick % 2}-${uid}`;
  const draft: Draft = { kind: 'shot', payload: { shotId, service: 'PIL', name, hint: '' } };
  put(scene, page, draft, name, pick % 3 === 0 ? 1 : 0);
}

/** Puts a conversation off, now until this day and now until that one. */
export function snooze(scene: Scene, page: Context, pick: number): void {
  const jobId = `j${pick % 2}`;
  const until = 1_800_000_000 + 86_400 * (pick % 7) + scene.intents.size;
  put(scene, page, { kind: 'snooze', jobId, payload: { jobId, until, seen: 1 } }, String(until));
}

/** Saves a reply under new words, sometimes with a file. */
export function saveReply(scene: Scene, page: Context, pick: number): void {
  const uid = scene.uid as string;
  const content = scene.words(uid);
  const payload = { replyId: `r${pick % 2}-${uid}`, isFirms: false, name: 'Thanks', content };
  put(scene, page, { kind: 'savedReply', payload }, content, pick % 3 === 0 ? 1 : 0);
}

/** Saves a named view under another name, now shared and now removed. */
export function saveView(scene: Scene, page: Context, pick: number): void {
  const uid = scene.uid as string;
  const name = scene.words(uid);
  const payload = {
    viewId: `v${pick % 2}-${uid}`,
    name,
    isShared: pick % 2 === 0,
    category: 'all',
    search: { q: name },
    ...(pick % 5 === 0 && { removed: true }),
  };
  put(scene, page, { kind: 'view', payload }, name);
}

/** Stores what differs between two plans of a job, of the same two again and again. */
export function comparePlans(scene: Scene, page: Context, pick: number): void {
  const uid = scene.uid as string;
  const jobId = `j${pick % 3}`;
  const sheets = scene.words(uid);
  const [before, after] = [{ key: `a-${jobId}-${uid}` }, { key: `b${pick % 2}-${jobId}-${uid}` }];
  const payload = { jobId, comparison: { version: 1, before, after, sheets } };
  put(scene, page, { kind: 'comparison', jobId, payload }, sheets);
}

export function reportJob(scene: Scene, page: Context, fileCount: number): void {
  const jobCode = scene.words(scene.uid as string);
  put(scene, page, { kind: 'report', payload: { jobCode } }, jobCode, fileCount);
}

export function updateJob(scene: Scene, page: Context, jobId: string): void {
  const words = scene.words(scene.uid as string);
  put(
    scene,
    page,
    { kind: 'update', jobId, payload: updateOf(scene, jobId, words), ...heldBack(scene) },
    words,
  );
}

/** Every third change can be taken back for a while before it leaves. */
function heldBack(scene: Scene): { undoWindowMs?: number } {
  if (scene.intents.size % 3 !== 0) return {};
  scene.backend.hit('change held back');
  return { undoWindowMs: 10_000 };
}

/** Makes a change that can be undone. @returns its key */
function changeForNow(scene: Scene, page: Context, jobId: string): string {
  const words = scene.words(scene.uid as string);
  const payload = updateOf(scene, jobId, words);
  return put(scene, page, { kind: 'update', jobId, payload, undoWindowMs: 10_000 }, words);
}

/** Undoes a change, in a window that can be used. */
function undo(scene: Scene, clientId: string, page: Context | null): void {
  const row = rawRows(scene.device).find((one) => one.clientId === clientId);
  const outbox = page && 'discardUnsent' in page.outbox ? (page.outbox as Outbox) : null;
  if (!outbox || row?.ownerUid !== scene.uid) return;
  const untouch = touch(scene, page as Context, row);
  outbox.discardUnsent(row.ownerUid, clientId).then(
    () => {
      scene.backend.hit('change undone');
      (scene.intents.get(clientId) as Intent).isUndone = true;
    },
    () => {
      scene.backend.hit('change refused to be undone');
      untouch();
    },
  );
}

export function changeAndUndo(scene: Scene, page: Context, pick: number): void {
  const clientId = changeForNow(scene, page, `j${pick % 3}`);
  scene.sim.after(pick * 11, () => undo(scene, clientId, scene.page(pick)));
}

/**
 * Makes a change, and closes the window, as its user does; undoes it in the next window, or just before: then the transaction is under
 * way as the window is left, and ends where the browser brings that back.
 */
export function changeAndClose(scene: Scene, page: Context, pick: number, close: () => void): void {
  const { backend, sim } = scene;
  backend.hit('window closes before a change leaves');
  const clientId = changeForNow(scene, page, `j${pick % 3}`);
  const leave = () => {
    if (page.dead) return;
    const { inFlight } = page;
    if (!page.isFrozen && 'leave' in page.outbox) (page.outbox as Outbox).leave();
    if (page.inFlight > inFlight) backend.hit('change leaves with its window');
    sim.after(pick % 2 === 0 ? 0 : 1000, close);
  };
  sim.after(pick * 11, () => {
    if (pick % 3 > 0) return leave();
    if (!page.dead && !page.isFrozen) undo(scene, clientId, page);
    sim.afterTasks(pick % 20, leave);
  });
  if (pick % 3 > 0) sim.after(pick * 11 + 2000, () => undo(scene, clientId, scene.page(pick)));
}

/** Sets the due date of a job and says why; sometimes somebody changes the job meanwhile. */
export function setDue(scene: Scene, page: Context, pick: number): void {
  scene.backend.hit('due date set');
  const jobId = `j${pick % 3}`;
  const due = dueIn(scene, jobId, scene.words(scene.uid as string));
  put(
    scene,
    page,
    { kind: 'due', jobId, payload: { ...madeTo(scene, jobId), due }, ...heldBack(scene) },
    due.reason,
  );
  if (pick % 2 === 0) scene.backend.cancelElsewhere(jobId);
}

/** Adds a deliverable, which may complete the job. */
export function deliver(scene: Scene, page: Context, pick: number): void {
  scene.backend.hit('deliverable added');
  const jobId = `j${pick % 3}`;
  const note = scene.words(scene.uid as string);
  const payload = {
    ...madeTo(scene, jobId),
    deliverable: { note },
    ...(pick % 2 === 0 && { status: 'COMPLETED' }),
  };
  put(scene, page, { kind: 'update', jobId, payload }, note, pick % 3);
}

/** Puts a job on hold and says why. */
export function hold(scene: Scene, page: Context, pick: number): void {
  const uid = scene.uid as string;
  const jobId = `j${pick % 3}`;
  const words = scene.words(uid);
  const reason = `why ${words}`;
  const draft: Draft = { kind: 'update', jobId, payload: { ...updateOf(scene, jobId, words), reason } };
  const clientId = put(scene, page, draft, words);
  (scene.intents.get(clientId) as Intent).reason = reason;
}

/** Somebody cancels the job on another device, before or after. */
export function holdOnTwoDevices(scene: Scene, page: Context, pick: number): void {
  scene.backend.hit('held and cancelled on two devices');
  const elsewhere = () => scene.backend.cancelElsewhere(`j${pick % 3}`);
  hold(scene, page, pick);
  if (pick % 4 < 2) elsewhere();
  else scene.sim.after(pick * 5, elsewhere);
}

function markDraft(communicationId: string, target: 'NEW' | 'ADDRESSED'): Draft {
  return { kind: 'mark', jobId: 'j0', payload: { communicationId, target } };
}

export function turnMark(scene: Scene, page: Context, pick: number): void {
  put(scene, page, markDraft(`t${pick % 2}-${scene.uid}`, pick % 4 < 2 ? 'ADDRESSED' : 'NEW'), '');
}

/** Chooses, and again on this or the second device while the first request, whose response is lost, may still be carried out. */
export function chooseAgain(scene: Scene, page: Context, pick: number): void {
  const uid = scene.uid;
  scene.backend.hit('chosen again before the first arrives');
  scene.backend.nextFaults.push('commit after the timeout');
  turnMark(scene, page, pick);
  scene.sim.after(10_000 + pick * 100, () => {
    if (page.dead || scene.uid !== uid) return;
    const second = pick % 3 === 0 ? scene.onSecondDevice(uid as string) : null;
    turnMark(scene, second ?? page, pick + 2);
  });
}

/** Sends a message that marks others as addressed; sometimes by two clicks. */
export function sendAndMark(scene: Scene, page: Context, pick: number): void {
  const marks = ([[0], [1], [0, 1]][pick % 3] ?? []).map((n) => markDraft(`t${n}-${scene.uid}`, 'ADDRESSED'));
  const content = scene.words(scene.uid as string);
  const draft = messageDraft('j0', content);
  const clientId = put(scene, page, draft, content, 0, undefined, marks);
  if (pick % 4 > 0) return;
  scene.backend.hit('message with marks sent twice');
  put(scene, page, draft, content, 0, clientId, marks);
}

/** Picks an unsent record: sometimes one being sent, otherwise refused ones first. */
export function waiting(scene: Scene, pick: number): RawRow | undefined {
  const rows = rawRows(scene.device).filter(
    (row) => row.ownerUid === scene.uid && row.state && row.kind !== 'mark',
  );
  const sending = rows.filter((row) => row.state === 'sending');
  if (pick % 2 === 0 && sending.length > 0) return sending[0];
  const failed = rows.filter((row) => row.state === 'failed');
  return (failed.length > 0 ? failed : rows)[pick % Math.max(1, failed.length || rows.length)];
}

export function retry(scene: Scene, page: Context, pick: number, times: number): void {
  const row = waiting(scene, pick);
  if (!row) return;
  scene.backend.hit(times > 1 ? 'double click on retry' : 'retry');
  for (let n = 0; n < times; n += 1) {
    void page.outbox.retry(row.ownerUid, row.clientId).catch(() => undefined);
  }
}

/** Finds a row's intent. */
export function intentOf(scene: Scene, row: RawRow): Intent | undefined {
  return scene.intents.get(row.clientId);
}

/** Marks a row's intent as undecided; the returned function undoes that when taking it back was refused. */
export function touch(scene: Scene, page: Context, row: RawRow): () => void {
  const intent = intentOf(scene, row);
  if (intent) intent.touches += 1;
  return () => {
    if (intent && !page.dead) intent.touches -= 1;
  };
}

export function cancel(scene: Scene, page: Context, row: RawRow | undefined): void {
  if (!row) return;
  scene.backend.hit(row.state === 'sending' ? 'cancel while sending' : 'cancel');
  const untouch = touch(scene, page, row);
  void page.outbox.discard(row.ownerUid, row.clientId).catch(untouch);
}

/** Deletes a record and undoes that a little later. */
export function cancelAndUndo(scene: Scene, page: Context, pick: number): void {
  const row = waiting(scene, pick);
  if (!row || !('discardWithUndo' in page.outbox)) return;
  scene.backend.hit('cancel and undo');
  const outbox = page.outbox as Outbox;
  const untouch = touch(scene, page, row);
  outbox.discardWithUndo(row as unknown as OutboxRecord).then((undo) => {
    scene.sim.after(pick * 10, () => {
      if (page.dead || scene.uid !== row.ownerUid) return;
      scene.restored.add(row.seq).add(row.clientId);
      undo().then(untouch, () => undefined);
    });
  }, untouch);
}

/** Reads a conversation, or the notes of a job, and draws it: nothing may be there twice, and nothing unsent may be missing. */
export async function look(
  scene: Scene,
  page: Context,
  jobId: string,
  kind: PostKind = 'message',
): Promise<void> {
  const uid = scene.uid as string;
  const begunAt = scene.device.now();
  const { backend } = scene;
  const conversation = await page.reads<readonly { idempotencyKey?: string }[]>(() =>
    kind === 'note' ? backend.notesOf(jobId) : backend.conversation(jobId),
  );
  if (scene.uid !== uid) return;
  const records = await page.outbox.records(uid);
  const echoes = echoesOf<PostRecord>(jobId, conversation, begunAt, records, kind);
  for (const { record } of echoes) {
    scene.check('20 notes', record.kind === kind, () => `${record.clientId} is drawn as a ${kind}`);
  }
  const there = new Set(conversation.map(({ idempotencyKey }) => idempotencyKey));
  const drawn = new Set(echoes.map((echo) => echo.record.clientId));
  for (const record of records) {
    if (!there.has(record.clientId)) continue;
    const words = () => `${record.clientId} is drawn twice, ${record.state}`;
    scene.check('10 echo', !drawn.has(record.clientId), words);
  }
  for (const record of records) {
    if (record.kind !== kind || record.jobId !== jobId || record.attempts > 0) continue;
    scene.check('1 nothing lost', drawn.has(record.clientId), () => `${record.clientId} waits unseen`);
  }
  scene.backend.hit('look');
  page.read.set(kind === 'note' ? `note:${jobId}` : jobId, {
    at: begunAt,
  });
  await page.outbox.removeLinked(uid, jobId, conversation, begunAt, kind);
}
