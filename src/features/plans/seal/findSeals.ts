import type { PDFDocumentProxy } from 'pdfjs-dist';

/** How many signatures PDF.js counts, and the bytes of the file. */
export type Found = { count: number; bytes: number };

type Said = { info: Record<string, unknown>; contentLength: number | null };

/** Looks whether there is a place for a signature; null if not. Other documents answer from what was read already. */
export async function findSeals(pdf: PDFDocumentProxy): Promise<Found | null> {
  const { info, contentLength } = (await pdf.getMetadata()) as unknown as Said;
  const found = { count: 0, bytes: contentLength ?? 0 };
  if (info.IsSignaturesPresent) {
    const signatures = (await pdf.getSignatures()) as readonly unknown[] | null;
    return { ...found, count: signatures?.length ?? 0 };
  }
  if (!info.IsAcroFormPresent) return null;
  // Some programs forget to say that they have signed.
  const fields = (await pdf.getFieldObjects()) as ReadonlyMap<string, readonly { type: string }[]> | null;
  return [...(fields?.values() ?? [])].flat().some(({ type }) => type === 'signature') ? found : null;
}
