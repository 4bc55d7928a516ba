import { writable } from './lines.ts';

// Spreadsheets run a cell that begins like a formula, some also after blanks and what has no shape, or in full-width forms.
const formulaStart = /^[\s\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u;

/** Returns a text of a user as a cell that no spreadsheet runs. */
export function escapeFormula(text: string): string {
  const plain = writable(text);
  return formulaStart.test(plain) ? `'${plain}` : plain;
}
