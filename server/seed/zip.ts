import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A ZIP archive. Entries carry one fixed time, so that the same entries make the same bytes. */
export async function zipOf(entries: Readonly<Record<string, Uint8Array>>): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile();
  for (const [name, bytes] of Object.entries(entries)) {
    zip.addBuffer(Buffer.from(bytes), name, { mtime: new Date(2026, 0, 5, 9) });
  }
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream));
}
