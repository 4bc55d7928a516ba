import { isIos } from './isIos.ts';

/** The cache of the PDF documents that are open in a page. */
export const documentsCache = 'documents';
/** Below it the worker answers with them (`sw/openDocument.ts`). */
export const documentsPath = '/documents/';

const dayMs = 86_400_000;

/** When a document was given its address; what an app that crashed left behind is found by it. */
function storedAt(url: string): number {
  return Number(new URL(url).pathname.slice(documentsPath.length).split('-', 1)[0]);
}

/**
 * Gives a PDF an address of our own origin, where it has a policy of its own: a blob inherits the page's, by which WebKit shows it in
 * no frame. Null where no
 * frame shows one: iOS shows the first page only, and without a worker nobody answers for it.
 */
async function open(document: Blob, name: string): Promise<string | null> {
  if (!navigator.pdfViewerEnabled || isIos(navigator) || !navigator.serviceWorker?.controller) return null;
  const path = `${documentsPath}${Date.now()}-${crypto.randomUUID()}/${encodeURIComponent(name)}`;
  const address = new URL(path, location.origin).href;
  try {
    const cache = await caches.open(documentsCache);
    for (const { url } of await cache.keys()) {
      if (storedAt(url) < Date.now() - dayMs) await cache.delete(url);
    }
    await cache.put(address, new Response(document));
    return address;
  } catch {
    // No room, or a browser that forbids caches.
    return null;
  }
}

/** Takes the address back once the document is no longer shown. */
async function close(address: string): Promise<void> {
  if (await caches.has(documentsCache)) await (await caches.open(documentsCache)).delete(address);
}

/** PDF documents that are open in this page. */
export const documents = { open, close };
