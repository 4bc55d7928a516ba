import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** What a blob call answers. */
export type FileAnswer = {
  stream: Readable;
  contentType: string;
  fileName: string;
  /** Bytes, where they are known beforehand. */
  size?: number;
};

/** RFC 6266: an ASCII name for old readers, the whole one in UTF-8. */
function dispositionOf(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Always a download, never a page: nothing somebody uploaded may run on our origin. */
export function sendFile(
  reply: FastifyReply,
  { stream, contentType, fileName, size }: FileAnswer,
): FastifyReply {
  reply.header('content-disposition', dispositionOf(fileName)).type(contentType);
  reply.header('content-security-policy', "sandbox; default-src 'none'");
  if (size !== undefined) reply.header('content-length', size);
  return reply.send(stream);
}
