/** The parts of an email, as text in an encoding. */
export type Encoding = '7bit' | '8bit' | 'quoted-printable' | 'base64';

export type Part = {
  type: string;
  body: string | Buffer;
  encoding: Encoding;
  headers?: Record<string, string>;
};

function quotedPrintable(bytes: Buffer): string {
  const lines = bytes.toString('latin1').split(/\r?\n/);
  return lines
    .map((line) => {
      const encoded = [...line].map((character, index) => {
        const isPlain = /[\x21-\x3c\x3e-\x7e]/.test(character);
        const isInnerSpace = /[ \t]/.test(character) && index < line.length - 1;
        return isPlain || isInnerSpace
          ? character
          : `=${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
      });
      const rows = [''];
      for (const token of encoded) {
        if ((rows.at(-1) ?? '').length + token.length > 75) rows.push('');
        rows[rows.length - 1] += token;
      }
      return rows.join('=\r\n');
    })
    .join('\r\n');
}

function encoded({ body, encoding, type }: Part): Buffer {
  const isLatin = /iso-8859-1|windows-1252/i.test(type);
  const text = typeof body === 'string' ? body.replace(/\r?\n/g, '\r\n') : body;
  const bytes = typeof text === 'string' ? Buffer.from(text, isLatin ? 'latin1' : 'utf8') : text;
  if (encoding === 'quoted-printable') return Buffer.from(quotedPrintable(bytes));
  if (encoding === 'base64') return Buffer.from(bytes.toString('base64').replace(/.{76}/g, '$&\r\n'));
  return bytes;
}

function headText(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}

/** Returns a part with its headers. */
export function partOf(part: Part): Buffer {
  const headers = {
    'Content-Type': part.type,
    'Content-Transfer-Encoding': part.encoding,
    ...part.headers,
  };
  return Buffer.concat([Buffer.from(`${headText(headers)}\r\n`), encoded(part), Buffer.from('\r\n')]);
}

let made = 0;

/** Returns parts as one: `multipart/alternative`, `multipart/mixed` … */
export function multipart(subtype: string, parts: readonly Buffer[]): Buffer {
  made += 1;
  const boundary = `--=_Part_${made}_${subtype.replace(/\W/g, '')}`;
  return Buffer.concat([
    Buffer.from(`Content-Type: multipart/${subtype}; boundary="${boundary}"\r\n\r\n`),
    ...parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), part]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
}

/** Returns an email: headers before a part with its own. */
export function emailOf(headers: Record<string, string>, part: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${headText(headers)}MIME-Version: 1.0\r\n`), part]);
}
