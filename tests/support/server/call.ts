import type { LightMyRequestResponse } from 'fastify';
import * as v from 'valibot';
import { expect } from 'vitest';
import {
  blob,
  type CallName,
  calls,
  type ParamsOf,
  pathOf,
  type RequestOf,
  type ResponseOf,
} from '../../../src/contract/calls.ts';
import { type ErrorCode, errors, Failure } from '../../../src/contract/errors.ts';
import type { PersonName } from './people.ts';

/** The caller: one of `people`, the holder of a token, or nobody. */
export type Caller = PersonName | { token: string } | null;

export type TestFile = { name: string; bytes: Uint8Array; type?: string };

export type CallOptions<N extends CallName> = {
  as?: Caller;
  params?: Record<string, string>;
  /** Checked by the type; cast it to send an invalid body. */
  body?: RequestOf<N>;
  /** Sends the call as multipart: a message's fields one by one, anything else as the part `job`. */
  files?: readonly TestFile[];
  /** Sends the files before the other parts. */
  filesFirst?: boolean;
  /** Ids of finished uploads to send with it; also makes it multipart. */
  uploads?: readonly string[];
  /** Idempotency key. */
  key?: string;
  headers?: Record<string, string>;
};

/** The response, whichever way it was requested. */
export type Answered = Pick<
  LightMyRequestResponse,
  'statusCode' | 'headers' | 'body' | 'rawPayload' | 'json'
>;

/** Sends one request. */
export type Ask = (request: {
  method: 'GET' | 'POST' | 'HEAD' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
}) => Promise<Answered>;

/** The response of a call, already checked against the contract. */
export class Reply<N extends CallName = CallName> {
  readonly response: Answered;
  constructor(response: Answered) {
    this.response = response;
  }
  get status(): number {
    return this.response.statusCode;
  }
  /** The response without its envelope; fails the test when the call failed. */
  get answer(): ResponseOf<N> {
    expect(this.status, this.response.body.slice(0, 500)).toBe(200);
    return this.response.json().body;
  }
  /** The failure's body; fails the test when the call succeeded. */
  get failure(): Failure & { code: ErrorCode } {
    // A preview that is still being made is one too, with 202.
    expect(this.status, this.response.body.slice(0, 500)).not.toBe(200);
    return this.response.json();
  }
  /** The code of the failure, `''` when there is none: for tables of expectations. */
  get code(): ErrorCode | '' {
    return this.status === 200 ? '' : this.failure.code;
  }
  get bytes(): Buffer {
    expect(this.status, this.response.body.slice(0, 500)).toBe(200);
    return this.response.rawPayload;
  }
}

/** Checks that a body has the envelope only, and that an entity has exactly the contract's fields. */
function checkAnswer(name: CallName, response: Answered): void {
  if (response.statusCode !== 200) {
    checkFailure(response);
    return;
  }
  const { response: schema } = calls[name];
  if (schema === blob) {
    expect(response.headers['content-disposition'], name).toMatch(/^attachment; filename=/);
    return;
  }
  expect(response.headers['content-type'], name).toBe('application/json; charset=utf-8');
  const envelope: unknown = response.json();
  expect(v.parse(v.strictObject({ body: schema as v.GenericSchema }), envelope), name).toEqual(envelope);
}

/** Checks that a failure has a code of the contract, its status, and a sentence. */
export function checkFailure(response: Answered): void {
  expect(response.headers['content-type'], response.body).toBe('application/json; charset=utf-8');
  const body: unknown = response.json();
  const failure = v.parse(Failure, body);
  expect(failure).toEqual(body);
  expect(errors).toHaveProperty(failure.code);
  expect(response.statusCode, failure.code).toBe(errors[failure.code as ErrorCode].status);
  expect(failure.errorMessage).not.toBe('');
}

function isMessage(body: object): boolean {
  return Object.keys(body).some((key) => key.startsWith('evCommunication.'));
}

async function multipart(
  body: object,
  files: readonly TestFile[],
  uploads: readonly string[],
  filesFirst = false,
) {
  const form = new FormData();
  const appendFiles = () => {
    for (const { name, bytes, type = '' } of files)
      form.append('attachments', new Blob([new Uint8Array(bytes)], { type }), name);
  };
  if (filesFirst) appendFiles();
  if (isMessage(body)) for (const [key, value] of Object.entries(body)) form.append(key, String(value));
  else form.append('job', JSON.stringify(body));
  if (uploads.length > 0) form.append('uploads', JSON.stringify(uploads));
  if (!filesFirst) appendFiles();
  const request = new Response(form);
  return {
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  };
}

function urlOf(name: CallName, params: Record<string, string>): string {
  return `/api${pathOf(name, params as ParamsOf<CallName>)}`;
}

export function callOf(ask: Ask, token: (as: Caller) => string | null) {
  return async <N extends CallName>(name: N, options: CallOptions<N> = {}): Promise<Reply<N>> => {
    const { as = null, params = {}, body, files, filesFirst, uploads, key, headers = {} } = options;
    const { method } = calls[name];
    const bearer = token(as);
    const sent =
      files || uploads
        ? await multipart(body ?? {}, files ?? [], uploads ?? [], filesFirst)
        : method === 'POST'
          ? { payload: JSON.stringify(body ?? {}), headers: { 'content-type': 'application/json' } }
          : {};
    const response = await ask({
      method,
      url: urlOf(name, params),
      ...sent,
      headers: {
        ...('headers' in sent ? sent.headers : {}),
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...headers,
      },
    });
    checkAnswer(name, response);
    return new Reply<N>(response);
  };
}
