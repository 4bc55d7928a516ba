import type { InviteeRow } from './inviteForm.ts';

/**
 * Cuts a line of a pasted table into cells: tabs as a spreadsheet copies them, or a CSV with commas or semicolons and quotes. By hand:
 * csv-parse is 22 KB compressed in a browser, and papaparse takes a quote after a blank (`Ada, "Lovelace, A."`) for text.
 */
function cellsOf(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at];
    if (sign === '"' && quoted && line[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"') quoted = !quoted;
    else if (sign === delimiter && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell.trim()];
}

function delimiterOf(text: string): string {
  if (text.includes('\t')) return '\t';
  return text.includes(';') ? ';' : ',';
}

type Column = keyof InviteeRow | 'name' | 'other';

const columnWords: readonly (readonly [RegExp, Column])[] = [
  [/mail/i, 'email'],
  [/first|given/i, 'firstName'],
  [/last|family|sur ?name/i, 'lastName'],
  [/^(full )?name$/i, 'name'],
  [/type|role/i, 'userType'],
];

/** The columns of a heading line; null when the first line is a person already. */
function columnsOf(cells: readonly string[]): Column[] | null {
  if (cells.some(hasAt)) return null;
  const columns = cells.map((cell) => columnWords.find(([word]) => word.test(cell))?.[1] ?? 'other');
  return columns.includes('email') ? columns : null;
}

/** Without a heading line: the cell with an @ is the e-mail, a known word the type, the rest are names in their order. */
function guessColumns(cells: readonly string[]): Column[] {
  const columns = cells.map((cell): Column => {
    if (cell.includes('@')) return 'email';
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

function personOf(cells: readonly string[], columns: readonly Column[]): InviteeRow {
  const person: InviteeRow = { email: '', firstName: '', lastName: '', userType: 'CLIENT' };
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
 * People out of a pasted table, one a line, with or without a heading line. Without one, the first line with an e-mail
 * address shows the columns of all lines as long as it, so that a mistyped address still is one.
 */
export function parsePeople(text: string): InviteeRow[] {
  const delimiter = delimiterOf(text);
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const table = lines.map((line) => cellsOf(line, delimiter));
  const heading = columnsOf(table[0] ?? []);
  if (heading) return table.slice(1).map((cells) => personOf(cells, heading));
  const model = table.find((cells) => cells.some(hasAt));
  return table.map((cells) =>
    personOf(cells, guessColumns(model?.length === cells.length && !cells.some(hasAt) ? model : cells)),
  );
}

function hasAt(cell: string): boolean {
  return cell.includes('@');
}
