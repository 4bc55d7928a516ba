import { readdirSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { ownSamples, readSchemas, type Sample } from '../support/contract/responses.ts';

const folder = 'tests/contract/responses';
const versions = readdirSync(folder);

test('what this version answers is written down (`node tests/support/run/writeResponses.ts`)', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(versions).toContain(`${version}.jsonl`);
});

/** What a schema says against a body of before; empty if it reads it. */
function misfits(schema: v.GenericSchema, body: unknown): string[] {
  const { issues = [] } = v.safeParse(schema, body);
  return issues.map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.message}`);
}

// Red? A device keeps what it has read, and servers of two versions run side by side: a new field is optional or has a default, and a
// value of an enumeration stays.
test.each(versions)('every response of %s is read', (file) => {
  const lines = readFileSync(`${folder}/${file}`, 'utf8').trimEnd().split('\n');
  const samples = lines.map((line) => JSON.parse(line) as Sample);
  const missed = samples.flatMap(({ of, body }) =>
    of.flatMap((name) => {
      const schema = readSchemas[name];
      return schema ? misfits(schema, body).map((text) => `${name}: ${text}`) : `${name}: gone`;
    }),
  );
  expect([...new Set(missed)]).toEqual([]);
});

test('rules that were saved by 1.0.0 are read', () => {
  expect(ownSamples.flatMap(({ schema, sample }) => misfits(schema, sample))).toEqual([]);
});
