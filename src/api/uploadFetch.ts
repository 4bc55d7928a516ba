/** Bytes moved so far; `total` is 0 while it is not known. */
export type Transfer = { transferred: number; total: number };

function headersOf(xhr: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of xhr.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}

/**
 * A `fetch` that tells how much of `body` has gone out. `fetch` itself counts uploads only over HTTP/2 in Chromium and
 * nowhere else, so this one is XMLHttpRequest. It fails as `fetch` does: TypeError for the wire, AbortError for a signal.
 */
export function uploadFetch(body: FormData, onProgress: (transfer: Transfer) => void): typeof fetch {
  return (input, init) =>
    new Promise<Response>((resolve, reject) => {
      const request = new Request(input, init);
      const xhr = new XMLHttpRequest();
      xhr.open(request.method, request.url);
      for (const [name, value] of request.headers) {
        // The boundary in it belongs to the request's own copy of the body.
        if (name !== 'content-type') xhr.setRequestHeader(name, value);
      }
      xhr.responseType = 'blob';
      xhr.upload.onprogress = ({ loaded, total }) => onProgress({ transferred: loaded, total });
      xhr.onload = () => {
        // A Response of these statuses refuses any body, even an empty one.
        const content = [204, 205, 304].includes(xhr.status) ? null : (xhr.response as Blob);
        resolve(new Response(content, { status: xhr.status, headers: headersOf(xhr) }));
      };
      xhr.onerror = () => reject(new TypeError('Failed to fetch'));
      xhr.onabort = () => reject(request.signal.reason);
      if (request.signal.aborted) return reject(request.signal.reason);
      request.signal.addEventListener('abort', () => xhr.abort(), { once: true });
      xhr.send(body);
    });
}
