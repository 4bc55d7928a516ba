import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { coveredBy, notApplicable, scenarios } from './scenarioParity.ts';

const all = Object.values(scenarios).flatMap((ofOne) => Object.entries(ofOne));

test('no scenario that others test their queues with is missing here without a reason', () => {
  const known = new Set([...Object.keys(coveredBy), ...Object.keys(notApplicable)]);
  expect(all.filter(([, verdict]) => !known.has(verdict))).toEqual([]);
  expect(all.length).toBeGreaterThan(190);
});

test.each(Object.values(coveredBy))('%s has the test "%s"', (file, title) => {
  const source = readFileSync(new URL(file, import.meta.url), 'utf8');
  expect(source).toContain(title);
});

afterAll(() => {
  const covered = all.filter(([, verdict]) => verdict in coveredBy).length;
  process.stdout.write(
    `${all.length} scenarios: ${covered} covered, ${all.length - covered} not applicable\n`,
  );
});
