import type { SendForm } from './requestBody.ts';

function headersOf(xhr: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of xhr.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}

/**
 * Sends a request with the body `form`, as `fetch` does, and reports its progress. Uses XMLHttpRequest, which a worker lacks, because
 * ky's `onUploadProgress` streams the body, which only Chromium can, and only over HTTP/2.
 *
 * @throws TypeError where the connection fails; the signal's reason when aborted
 */
export const sendForm: SendForm = (request, form, onProgress) =>
  new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(request.method, request.url);
    for (const [name, value] of request.headers) {
      // Its boundary is that of the request's own copy of the body.
      if (name !== 'content-type') xhr.setRequestHeader(name, value);
    }
    xhr.responseType = 'blob';
    xhr.upload.onprogress = ({ loaded, total }) => onProgress({ transferred: loaded, total });
    xhr.onload = () => {
      // XMLHttpRequest follows every redirect.
      if (request.redirect === 'manual' && xhr.responseURL !== request.url) return resolve(Response.error());
      // A Response of these statuses refuses any body, even an empty one.
      const content = [204, 205, 304].includes(xhr.status) ? null : (xhr.response as Blob);
      resolve(new Response(content, { status: xhr.status, headers: headersOf(xhr) }));
    };
    xhr.onerror = () => reject(new TypeError('Failed to fetch'));
    xhr.onabort = () => reject(request.signal.reason);
    if (request.signal.aborted) return reject(request.signal.reason);
    request.signal.addEventListener('abort', () => xhr.abort(), { once: true });
    xhr.send(form);
  });
