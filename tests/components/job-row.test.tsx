import { beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '../../src/api/ApiError.ts';
import { findsNoBarrier } from './support/axe.ts';
import { answering, goTo, marked, openApp, sees } from './support/openApp.ts';

const list = '/jobs/listing/in-progress';
/** The newest jobs of the list, which no other test has opened. */
const names = ['Project 400', 'Project 396', 'Project 392', 'Project 388'] as const;

beforeAll(() => openApp('employee', list));

/** Opens a job by its row, with the responses to its details replaced. @returns what restores the server's */
async function openRow(name: string, answer: Parameters<typeof answering>[1]): Promise<() => void> {
  await goTo(list, 'Jobs');
  const { queryClient } = await import('../../src/api/queries.ts');
  const row = page.getByRole('link', { name, exact: true }).first();
  await expect.element(row).toBeVisible();
  const { pathname } = new URL((row.element() as HTMLAnchorElement).href);
  const jobId = pathname.slice(pathname.lastIndexOf('/') + 1);
  const restore = answering(new RegExp(`^/api/jobs/${jobId}$`), answer);
  // It may have been prefetched.
  await queryClient.cancelQueries({ queryKey: ['job', jobId] });
  queryClient.removeQueries({ queryKey: ['job', jobId] });
  await row.click();
  return restore;
}

test('a job is shown as its row knows it until its details arrive, and nothing that it shows moves then', async () => {
  const details = Promise.withResolvers<void>();
  const restore = await openRow(names[0], async (_, send) => {
    await details.promise;
    return send();
  });
  await sees(names[0]);
  const status = page.getByRole('heading', { name: 'Status' });
  await expect.element(status).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Details' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Open chat', exact: true })).toBeVisible();
  await expect.element(page.getByText('Deliverables', { exact: true })).not.toBeInTheDocument();
  await findsNoBarrier();
  const places = () =>
    ['Status', 'Details'].map(
      (name) => page.getByRole('heading', { name, exact: true }).element().getBoundingClientRect().top,
    );
  const before = places();
  details.resolve();
  await expect.element(page.getByText('Deliverables', { exact: true }).first()).toBeVisible();
  await expect.element(page.getByText('Files', { exact: true })).toBeVisible();
  expect(places()).toEqual(before);
  restore();
});

test('a job whose details cannot be read shows what its row knows, and reads the rest with another try', async () => {
  const { message } = new ApiError('internal');
  const restore = await openRow(names[1], async () =>
    marked({ errorCode: 'internal', errorMessage: message }, 500),
  );
  await sees(names[1]);
  const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t load the rest of this job' });
  await expect.element(alert).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'People' })).toBeVisible();
  restore();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Files', { exact: true })).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});

test('a job that is gone is not shown, though a row of it is left', async () => {
  const { message } = new ApiError('not-found');
  const restore = await openRow(names[2], async () =>
    marked({ errorCode: 'not-found', errorMessage: message }, 404),
  );
  await sees('Job not found');
  restore();
});

test('the form of a job that is opened before its details arrive appears with them', async () => {
  const details = Promise.withResolvers<void>();
  const restore = await openRow(names[3], async (_, send) => {
    await details.promise;
    return send();
  });
  await sees(names[3]);
  await page.getByRole('button', { name: 'Edit job' }).click();
  await expect.element(page.getByRole('button', { name: 'Edit job' })).not.toBeInTheDocument();
  details.resolve();
  await expect.element(page.getByRole('button', { name: 'Save changes' }).first()).toBeVisible();
  restore();
});
