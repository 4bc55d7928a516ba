import { expect, type Page } from '@playwright/test';
import { isAll } from '../../support/amount.ts';
import { test } from '../support/line.ts';
import { files, fillIn, hasArrived, opensSections, sendJob, submits } from '../support/newJob.ts';
import type { Person } from '../support/person.ts';

const beforeRelease = isAll ? test : test.skip;

const save = 'Save changes';
const soon = { timeout: 180_000 };

function notSent(page: Page) {
  return page.getByRole('region', { name: 'Not sent yet' });
}

/** Waits until the app can be opened offline. */
async function isInstalled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

async function reportJob(client: Person, project: string, street: string): Promise<string> {
  await client.goTo('/jobs/create', 'New job');
  await fillIn(client, { project, street, note: '' });
  await submits(client, project);
  return new URL(client.page.url()).pathname;
}

test('a new job with files waits while offline, survives a reload, and is created once when back online', async ({
  personOnLine,
  line,
}, { project: { name } }) => {
  const client = await personOnLine('client@ev.test');
  const { page } = client;
  const job = { project: `Without signal ${name}`, street: `4 Valley Road, ${name}`, note: 'No bars here.' };
  await isInstalled(page);
  await client.goTo('/jobs/create', 'New job');
  await fillIn(client, job);
  line.cut();
  await client.press(sendJob);
  await client.sees('Jobs');
  await expect(page.getByText(/^Saved in your outbox\./)).toBeVisible();
  await expect(notSent(page)).toContainText(job.project);
  await expect(notSent(page)).toContainText('plan');

  await page.reload();
  await client.sees('Jobs');
  await expect(notSent(page)).toContainText('Waiting to send');
  await client.findsNoBarrier();

  line.restore();
  await expect(notSent(page)).toHaveCount(0, soon);
  await client.goTo(`/jobs/listing/all?q=${encodeURIComponent(job.street)}`);
  await expect(page.getByRole('button', { name: `Open chat for ${job.project}` })).toHaveCount(1);
  await page.getByRole('link', { name: job.project }).click();
  await client.sees(job.project);
  const opening = page
    .getByRole('link', { name: /^Open plan/ })
    .or(page.getByRole('button', { name: /^Preview roof/ }));
  await expect(opening).toHaveCount(files.length);
  await client.goTo('/jobs/create');
  await expect(client.field('Project name')).toHaveValue('');
});

beforeRelease(
  'changes made offline wait in their order and arrive in it',
  async ({ personOnLine, line }, { project: { name } }) => {
    const client = await personOnLine('client@ev.test');
    const address = await reportJob(client, `Two changes ${name}`, `15 Valley Road, ${name}`);
    const employee = await personOnLine('employee@ev.test');
    const { page } = employee;
    await isInstalled(page);
    await employee.goTo(address, `Two changes ${name}`);

    line.cut();
    await employee.putsOnHold('Waiting for photos.');
    await expect(page.getByText(/^Saved in your outbox\./)).toBeVisible();
    await expect(notSent(page)).toContainText('Status: On hold');
    await expect(notSent(page)).toContainText('Reason: Waiting for photos.');
    await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
    await employee.press('Edit job');
    await opensSections(employee);
    await employee.fill('Tracking number', '1Z999');
    await employee.press(save);
    await expect(notSent(page).getByRole('listitem')).toHaveCount(2);
    await expect(notSent(page)).toContainText('Tracking number: 1Z999');
    await employee.findsNoBarrier();

    line.restore();
    await expect(notSent(page)).toHaveCount(0, soon);
    await page.reload();
    await employee.sees(`Two changes ${name}`);
    await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
    await page.getByRole('button', { name: 'Details', exact: true }).click();
    await expect(page.getByText('1Z999').first()).toBeVisible();
  },
);

beforeRelease(
  'a change of an outdated version shows both versions',
  async ({ personOnLine, newPerson, line }, { project: { name } }) => {
    const client = await personOnLine('client@ev.test');
    const { page } = client;
    const address = await reportJob(client, `Before ${name}`, `23 Valley Road, ${name}`);
    await isInstalled(page);
    await client.sees(`Before ${name}`);
    line.cut();
    await client.press('Edit job');
    await opensSections(client);
    await client.fill('Project name', `Mine ${name}`);
    await client.press(save);
    await expect(notSent(page)).toContainText(`Project name: Mine ${name}`);

    const employee = await newPerson('employee');
    await employee.signIn('employee@ev.test', 'stamped-2026');
    await employee.goTo(address);
    await employee.press('Edit job');
    await opensSections(employee);
    await employee.fill('Project name', `Theirs ${name}`);
    await employee.press('Save changes');
    await employee.sees(`Theirs ${name}`);
    await hasArrived(employee);

    line.restore();
    await expect(notSent(page)).toContainText(
      'Not sent: Someone else updated this job while you were working on it.',
      soon,
    );
    await client.findsNoBarrier();
    await notSent(page)
      .getByRole('button', { name: /^Compare versions/ })
      .click();
    const both = page.getByRole('alert', { name: 'Conflicting changes' });
    await expect(both).toContainText(`Mine ${name}`);
    await expect(both).toContainText(`Theirs ${name}`);
    await client.press(save);
    await client.sees(`Mine ${name}`);
    await expect(notSent(page)).toHaveCount(0);
  },
);
