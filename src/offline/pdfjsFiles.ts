/** The list of the files with the hash of each. */
export const sumsName = 'sums.json';
/**
 * The hash of that list, which the build checks. It keeps anything that responds in the place of our server from putting a file of its
 * own into the cache.
 */
export const sumsIntegrity = 'sha256-gm2zEKUCxuNOYJr3b5sPQE7/vp16nb6IU4ulnMeCUdo=';
/**
 * The files of PDF.js, by which the app draws PDFs. The build copies them from the package (`server/build/pdfjsFiles.ts`) to a path with
 * their version and the beginning of that hash, so that they never change there. They are not precached with the app: few users need
 * them, and they weigh as much as everything else together.
 */
export const pdfjsPath = `/pdfjs/6.5.438-${sumsIntegrity.slice(7, 15).replace(/\W/g, '-')}/`;

/** The name says that it survives a sign-out (`session/purge.ts`): it holds the app. */
const cacheBeginning = 'precache-pdfjs-';
const cacheName = cacheBeginning + sumsIntegrity;

/** The files that drawing without a connection needs: the library, decoders of scans, and the fonts that no system has. */
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

const addressOf = (name: string) => new URL(pdfjsPath + name, location.href).href;

/** Fetches and caches a file with this hash. Asks the server even where the browser's own cache has something under its address. */
async function fetchChecked(address: string, integrity: string): Promise<Response> {
  const response = await fetch(address, { integrity, cache: 'no-cache' });
  const copy = response.clone();
  // A full device draws PDFs all the same.
  await openCache()
    .then((cache) => cache.put(address, copy))
    .catch(() => undefined);
  return response;
}

/**
 * Returns a file from the cache, else from the network, and caches it.
 *
 * @throws TypeError where it is not available, or something else is in its place
 */
export async function readPdfjsFile(address: string): Promise<Response> {
  const cached = await caches.match(address, { cacheName });
  if (cached) return cached;
  const sums = addressOf(sumsName);
  const list = (await caches.match(sums, { cacheName })) ?? (await fetchChecked(sums, sumsIntegrity));
  if (address === sums) return list;
  const name = address.slice(addressOf('').length);
  const integrity = ((await list.json()) as Record<string, string>)[name];
  return integrity ? fetchChecked(address, integrity) : Response.error();
}

/** Whether a request is for one of the files. */
export function isPdfjsFile({ method, url }: Request): boolean {
  const { origin, pathname } = new URL(url);
  return method === 'GET' && origin === location.origin && pathname.startsWith(pdfjsPath);
}

/** Whether the library was loaded on this device before. */
export async function arePdfjsFilesCached(): Promise<boolean> {
  return (await caches.match(addressOf('pdf.min.mjs'), { cacheName })) !== undefined;
}

/** Fetches the files that are missing for drawing PDFs without a connection. @throws TypeError when there is no connection */
export async function cachePdfjsFiles(): Promise<void> {
  for (const name of needed) await readPdfjsFile(addressOf(name));
}
