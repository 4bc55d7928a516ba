import { isIos } from './platform.ts';

/** The cache of the PDF documents that are open in a page. */
export const documentsCache = 'documents';
/** The path below which the worker serves them (`sw/openedDocument.ts`). */
export const documentsPath = '/documents/';

const dayMs = 86_400_000;

/** Returns when a document was stored (milliseconds since 1970), by which those of a crashed app are found. */
function storedAt(url: string): number {
  return Number(new URL(url).pathname.slice(documentsPath.length).split('-', 1)[0]);
}

/**
 * Stores a PDF under an address of our own origin, which the service worker serves with a content security policy that allows frames. A
 * blob URL inherits the page's policy, and WebKit then refuses to show it in a frame.
 *
 * @returns null where a frame cannot show it: on iOS (first page only), and while no worker serves the address
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

/** Removes a document that is no longer shown. */
async function close(address: string): Promise<void> {
  if (await caches.has(documentsCache)) await (await caches.open(documentsCache)).delete(address);
}

/** The PDF documents that are open in this page. */
export const documents = { open, close };
