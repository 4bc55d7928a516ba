import { hash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import mailsplit from '@zone-eu/mailsplit';
import { type EmailAddress, simpleParser } from 'mailparser';
import type { ArrivedEmail } from './emailReader.ts';
import { readTexts } from './emailTexts.ts';
import { mimeTree } from './mimeTree.ts';
import { withoutSecrets } from './ourSecrets.ts';

/** Bytes of an email: those of 25 MB of files, which is what most providers send at once. */
export const maxEmailBytes = 40 * 1024 * 1024;

/** Bytes of an oversized email that are read: its headers. */
export const maxHeadLength = 64 * 1024;

const maxFromLength = 1000;

/** Returns an address as users have theirs: the parser writes a domain like `xn--bcher-kva.example` in its own letters. */
function asOurs(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  return (address.slice(0, at) + (domainToASCII(domain) || domain)).trim().toLowerCase();
}

function flat(addresses: readonly EmailAddress[]): { address: string; name: string }[] {
  return addresses.flatMap(({ address, name, group }) =>
    group ? flat(group) : address ? [{ address: asOurs(address), name }] : [],
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

/** Returns the sender and the subject. The parser gets nothing else of a head: addresses above all cost it squared time. */
async function parsedHead(head: readonly { key: string; line: string }[]) {
  const needed = head.filter(({ key, line }) => /^(from|subject)$/.test(key) && line.length <= maxFromLength);
  const { from, subject = '' } = await simpleParser(new mailsplit.Headers(needed).build());
  return { from: flat(from?.value ?? []), subject };
}

/**
 * Parses an email. Runs in a process of its own (`emailReader.ts`), because nothing bounds what that costs.
 *
 * @param raw as it arrived
 * @param ours our addresses as a quote names them, in lower case
 * @throws an error of the parser for one with too many parts or too long headers
 */
export async function readEmail(raw: Buffer, ours: readonly string[]): Promise<ArrivedEmail> {
  const { head, root } = await mimeTree(raw);
  const headers = head.map(({ key, line }): [string, string] => [key, fieldValue(line)]);
  const header = (name: string) => headerOf({ headers }, name)[0] ?? '';
  const known =
    header('message-id') === ''
      ? header('date') && `date ${header('date')}`
      : `message-id ${header('message-id')}`;
  const { from, subject } = await parsedHead(head);
  const { text, whole, files } = readTexts(root, { ours, isForward: forwardSubject.test(subject) });
  return {
    from,
    subject,
    messageId: header('message-id'),
    id: hash('sha256', known === '' ? raw : known),
    headers,
    contentType: root.contentType,
    text: withoutSecrets(text),
    whole: withoutSecrets(whole),
    files,
  };
}

/** Returns the headers of an email as one without content. */
export function headOf(raw: Buffer): Buffer {
  const end = raw.indexOf('\r\n\r\n');
  return raw.subarray(0, Math.min(end === -1 ? raw.length : end, maxHeadLength));
}
