import { isUploadId, tusHeader, tusVersion, uploadsPath } from '../contract/files/uploads.ts';
import { ApiError, foreignError } from './ApiError.ts';
import { base64, sha256 } from './bytes.ts';
import { trackConnectivity } from './connectivity.ts';
import { type HttpRequest, refusalOf, send } from './http.ts';
import { asTooLarge } from './tooLarge.ts';

/**
 * Uploads files in pieces, by the requests of the tus protocol. Without tus-js-client, which sends all pieces of a file in one go and
 * stores its progress by itself: the outbox records each piece and renews its claim, so that another tab or the worker can continue.
 */

/** Sends one request of the protocol. @throws ApiError for every response but a success */
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

/** Creates an upload. @returns its id */
export async function beginUpload(
  { name, size }: { name: string; size: number },
  idToken: string,
): Promise<string> {
  const filename = base64(new TextEncoder().encode(name));
  const headers = { 'upload-length': String(size), 'upload-metadata': `filename ${filename}` };
  const response = await trackConnectivity(request('POST', '', idToken, { headers }));
  // Only the end of the address counts, so that the bearer goes to the backend only.
  const id = response.headers.get('location')?.split('/').at(-1);
  if (!isUploadId(id)) throw foreignError(response.status);
  return id;
}

/**
 * The new offset of the upload in bytes, or why there is none: another request has continued the upload, it is unknown, or the piece was
 * damaged.
 */
export type PieceOutcome = number | 'elsewhere' | 'gone' | 'damaged';

const outcomes: Readonly<Record<number, PieceOutcome>> = {
  404: 'gone',
  409: 'elsewhere',
  410: 'gone',
  460: 'damaged',
};

async function outcomeOf(requested: Promise<Response>): Promise<PieceOutcome> {
  try {
    const response = await trackConnectivity(requested);
    const offset = Number(response.headers.get('upload-offset') ?? Number.NaN);
    if (Number.isNaN(offset)) throw foreignError(response.status);
    return offset;
  } catch (error) {
    const outcome = error instanceof ApiError && error.definite && outcomes[error.status];
    if (outcome) return outcome;
    throw error;
  }
}

/** Returns how many bytes of an upload the server has; null when it does not know the upload any more. */
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
    'upload-checksum': `sha256 ${base64(await sha256(piece))}`,
  };
  const sent = request('PATCH', id, idToken, { headers, body: piece });
  return outcomeOf(sent.catch(async (error: unknown) => Promise.reject(await asTooLarge(error))));
}
