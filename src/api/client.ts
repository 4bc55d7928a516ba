import {
  type AnswerOf,
  type blob,
  type CallName,
  calls,
  type ParamsOf,
  pathOf,
  type RequestOf,
} from '../contract/calls.ts';
import { answered } from './answered.ts';
import { checkInSlices } from './checkInSlices.ts';
import { sinceOf } from './copies.ts';
import { markKept } from './keptSince.ts';
import { noted } from './reach.ts';
import { transmit } from './transport.ts';
import type { Transfer } from './uploadFetch.ts';

export { ApiError } from './ApiError.ts';
export { setFetch, setReads, setTokenSource } from './transport.ts';
export type { Transfer } from './uploadFetch.ts';

export type BlobCallName = {
  [N in CallName]: (typeof calls)[N]['answer'] extends typeof blob ? N : never;
}[CallName];
type JsonCallName = Exclude<CallName, BlobCallName>;

type Needed<N extends CallName> = (keyof ParamsOf<N> extends never
  ? { params?: undefined }
  : { params: ParamsOf<N> }) &
  (RequestOf<N> extends undefined ? { body?: undefined } : { body: RequestOf<N> });

export type CallOptions<N extends CallName> = Needed<N> & {
  /** Stands behind the path. */
  search?: Readonly<Record<string, string>> | undefined;
  /** Files sent along, named as they shall be stored. */
  files?: readonly File[] | undefined;
  /** Ids of files that were sent in pieces before. */
  uploads?: readonly string[] | undefined;
  /** Makes a write safe to repeat: the same key carries it out once. */
  idempotencyKey?: string | undefined;
  /** The bearer to send under, instead of the signed-in person's; a 401 is then the caller's to deal with. */
  idToken?: string | undefined;
  /** Only the backend itself may answer, no copy kept by the worker; with `idToken` always so. */
  fresh?: boolean | undefined;
  signal?: AbortSignal | undefined;
  /** Told how much of an upload (or, for a blob, of a download) has moved. */
  onProgress?: ((transfer: Transfer) => void) | undefined;
};

/** A call as the wire needs it. */
export function outgoing<N extends CallName>(name: N, options: CallOptions<N>) {
  const { method } = calls[name];
  const path = options.params ? pathOf(name, options.params as ParamsOf<N>) : calls[name].path;
  return {
    ...options,
    method,
    path: options.search ? `${path}?${new URLSearchParams(options.search)}` : path,
    body: options.body as object | undefined,
  };
}

/**
 * One call of §7 whose answer is data: sends it with the bearer, opens the envelope, checks the answer.
 *
 * @returns the answer as the contract has it
 * @throws ApiError for every failure; the signal's reason when aborted
 */
export function call<N extends JsonCallName>(name: N, options: CallOptions<N>): Promise<AnswerOf<N>> {
  return noted(answerTo(name, options));
}

async function answerTo<N extends JsonCallName>(name: N, options: CallOptions<N>): Promise<AnswerOf<N>> {
  const { answer: schema, write } = calls[name];
  const send = () => transmit({ ...outgoing(name, options), onUpload: options.onProgress });
  const { response, answer } = await answered(send, write, options.signal);
  const checked = await checkInSlices(schema, name, answer, response.status, !write);
  const since = sinceOf(response);
  if (since !== undefined) markKept(checked, since);
  return checked as AnswerOf<N>;
}
