import { expect, test } from 'vitest';
import { type ComparedJob, comparedPairs, setBefore } from '../../src/contract/jobs/comparable.ts';
import type { Attachment, Deliverable } from '../../src/contract/jobs/jobDetails.ts';

function pdf(key: string, name: string, changes: Partial<Attachment> = {}): Attachment {
  return {
    key,
    link: '',
    fileName: `${name}.20261121T103000.pdf`,
    contentType: 'application/pdf',
    size: 1000,
    communicationId: null,
    uploadedBy: 'ada@client.test',
    uploadedByName: 'Ada A.',
    createdTimestamp: 1_767_000_000,
    ...changes,
  };
}
function job(jobId: string, attachments: Attachment[], changes: Partial<ComparedJob> = {}): ComparedJob {
  return {
    jobId,
    jobCode: jobId,
    project: jobId,
    revisionOf: null,
    attachments,
    deliverables: [],
    ...changes,
  };
}
function delivered(key: string, changes: Partial<Deliverable> = {}): Deliverable {
  const file = pdf(`file of ${key}`, 'stamped');
  return { key, file, revision: 1, supersedes: null, superseded: false, ...changes } as Deliverable;
}

test.each([
  ['Roof Rev A', 'Roof Rev B'],
  ['E-set_v1', 'E-set_v12'],
  ['2026-01-04 Array plans', '2026-11-21 Array plans'],
  ['Plans (1)', 'Plans (2)'],
  ['ARRAY plans rev.3 final', 'Array Plans Rev 4'],
])('%s is the set before %s, whatever else is larger', (one, other) => {
  const first = job('first', [pdf('large', 'Calculations', { size: 9_000_000 }), pdf('before', one)]);
  const second = job('second', [pdf('after', other)], { revisionOf: 'first' });
  expect(setBefore('after', [second, first])?.file.key).toBe('before');
});

test('a set without a namesake follows the largest one of the nearest job that has any', () => {
  const oldest = job('oldest', [pdf('too far', 'Other plans')]);
  const older = job('older', [pdf('small', 'Notes', { size: 10 }), pdf('large', 'Drawings', { size: 20 })]);
  const between = job('between', [pdf('photo', 'Other plans', { contentType: 'image/png' })]);
  const now = job('now', [pdf('after', 'Other plans')]);
  expect(setBefore('after', [now, between, older, oldest])?.file.key).toBe('large');
});

test('an earlier set of the same name in the job itself comes before those of other jobs', () => {
  const first = job('first', [pdf('far', 'Roof rev A')]);
  const files = [pdf('near', 'Roof rev B'), pdf('other', 'Walls'), pdf('after', 'Roof rev C')];
  const second = job('second', files);
  expect(setBefore('after', [second, first])?.file.key).toBe('near');
  expect(setBefore('near', [second, first])?.file.key).toBe('far');
  expect(setBefore('near', [second])).toBeUndefined();
});

test('a deliverable follows the one that it replaced, and no set that was asked for', () => {
  const deliverables = [
    delivered('two', { revision: 2, supersedes: 'one' }),
    delivered('one', { superseded: true }),
  ];
  const own = job('own', [pdf('asked', 'stamped')], { deliverables });
  expect(setBefore('file of two', [own])?.file.key).toBe('file of one');
  expect(setBefore('file of one', [own])).toBeUndefined();
  expect(comparedPairs([own]).map(({ after, before }) => [before.file.key, after.key])).toEqual([
    ['file of one', 'file of two'],
  ]);
});

test('a revision offers each of its sets with its own set before, and none of the chat', () => {
  const first = job('first', [pdf('a', 'Architectural A'), pdf('e', 'Electrical A')]);
  const second = job('second', [
    pdf('a2', 'Architectural B', { size: 10 }),
    pdf('e2', 'Electrical B', { size: 20 }),
    pdf('said', 'Electrical C', { communicationId: 'm-1' }),
    pdf('new', 'Calculations', { size: 5 }),
  ]);
  const pairs = comparedPairs([second, first]).map(({ after, before }) => [before.file.key, after.key]);
  expect(pairs).toEqual([
    ['e', 'e2'],
    ['a', 'a2'],
  ]);
  expect(comparedPairs([second])).toEqual([]);
});
