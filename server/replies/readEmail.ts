import { hash } from 'node:crypto';
import {
  type Attachment,
  type EmailAddress,
  type ParsedMail,
  parseAddressHeader,
  simpleParser,
} from 'mailparser';

/** Bytes of an email: those of 25 MB of files, which is what most providers send at once. */
export const maxEmailBytes = 40 * 1024 * 1024;
const maxHeadBytes = 128 * 1024;
const maxParts = 200;
/** Bytes of an oversized email that are read: its headers. */
export const maxHeadLength = 64 * 1024;

/** An email as it arrived. Nothing in it is trusted. */
export type ArrivedEmail = {
  /** Addresses in From, in lower case. */
  from: { address: string; name: string }[];
  /** Addresses that it was delivered or written to, in lower case. */
  to: string[];
  subject: string;
  /** With angle brackets; `''` when it has none. */
  messageId: string;
  /** The same for each copy of this email. A program may give it to another one too. */
  id: string;
  /** Values of a header field, the topmost first, unfolded and not decoded. */
  header(name: string): string[];
  /** The content type without parameters, in lower case. */
  contentType: string;
  /** The plain text; `''` when it has none. */
  text: string;
  /** `''` when it has none. */
  html: string;
  files: Attachment[];
};

/** Header fields in which mail servers note whom an email was delivered to, before those that its sender wrote. */
const recipientFields = ['delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to', 'to', 'cc'];

function flat(addresses: readonly EmailAddress[]): { address: string; name: string }[] {
  return addresses.flatMap(({ address, name, group }) =>
    group ? flat(group) : address ? [{ address: address.trim().toLowerCase(), name }] : [],
  );
}

function headerReader({ headerLines }: ParsedMail): ArrivedEmail['header'] {
  const fields = Map.groupBy(headerLines, ({ key }) => key);
  return (name) =>
    (fields.get(name) ?? []).map(({ line }) =>
      line
        .slice(line.indexOf(':') + 1)
        .replace(/\r?\n[ \t]*/g, ' ')
        .trim(),
    );
}

/**
 * Parses an email.
 *
 * @param raw as it arrived
 * @throws an error of the parser for one with too many parts or too long headers
 */
export async function readEmail(raw: Buffer): Promise<ArrivedEmail> {
  const mail = await simpleParser(raw, {
    skipHtmlToText: true,
    skipTextToHtml: true,
    keepCidLinks: true,
    ignoreEmbedded: true,
    checksumAlgo: false,
    maxHeadSize: maxHeadBytes,
    maxChildNodes: maxParts,
  });
  const header = headerReader(mail);
  const addresses = (name: string) => flat(parseAddressHeader(header(name)).value);
  const messageId = header('message-id')[0] ?? '';
  const date = header('date')[0] ?? '';
  const known = messageId === '' ? date && `date ${date}` : `message-id ${messageId}`;
  return {
    from: flat(mail.from?.value ?? []),
    to: recipientFields.flatMap((name) => addresses(name).map(({ address }) => address)),
    subject: mail.subject ?? '',
    messageId,
    id: hash('sha256', known === '' ? raw : known),
    header,
    contentType: (header('content-type')[0] ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
    text: mail.text ?? '',
    html: mail.html || '',
    files: mail.attachments,
  };
}

/** Returns the headers of an email as one without content. */
export function headOf(raw: Buffer): Buffer {
  const end = raw.indexOf('\r\n\r\n');
  return raw.subarray(0, Math.min(end === -1 ? raw.length : end, maxHeadLength));
}
