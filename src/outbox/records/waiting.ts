import type { Transfer } from '../../api/requestBody.ts';
import type { Message } from '../../contract/message.ts';
import { createEvent, createStore } from '../../store.ts';
import type { World } from '../sending/world.ts';
import type { Owner } from './enqueue.ts';
import type { OutboxRecord } from './record.ts';

/**
 * What waits in the window's outbox for the person signed in, as screens read it. Apart from the outbox itself, which is
 * loaded after the first screen is drawn.
 */
export type Records = readonly OutboxRecord[];

/** `before` is null when another person's records are shown, and for the first ones of a person. */
export type WaitingListener = (now: Records, before: Records | null) => void;

// State of this module, not of an object that is passed: a window shows one user's records, and some thirty modules ask for them,
// most of them in functions that are no components.
const owner = createStore<Owner | null>(null);
let records: Records = [];
let discarded: ReadonlySet<number> = new Set();
let keeps = true;
const uploads = createStore<ReadonlyMap<string, Transfer>>(new Map());
let noted: ReadonlyMap<string, Transfer> = new Map();
/** Nothing was read yet for this person: what is found then is no news. */
let isFirst = true;
const changed = createEvent<Parameters<WaitingListener>>();
/** Statuses the user chose that are not among the records yet; of each message the last. */
const chosen = new Map<string, { status: Message['status'] }>();
let targets: ReadonlyMap<string, Message['status']> = new Map();

/** The signed-in user, as the outbox of a page sees them. */
export type Sender = {
  current(): Owner | null;
  subscribe(listener: () => void): void;
  token: World['token'];
};

let sender: Sender | null = null;

/** Shows the records of this user, whoever that is, and has them sent under their token. Called once, as the page starts. */
export function followSender(next: Sender): void {
  sender = next;
  next.subscribe(() => showRecordsOf(next.current()));
}

/** @throws when nobody is followed */
export function senderToken(): World['token'] {
  if (!sender) throw new Error('The outbox was not started.');
  return sender.token;
}

/** The person whose records are shown, and who is told when that is another one. */
export const { get: recordsOwner, subscribe: onRecordsOwner } = owner;

/** Whose records are shown; null hides everybody's and deletes nothing. */
export function showRecordsOf(person: Owner | null): void {
  if (person?.uid === recordsOwner()?.uid) return;
  // First what the one before wrote is gone.
  isFirst = true;
  putWaiting([]);
  owner.set(person);
}

/** Everything of the person that is not known to have arrived yet, oldest first; the same array until something changes. */
export function waitingRecords(): Records {
  return records;
}

/**
 * Returns the status that each message is to have once what waits has arrived: the target of its last toggle that was not refused.
 * The same map until something changes.
 */
export function statusTargets(): ReadonlyMap<string, Message['status']> {
  return targets;
}

/** Shows a chosen status until its record is among those that wait. @returns what ends it */
export function chooseStatus(communicationId: string, status: Message['status']): () => void {
  const mine = { status };
  chosen.set(communicationId, mine);
  putTargets();
  return () => {
    if (chosen.get(communicationId) !== mine) return;
    chosen.delete(communicationId);
    putTargets();
  };
}

function putTargets(): void {
  targets = targetsOf(records);
  changed.emit(records, records);
}

function targetsOf(all: Records): typeof targets {
  const next = new Map<string, Message['status']>();
  for (const { kind, state, payload } of all) {
    if (kind === 'toggle' && state !== 'failed') next.set(payload.communicationId, payload.target);
  }
  for (const [communicationId, { status }] of chosen) next.set(communicationId, status);
  const isSame = next.size === targets.size && [...next].every(([id, status]) => targets.get(id) === status);
  return isSame ? targets : next;
}

/** Told of every change of `waitingRecords`, of `statusTargets` and of `canKeep`. @returns what stops it */
export const onWaitingChange = changed.subscribe;

/** False once this browser has shown that it keeps nothing: then messages are sent at once, or not at all. */
export function canKeep(): boolean {
  return keeps;
}

/**
 * How far the files of a record are: as this page sends them, or, of those that go in pieces, as they were noted last, be it
 * before a reload or by the worker. Undefined before its first byte.
 */
export function uploadOf(clientId: string): Transfer | undefined {
  return uploads.get().get(clientId) ?? noted.get(clientId);
}

/** By what the server said it has. */
function notedIn(files: OutboxRecord['files']): Transfer {
  const transferred = files.reduce((sum, { upload }) => sum + (upload?.offset ?? 0), 0);
  return { transferred, total: files.reduce((sum, { size }) => sum + size, 0) };
}

export const onUploadProgress = uploads.subscribe;

/** Null: it is over. */
export function noteUpload(clientId: string, transfer: Transfer | null): void {
  const next = new Map(uploads.get());
  if (transfer) next.set(clientId, transfer);
  else if (!next.delete(clientId)) return;
  uploads.set(next);
}

/** By `seq`: records that are no longer among those that wait because the user deleted them; all others that left have arrived. */
export function discardedRecords(): ReadonlySet<number> {
  return discarded;
}

/** What was read of the person's records. @param nowDiscarded what `discardedRecords` returns from now on */
export function putRead(found: Records, nowDiscarded: ReadonlySet<number> = new Set()): void {
  const isNews = nowDiscarded.size !== discarded.size;
  discarded = new Set(nowDiscarded);
  putWaiting(found, true, isNews);
  isFirst = false;
}

/** The records could not be read. @param nowKeeps whether that is because only this page cannot */
export function putUnread(nowKeeps: boolean): void {
  putWaiting(records, nowKeeps);
}

function putWaiting(next: Records, nowKeeps = keeps, isNews = false): void {
  const isSame = !isNews && (next === records || (next.length === 0 && records.length === 0));
  if (isSame && nowKeeps === keeps) return;
  const before = isFirst ? null : records;
  if (!isSame) {
    records = next;
    targets = targetsOf(next);
    const inPieces = next.filter(({ files }) => files.some(({ upload }) => upload));
    noted = new Map(inPieces.map(({ clientId, files }) => [clientId, notedIn(files)]));
  }
  keeps = nowKeeps;
  const sending = new Set(next.flatMap(({ state, clientId }) => (state === 'sending' ? clientId : [])));
  for (const { clientId } of before ?? []) {
    if (uploads.get().has(clientId) && !sending.has(clientId)) noteUpload(clientId, null);
  }
  changed.emit(records, before);
}
