import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Below it, what is won is less than a packet. In characters, which is near enough. */
const smallest = 1024;

/** The first that a reader takes. Kinds and levels by measurement (`SCALE.md`): others cost more calls a second than bytes they save. */
const encodings = {
  br: (text: string) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  zstd: (text: string) => zstdCompressSync(text, { params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  gzip: (text: string) => gzipSync(text, { level: 1 }),
};
const names = Object.keys(encodings) as (keyof typeof encodings)[];

/** The encoding for a reader by their `Accept-Encoding`, or null for none. */
export function encodingFor(accepted: string | undefined): keyof typeof encodings | null {
  if (accepted === undefined) return null;
  const refused = new Set<string>();
  const taken = new Set<string>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    (isRefused ? refused : taken).add(name);
  }
  return names.find((name) => taken.has(name) && !refused.has(name)) ?? null;
}

function addVary(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`);
}

function compressed(payload: unknown, accepted: string | undefined, reply: FastifyReply): unknown {
  if (typeof payload !== 'string' || payload.length < smallest) return payload;
  if (!String(reply.getHeader('content-type')).startsWith('application/json')) return payload;
  addVary(reply);
  const encoding = encodingFor(accepted);
  if (encoding === null) return payload;
  reply.header('content-encoding', encoding);
  return encodings[encoding](payload);
}

/**
 * Compresses answers that are JSON. Files, streams and what is compressed already are no text here and go as they are. What a
 * reader may learn from the size of an answer: see `THREATS.md`.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', ({ headers }, reply, payload, done) => {
    done(null, compressed(payload, headers['accept-encoding'], reply));
  });
}
