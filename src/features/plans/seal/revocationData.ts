import { type Asn, decode } from './cms/asn1.ts';
import { Certificate } from './cms/Certificate.ts';
import type { RevocationData } from './cms/revocation.ts';
import type { PdfFile } from './pdf/PdfFile.ts';
import { unpack } from './pdf/unpack.ts';
import { Stream } from './pdf/values.ts';

const maxParts = 200;

/** What a document brings for checking its signatures later (`/DSS`, ISO 32000-2, 12.8.4.3). */
export type StoredData = RevocationData & { certificates: readonly Certificate[] };

/** Reads what a document brings for checking its signatures; what cannot be read is left out. */
export async function revocationDataOf(file: PdfFile): Promise<StoredData> {
  const store = await file.dict((await file.catalog()).get('DSS'));
  async function read<T>(key: string, make: (asn: Asn) => T): Promise<T[]> {
    const found: T[] = [];
    for (const value of (await file.list(store?.get(key))).slice(0, maxParts)) {
      try {
        const stream = await file.resolve(value);
        if (stream instanceof Stream) found.push(make(decode(await unpack(stream))));
      } catch {
        // It proves nothing then.
      }
    }
    return found;
  }
  return {
    certificates: await read('Certs', (asn) => new Certificate(asn)),
    answers: await read('OCSPs', (asn) => asn),
    lists: await read('CRLs', (asn) => asn),
  };
}
