const urls = new WeakMap<Blob, string>();
const unused = new FinalizationRegistry<string>((url) => URL.revokeObjectURL(url));

/**
 * Returns the object URL of a blob, always the same. It is revoked once the blob is garbage: a browser may read it long after a picture
 * was given it, and a revoked one is an error.
 */
export function objectUrlOf(blob: Blob): string {
  const known = urls.get(blob);
  if (known !== undefined) return known;
  const url = URL.createObjectURL(blob);
  urls.set(blob, url);
  unused.register(blob, url);
  return url;
}
