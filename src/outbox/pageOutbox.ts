import { browserWorld } from './browserWorld.ts';
import type { Owner } from './enqueue.ts';
import { Outbox } from './Outbox.ts';
import type { OutboxRecord } from './record.ts';
import type { World } from './world.ts';

/** The window's one outbox, and what waits in it for the person signed in, as screens read it. */

let outbox: Outbox | null = null;
let owner: Owner | null = null;
let records: readonly OutboxRecord[] = [];
let reading = 0;
const listeners = new Set<() => void>();

/** Called once, before the app is drawn. */
export function startOutbox(token: World['token']): Outbox {
  outbox = new Outbox(browserWorld(token));
  outbox.onChange(() => void readAgain());
  return outbox;
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
  put([]);
  void readAgain();
}

/** The person whose records are shown. */
export function recordsOwner(): Owner | null {
  return owner;
}

/** Everything of the person that is not known to have arrived yet, oldest first; the same array until something changes. */
export function waitingRecords(): readonly OutboxRecord[] {
  return records;
}

export function onWaitingChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function put(next: readonly OutboxRecord[]): void {
  if (next.length === 0 && records.length === 0) return;
  records = next;
  for (const listener of listeners) listener();
}

/** The newest reading wins; where nothing can be kept, nothing waits. */
async function readAgain(): Promise<void> {
  reading += 1;
  const mine = reading;
  const found = owner && outbox ? await outbox.records(owner.uid).catch(() => []) : [];
  if (mine === reading) put(found.sort((a, b) => a.seq - b.seq));
}
