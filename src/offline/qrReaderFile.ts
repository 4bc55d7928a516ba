import address from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** The name says that it survives a sign-out (`session/purge.ts`): it holds a part of the app. */
const cacheName = 'precache-qr-reader';
const magic = '\0asm';

async function fetchReader(cache: Cache | null): Promise<ArrayBuffer> {
  const response = await fetch(address);
  const kept = response.clone();
  const bytes = await response.arrayBuffer();
  // A network's sign-in page responds to anything.
  const isReader = new TextDecoder().decode(bytes.slice(0, magic.length)) === magic;
  if (!response.ok || !isReader) throw new TypeError('The reader of QR codes is not available.');
  for (const one of (await cache?.keys()) ?? []) await cache?.delete(one);
  // A full device reads codes all the same, while there is a connection.
  await cache?.put(address, kept).catch(() => undefined);
  return bytes;
}

/** Returns the reader of QR codes (400 KB), which is kept for reading without a connection. @throws TypeError where it cannot be loaded */
export async function qrReaderFile(): Promise<ArrayBuffer> {
  const cache = await caches.open(cacheName).catch(() => null);
  const kept = await cache?.match(address);
  return kept ? kept.arrayBuffer() : fetchReader(cache);
}

/** Fetches the reader unless this device has it. @throws TypeError where it cannot be loaded */
export async function cacheQrReader(): Promise<void> {
  const cache = await caches.open(cacheName);
  if (!(await cache.match(address))) await fetchReader(cache);
}
