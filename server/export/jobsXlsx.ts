import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { writeXlsxStream } from 'hucre/xlsx';
import type { Job } from '../../src/contract/jobs/job.ts';
import { writable } from '../../src/contract/lines.ts';
import { localSeconds } from '../time/zone.ts';
import { type JobColumn, jobColumns } from './jobColumns.ts';

/** Formats of cells, as spreadsheets write them; `@` keeps a text that looks like a number as it is, also after an edit. */
const numFmts = { text: '@', number: '0', time: 'mm/dd/yy h:mm AM/PM', day: 'mm/dd/yy' } as const;
/** Characters. */
const widths = { text: 20, number: 8, time: 18, day: 10 } as const;

/** Returns a text as a cell can hold it. Spreadsheets would read `_x0041_` as the escape of another character. */
function literal(text: string): string {
  return writable(text).replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
}

/** Spreadsheets have no time zones: a cell shows the clock of the reader's zone. */
function cellOf(column: JobColumn, job: Job, timeZone: string): string | number | Date | null {
  if (column.type === 'time') return new Date(localSeconds(column.cell(job), timeZone) * 1000);
  if (column.type === 'day') return column.cell(job) === '' ? null : new Date(column.cell(job));
  return column.type === 'text' ? literal(column.cell(job)) : column.cell(job);
}

async function* rowsOf(jobs: AsyncIterable<Job>, timeZone: string) {
  for await (const job of jobs) yield jobColumns.map((column) => cellOf(column, job, timeZone));
}

/**
 * Streams jobs as an Excel workbook, read as fast as the client receives. Texts are text cells, which no spreadsheet runs or takes for
 * numbers; days and times are dates. An error breaks the download.
 */
export function jobsXlsx(jobs: AsyncIterable<Job>, timeZone: string): Readable {
  const workbook = writeXlsxStream(rowsOf(jobs, timeZone), {
    name: 'Jobs',
    columns: jobColumns.map(({ heading, type }) => ({
      header: type === 'time' ? `${heading} (${timeZone})` : heading,
      numFmt: numFmts[type],
      width: widths[type],
    })),
    freezePane: { rows: 1 },
  });
  return Readable.fromWeb(workbook as ReadableStream<Uint8Array>);
}
