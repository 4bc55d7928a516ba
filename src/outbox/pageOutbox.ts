import { setUploadFetch } from '../api/transport.ts';
import { type Transfer, uploadFetch } from '../api/uploadFetch.ts';
import { browserWorld } from './browserWorld.ts';
import type { QuarantineRow } from './database.ts';
import type { Owner } from './enqueue.ts';
import { Outbox } from './Outbox.ts';
import { OutboxError } from './OutboxError.ts';
import { quarantined } from './quarantine.ts';
import type { OutboxRecord } from './record.ts';
import type { World } from './world.ts';

/** The window's one outbox, and what waits in it for the person signed in, as screens read it. */

type Records = readonly OutboxRecord[];

/** `before` is null when another person's records are shown, and for the first ones of a person. */
export type WaitingListener = (now: Records, before: Records | null) => void;

let outbox: Outbox | null = null;
let owner: Owner | null = null;
let records: Records = [];
let keeps = true;
let uploads: ReadonlyMap<string, Transfer> = new Map();
let noted: ReadonlyMap<string, Transfer> = new Map();
/** Nothing was read yet for this person: what is found then is no news. */
let isFirst = true;
const listeners = new Set<WaitingListener>();
const uploadListeners = new Set<() => void>();

/** Called once, before the app is drawn. */
export function startOutbox(token: World['token']): Outbox {
  if (typeof XMLHttpRequest === 'function') setUploadFetch(uploadFetch);
  return openOutbox(browserWorld(token, (record, transfer) => noteUpload(record.clientId, transfer)));
}

/** Puts an outbox of this world in place of the one before. */
export function openOutbox(world: World): Outbox {
  const opened = new Outbox(world);
  outbox = opened;
  opened.onChange(() => void readAgain());
  void readAgain();
  return opened;
}

/** @throws when the app has not started it */
export function pageOutbox(): Outbox {
  if (!outbox) throw new Error('The outbox was not started.');
  return outbox;
}

/** Whose records are shown; null hides everybody's and deletes nothing. */
export function showRecordsOf(person: Owner | null): void {
  if (person?.uid === owner?.uid) return;
  owner = person;
  isFirst = true;
  put([]);
  void readAgain();
}

/** The person whose records are shown. */
export function recordsOwner(): Owner | null {
  return owner;
}

/** Everything of the person that is not known to have arrived yet, oldest first; the same array until something changes. */
export function waitingRecords(): Records {
  return records;
}

/** Told of every change of `waitingRecords` and of `canKeep`. @returns what stops it */
export function onWaitingChange(listener: WaitingListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** False once this browser has shown that it keeps nothing: then messages are sent at once, or not at all. */
export function canKeep(): boolean {
  return keeps;
}

/** Records of the person that this version cannot read; they are kept for a later one, or to be saved elsewhere. */
export async function quarantinedRecords(): Promise<QuarantineRow[]> {
  return owner && outbox ? quarantined(outbox.db, owner.uid) : [];
}

/**
 * How far the files of a record are: as this page sends them, or, of those that go in pieces, as they were noted last, be it
 * before a reload or by the worker. Undefined before its first byte.
 */
export function uploadOf(clientId: string): Transfer | undefined {
  return uploads.get(clientId) ?? noted.get(clientId);
}

/** By what the server said it has. */
function notedIn(files: OutboxRecord['files']): Transfer {
  const transferred = files.reduce((sum, { upload }) => sum + (upload?.offset ?? 0), 0);
  return { transferred, total: files.reduce((sum, { size }) => sum + size, 0) };
}

export function onUploadProgress(listener: () => void): () => void {
  uploadListeners.add(listener);
  return () => uploadListeners.delete(listener);
}

/** Null: it is over. */
export function noteUpload(clientId: string, transfer: Transfer | null): void {
  const next = new Map(uploads);
  if (transfer) next.set(clientId, transfer);
  else if (!next.delete(clientId)) return;
  uploads = next;
  for (const listener of uploadListeners) listener();
}

function put(next: Records, nowKeeps = keeps): void {
  const isSame = next === records || (next.length === 0 && records.length === 0);
  if (isSame && nowKeeps === keeps) return;
  const before = isFirst ? null : records;
  if (!isSame) {
    records = next;
    const inPieces = next.filter(({ files }) => files.some(({ upload }) => upload));
    noted = new Map(inPieces.map(({ clientId, files }) => [clientId, notedIn(files)]));
  }
  keeps = nowKeeps;
  const sending = new Set(next.flatMap(({ state, clientId }) => (state === 'sending' ? clientId : [])));
  for (const { clientId } of before ?? []) {
    if (uploads.has(clientId) && !sending.has(clientId)) noteUpload(clientId, null);
  }
  for (const listener of listeners) listener(records, before);
}

let isOld = false;
let reading: Promise<void> | null = null;

/**
 * Reads what waits. One reading at a time: what changes meanwhile is read by the next one, however often it changed.
 *
 * @returns when what waits now is what `waitingRecords` answers
 */
export function readAgain(): Promise<void> {
  isOld = true;
  reading ??= readWhileOld();
  return reading;
}

async function readWhileOld(): Promise<void> {
  try {
    while (isOld) {
      isOld = false;
      await readOnce();
    }
  } finally {
    // In one go with the last look at `isOld`: what changes after it begins a reading of its own.
    reading = null;
  }
}

async function readOnce(): Promise<void> {
  const [readOutbox, readOwner] = [outbox, owner];
  const found = await readOutbox?.records(readOwner?.uid ?? '').catch(asError);
  if (readOutbox !== outbox || readOwner !== owner || !found) return;
  if (found instanceof Error) {
    // A newer version of the app keeps things all right; only this page cannot.
    const isNewer = found instanceof OutboxError && found.code === 'newer-app';
    return put(records, isNewer && keeps);
  }
  put(found.sort(bySeq), true);
  isFirst = false;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function bySeq(a: OutboxRecord, b: OutboxRecord): number {
  return a.seq - b.seq;
}
