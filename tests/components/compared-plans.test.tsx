import { afterEach, beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { comparisonVersion } from '../../src/contract/files/comparison.ts';
import type { SavedComparison } from '../../src/contract/files/savedComparison.ts';
import type { Attachment, JobDetails } from '../../src/contract/jobs/jobDetails.ts';
import { findsNoBarrier } from './support/axe.ts';
import { answering, goTo, marked, openApp } from './support/openApp.ts';

let stops: (() => void)[] = [];

beforeAll(() => openApp('employee', '/jobs/listing/all'));
afterEach(async () => {
  await goTo('/jobs/listing/all');
  for (const stop of stops) stop();
});

const pdf = (key: string, name: string): Attachment => ({
  key,
  link: `/attachments/${key}/${name}`,
  fileName: name,
  size: 1000,
  contentType: 'application/pdf',
  communicationId: null,
  uploadedBy: 'ada@client.test',
  uploadedByName: 'Ada A.',
  createdTimestamp: 1_767_000_000,
});

function answer(unchanged: number, changed: number, byStaff: boolean): SavedComparison {
  const of = (page: number) => ({ page, label: String(page) });
  const sheets = Array.from({ length: unchanged + changed }, (_, at) => ({
    answer: at < unchanged ? ('unchanged' as const) : ('changed' as const),
    before: of(at + 1),
    after: of(at + 1),
    places: [],
    hidden: [],
  }));
  const file = (key: string) => ({ key, sha256: '0'.repeat(64) });
  const comparison = { version: comparisonVersion, before: file('roof-a'), after: file('roof-b'), sheets };
  return { comparison, byStaff, createdTimestamp: 1_767_000_000 };
}

/** Opens a job that revises another one. */
async function opensRevision(stored: SavedComparison[]): Promise<void> {
  const changed = (jobId: string, changes: Partial<JobDetails>) =>
    answering(new RegExp(`/api/jobs/${jobId}$`), async (_, send) => {
      const { body } = (await (await send()).json()) as { body: JobDetails };
      return marked({ body: { ...body, ...changes } });
    });
  stops = [
    changed('job-9', { revisionOf: 'job-8', attachments: [pdf('roof-b', 'Roof rev B.pdf')] }),
    changed('job-8', { attachments: [pdf('roof-a', 'Roof rev A.pdf')] }),
    answering(/\/api\/jobs\/job-9\/comparisons$/, async () => marked({ body: stored })),
  ];
  const { queryClient } = await import('../../src/api/queries.ts');
  for (const name of ['job', 'comparisons', 'revisedJobs']) queryClient.removeQueries({ queryKey: [name] });
  await goTo('/jobs/update/job-9', 'Project 9');
}

const link = (name: string) =>
  page.getByRole('region', { name: 'What changed' }).getByRole('link', { name, exact: true });

test('the page of a revision says the answer in a line, and leads to it', async () => {
  await opensRevision([answer(12, 2, true)]);
  await expect.element(link('12 of 14 sheets unchanged, 2 changed')).toBeVisible();
  await expect.element(page.getByText(/Roof rev B\.pdf, compared with Roof rev A\.pdf/)).toBeVisible();
  await findsNoBarrier();
  expect(link('12 of 14 sheets unchanged, 2 changed').element().getAttribute('href')).toBe(
    '/plans/job-9/roof-b?compare=roof-a',
  );
});

test('a revision whose sets were not compared offers it', async () => {
  await opensRevision([]);
  await expect.element(link('Compare the sets')).toBeVisible();
});

test('staff are not told what only a client’s device has found', async () => {
  await opensRevision([answer(14, 0, false)]);
  await expect.element(link('Compare the sets')).toBeVisible();
  await expect.element(page.getByText('All 14 sheets unchanged')).not.toBeInTheDocument();
});

test('an answer of another version is not shown', async () => {
  const other = answer(14, 0, true);
  await opensRevision([
    { ...other, comparison: { ...other.comparison, version: comparisonVersion + 1 } },
    { nonsense: true } as unknown as SavedComparison,
  ]);
  await expect.element(link('Compare the sets')).toBeVisible();
});
