import { isAllowedFile } from '../src/contract/files.ts';
import { maxFiles, maxUploadBytes } from '../src/contract/limits.ts';
import { chunksOf, dropDraft } from '../src/outbox/drafts/draftRows.ts';
import { type RefusedFile, type ShareRecord, shareForm } from '../src/outbox/drafts/shareRecord.ts';
import type { DraftFile } from '../src/outbox/records/database.ts';
import { db, personHere } from './thisDevice.ts';

/** A slice that a phone has memory for. */
const chunkBytes = 4 * 1024 * 1024;

/** The navigation by which the system brings what another app shares (the manifest's `share_target`). */
export function isShare({ method, mode, url }: Request): boolean {
  return method === 'POST' && mode === 'navigate' && new URL(url).pathname === '/share-target';
}

/**
 * Keeps what is shared, then goes to the page that asks for the job: a worker's memory may be gone by then. Any page of the web
 * can post such a form; that is no harm, because nothing is sent anywhere before a person picks a job and presses Send.
 */
export async function takeShare(request: Request): Promise<Response> {
  try {
    await keepShare(await request.formData());
    return Response.redirect('/share', 303);
  } catch {
    return Response.redirect('/share?missed=1', 303);
  }
}

async function keepShare(form: FormData): Promise<void> {
  const words = (name: string) => form.getAll(name).filter((value) => typeof value === 'string')[0] ?? '';
  const refused: RefusedFile[] = [];
  const chosen = choose(
    form.getAll('files').filter((value) => value instanceof File),
    refused,
  );
  const { uid, email: owner } = await personHere();
  const record: ShareRecord = {
    owner,
    uid,
    form: shareForm(crypto.randomUUID()),
    slot: '',
    // Not rounded: of two within a second, the later one is shown first.
    savedTimestamp: Date.now() / 1000,
    content: { version: 1, title: words('title'), text: words('text'), url: words('url'), refused },
    files: chosen.map(([entry]) => entry),
  };
  const put = () => db.write(['drafts'], (tx) => tx.objectStore('drafts').put(record));
  // Before its bytes: bytes that no draft lists are taken for left over.
  await put();
  for (const [entry, file] of chosen) {
    entry.whole = await copy(file, entry.id);
    if (!entry.whole) refused.push({ name: entry.name, why: 'room' });
  }
  record.files = record.files.filter(({ whole }) => whole);
  await put();
  // Whoever signed out meanwhile has taken everything off this device, and this must not stay.
  if (uid === (await personHere()).uid) return;
  await dropDraft(db, record);
  throw new Error('Signed out.');
}

/** The files that one message or job can have, by the contract's rules; the names of the others go to `refused`. */
function choose(files: readonly File[], refused: RefusedFile[]): [DraftFile, File][] {
  const chosen: [DraftFile, File][] = [];
  let bytes = 0;
  for (const file of files) {
    const { name, type, size, lastModified } = file;
    const why = !isAllowedFile(file)
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

/** As ArrayBuffers, for Safari gives Blobs of a database back empty. @returns false when there is no room for it */
async function copy(file: File, id: string): Promise<boolean> {
  try {
    for (let at = 0, n = 0; at < file.size; at += chunkBytes, n += 1) {
      const bytes = await file.slice(at, at + chunkBytes).arrayBuffer();
      await db.write(['draftChunks'], (tx) => tx.objectStore('draftChunks').put(bytes, [id, n]));
    }
    return true;
  } catch {
    await db
      .write(['draftChunks'], (tx) => tx.objectStore('draftChunks').delete(chunksOf(id)))
      .catch(() => undefined);
    return false;
  }
}
