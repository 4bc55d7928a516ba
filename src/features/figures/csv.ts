import { stringify } from 'csv-stringify/browser/esm/sync';
import { saveBlob } from '../../api/downloads.ts';
import { escapeFormula } from '../../contract/spreadsheet.ts';

export type Cell = string | number | null;

/** Saves a table as CSV in the form of the exported job list: RFC 4180, with the byte order mark that Excel needs. */
export function saveCsv(
  fileName: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): void {
  const text = stringify([[...columns], ...rows.map((row) => [...row])], {
    bom: true,
    quoted_string: true,
    record_delimiter: 'windows',
    cast: { string: escapeFormula },
  });
  saveBlob(new Blob([text], { type: 'text/csv;charset=utf-8' }), fileName);
}
