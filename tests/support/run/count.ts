import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Names of tests as `file > name`, of files that could not be run, and by these names the seconds and the first lines of errors. */
export type Count = {
  passed: string[];
  failed: string[];
  skipped: string[];
  seconds: Record<string, number>;
  errors: Record<string, string[]>;
};

export function newCount(): Count {
  return { passed: [], failed: [], skipped: [], seconds: {}, errors: {} };
}

const mostLines = 12;
const longestLine = 300;

type Failure = { at?: { file: string; line: number } | undefined; texts: readonly unknown[] };

/** Adds a failure with its place and the first lines of its texts, without colors and empty lines. */
export function addFailure(count: Count, name: string, { at, texts }: Failure): void {
  const place = at && `${relative('.', at.file)}:${at.line}`;
  const lines = stripVTControlCharacters([place, ...texts].join('\n')).split('\n');
  count.failed.push(name);
  count.errors[name] = lines
    .filter((line) => line.trim() !== '')
    .slice(0, mostLines)
    .map((line) => line.slice(0, longestLine));
}
