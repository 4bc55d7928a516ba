import type { ServerResponse } from 'node:http';

/** Every kind of response a request can get, and its sender. Only "ours" and "truncated" carry our server's mark. */
export const answerKinds = [
  'ours',
  'truncated',
  'foreign text',
  'foreign JSON',
  'foreign HTML',
  'empty',
  'redirect',
] as const;
export type AnswerKind = (typeof answerKinds)[number];

/**
 * The outcome of a response for the record that was sent. `sent`, `not sent` and `sign in` are final until somebody acts. `renewed`
 * and `later`: not carried out, sent again automatically. `unsettled`: perhaps carried out, repeated under its key. `no connection`:
 * the same, and the server counts as unreachable, whatever the response.
 */
export type AnswerOutcome = 'sent' | 'not sent' | 'sign in' | 'later' | 'unsettled' | 'no connection';

const off = 'no connection';

/**
 * The outcome of each kind of response with each status, in the order of `answerKinds`; null where our server has no such response.
 */
export const answerOutcomes: Readonly<Record<number, readonly (AnswerOutcome | null)[]>> = {
  //    ours         truncated    text JSON HTML empty redirect
  200: ['sent', off, off, off, off, off, off],
  204: [null, null, off, off, off, off, off],
  302: [null, null, off, off, off, off, off],
  400: ['not sent', 'not sent', off, off, off, off, off],
  401: ['sign in', 'sign in', off, off, off, off, off],
  403: ['not sent', 'not sent', off, off, off, off, off],
  404: ['not sent', 'not sent', off, off, off, off, off],
  408: ['unsettled', 'unsettled', off, off, off, off, off],
  409: ['not sent', 'not sent', off, off, off, off, off],
  413: ['not sent', 'not sent', off, off, off, off, off],
  422: ['not sent', 'not sent', off, off, off, off, off],
  429: ['later', 'later', off, off, off, off, off],
  500: ['unsettled', 'unsettled', off, off, off, off, off],
  502: ['unsettled', 'unsettled', off, off, off, off, off],
  503: ['unsettled', 'unsettled', off, off, off, off, off],
};

const mark = { 'ev-jobs': '1' };
const json = { 'content-type': 'application/json; charset=utf-8' };
const page = '<!doctype html><title>Welcome</title><p>Please accept the terms of this network.';

/** Returns headers and body of a foreign response. */
function foreignAnswer(kind: AnswerKind): { headers: Record<string, string>; body: string } {
  switch (kind) {
    case 'foreign JSON':
      return { headers: json, body: '{"error":"Unauthorized"}' };
    case 'foreign HTML':
      return { headers: { 'content-type': 'text/html; charset=utf-8' }, body: page };
    case 'empty':
      return { headers: {}, body: '' };
    case 'redirect':
      return { headers: { location: '/captive-portal' }, body: '' };
    default:
      return { headers: { 'content-type': 'text/plain' }, body: 'Unauthorized' };
  }
}

/** Responds with this kind and status. @param body our server's body under a 200 */
export function answerAs(response: ServerResponse, kind: AnswerKind, status: number, body: unknown): void {
  if (kind !== 'ours' && kind !== 'truncated') {
    const foreign = foreignAnswer(kind);
    response.writeHead(status, { ...foreign.headers, 'retry-after': '3600' }).end(foreign.body);
    return;
  }
  const text = JSON.stringify(status === 200 ? { body } : { errorMessage: 'No.', code: '' });
  response.writeHead(status, { ...json, ...mark }).end(kind === 'ours' ? text : text.slice(0, -5));
}
