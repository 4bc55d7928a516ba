import { requestTimeoutMs } from '../contract/limits.ts';
import { isUploadId, tusVersion, uploadsPath } from '../contract/uploads.ts';
import { ApiError, failureOf, strangerError } from './ApiError.ts';
import { apiBase } from './base.ts';
import { exchange, retryAfterMs } from './exchange.ts';
import { doesBackendAnswer } from './isBackendReachable.ts';
import { noted } from './reach.ts';

/** Files in pieces: the few requests of the tus protocol, by `fetch` alone, because the worker has nothing else. */

const header = 'tus-resumable';
const timeoutMs = requestTimeoutMs;

let offered: boolean | undefined;

/**
 * Whether the backend takes files in pieces; asked once.
 *
 * @throws ApiError `offline`, unsent, when nobody answers
 */
export async function takesPieces(idToken: string): Promise<boolean> {
  if (offered !== undefined) return offered;
  // Nothing but the method, so that another origin's backend is not asked for leave it does not give.
  const is = await exchange(apiBase() + uploadsPath, { method: 'HEAD', timeoutMs }).then(
    ({ headers }) => headers.has(header),
    () => false,
  );
  // No answer, and a captive portal's, say nothing about the backend.
  if (!is && !(await doesBackendAnswer(idToken))) throw new ApiError('offline', undefined, { unsent: true });
  offered = is;
  return is;
}

/** @throws ApiError for every answer but a success; of a line that failed it is known that nothing was carried out of it */
async function ask(
  method: 'POST' | 'HEAD' | 'PATCH',
  id: string,
  idToken: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> } = {},
): Promise<Response> {
  const answer = await exchange(`${apiBase()}${uploadsPath}${id && `/${id}`}`, {
    method,
    headers: { authorization: `Bearer ${idToken}`, [header]: tusVersion, ...headers },
    ...(body && { body }),
    timeoutMs,
  });
  const { status } = answer;
  if (answer.ok && answer.headers.has(header)) return answer;
  const isOurs = answer.headers.has(header) || status >= 500 || status === 429;
  if (!isOurs) throw strangerError(status);
  throw failureOf(status, await answer.json().catch(() => null), retryAfterMs(answer.headers));
}

function base64(bytes: ArrayBuffer | Uint8Array): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}

/** Makes an upload. @returns its id */
export async function beginUpload(
  { name, size }: { name: string; size: number },
  idToken: string,
): Promise<string> {
  const filename = base64(new TextEncoder().encode(name));
  const headers = { 'upload-length': String(size), 'upload-metadata': `filename ${filename}` };
  const answer = await noted(ask('POST', '', idToken, { headers }));
  // Only the end of the address counts: the bearer goes nowhere but to the backend.
  const id = answer.headers.get('location')?.split('/').at(-1);
  if (!isUploadId(id)) throw strangerError(answer.status);
  return id;
}

/** What became of a piece: how much the server has now; or it goes on elsewhere, knows nothing of it, or it came damaged. */
export type PieceOutcome = number | 'elsewhere' | 'gone' | 'damaged';

const outcomes: Readonly<Record<number, PieceOutcome>> = {
  404: 'gone',
  409: 'elsewhere',
  410: 'gone',
  460: 'damaged',
};

async function outcomeOf(asked: Promise<Response>): Promise<PieceOutcome> {
  try {
    const answer = await noted(asked);
    const offset = Number(answer.headers.get('upload-offset') ?? Number.NaN);
    if (Number.isNaN(offset)) throw strangerError(answer.status);
    return offset;
  } catch (error) {
    const outcome = error instanceof ApiError && error.definite && outcomes[error.status];
    if (outcome) return outcome;
    throw error;
  }
}

/** How much of an upload the server has; null when it does not know it any more. */
export async function uploadOffset(id: string, idToken: string): Promise<number | null> {
  const outcome = await outcomeOf(ask('HEAD', id, idToken));
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
  return outcomeOf(ask('PATCH', id, idToken, { headers, body: piece }));
}
