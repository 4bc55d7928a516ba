import { sleep, withTimeout } from '../timing.ts';
import { Outbox } from './Outbox.ts';
import type { Environment } from './records/environment.ts';
import { awaitPreparation } from './records/fileBytes.ts';
import { OutboxError } from './records/OutboxError.ts';
import { countRecordsForNewerApp, quarantined } from './records/quarantine.ts';
import type { OutboxRecord } from './records/record.ts';
import type { QuarantineRow } from './records/stores.ts';
import {
  canStore,
  onRecordsOwner,
  recordsOwner,
  senderToken,
  setRecords,
  setUnreadable,
  setUploadProgress,
} from './records/waiting.ts';
import { askForWorker } from './sending/backgroundSync.ts';
import { browserEnvironment } from './sending/browserEnvironment.ts';

/** The one outbox of the window. Screens read its records from `waiting`. */

// Opened on first use, which may be a chat before the rest of the start is loaded, so that nothing could pass it.
let outbox: Outbox | null = null;

onRecordsOwner(() => void refreshRecords());

/**
 * Sets what is made of photos, once. A chat may be open before the rest of the start is loaded: no photo leaves it before its sender was
 * asked.
 */
export const preparePhotosBy = awaitPreparation();

/** Opens an outbox in place of the one before. */
export function openOutbox(env: Environment): Outbox {
  const opened = new Outbox(env);
  outbox = opened;
  opened.onChange(() => void refreshRecords());
  void refreshRecords();
  return opened;
}

/** Opens the outbox of this window. */
export function startOutbox(source: Environment['token']): Outbox {
  return openOutbox({
    ...browserEnvironment(source, (record, transfer) => setUploadProgress(record.clientId, transfer)),
    // A browser may not answer: nobody waits for it longer.
    askForWorker: () => withTimeout(askForWorker(), 1000, () => undefined),
  });
}

/** Returns the outbox of this window, opened on first use. */
export function pageOutbox(): Outbox {
  return outbox ?? startOutbox(senderToken());
}

/** Reads the user's records that this version cannot read; they stay for a later one, or to be saved elsewhere. */
export async function quarantinedRecords(): Promise<QuarantineRow[]> {
  const owner = recordsOwner();
  return owner && outbox ? quarantined(outbox.db, owner.uid) : [];
}

/** Counts the user's records that wait for an update of the app. */
export async function recordsForNewerApp(): Promise<number> {
  const owner = recordsOwner();
  return owner && outbox ? countRecordsForNewerApp(outbox.db, owner.uid) : 0;
}

const longMs = 50;
/** Longest pause after a read: a device that slept during it says nothing about the next. */
const longestPauseMs = 500;
let isOld = false;
let reading: Promise<void> | null = null;

/** Reads the user's records, one read at a time. Resolves once `waitingRecords` returns what is in the outbox now. */
export function refreshRecords(): Promise<void> {
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
      // With thousands of records a read blocks the page, and a draining queue asks for one after the other.
      const pauseMs = Math.min(tookMs, longestPauseMs);
      if (isOld && tookMs > longMs) await sleep(pauseMs);
    }
  } finally {
    // In one task with the last check of `isOld`: a later change begins a read of its own.
    reading = null;
  }
}

async function readOnce(): Promise<void> {
  const [readOutbox, readOwner] = [outbox, recordsOwner()];
  const found = await readOutbox?.records(readOwner?.uid ?? '').catch(asError);
  if (readOutbox !== outbox || readOwner !== recordsOwner() || !found) return;
  if (found instanceof Error) {
    // The browser stores things all right; only this page cannot.
    const isOfPage = found instanceof OutboxError && (found.code === 'newer-app' || found.code === 'lost');
    return setUnreadable(isOfPage && canStore());
  }
  setRecords(found.sort(bySeq), readOutbox?.discarded);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function bySeq(a: OutboxRecord, b: OutboxRecord): number {
  return a.seq - b.seq;
}
