import { createHash } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import type { Caller } from '../server/call.ts';
import type { TestServer } from '../server/server.ts';

type Asked = {
  /** Default: the client. */
  as?: Caller;
  headers?: Record<string, string>;
};
type Made = Asked & { name?: string; payload?: InjectOptions['payload'] };
type Put = Asked & {
  /** Adds a hash of the piece, or of `of`. */
  checksum?: 'sha1' | 'sha256';
  of?: Uint8Array;
};

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** The raw requests of the tus protocol, one by one. */
export function tusOf(server: TestServer) {
  function headersOf({ as = 'client', headers = {} }: Asked): Record<string, string> {
    const bearer = server.token(as);
    return {
      'tus-resumable': '1.0.0',
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...headers,
    };
  }

  function make(size: number, { name = 'plan.pdf', payload, ...asked }: Made = {}) {
    return server.app.inject({
      method: 'POST',
      url: '/api/uploads',
      headers: {
        'upload-length': String(size),
        'upload-metadata': `filename ${base64(name)}`,
        ...headersOf(asked),
      },
      ...(payload === undefined ? {} : { payload }),
    });
  }

  return {
    make,
    /** @returns the id of the new upload */
    async begin(size: number, options: Made = {}): Promise<string> {
      const { statusCode, headers, body } = await make(size, options);
      if (statusCode !== 201) throw new Error(`It was not made: ${statusCode} ${body}`);
      return String(headers.location).split('/').at(-1) ?? '';
    },
    head: (id: string, asked: Asked = {}) =>
      server.app.inject({ method: 'HEAD', url: `/api/uploads/${id}`, headers: headersOf(asked) }),
    end: (id: string, asked: Asked = {}) =>
      server.app.inject({ method: 'DELETE', url: `/api/uploads/${id}`, headers: headersOf(asked) }),
    put: (id: string, offset: number, piece: Uint8Array, { checksum, of = piece, ...asked }: Put = {}) =>
      server.app.inject({
        method: 'PATCH',
        url: `/api/uploads/${id}`,
        payload: Buffer.from(piece),
        headers: {
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(offset),
          ...(checksum && {
            'upload-checksum': `${checksum} ${createHash(checksum).update(of).digest('base64')}`,
          }),
          ...headersOf(asked),
        },
      }),
  };
}
