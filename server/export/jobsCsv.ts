import { pipeline, Readable } from 'node:stream';
import { type CastingContext, stringify } from 'csv-stringify';
import type { Job } from '../../src/contract/jobs/job.ts';
import { escapeFormula } from '../../src/contract/spreadsheet.ts';
import { type JobColumn, jobColumns } from './jobColumns.ts';

/** Formats a time so that spreadsheets parse it: `2026-11-21 10:42:00`, in UTC. */
function utc(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

function cellOf(column: JobColumn, job: Job): string | number | null {
  return column.type === 'time' ? utc(column.cell(job)) : column.cell(job);
}

async function* linesOf(jobs: AsyncIterable<Job>) {
  for await (const job of jobs) yield jobColumns.map((column) => cellOf(column, job));
}

function castText(value: string, context: CastingContext): string {
  return context.header ? value : escapeFormula(value);
}

/**
 * Streams jobs as CSV: RFC 4180, UTF-8 with the byte order mark that Excel needs, one line per job, read as fast as the client
 * receives. Quotes every text, so that spreadsheets that separate by semicolons also see one cell. An error breaks the download, so
 * that an incomplete file never looks complete.
 */
export function jobsCsv(jobs: AsyncIterable<Job>): Readable {
  const csv = stringify({
    bom: true,
    header: true,
    columns: jobColumns.map(({ heading, type }) => ({
      key: type === 'time' ? `${heading} (UTC)` : heading,
    })),
    quoted_string: true,
    record_delimiter: 'windows',
    cast: { string: castText },
  });
  return pipeline(Readable.from(linesOf(jobs)), csv, () => {});
}
