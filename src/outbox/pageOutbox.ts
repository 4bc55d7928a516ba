import { sleep } from '../timing.ts';
import { Outbox } from './Outbox.ts';
import { OutboxError } from './OutboxError.ts';
import type { QuarantineRow } from './records/database.ts';
import { quarantined } from './records/quarantine.ts';
import type { OutboxRecord } from './records/record.ts';
import {
  canKeep,
  noteUpload,
  onRecordsOwner,
  putRead,
  putUnread,
  recordsOwner,
  senderToken,
} from './records/waiting.ts';
import { browserWorld } from './sending/browserWorld.ts';
import type { World } from './sending/world.ts';

/** The window's one outbox. What waits in it is told by `waiting`. */

// Opened by whoever asks first, which may be a chat before the rest of the start is loaded; so nobody is there to pass it.
let outbox: Outbox | null = null;

onRecordsOwner(() => void readAgain());

/** Puts an outbox of this world in place of the one before. */
export function openOutbox(world: World): Outbox {
  const opened = new Outbox(world);
  outbox = opened;
  opened.onChange(() => void readAgain());
  void readAgain();
  return opened;
}

/** Opens the outbox of this window. */
export function startOutbox(source: World['token']): Outbox {
  return openOutbox(browserWorld(source, (record, transfer) => noteUpload(record.clientId, transfer)));
}

/** Opened when it is first asked for. */
export function pageOutbox(): Outbox {
  return outbox ?? startOutbox(senderToken());
}

/** Records of the person that this version cannot read; they are kept for a later one, or to be saved elsewhere. */
export async function quarantinedRecords(): Promise<QuarantineRow[]> {
  const owner = recordsOwner();
  return owner && outbox ? quarantined(outbox.db, owner.uid) : [];
}

const longMs = 50;
/** A reading in which the device slept says nothing of the next. */
const longestPauseMs = 500;
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
      const began = performance.now();
      await readOnce();
      const tookMs = performance.now() - began;
      // Where thousands wait, a reading holds up the page, and a queue that leaves asks for one after the other.
      const pauseMs = Math.min(tookMs, longestPauseMs);
      if (isOld && tookMs > longMs) await sleep(pauseMs);
    }
  } finally {
    // In one go with the last look at `isOld`: what changes after it begins a reading of its own.
    reading = null;
  }
}

async function readOnce(): Promise<void> {
  const [readOutbox, readOwner] = [outbox, recordsOwner()];
  const found = await readOutbox?.records(readOwner?.uid ?? '').catch(asError);
  if (readOutbox !== outbox || readOwner !== recordsOwner() || !found) return;
  if (found instanceof Error) {
    // A newer version of the app keeps things all right; only this page cannot.
    const isNewer = found instanceof OutboxError && found.code === 'newer-app';
    return putUnread(isNewer && canKeep());
  }
  putRead(found.sort(bySeq), readOutbox?.discarded);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function bySeq(a: OutboxRecord, b: OutboxRecord): number {
  return a.seq - b.seq;
}
