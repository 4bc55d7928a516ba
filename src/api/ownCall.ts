import type { blob } from '../contract/calls.ts';
import {
  type OwnAnswerOf,
  type OwnCallName,
  type OwnParamsOf,
  type OwnRequestOf,
  ownCalls,
  ownPathOf,
} from '../contract/ownCalls.ts';
import { answered } from './answered.ts';
import { checkAnswer } from './envelope.ts';
import { noted } from './reach.ts';
import { type Outgoing, transmit, transmitUnsigned } from './transport.ts';

type JsonOwnCallName = {
  [N in OwnCallName]: (typeof ownCalls)[N]['answer'] extends typeof blob ? never : N;
}[OwnCallName];

type Needed<N extends OwnCallName> = (keyof OwnParamsOf<N> extends never
  ? { params?: undefined }
  : { params: OwnParamsOf<N> }) &
  (OwnRequestOf<N> extends undefined ? { body?: undefined } : { body: OwnRequestOf<N> });

export type OwnCallOptions<N extends OwnCallName> = Needed<N> & {
  /** Makes a write safe to repeat: the same key carries it out once. */
  idempotencyKey?: string | undefined;
  /** The bearer to send under, instead of the signed-in person's; null sends none, for what needs no sign-in. */
  idToken?: string | null | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * One of our own calls beside the 18 whose answer is data: sends it with the bearer, opens the envelope, checks the answer. Another backend knows
 * none of them, and refuses with a 404.
 *
 * @returns the answer as the contract has it
 * @throws ApiError for every failure; the signal's reason when aborted
 */
export function ownCall<N extends JsonOwnCallName>(
  name: N,
  options: OwnCallOptions<N>,
): Promise<OwnAnswerOf<N>> {
  return noted(answerTo(name, options));
}

async function answerTo<N extends JsonOwnCallName>(
  name: N,
  options: OwnCallOptions<N>,
): Promise<OwnAnswerOf<N>> {
  const { method, path, answer: schema, write } = ownCalls[name];
  const { params, body, idempotencyKey, idToken, signal } = options;
  const outgoing: Outgoing = {
    method,
    path: params ? ownPathOf(name, params as OwnParamsOf<N>) : path,
    body: body as object | undefined,
    idempotencyKey,
    signal,
  };
  const send = () => (idToken === null ? transmitUnsigned(outgoing) : transmit({ ...outgoing, idToken }));
  const { response, answer } = await answered(send, write, signal);
  return checkAnswer(schema, name, answer, response.status, !write) as OwnAnswerOf<N>;
}
