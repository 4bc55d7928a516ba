import { isUploadId, tusHeader, tusVersion, uploadsPath } from '../contract/uploads.ts';
import { ApiError, foreignError } from './ApiError.ts';
import { doesBackendAnswer, tracked } from './connectivity.ts';
import { type HttpRequest, refusalOf, send } from './http.ts';
import { isOwnBackend } from './provenance.ts';

/**
 * Files in pieces: the requests of the tus protocol. tus-js-client would send all pieces of a file in one go and remember where it
 * is in a store of its own; here each piece is recorded in the outbox and renews the claim of its record, so that another page or
 * the worker goes on with it.
 */

/**
 * Whether the backend takes files in pieces.
 *
 * @throws ApiError `offline`, unsent, when nobody responds
 */
export async function takesPieces(idToken: string): Promise<boolean> {
  // Nothing but the method, so that a backend of another origin needs no preflight.
  const isTus = await send({ method: 'HEAD', path: uploadsPath, acceptsRefusals: true }).then(
    ({ headers }) => headers.has(tusHeader),
    () => null,
  );
  // No response, and a captive portal's, say nothing about the backend. CORS may have withheld that of another origin.
  const isKnown = isTus || (isTus === null && isOwnBackend() ? false : await doesBackendAnswer(idToken));
  if (!isKnown) throw new ApiError('offline', undefined, { unsent: true });
  return isTus === true;
}

/** @throws ApiError for every response but a success; of a connection that failed it is known that nothing was carried out */
async function request(
  method: HttpRequest['method'],
  id: string,
  idToken: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> } = {},
): Promise<Response> {
  const response = await send({
    method,
    path: `${uploadsPath}${id && `/${id}`}`,
    headers: { authorization: `Bearer ${idToken}`, [tusHeader]: tusVersion, ...headers },
    ...(body && { body }),
  });
  if (response.headers.has(tusHeader)) return response;
  throw refusalOf(response, await response.json().catch(() => null));
}

function base64(bytes: ArrayBuffer | Uint8Array): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}

/** Creates an upload. @returns its id */
export async function beginUpload(
  { name, size }: { name: string; size: number },
  idToken: string,
): Promise<string> {
  const filename = base64(new TextEncoder().encode(name));
  const headers = { 'upload-length': String(size), 'upload-metadata': `filename ${filename}` };
  const response = await tracked(request('POST', '', idToken, { headers }));
  // Only the end of the address counts: the bearer goes nowhere but to the backend.
  const id = response.headers.get('location')?.split('/').at(-1);
  if (!isUploadId(id)) throw foreignError(response.status);
  return id;
}

/** What became of a piece: how much the server has now; or it goes on elsewhere, the upload is unknown, or it came damaged. */
export type PieceOutcome = number | 'elsewhere' | 'gone' | 'damaged';

const outcomes: Readonly<Record<number, PieceOutcome>> = {
  404: 'gone',
  409: 'elsewhere',
  410: 'gone',
  460: 'damaged',
};

async function outcomeOf(requested: Promise<Response>): Promise<PieceOutcome> {
  try {
    const response = await tracked(requested);
    const offset = Number(response.headers.get('upload-offset') ?? Number.NaN);
    if (Number.isNaN(offset)) throw foreignError(response.status);
    return offset;
  } catch (error) {
    const outcome = error instanceof ApiError && error.definite && outcomes[error.status];
    if (outcome) return outcome;
    throw error;
  }
}

/** Returns how much of an upload the server has; null when it does not know it any more. */
export async function uploadOffset(id: string, idToken: string): Promise<number | null> {
  const outcome = await outcomeOf(request('HEAD', id, idToken));
  return typeof outcome === 'number' ? outcome : null;
}

/** Sends a piece, with its hash. */
export async function putPiece(
  id: string,
  offset: number,
  piece: Uint8Array<ArrayBuffer>,
  idToken: string,
): Promise<PieceOutcome> {
  const headers = {
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
    'upload-checksum': `sha256 ${base64(await crypto.subtle.digest('SHA-256', piece))}`,
  };
  return outcomeOf(request('PATCH', id, idToken, { headers, body: piece }));
}
