/**
 * The files of PDF.js, by which the app draws PDFs. The build copies them from the package (`server/build/pdfFiles.ts`) to a path with
 * their version, so that they never change there. They are not precached with the app: few users need them, and they weigh as much as
 * everything else together.
 */
export const pdfPath = '/pdfjs/6.5.438/';

/** The name says that it survives a sign-out (`session/purge.ts`): it holds the app. */
const cacheBeginning = 'precache-pdfjs-';
const cacheName = cacheBeginning + pdfPath.split('/')[2];

/** What drawing without a connection takes: the library, decoders of scans, and the fonts that no system has. */
const needed = [
  'pdf.min.mjs',
  'pdf.worker.min.mjs',
  'pdf.renderer.min.mjs',
  'wasm/jbig2.wasm',
  'wasm/openjpeg.wasm',
  'wasm/qcms_bg.wasm',
  'iccs/CGATS001Compat-v2-micro.icc',
  'standard_fonts/FoxitSymbol.pfb',
  'standard_fonts/FoxitDingbats.pfb',
];

async function openCache(): Promise<Cache> {
  for (const name of await caches.keys()) {
    if (name.startsWith(cacheBeginning) && name !== cacheName) await caches.delete(name);
  }
  return caches.open(cacheName);
}

/** Whether a response is the file, and not a network's sign-in page in its place. */
function isFile(response: Response): boolean {
  const type = response.headers.get('content-type') ?? '';
  return response.status === 200 && !response.redirected && !/html|json/i.test(type);
}

/** Whether a request is for one of the files. */
export function isPdfFile({ method, url }: Request): boolean {
  const { origin, pathname } = new URL(url);
  return method === 'GET' && origin === location.origin && pathname.startsWith(pdfPath);
}

/** Returns a file from the cache, else from the network, and caches it. */
export async function readPdfFile(
  request: Request,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Response> {
  const cached = await caches.match(request.url, { cacheName });
  if (cached) return cached;
  const response = await fetch(request);
  if (isFile(response)) {
    const copy = response.clone();
    waitUntil(openCache().then((cache) => cache.put(request.url, copy)));
  }
  return response;
}

/** Fetches the files that are missing for drawing PDFs without a connection. @throws TypeError without one now */
export async function cachePdfFiles(): Promise<void> {
  const cache = await openCache();
  for (const file of needed) {
    const address = new URL(pdfPath + file, location.href).href;
    if (await cache.match(address)) continue;
    const response = await fetch(address);
    if (isFile(response)) await cache.put(address, response);
  }
}
