import { emptyRow, type InviteeRow, isEmptyRow } from './inviteForm.ts';

/**
 * Splits a line of a pasted table into cells: tab-separated from a spreadsheet, or a CSV with commas or semicolons and quotes. No
 * library: csv-parse is 22 KB compressed, and papaparse reads a quote after a blank (`Ada, "Lovelace, A."`) as text.
 */
function cellsOf(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at];
    if (char === '"' && quoted && line[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (char === '"') quoted = !quoted;
    else if (char === delimiter && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += char;
  }
  return [...cells, cell.trim()];
}

/** Splits a text into its lines. A cell that stands in quotes may have had several. */
function linesOf(text: string): string[] {
  const lines = text.match(/(?:(?<![^\t,;\n])"(?:[^"]|"")*"(?![^\t,;\r\n])|[^\n])+/g) ?? [];
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(/\r$/, '').split(/\r?\n/).join(' '));
}

function delimiterOf(text: string, [first = '']: readonly string[]): string {
  if (text.includes('\t')) return '\t';
  const heading = columnsOf(cellsOf(first, ','));
  // A semicolon is also in notes and labels of an export with commas.
  const hasCommas = heading && (heading.length > 1 || !first.includes(';'));
  return text.includes(';') && !hasCommas ? ';' : ',';
}

type Column = keyof InviteeRow | 'name' | 'other';

/**
 * Names of columns as exports of Google, Microsoft, Mozilla and customer lists have them, beside many that only look like these: "Last
 * Sign In", "Given Name Yomi", "E-mail 1 - Label".
 */
const columnPatterns: readonly (readonly [RegExp, Column])[] = [
  [/phonetic|yomi/i, 'other'],
  [/mail(?!.*\b(?:type|label)\b)|principal name/i, 'email'],
  [/(?:first|given)[ _-]?(?:name\b|$)/i, 'firstName'],
  [/(?:last|family)[ _-]?(?:name\b|$)|sur[ _-]?name\b/i, 'lastName'],
  [/^(?:(?:full|display|contact|client|customer)[ _-]?)?name$/i, 'name'],
  [/type|role/i, 'userType'],
];

function hasAt(cell: string): boolean {
  return cell.includes('@');
}

/** Returns the columns of a header row; null when the line is data already. */
function columnsOf(cells: readonly string[]): Column[] | null {
  if (cells.some(hasAt)) return null;
  const names = cells.map((cell) => cell.replaceAll(/\[.*?\]|\(.*?\)|[*:\ufeff]/g, '').trim());
  const columns = names.map((name) => columnPatterns.find(([pattern]) => pattern.test(name))?.[1] ?? 'other');
  return columns.includes('email') ? columns : null;
}

/** A sign, or a word beside others, that firms have in their names and people do not. */
const firm =
  /[&\d]|(?<=\S\s+)\b(?:llc|inc|corp|co|ltd|llp|lp|pllc|pc|company|group|solar|energy|power|electric(?:al)?|roof(?:s|ing)?|engineer(?:s|ing)|construction|build(?:ers|ing)|contract(?:ors|ing)|services|solutions|systems|partners|associates|homes|design|architects?)\b|\b(?:solar|electric|energy|roofing)(?=\s+\S)/i;

function lastWord(text: string): string {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?=[^\p{L}\p{N}]*$)/u)?.[0] ?? '';
}

/**
 * Whether a cell has a whole name: one with a comma, or of several words, before a cell that is no last name or with its own in the email.
 */
function isWholeName(name: string, next: string, email: string): boolean {
  if (/,\s*\p{Lu}/u.test(name)) return true;
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  return /\S\s+\S/.test(name) && (domain.includes(lastWord(next)) || local.includes(lastWord(name)));
}

/**
 * Guesses columns without a header row: the cell with an @ is the email, one with a role the role. Of the others, those that are no firm
 * are a whole name, or first and last name.
 */
function guessColumns(cells: readonly string[]): Column[] {
  const columns = cells.map((cell): Column => {
    if (hasAt(cell)) return 'email';
    if (typeOf(cell)) return 'userType';
    return cell === '' || firm.test(cell) ? 'other' : 'name';
  });
  const names = columns.flatMap((column, at) => (column === 'name' ? [at] : []));
  // A person who is called like a firm.
  if (names.length === 0)
    names.push(...cells.flatMap((cell, at) => (cell && columns[at] === 'other' ? [at] : [])));
  const [first = -1, second = -1] = names;
  const named = new Set(names);
  const email = cells.find(hasAt) ?? '';
  const isWhole = second < 0 || isWholeName(cells[first] ?? '', cells[second] ?? '', email);
  return columns.map((column, at) => {
    if (at === first) return isWhole ? 'name' : 'firstName';
    if (at === second && !isWhole) return 'lastName';
    return named.has(at) ? 'other' : column;
  });
}

type Role = InviteeRow['userType'];

function typeOf(word: string): Role | undefined {
  return (['CLIENT', 'EMPLOYEE', 'ADMIN'] as const).find((type) => type === word.toUpperCase());
}

/** Licenses and degrees, as they stand behind a name. */
const titles =
  /,?\s(?:P\.?E|S\.?E|E\.?I\.?T|P\.?Eng|P\.?L\.?S|R\.?A|AIA|LEED(?: AP)?|PMP|MBA|Ph\.?D|Esq)\.?(?=,|$)/g;

/**
 * Splits a whole name: at its comma, else before its last word. Leaves out licenses, and the firm or note that directories add in brackets.
 */
function nameOf(typed: string): Pick<InviteeRow, 'firstName' | 'lastName'> {
  const plain = typed
    .replaceAll(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(titles, '')
    .replace(/,(?= (?:[JS]r\.?|I{2,3}|IV)$)/, '');
  const name = plain === '' ? typed : plain;
  const [, family, given] = /^([^,]*),\s*(.*)$/.exec(name) ?? [];
  if (family && given) return { firstName: given, lastName: family };
  const [, first = name, last = ''] = /^(.*?\S)\s+(\S+(?:\s(?:[JS]r\.?|I{2,3}|IV))?)$/.exec(name) ?? [];
  return { firstName: first, lastName: last };
}

function inviteeOf(cells: readonly string[], columns: readonly Column[], usual: Role): InviteeRow {
  // Where a person has several, the first is the one that is meant.
  const all = (column: Column) => cells.filter((cell, at) => cell !== '' && columns[at] === column);
  const whole = nameOf(all('name')[0] ?? '');
  const emails = all('email');
  const email = emails.find(hasAt) ?? emails[0] ?? '';
  return {
    firstName: all('firstName')[0] ?? whole.firstName,
    lastName: all('lastName')[0] ?? whole.lastName,
    email: /<([^>]+)>/.exec(email)?.[1] ?? email,
    userType: all('userType').flatMap((word) => typeOf(word) ?? [])[0] ?? usual,
  };
}

/** An address as mail programs write it, and one without a name, which begins where a word does; with a comment behind it. */
const addressPattern =
  /(?:<\s*(?:mailto:)?([^<>@]+@[^<>@\s]+)\s*>|(?<![^\s<>()[\]",;:])(?:mailto:)?([^\s<>()[\]",;:]+@[^\s<>()[\]",;:]+))(?:\s*\([^()]*\))?/gi;

/**
 * Returns a text with the addresses that stand in round brackets, as calendars write them, or in square ones as links, in angle ones; those
 * in a name are left out. So are the signs of a list before its lines, and the lines between the cells of a table in plain text.
 */
function inAngles(text: string): string {
  const plain = text
    .replaceAll(/^ *(?:[•‣◦▪·*–-]|\d{1,3}[.)]) +/gm, '')
    .replaceAll(/\[mailto:([^\s[\]]+)\]/gi, '<$1>')
    .replaceAll(
      /\(([^\s()<>@,;]+@[^\s()<>@,;]+)\)(["']?\s*<)?/g,
      (_, address, next) => next ?? `<${address}>`,
    );
  return plain.includes('\t') ? plain : plain.replaceAll(/ *\| */g, '\t');
}

/** Whether a text has a name with an address beside it, or several addresses in a line. */
export function isRecipientList(text: string): boolean {
  if (text.includes('\t')) return false;
  return inAngles(text)
    .split(/\r?\n/)
    .some((line) => {
      const [found, ...more] = line.matchAll(addressPattern);
      const isNamed = /^(?![<\s])[^,;<]*(,[^,;<]*)?<[^<>]*>\s*[,;]?$|^[^,;<]*$/.test(line.trim());
      return more.length > 0 || (found !== undefined && isNamed && found[2] !== line.trim());
    });
}

/** Reads who stands before, behind and in an address. */
function recipientOf(text: string, usual: Role): InviteeRow {
  const [found] = text.matchAll(addressPattern);
  const name = text
    .replaceAll(addressPattern, (address) => /\(([^()]*)\)$/.exec(address)?.[1] ?? '')
    .replaceAll(/["“”]|^\s*(?:to|cc|bcc|e-?mail|name):/gi, '')
    .replaceAll(/^(?:[\s,'/&–-]|and\b)+|[\s,'/&:–-]+$/gi, '')
    .replaceAll(/\s+/g, ' ');
  const email = (found?.[1] ?? found?.[2] ?? '').replace(/^'(.*)'$/, '$1');
  return { ...emptyRow(usual), email, ...nameOf(name) };
}

/**
 * Parses the recipients of an email as programs copy them: `Ada Lovelace <ada@x.test>; Stone, Bob <bob@x.test>`, or one per line. Who has
 * no address is a person without one, for whom the form asks.
 */
function parseRecipients(text: string, usual: Role): InviteeRow[] {
  const people: InviteeRow[] = [];
  // Outlook repeats an address as the name: 'ada@x.test' <ada@x.test>.
  const once = text.replaceAll(/(['"]?)(?<![^\s<>"',;])([^\s<>"',;]+@[^\s<>"',;]+)\1\s*(?=<\2>)/gi, '');
  for (const entry of once.match(/(?:"[^"\n]*"|[^";\n])+/g) ?? []) {
    let from = 0;
    for (const { 0: address, index } of entry.matchAll(addressPattern)) {
      people.push(recipientOf(entry.slice(from, index + address.length), usual));
      from = index + address.length;
    }
    const last = people.at(-1);
    const rest = recipientOf(entry.slice(from), usual);
    if (isEmptyRow(rest)) continue;
    // Behind its address: ada@x.test Ada Lovelace.
    if (from > 0 && last && last.firstName + last.lastName === '' && !/^\s*,/.test(entry.slice(from))) {
      people.splice(-1, 1, { ...rest, email: last.email });
    } else people.push(rest);
  }
  return people;
}

/**
 * Parses recipients, or a pasted table with one person per line, with or without a header row. Without one, the first line with an email
 * address sets the columns of all lines of its length, so that a mistyped address still counts as one.
 *
 * @param usual the role of whoever has none in the text
 */
export function parseInvitees(given: string, usual: Role = 'CLIENT'): InviteeRow[] {
  const text = inAngles(given);
  const lines = linesOf(text);
  const delimiter = delimiterOf(text, lines);
  const table = lines.map((line) => cellsOf(line, delimiter));
  const heading = columnsOf(table[0] ?? []);
  if (heading) return table.slice(1).map((cells) => inviteeOf(cells, heading, usual));
  if (isRecipientList(text)) return parseRecipients(text, usual);
  const sample = table.find((cells) => cells.some(hasAt));
  return table.flatMap((cells) => {
    const like = sample?.length === cells.length && !cells.some(hasAt) ? sample : cells;
    const [, ...others] = cells.filter(hasAt);
    // A row of addresses: nobody in it is left out.
    return [inviteeOf(cells, guessColumns(like), usual), ...others.map((cell) => recipientOf(cell, usual))];
  });
}
