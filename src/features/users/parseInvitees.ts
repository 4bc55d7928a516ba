import { emptyRow, type InviteeRow } from './inviteForm.ts';

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

function delimiterOf(text: string): string {
  if (text.includes('\t')) return '\t';
  return text.includes(';') ? ';' : ',';
}

type Column = keyof InviteeRow | 'name' | 'other';

const columnPatterns: readonly (readonly [RegExp, Column])[] = [
  [/mail/i, 'email'],
  [/first|given/i, 'firstName'],
  [/last|family|sur ?name/i, 'lastName'],
  [/^(full )?name$/i, 'name'],
  [/type|role/i, 'userType'],
];

function hasAt(cell: string): boolean {
  return cell.includes('@');
}

/** Returns the columns of a header row; null when the line is data already. */
function columnsOf(cells: readonly string[]): Column[] | null {
  if (cells.some(hasAt)) return null;
  const columns = cells.map((cell) => columnPatterns.find(([pattern]) => pattern.test(cell))?.[1] ?? 'other');
  return columns.includes('email') ? columns : null;
}

/** Guesses columns without a header row: the cell with an @ is the email, one with a role the role, the others are names in order. */
function guessColumns(cells: readonly string[]): Column[] {
  const columns = cells.map((cell): Column => {
    if (hasAt(cell)) return 'email';
    if (typeOf(cell)) return 'userType';
    return cell === '' ? 'other' : 'name';
  });
  const names = columns.flatMap((column, at) => (column === 'name' ? [at] : []));
  if (names.length > 1) {
    columns[names[0] as number] = 'firstName';
    columns[names[1] as number] = 'lastName';
    for (const at of names.slice(2)) columns[at] = 'other';
  }
  return columns;
}

function typeOf(word: string): InviteeRow['userType'] | undefined {
  return (['CLIENT', 'EMPLOYEE', 'ADMIN'] as const).find((type) => type === word.toUpperCase());
}

function inviteeOf(cells: readonly string[], columns: readonly Column[]): InviteeRow {
  const person = emptyRow();
  cells.forEach((cell, at) => {
    const column = columns[at];
    if (column === 'userType') person.userType = typeOf(cell) ?? 'CLIENT';
    else if (column === 'name') {
      const [, first = cell, last = ''] = /^(.*\S)\s+(\S+)$/.exec(cell) ?? [];
      person.firstName = first;
      person.lastName = last;
    } else if (column === 'email') person.email = /<([^>]+)>/.exec(cell)?.[1] ?? cell;
    else if (column && column !== 'other') person[column] = cell;
  });
  return person;
}

/**
 * Parses a pasted table with one person per line, with or without a header row. Without one, the first line with an email address sets
 * the columns of all lines of its length, so that a mistyped address still counts as one.
 */
export function parseInvitees(text: string): InviteeRow[] {
  const delimiter = delimiterOf(text);
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const table = lines.map((line) => cellsOf(line, delimiter));
  const heading = columnsOf(table[0] ?? []);
  if (heading) return table.slice(1).map((cells) => inviteeOf(cells, heading));
  const sample = table.find((cells) => cells.some(hasAt));
  return table.map((cells) =>
    inviteeOf(cells, guessColumns(sample?.length === cells.length && !cells.some(hasAt) ? sample : cells)),
  );
}
