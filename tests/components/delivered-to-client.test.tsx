import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Job } from '../../src/contract/jobs/job.ts';
import type { Deliverable } from '../../src/contract/jobs/jobDetails.ts';
import { findsNoBarrier } from './support/axe.ts';
import { answering, goTo, marked, openApp } from './support/openApp.ts';

const jobId = 'job-64';
const seconds = Math.floor(Date.now() / 1000) - 3600;

function delivered(name: string, more: Partial<Deliverable> = {}): Deliverable {
  const file = {
    key: name,
    link: `/attachments/${name}/${name}`,
    fileName: `${name}.zip`,
    contentType: 'application/zip',
    size: 2000,
    communicationId: null,
    uploadedBy: 'emil@ev.test',
    uploadedByName: 'Emil E.',
    createdTimestamp: seconds,
  };
  return {
    ...{ key: `d-${name}`, file, revision: 1, supersedes: null, superseded: false },
    ...{ deliveryMode: 'DIGITAL_COPY', copiesNumber: null, carrier: '', trackingNumber: '', note: '' },
    ...{ addedBy: 'emil@ev.test', addedByName: 'Emil E.', createdTimestamp: seconds },
    ...more,
  };
}

const withdrawn = {
  timestamp: seconds + 60,
  byName: 'Emil E.',
  reason: 'Sheet S3 shows the wrong span.',
  fileKey: 'wrong',
  fileName: 'wrong sheets.zip',
};
const wrong = delivered('wrong', { file: null, withdrawn });

beforeAll(() => openApp('client', '/jobs/listing/all'));
beforeEach(() => page.viewport(1280, 800));

/** Opens the job as the server would give it with these deliverables. */
async function openWith(
  deliverables: readonly Deliverable[],
  search = '',
  more: Partial<Job> = {},
): Promise<void> {
  onTestFinished(
    answering(new RegExp(`^/api/jobs/${jobId}$`), async (_, send) => {
      const { body } = (await (await send()).json()) as { body: object };
      return marked({ body: { ...body, deliverables, ...more } });
    }),
  );
  const { queryClient } = await import('../../src/api/queries.ts');
  await goTo('/messages', 'Messages');
  await queryClient.cancelQueries({ queryKey: ['job', jobId] });
  queryClient.removeQueries({ queryKey: ['job', jobId] });
  // Read before it is shown, as by a link of an email.
  const { jobQuery } = await import('../../src/api/queries.ts');
  await queryClient.fetchQuery(jobQuery(jobId));
  await goTo(`/jobs/update/${jobId}${search}`, 'Project 64');
}

function topOf(heading: string): number {
  return page.getByRole('heading', { name: heading, exact: true }).element().getBoundingClientRect().top;
}

test.each([
  ['a phone', 390],
  ['a desk', 1280],
])(
  'what was delivered stands above the status on %s, in the order of the pages as well',
  async (_, width) => {
    await page.viewport(width, 844);
    await openWith([delivered('stamped set')], '#deliverables');
    const download = page.getByRole('button', { name: 'Download stamped set.zip' });
    await expect.element(download).toBeVisible();
    await expect.element(download).toHaveAttribute('data-variant', 'primary');
    const next = page.getByText(/^EV will tell you when the job is done\.|^This job is done\./);
    const deliverables = page.getByRole('region', { name: 'Deliverables' });
    await expect.element(deliverables.getByText(/^EV will tell you|^This job is done/)).toBeVisible();
    expect(next.elements()).toHaveLength(1);
    await expect.element(page.getByRole('heading', { name: 'Status', exact: true })).toBeInTheDocument();
    expect(topOf('Deliverables')).toBeLessThan(topOf('Status'));
    expect(topOf('Deliverables')).toBeGreaterThanOrEqual(0);
    const headings = [...document.querySelectorAll('main h2')].map((one) => one.textContent);
    expect(headings.indexOf('Deliverables')).toBeLessThan(headings.indexOf('Status'));
    await findsNoBarrier();
  },
);

test('a client sees that a deliverable was withdrawn, when and why, and cannot open it', async () => {
  await openWith([delivered('right set'), wrong]);
  const deliverables = page.getByRole('region', { name: 'Deliverables' });
  await expect.element(deliverables.getByText('wrong sheets.zip')).toBeVisible();
  await expect
    .element(
      deliverables.getByText(/^Withdrawn on \d\d\/\d\d\/\d\d by Emil E\.: Sheet S3 shows the wrong span\.$/),
    )
    .toBeVisible();
  const buttons = deliverables.getByRole('button').elements();
  expect(buttons.map((one) => one.textContent)).toEqual(['Download right set.zip']);
  await findsNoBarrier();
});

test('a withdrawn deliverable counts as delivered in no step of its job', async () => {
  await openWith([wrong]);
  const steps = page.getByRole('list', { name: 'Steps' });
  await expect.element(steps.getByRole('listitem').filter({ hasText: 'Not yet: Delivered' })).toBeVisible();
  await openWith([delivered('right set'), wrong]);
  await expect.element(steps.getByRole('listitem').filter({ hasText: 'Done: Delivered' })).toBeVisible();
});

test('the chat says where something was delivered, and leads to it, on a phone too', async () => {
  await page.viewport(390, 844);
  await openWith(
    [
      delivered('a'),
      delivered('b'),
      delivered('c', { addedBy: 'ada@ev.test', addedByName: 'Ada A.' }),
      wrong,
    ],
    `?chat=${jobId}`,
  );
  const log = page.getByRole('log', { name: 'Messages' });
  await expect.element(log.getByRole('link', { name: '2 documents delivered' })).toBeVisible();
  await expect.element(log.getByRole('link', { name: '1 document delivered' })).toBeVisible();
  await expect.element(log.getByText(/delivered by Ada A\./)).toBeVisible();
  await findsNoBarrier();
  await log.getByRole('link', { name: '2 documents delivered' }).click();
  await expect.element(log).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Download a.zip' })).toBeVisible();
  const { top, bottom } = page
    .getByRole('heading', { name: 'Deliverables', exact: true })
    .element()
    .getBoundingClientRect();
  expect(top).toBeGreaterThanOrEqual(0);
  expect(bottom).toBeLessThan(844);
});

test('a client reads once that a job is running late, and not as a stamp', async () => {
  await openWith([], '', {
    status: 'IN_PROGRESS',
    due: { date: '2026-10-13', end: Math.floor(Date.now() / 1000) - 90_000 },
  });
  const said = page.getByText(/Expected|Overdue|[Dd]ue \d/);
  await expect.element(page.getByText(/^(An engineer is working|EV will assign)/)).toBeVisible();
  expect(said.elements().map(({ textContent }) => textContent)).toEqual(['Expected 10/13/26, running late']);
  await expect.element(said).toHaveAttribute('data-tone', 'plain');
});

test('a client reads nothing of a due date of a job that has ended', async () => {
  await openWith([delivered('stamped set')], '', {
    status: 'COMPLETED',
    due: { date: '2026-10-13', end: Math.floor(Date.now() / 1000) - 90_000 },
  });
  await expect.element(page.getByText(/^This job is done/)).toBeVisible();
  expect(page.getByText(/Expected|Overdue|[Dd]ue \d|late/).elements()).toEqual([]);
});
