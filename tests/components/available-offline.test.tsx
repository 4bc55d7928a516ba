import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { findsNoBarrier } from './support/axe.ts';
import { wetStampsJob } from './support/data.ts';
import { answering, goTo, openApp } from './support/openApp.ts';

const jobId = wetStampsJob;
const ownSwitch = () => page.getByRole('switch', { name: 'Available offline' });
const detail = () => ownSwitch().element().closest('label')?.textContent;

async function records() {
  const { readOfflineJobs } = await import('../../src/offline/offlineJobs.ts');
  const { getOwner } = await import('../../src/session/session.ts');
  return readOfflineJobs(getOwner()?.uid ?? '');
}

/** Puts the job on this device as the app does by itself. */
async function keptAsOpenJob(skipped: { name: string; bytes: number }[]) {
  const { putOfflineJob } = await import('../../src/offline/saveForOffline.ts');
  const { writeOfflineJob } = await import('../../src/offline/offlineJobs.ts');
  const { getOwner } = await import('../../src/session/session.ts');
  const sizes = { bytes: 9, totalBytes: 9, files: 1, keys: [] };
  const open = { stamp: '', activeAt: 1, skipped };
  const job = { jobId, project: 'Project 8', jobCode: '', at: Date.now(), ...sizes, open };
  await writeOfflineJob(getOwner()?.uid ?? '', job);
  putOfflineJob(job);
}

beforeAll(() => openApp('employee', '/jobs/listing/all'));
beforeEach(async () => {
  await goTo(`/jobs/update/${jobId}`, 'Project 8');
});

test('turning the switch of a job on saves the job, and turning it off removes it', async () => {
  await expect.element(ownSwitch()).not.toBeChecked();
  await findsNoBarrier();
  await ownSwitch().click();
  await expect.element(ownSwitch()).toBeChecked();
  // The tests have no service worker, without which nothing is fetched.
  await expect.poll(detail).toBe('Available offline · Waiting to download');
  await expect
    .poll(async () => (await records()).map((job) => [job.jobId, job.open]))
    .toEqual([[jobId, undefined]]);
  await ownSwitch().click();
  await expect.element(ownSwitch()).not.toBeChecked();
  await expect.poll(records).toEqual([]);
});

test('turning it off without a connection asks first', async () => {
  const { noteReachable, noteUnreachable } = await import('../../src/api/connectivity.ts');
  const { queryClient } = await import('../../src/api/queries.ts');
  await ownSwitch().click();
  await expect.poll(records).toHaveLength(1);
  onTestFinished(answering(/^\/api\//, () => Promise.reject(new TypeError('Failed to fetch'))));
  onTestFinished(noteReachable);
  // A response that is on its way would say that the server is there.
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  noteUnreachable();
  await ownSwitch().click();
  const dialog = page.getByRole('dialog', { name: 'Remove this job from this device?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(ownSwitch()).toBeChecked();
  expect(await records()).toHaveLength(1);
  await ownSwitch().click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(records).toEqual([]);
});

test('an open job that the app keeps by itself stays, and the user learns where that is changed', async () => {
  await keptAsOpenJob([]);
  await expect.element(ownSwitch()).toBeChecked();
  await ownSwitch().click();
  await expect.element(page.getByText(/You can change this in your account\.$/)).toBeVisible();
  await expect.element(ownSwitch()).toBeChecked();
  expect(await records()).toHaveLength(1);
});

test('where files of an open job did not fit, the switch is off and says how many, and turning it on saves them all', async () => {
  await keptAsOpenJob([
    { name: 'A-1.pdf', bytes: 7 },
    { name: 'A-2.pdf', bytes: 7 },
  ]);
  await expect.poll(detail).toMatch(/^Available offline · .*\d:\d\d.* · 2 files missing$/);
  await expect.element(ownSwitch()).not.toBeChecked();
  await ownSwitch().click();
  await expect.element(ownSwitch()).toBeChecked();
  await expect
    .poll(async () => (await records()).map(({ at, open }) => [at, open]))
    .toEqual([[0, undefined]]);
});
