import type { MimePart } from './mimeTree.ts';

/** What looks like a character of UTF-8, or a byte that does not, in bytes as Latin-1. */
const characters = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|[\x80-\xff]/g;

/**
 * Decodes bytes that should be UTF-8. Those that are not are of Windows, as those of old programs: all of a text, or a footer that a
 * gateway added, and the end of a text that was cut.
 */
function decodedUtf8(bytes: Buffer): string {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const windows = new TextDecoder('windows-1252');
  const decoded = (part: Buffer) => {
    try {
      return utf8.decode(part);
    } catch {
      return null;
    }
  };
  return (
    decoded(bytes) ??
    bytes.toString('latin1').replace(characters, (found) => {
      const part = Buffer.from(found, 'latin1');
      return decoded(part) ?? windows.decode(part);
    })
  );
}

function charsetOf({ charset, contentType, content }: MimePart): string {
  if (charset !== '' || contentType !== 'text/html') return charset;
  const [, named = ''] =
    /<meta\b[^>]{0,200}\bcharset=["']?([\w-]{1,40})/i.exec(content.toString('latin1', 0, 4096)) ?? [];
  return named.toLowerCase();
}

/** Joins the lines that a program wrapped, within quotes of the same depth (RFC 3676). */
function unflowed(text: string, withoutSpaces: boolean): string {
  const lines: { depth: number; text: string; isOpen: boolean }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [marks = ''] = /^>*/.exec(line) ?? [];
    const own = line.slice(marks.length).replace(/^ /, '');
    const isOpen = own.endsWith(' ') && own !== '-- ';
    const before = lines.at(-1);
    if (before?.isOpen && before.depth === marks.length && own !== '-- ') {
      before.text = (withoutSpaces ? before.text.slice(0, -1) : before.text) + own;
      before.isOpen = isOpen;
    } else lines.push({ depth: marks.length, text: own, isOpen });
  }
  return lines.map(({ depth, text: own }) => (depth > 0 ? `${'>'.repeat(depth)} ${own}` : own)).join('\n');
}

/** Returns the text of a part, with its line breaks. */
export function partText(part: MimePart): string {
  const charset = charsetOf(part);
  let text: string;
  try {
    const isPlain = /^(|utf-?8|(us-?)?ascii|default|unknown-8bit|x-unknown)$/.test(charset);
    text = isPlain ? decodedUtf8(part.content) : new TextDecoder(charset).decode(part.content);
  } catch {
    text = decodedUtf8(part.content);
  }
  return part.flowed === 'no' ? text : unflowed(text, part.flowed === 'without spaces');
}
