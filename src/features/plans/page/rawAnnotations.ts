import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';

const streamPattern = /\/Type\s*\/ObjStm([^>]*)>>\s*stream\r?\n/g;

/** Returns the text of the streams that hold the objects of a document as PDF.js writes it. */
export async function objectsOf(bytes: Uint8Array): Promise<string[]> {
  const file = new TextDecoder('latin1').decode(bytes);
  const found: string[] = [];
  for (const { index, 0: head, 1: entries = '' } of file.matchAll(streamPattern)) {
    const start = index + head.length;
    const length = Number(/\/Length (\d+)/.exec(entries)?.[1] ?? 0);
    const stored = new Blob([bytes.slice(start, start + length)]).stream();
    // A short one is not packed.
    const isPacked = entries.includes('/FlateDecode');
    const text = isPacked ? stored.pipeThrough(new DecompressionStream('deflate')) : stored;
    const content = new TextDecoder('latin1').decode(await new Response(text).arrayBuffer());
    const first = Number(/\/First (\d+)/.exec(entries)?.[1] ?? 0);
    const offsets = (content.slice(0, first).match(/\d+/g) ?? []).filter((_, at) => at % 2 === 1).map(Number);
    const ends = [...offsets.slice(1), content.length - first];
    found.push(...offsets.map((offset, at) => content.slice(first + offset, first + (ends[at] ?? 0))));
  }
  return found;
}

/**
 * Returns the annotations of a page as the document writes them: the library keeps the name of a stamp and the direction of a line to
 * itself, and tells them when it writes the page into a document of its own.
 */
export async function rawAnnotations(pdf: PDFDocumentProxy, page: PDFPageProxy): Promise<string[]> {
  const own = await pdf.extractPages([{ document: null, includePages: [page.pageNumber - 1] }]);
  return own ? (await objectsOf(own)).filter((object) => object.includes('/Subtype')) : [];
}
