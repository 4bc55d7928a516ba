import * as v from 'valibot';
import { base64 } from '../../api/bytes.ts';
import type { Database } from './database.ts';
import type { Environment } from './environment.ts';
import { needsNewerApp, readRecord } from './record.ts';
import { dropBytes } from './rows.ts';
import { chunksOf } from './schema.ts';
import type { QuarantineRow } from './stores.ts';

/**
 * Moves rows that this version cannot read into quarantine, where they block nothing and wait for the user or a later version: those of a
 * user, and those without an owner. Rows of other users stay: nothing can be written for a user who has signed out.
 */
export async function quarantineUnreadable(
  db: Database,
  env: Pick<Environment, 'now'>,
  uid: string,
): Promise<void> {
  const isTheirs = (row: object) => isUnreadable(row) && (ownerOf(row) === uid || ownerOf(row) === '');
  const rows = await db.read(['outbox'], (tx) => tx.objectStore('outbox').getAll());
  if (!rows.some(isTheirs)) return;
  await db.writeAs(uid, ['outbox', 'quarantine'], async (tx) => {
    for (const row of (await tx.objectStore('outbox').getAll()).filter(isTheirs)) {
      await tx.objectStore('quarantine').add({ at: env.now(), ownerUid: ownerOf(row), row });
      await tx.objectStore('outbox').delete(row.seq as number);
    }
  });
}

function isUnreadable(row: object): boolean {
  return readRecord(row) === null && !needsNewerApp(row);
}

/** Counts a user's records that only a newer app can send. */
export async function countRecordsForNewerApp(db: Database, uid: string): Promise<number> {
  const rows = await db.read(['outbox'], (tx) => tx.objectStore('outbox').getAll());
  return rows.filter((row) => needsNewerApp(row) && ownerOf(row) === uid).length;
}

/** Returns the owner of a row; empty where it names none. */
function ownerOf(row: object): string {
  return 'ownerUid' in row && typeof row.ownerUid === 'string' ? row.ownerUid : '';
}

/** Returns a user's quarantined rows, and those whose owner is not known. */
export async function quarantined(db: Database, uid: string): Promise<QuarantineRow[]> {
  const rows = await db.read(['quarantine'], (tx) => tx.objectStore('quarantine').getAll());
  return (rows as QuarantineRow[]).filter(({ ownerUid }) => ownerUid === uid || ownerUid === '');
}

const WithFiles = v.object({ files: v.array(v.looseObject({ blobId: v.string() })) });

/** Returns the files of a row, also of one that cannot be read otherwise. */
export function filesIn(row: unknown): { blobId: string }[] {
  const read = v.safeParse(WithFiles, row);
  return read.success ? read.output.files : [];
}

/** A multiple of 3, so that the pieces' base64 can be put one after the other. */
const pieceBytes = 3 * 8192;

function base64Of(chunk: ArrayBuffer): string[] {
  const bytes = new Uint8Array(chunk);
  const pieces: string[] = [];
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    pieces.push(base64(bytes.subarray(from, from + pieceBytes)));
  }
  return pieces;
}

/** Exports a quarantined row, whole: as JSON, each file's bytes as a list of base64 pieces under its `blobId`. */
export async function quarantinedCopyOf(db: Database, { at, row }: QuarantineRow): Promise<Blob> {
  const bytes = await db.read(['chunks'], async (tx) => {
    const found: Record<string, string[]> = {};
    for (const { blobId } of filesIn(row)) {
      found[blobId] = (await tx.objectStore('chunks').getAll(chunksOf(blobId))).flatMap(base64Of);
    }
    return found;
  });
  const setAsideAt = new Date(at).toISOString();
  return new Blob([JSON.stringify({ setAsideAt, row, bytes }, null, 2)], { type: 'application/json' });
}

/** Deletes a quarantined row and its bytes. */
export async function dropQuarantined(db: Database, { id, row }: QuarantineRow): Promise<void> {
  await db.erase(['quarantine', 'chunks'], async (tx) => {
    await dropBytes(tx, { files: filesIn(row) });
    await tx.objectStore('quarantine').delete(id);
  });
}
