import type { Transfer } from '../../api/requestBody.ts';
import { createEvent, createStore } from '../../store.ts';
import type { Owner } from './enqueue.ts';
import type { Environment } from './environment.ts';
import type { OutboxRecord } from './record.ts';

/** The signed-in user's records, as screens read them. Apart from the outbox itself, which is loaded after the first screen. */
export type Records = readonly OutboxRecord[];

/** `before` is null when another user's records are shown, and for the first ones of a user. */
type WaitingListener = (now: Records, before: Records | null) => void;

// State of this module, not of an object that is passed: a window shows one user's records, and some thirty modules ask for them,
// most of them in functions that are no components.
const owner = createStore<Owner | null>(null);
let records: Records = [];
let discarded: ReadonlySet<number> = new Set();
let storable = true;
const uploads = createStore<ReadonlyMap<string, Transfer>>(new Map());
let noted: ReadonlyMap<string, Transfer> = new Map();
/** Whether nothing was read yet for this user: the first records found are no change. */
let isFirst = true;
const changed = createEvent<Parameters<WaitingListener>>();

/** The signed-in user, as the outbox of a page sees them. */
export type Sender = {
  current(): Owner | null;
  subscribe(listener: () => void): void;
  token: Environment['token'];
};

let sender: Sender | null = null;

/** Shows the records of this user, and sends them with their token. Called once, as the page starts. */
export function followSender(next: Sender): void {
  sender = next;
  next.subscribe(() => showRecordsOf(next.current()));
}

/** @throws when no user is followed */
export function senderToken(): Environment['token'] {
  if (!sender) throw new Error('The outbox was not started.');
  return sender.token;
}

/** The user whose records are shown. */
export const { get: recordsOwner, subscribe: onRecordsOwner } = owner;

/** Shows a user's records; null hides everybody's and deletes nothing. */
export function showRecordsOf(user: Owner | null): void {
  if (user?.uid === recordsOwner()?.uid) return;
  // The records of the user before disappear first.
  isFirst = true;
  setWaiting([]);
  owner.set(user);
}

/** Returns the user's records that are not known to have arrived yet, oldest first; the same array until something changes. */
export function waitingRecords(): Records {
  return records;
}

/** Calls back after every change of `waitingRecords` and `canStore`. @returns a function that stops it */
export const onWaitingChange = changed.subscribe;

/** Whether this browser stores records. False once it has turned out not to: then messages are sent at once, or not at all. */
export function canStore(): boolean {
  return storable;
}

/**
 * Returns the progress of the upload of a record's files: that of this page, or, for files in pieces, the one saved last, also before a
 * reload or by the worker. Undefined before the first byte.
 */
export function uploadProgressOf(clientId: string): Transfer | undefined {
  return uploads.get().get(clientId) ?? noted.get(clientId);
}

/** Sums up the bytes that the server has. */
function notedIn(files: OutboxRecord['files']): Transfer {
  const transferred = files.reduce((sum, { upload }) => sum + (upload?.offset ?? 0), 0);
  return { transferred, total: files.reduce((sum, { size }) => sum + size, 0) };
}

export const onUploadProgress = uploads.subscribe;

/** Sets the progress of an upload. @param transfer null when it has ended */
export function setUploadProgress(clientId: string, transfer: Transfer | null): void {
  const next = new Map(uploads.get());
  if (transfer) next.set(clientId, transfer);
  else if (!next.delete(clientId)) return;
  uploads.set(next);
}

/** Returns the `seq` of records that the user deleted; all others that left have arrived. */
export function discardedRecords(): ReadonlySet<number> {
  return discarded;
}

/** Shows the records that were read. @param nowDiscarded what `discardedRecords` returns from now on */
export function setRecords(found: Records, nowDiscarded: ReadonlySet<number> = new Set()): void {
  const isNews = nowDiscarded.size !== discarded.size;
  discarded = new Set(nowDiscarded);
  setWaiting(found, true, isNews);
  isFirst = false;
}

/** Notes that the records could not be read. @param isStorable what `canStore` returns from now on */
export function setUnreadable(isStorable: boolean): void {
  setWaiting(records, isStorable);
}

function setWaiting(next: Records, isStorable = storable, isNews = false): void {
  const isSame = !isNews && (next === records || (next.length === 0 && records.length === 0));
  if (isSame && isStorable === storable) return;
  const before = isFirst ? null : records;
  if (!isSame) {
    records = next;
    const inPieces = next.filter(({ files }) => files.some(({ upload }) => upload));
    noted = new Map(inPieces.map(({ clientId, files }) => [clientId, notedIn(files)]));
  }
  storable = isStorable;
  const sending = new Set(next.flatMap(({ state, clientId }) => (state === 'sending' ? clientId : [])));
  for (const { clientId } of before ?? []) {
    if (uploads.get().has(clientId) && !sending.has(clientId)) setUploadProgress(clientId, null);
  }
  changed.emit(records, before);
}
