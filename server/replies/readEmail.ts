import { hash } from 'node:crypto';
import { PassThrough, Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import mailsplit from '@zone-eu/mailsplit';
import { type EmailAddress, simpleParser } from 'mailparser';
import { isReplyMarker } from '../mail/replyMarker.ts';
import { partOf, picturesIn } from './emailParts.ts';
import type { ArrivedEmail } from './emailReader.ts';
import { htmlText } from './htmlText.ts';
import { withoutSecrets } from './ourSecrets.ts';
import { cleanText, replyText } from './replyText.ts';

/** Bytes of an email: those of 25 MB of files, which is what most providers send at once. */
export const maxEmailBytes = 40 * 1024 * 1024;

const maxHeadBytes = 128 * 1024;

const maxParts = 200;

/** Bytes of an oversized email that are read: its headers. */
export const maxHeadLength = 64 * 1024;

/** Bytes of a header field that the parser is given. */
const maxFieldBytes = 4096;

const maxFromLength = 1000;

/** Fields that the parser needs; all others, addresses above all, cost it squared time. */
const parsedFields = /^(content-(type|transfer-encoding|disposition|id)|mime-version)$/;

const rootFields = /^(from|subject)$/;

type Line = { key: string; line: string };

/** Lets through what the parser needs of each head, and keeps the head of the email. */
class Bounded extends Transform {
  readonly head: Line[] = [];

  constructor() {
    super({ objectMode: true });
  }

  override _transform(chunk: unknown, _: string, done: (error: Error | null, chunk?: unknown) => void): void {
    const node = chunk as { type: string; root?: boolean; headers?: { getList(): Line[] } };
    if (node.type !== 'node' || !node.headers) {
      done(null, chunk);
      return;
    }
    const lines = node.headers.getList();
    if (node.root) this.head.push(...lines);
    const kept = lines.filter(({ key, line }) => {
      if (parsedFields.test(key)) return true;
      return node.root === true && rootFields.test(key) && line.length <= maxFromLength;
    });
    node.headers = new mailsplit.Headers(kept);
    const isTooLong = kept.some(({ line }) => line.length > maxFieldBytes);
    done(isTooLong ? new Error('a field is too long') : null, chunk);
  }
}

function flat(addresses: readonly EmailAddress[]): { address: string; name: string }[] {
  return addresses.flatMap(({ address, name, group }) =>
    group ? flat(group) : address ? [{ address: address.trim().toLowerCase(), name }] : [],
  );
}

function fieldValue(line: string): string {
  return line
    .slice(line.indexOf(':') + 1)
    .replace(/\r?\n[ \t]*/g, ' ')
    .trim();
}

/** Returns the values of a header field. */
export function headerOf({ headers }: Pick<ArrivedEmail, 'headers'>, name: string): string[] {
  return headers.flatMap(([key, value]) => (key === name ? [value] : []));
}

/** Beginnings of the subject of an email that is passed on, as programs write them. */
const forwardSubject =
  /^\s*\[?(fwd?|wg|tr|rv|enc|i|doorst|vs|vl|vb|pd|ynt|ilt|转发|轉寄|転送|전달)\s?[:：]/iu;

/** Returns what the sender wrote, and the whole text that it was taken from. */
function textsOf(
  { text = '', html, subject = '' }: { text?: string; html?: string | false; subject?: string },
  ours: readonly string[],
): Pick<ArrivedEmail, 'text' | 'whole'> {
  const plain = cleanText(text);
  const own = replyText(plain, ours);
  // The plain part of some programs says nothing, or names a picture.
  if (own !== '' || !html) return { text: own, whole: plain };
  const whole = cleanText(htmlText(html));
  const isWhole = forwardSubject.test(subject) || whole.split('\n').some(isReplyMarker);
  return {
    text: replyText(isWhole ? whole : cleanText(htmlText(html, { withoutQuotes: true })), ours),
    whole,
  };
}

/**
 * Parses an email. Runs in a process of its own (`emailReader.ts`), because nothing bounds what that costs.
 *
 * @param raw as it arrived
 * @param ours our addresses as a quote names them, in lower case
 * @throws an error of the parser for one with too many parts or too long headers
 */
export async function readEmail(raw: Buffer, ours: readonly string[]): Promise<ArrivedEmail> {
  const bounded = new Bounded();
  const parsed = new PassThrough();
  const [mail] = await Promise.all([
    simpleParser(parsed, {
      skipHtmlToText: true,
      skipTextToHtml: true,
      keepCidLinks: true,
      ignoreEmbedded: true,
      checksumAlgo: false,
      maxHeadSize: maxHeadBytes,
      maxChildNodes: maxParts,
    }),
    pipeline(
      Readable.from([raw]),
      new mailsplit.Splitter({ ignoreEmbedded: true, maxHeadSize: maxHeadBytes, maxChildNodes: maxParts }),
      bounded,
      new mailsplit.Joiner(),
      parsed,
    ),
  ]);
  const headers = bounded.head.map(({ key, line }): [string, string] => [key, fieldValue(line)]);
  const header = (name: string) => headerOf({ headers }, name)[0] ?? '';
  const known =
    header('message-id') === ''
      ? header('date') && `date ${header('date')}`
      : `message-id ${header('message-id')}`;
  const texts = textsOf(mail, ours);
  return {
    from: flat(mail.from?.value ?? []),
    subject: mail.subject ?? '',
    messageId: header('message-id'),
    id: hash('sha256', known === '' ? raw : known),
    headers,
    contentType: (header('content-type').split(';')[0] ?? '').trim().toLowerCase(),
    text: withoutSecrets(texts.text),
    whole: withoutSecrets(texts.whole),
    files: [...mail.attachments.map(partOf), ...picturesIn(mail.html || '')],
  };
}

/** Returns the headers of an email as one without content. */
export function headOf(raw: Buffer): Buffer {
  const end = raw.indexOf('\r\n\r\n');
  return raw.subarray(0, Math.min(end === -1 ? raw.length : end, maxHeadLength));
}
