import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange } from './files.ts';

/** The part of a file that a request asks for; `none` for a range outside of it. */
type Asked = ByteRange | 'whole' | 'none';

const oneRange = /^bytes=(\d*)-(\d*)$/;

/**
 * Parses `Range` and `If-Range` (RFC 9110). Multiple ranges, other units, invalid ranges and a file that changed since yield the
 * whole file, as the RFC allows. Not `range-parser`, which treats `bytes=3-1` as unsatisfiable instead of invalid.
 *
 * @param etag strong, with its quotes
 * @param size of the file, in bytes
 */
function askedRange(
  { range, 'if-range': ifRange }: { range?: string | undefined; 'if-range'?: string | undefined },
  etag: string,
  size: number,
): Asked {
  const [, first = '', last = ''] = oneRange.exec(range?.replaceAll(' ', '') ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  if (ifRange !== undefined && ifRange !== etag) return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'none' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= size ? 'none' : { start, end };
}

/** The response of a call that returns a file. */
export type FileResponse = { contentType: string; fileName: string } & (
  | {
      /** Generated while it is sent, so its length is unknown. */
      stream: Readable;
    }
  | {
      /** Opens a stored file, or a range of it. */
      open: (range?: ByteRange) => Promise<Readable>;
      /** Bytes. */
      size: number;
      /** Hex hash of the bytes, which never change. */
      sha256: string;
    }
);

/** Returns a Content-Disposition header (RFC 6266): an ASCII name for old clients, the full name in UTF-8. */
function dispositionOf(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

type Stored = Extract<FileResponse, { sha256: string }>;

/** Returns a Repr-Digest header (RFC 9530), by which a client notices a file that was cut off on the way. */
export function digestOf(sha256: string, encoding: 'hex' | 'base64url'): string {
  return `sha-256=:${Buffer.from(sha256, encoding).toString('base64')}:`;
}

/** Sends a stored file or the requested range, so that a broken download can be resumed. */
async function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  { open, size, sha256 }: Stored,
): Promise<FastifyReply> {
  const etag = `"${sha256}"`;
  reply.header('etag', etag).header('accept-ranges', 'bytes').header('repr-digest', digestOf(sha256, 'hex'));
  if (request.method === 'HEAD') {
    // Opening one byte shows whether the file exists; the body of a HEAD response is dropped.
    return reply.header('content-length', size).send(await open({ start: 0, end: 0 }));
  }
  const asked = askedRange(request.headers, etag, size);
  if (asked === 'whole') return reply.header('content-length', size).send(await open());
  if (asked === 'none') return reply.code(416).header('content-range', `bytes */${size}`).send();
  const part = await open(asked);
  const { start, end } = asked;
  reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  return reply.header('content-length', end - start + 1).send(part);
}

/** Sends a file as a download, never as a page: uploaded content must not run on our origin. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: FileResponse,
): Promise<FastifyReply> {
  reply.header('content-disposition', dispositionOf(answer.fileName)).type(answer.contentType);
  reply.header('content-security-policy', "sandbox; default-src 'none'");
  return 'stream' in answer ? reply.send(answer.stream) : sendStored(request, reply, answer);
}
