import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange } from './files.ts';

/** What a request asks of a file: all of it, a part, or a part that it does not have. */
type Asked = ByteRange | 'whole' | 'none';

const oneRange = /^bytes=(\d*)-(\d*)$/;

/**
 * Reads `Range` and `If-Range` (RFC 9110). Several ranges at once, other units and what is no range at all are taken for the whole, as
 * the RFC allows; so is a part of a file that has changed since. `range-parser` takes `bytes=3-1` for a part that is not there.
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

/** What a blob call answers. */
export type FileAnswer = { contentType: string; fileName: string } & (
  | {
      /** Made while it is sent; how long it will be, nobody knows. */
      stream: Readable;
    }
  | {
      /** Of a stored file, from its beginning or not. */
      open: (range?: ByteRange) => Promise<Readable>;
      /** Bytes. */
      size: number;
      /** Of the bytes, as hex: the same bytes for ever. */
      sha256: string;
    }
);

/** RFC 6266: an ASCII name for old readers, the whole one in UTF-8. */
function dispositionOf(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

type Stored = Extract<FileAnswer, { sha256: string }>;

/** A stored file or the part of it that was asked for, so that a download that broke off goes on where it was. */
async function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  { open, size, sha256 }: Stored,
): Promise<FastifyReply> {
  const etag = `"${sha256}"`;
  reply.header('etag', etag).header('accept-ranges', 'bytes');
  if (request.method === 'HEAD') {
    // Whether it is there is told by its first byte; what is sent of that is nothing.
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

/** Always a download, never a page: nothing somebody uploaded may run on our origin. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: FileAnswer,
): Promise<FastifyReply> {
  reply.header('content-disposition', dispositionOf(answer.fileName)).type(answer.contentType);
  reply.header('content-security-policy', "sandbox; default-src 'none'");
  return 'stream' in answer ? reply.send(answer.stream) : sendStored(request, reply, answer);
}
