import { buffer } from 'node:stream/consumers';
import mailsplit from '@zone-eu/mailsplit';

/** A part of an email, with the parts in it. */
export type MimePart = {
  /** In lower case, without parameters. */
  contentType: string;
  /** `attachment`, `inline` or `''`. */
  disposition: string;
  fileName: string;
  hasContentId: boolean;
  charset: string;
  /** Whether its lines are to be joined (RFC 3676), and how. */
  flowed: 'no' | 'yes' | 'without spaces';
  /** Bytes without their transfer encoding; of a multipart, what stands in it outside of its parts. */
  content: Buffer;
  /** In their order. */
  parts: MimePart[];
};

type Line = { key: string; line: string };
type Node = InstanceType<typeof mailsplit.MimeNode>;

const limits = { ignoreEmbedded: true, maxHeadSize: 128 * 1024, maxChildNodes: 200 };
/** Bytes of a field that describes a part. */
const maxFieldBytes = 4096;
const describing = /^(content-(type|transfer-encoding|disposition|id)|mime-version)$/;

function decoded(node: Node, bytes: Buffer): Promise<Buffer> {
  const decoder = node.getDecoder();
  decoder.end(bytes);
  return buffer(decoder);
}

function described(node: Node): MimePart {
  const contentType = node.contentType || '';
  return {
    // One that is no type says nothing (RFC 2045, 5.2).
    contentType: contentType.includes('/') ? contentType : 'text/plain',
    disposition: node.disposition || '',
    fileName: node.filename || '',
    hasContentId: node.headers ? node.headers.hasHeader('content-id') : false,
    charset: (node.charset || '').trim().toLowerCase(),
    flowed: node.flowed ? (node.delSp ? 'without spaces' : 'yes') : 'no',
    content: Buffer.alloc(0),
    parts: [],
  };
}

/**
 * Splits an email into its parts.
 *
 * @returns the fields of its head, and its parts as a tree
 * @throws for too many parts or too long fields
 */
export async function mimeTree(raw: Buffer): Promise<{ head: Line[]; root: MimePart }> {
  const splitter = new mailsplit.Splitter(limits);
  splitter.end(raw);
  const found = new Map<Node, { part: MimePart; pieces: Buffer[] }>();
  let head: Line[] = [];
  let last: { part: MimePart; pieces: Buffer[] } | undefined;
  for await (const chunk of splitter as AsyncIterable<Node | { type: 'body' | 'data'; value: Buffer }>) {
    if (chunk.type !== 'node') {
      // Behind a part come the boundaries of the next; in a multipart without any, all there is.
      if (chunk.type === 'body' || last?.part.contentType.startsWith('multipart/'))
        last?.pieces.push(chunk.value);
      continue;
    }
    const lines = chunk.headers ? chunk.headers.getList() : [];
    if (lines.some(({ key, line }) => describing.test(key) && line.length > maxFieldBytes))
      throw new Error('a field is too long');
    last = { part: described(chunk), pieces: [] };
    found.set(chunk, last);
    if (chunk.parentNode) found.get(chunk.parentNode)?.part.parts.push(last.part);
    else head = lines;
  }
  const [root] = found.values();
  if (!root) throw new Error('there is no part');
  for (const [node, { part, pieces }] of found) part.content = await decoded(node, Buffer.concat(pieces));
  return { head, root: root.part };
}
