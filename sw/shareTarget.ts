import { fileKind, isHeicPhoto, sampleOf } from '../src/contract/files/fileKind.ts';
import { isAllowedFile } from '../src/contract/files/files.ts';
import { maxFiles, maxUploadBytes } from '../src/contract/limits.ts';
import { dropFileBytes, putFileBytes } from '../src/outbox/records/draftRows.ts';
import { type RefusedFile, type ShareRecord, shareForm } from '../src/outbox/records/shareRecord.ts';
import type { DraftFile } from '../src/outbox/records/stores.ts';
import { db, userHere } from './thisDevice.ts';

/** Whether a request is the navigation by which the system brings what another app shares (the manifest's `share_target`). */
export function isShare({ method, mode, url }: Request): boolean {
  return method === 'POST' && mode === 'navigate' && new URL(url).pathname === '/share-target';
}

/**
 * Stores what is shared, then redirects to the page that asks for the job: a worker's memory may be gone by then. Any web page can post
 * such a form, which is harmless, because nothing is sent before the user picks a job and presses Send.
 */
export async function takeShare(request: Request): Promise<Response> {
  try {
    await keepShare(await request.formData());
    return Response.redirect('/share', 303);
  } catch {
    return Response.redirect('/share?missed=1', 303);
  }
}

/** @throws Error where nothing has arrived: Chrome 153 on Android hands on a form without the files that were shared */
async function keepShare(form: FormData): Promise<void> {
  const words = (name: string) => form.getAll(name).filter((value) => typeof value === 'string')[0] ?? '';
  const said = { title: words('title'), text: words('text'), url: words('url') };
  const files = form.getAll('files').filter((value) => value instanceof File);
  if (files.length === 0 && Object.values(said).every((text) => text.trim() === ''))
    throw new Error('nothing arrived');
  const refused: RefusedFile[] = [];
  const chosen = await choose(files, refused);
  const { uid, email: owner } = await userHere();
  const record: ShareRecord = {
    owner,
    uid,
    form: shareForm(crypto.randomUUID()),
    id: crypto.randomUUID(),
    // Not rounded: of two within a second, the later one is shown first.
    savedTimestamp: Date.now() / 1000,
    content: { version: 1, ...said, refused },
    files: chosen.map(([entry]) => entry),
  };
  const put = () => db.writeAs(uid, ['drafts'], (tx) => tx.objectStore('drafts').put(record));
  // Before its bytes: bytes that no draft lists are swept.
  await put();
  for (const [entry, file] of chosen) {
    entry.whole = await copy(uid, file, entry.id);
    if (!entry.whole) refused.push({ name: entry.name, why: 'room' });
  }
  record.files = record.files.filter(({ whole }) => whole);
  await put();
}

/** Whether a file can be one of ours. The page looks into those that say so themselves (`checkedFile`). */
async function isPossible(file: File): Promise<boolean> {
  if (isAllowedFile(file)) return true;
  const sample = await sampleOf(file);
  return fileKind(sample) !== undefined || isHeicPhoto(file, sample);
}

/** Chooses the files that one message or job can have, by the contract's rules; the others are added to `refused`. */
async function choose(files: readonly File[], refused: RefusedFile[]): Promise<[DraftFile, File][]> {
  const chosen: [DraftFile, File][] = [];
  let bytes = 0;
  for (const file of files) {
    const { name, type, size, lastModified } = file;
    const why = !(await isPossible(file))
      ? 'type'
      : bytes + size > maxUploadBytes
        ? 'size'
        : chosen.length >= maxFiles && 'count';
    if (why) {
      refused.push({ name, why });
      continue;
    }
    bytes += size;
    chosen.push([{ id: crypto.randomUUID(), name, type, size, lastModified, whole: false }, file]);
  }
  return chosen;
}

/** Copies a file into the drafts. @returns false when there is no room for it */
async function copy(uid: string, file: File, id: string): Promise<boolean> {
  try {
    await putFileBytes(db, uid, id, file);
    return true;
  } catch {
    await dropFileBytes(db, id);
    return false;
  }
}
