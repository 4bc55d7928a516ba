#!/usr/bin/env bash
# Versions: hucre 1.0.0, exceljs 4.4.0, xlsx 0.18.5, read-excel-file 9.3.17, write-excel-file 4.1.1 (Node 24.21.0).
# Guess:    37.5 hours in a cell (`[h]:mm`), which each library gives as a `Date`, are the same `Date` in all of them; and what one reads, another one writes
#           as 37.5 hours.
# Seen:     four of them count from the start of December 30, 1899, hucre from that of the 31st where a cell has less than 60 days. Each reads what it wrote.
#           What hucre reads and another one writes has 24 hours more in each cell; the other way round it has 24 less, and 45 minutes are below zero, which
#           Excel cannot show.
# Matters:  hours of a timesheet that come in by one library and go out by another, or are counted from the usual day, are billed with a day more for each
#           line.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 hucre@1.0.0 exceljs@4.4.0 xlsx@0.18.5 read-excel-file@9.3.17 write-excel-file@4.1.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import ExcelJS from 'exceljs';
import { readXlsx, writeXlsx } from 'hucre';
import read from 'read-excel-file/node';
import write from 'write-excel-file/node';
import * as XLSX from 'xlsx';

const numFmt = '[h]:mm';
const writers = {
  hucre: (values) => writeXlsx({ sheets: [{ name: 'Hours', columns: values.map(() => ({ numFmt })), rows: [values] }] }),
  exceljs: (values) => {
    const book = new ExcelJS.Workbook();
    const row = book.addWorksheet('Hours').addRow(values);
    row.eachCell((cell) => {
      cell.numFmt = numFmt;
    });
    return book.xlsx.writeBuffer();
  },
  xlsx: (values) => {
    const book = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([values], { dateNF: numFmt }), 'Hours');
    return XLSX.write(book, { type: 'buffer' });
  },
  'write-excel-file': (values) => write([values.map((value) => ({ value, type: Date, format: numFmt }))]).toBuffer(),
};
const readers = {
  hucre: async (book) => (await readXlsx(new Uint8Array(book))).sheets[0].rows[0],
  exceljs: async (book) => {
    const loaded = new ExcelJS.Workbook();
    await loaded.xlsx.load(book);
    return loaded.worksheets[0].getRow(1).values.slice(1);
  },
  xlsx: (book) => XLSX.utils.sheet_to_json(Object.values(XLSX.read(book, { cellDates: true }).Sheets)[0], { header: 1 })[0],
  'read-excel-file': async (book) => (await read(Buffer.from(book)))[0].data[0],
};
const hoursIn = (book) => XLSX.utils.sheet_to_json(Object.values(XLSX.read(book).Sheets)[0], { header: 1 })[0].map((days) => (days * 24).toFixed(2));
const sheet = await writers.exceljs([37.5 / 24, 0.75 / 24]);
for (const [reader, readHours] of Object.entries(readers)) {
  const hours = await readHours(sheet);
  console.log(`37.50 and 0.75 read by ${reader}: ${hours.map((date) => date.toISOString().slice(0, 16)).join(', ')}`);
  for (const [writer, writeHours] of Object.entries(writers)) console.log(`  written by ${writer}: ${hoursIn(await writeHours(hours)).join(', ')}`);
}

JS
TZ=UTC node try.mjs | tee seen
diff seen - <<'SEEN'
37.50 and 0.75 read by hucre: 1900-01-01T13:30, 1899-12-31T00:45
  written by hucre: 37.50, 0.75
  written by exceljs: 61.50, 24.75
  written by xlsx: 61.50, 24.75
  written by write-excel-file: 61.50, 24.75
37.50 and 0.75 read by exceljs: 1899-12-31T13:30, 1899-12-30T00:45
  written by hucre: 13.50, -23.25
  written by exceljs: 37.50, 0.75
  written by xlsx: 37.50, 0.75
  written by write-excel-file: 37.50, 0.75
37.50 and 0.75 read by xlsx: 1899-12-31T13:30, 1899-12-30T00:45
  written by hucre: 13.50, -23.25
  written by exceljs: 37.50, 0.75
  written by xlsx: 37.50, 0.75
  written by write-excel-file: 37.50, 0.75
37.50 and 0.75 read by read-excel-file: 1899-12-31T13:30, 1899-12-30T00:45
  written by hucre: 13.50, -23.25
  written by exceljs: 37.50, 0.75
  written by xlsx: 37.50, 0.75
  written by write-excel-file: 37.50, 0.75
SEEN
