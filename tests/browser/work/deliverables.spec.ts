import { expect } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { seedJobs } from '../../../server/seed/plan.ts';
import { resultsOf } from '../../../server/seed/results.ts';
import { isAll } from '../../support/amount.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import { everythingKept } from '../support/everythingKept.ts';
import { submits } from '../support/newJob.ts';
import type { Person } from '../support/person.ts';
import { test } from '../support/product.ts';

const beforeRelease = isAll ? test : test.skip;

const pdf = { name: 'final set.pdf', mimeType: 'application/pdf', buffer: Buffer.from(samples.pdf.bytes) };
/** Completed jobs with a digital copy that was corrected once; another one for each screen size. */
const corrected = seedJobs.filter((job) => resultsOf(job).length === 2 && job.revisionOf === null);

async function openJob(person: Person, code: string): Promise<void> {
  await person.goTo(`/jobs/listing/all?q=${code}`);
  await person.page
    .getByRole('link', { name: seedJob(code).report.project })
    .first()
    .click();
  await expect(person.page.getByRole('heading', { name: 'Deliverables' })).toBeVisible();
}

function seedJob(code: string) {
  const found = seedJobs.find(({ report }) => report.jobCode === code);
  if (!found) throw new Error(`There is no demo job ${code}.`);
  return found;
}

beforeRelease(
  'staff correct a deliverable through connection faults, and the client downloads the current version',
  async ({ newPerson }, { project }) => {
    const code = corrected[project.name === 'desk' ? 0 : 1]?.report.jobCode ?? '';
    const staff = await newPerson('staff');
    const { page } = staff;
    const dialog = page.getByRole('dialog', { name: 'Replace deliverable' });
    const send = dialog.getByRole('button', { name: 'Replace deliverable' });
    await staff.signIn('employee@ev.test', seedPassword);
    await openJob(staff, code);
    await staff.findsNoBarrier();

    await test.step('errors are shown beside their fields', async () => {
      await page.getByRole('button', { name: /^Replace stamped-set/ }).click();
      await expect(dialog.getByLabel(/^Replaces/)).not.toHaveValue('');
      await send.click();
      await expect(dialog.getByText('Attachment must have at least one file selected')).toHaveCount(1);
      await staff.findsNoBarrier();
    });

    await test.step('typed text and chosen files survive a closed dialog and a reload', async () => {
      await dialog.getByLabel(/^Note/).fill('Title block corrected.');
      await dialog.locator('input[type=file]').first().setInputFiles(pdf);
      await expect(dialog.getByText(pdf.name)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      const isKept = () => expect.poll(() => everythingKept(page));
      await isKept().toContain('Title block corrected.');
      await isKept().toContain(`"name":"${pdf.name}"`);
      await page.reload();
      await staff.press('Add deliverable');
      await expect(dialog.getByLabel(/^Note/)).toHaveValue('Title block corrected.');
      await expect(dialog.getByText(pdf.name)).toBeVisible();
    });

    await test.step('what was sent by a slip is taken back, with its text and file', async () => {
      await send.click();
      await expect(dialog).toBeHidden();
      await staff.press('Undo');
      await expect(page.getByRole('region', { name: 'Not sent yet' })).toHaveCount(0);
      await staff.press('Add deliverable');
      await expect(dialog.getByLabel(/^Note/)).toHaveValue('Title block corrected.');
      await expect(dialog.getByText(pdf.name)).toBeVisible();
    });

    await test.step('a lost response does not create a second deliverable', async () => {
      await page.route(
        '**/api/jobs/update',
        async (route) => {
          await route.fetch();
          await route.fulfill({ status: 408, body: '' });
        },
        { times: 1 },
      );
      await send.click();
      await expect(page.getByText('Deliverable replaced.')).toBeVisible();
      await expect(page.getByText('Revision 3', { exact: true })).toHaveCount(1, { timeout: 90_000 });
      await expect(page.getByRole('region', { name: 'Not sent yet' })).toHaveCount(0);
      await expect(page.getByText('2 superseded versions')).toBeVisible();
      await staff.findsNoBarrier();
    });

    const client = await newPerson('client');
    await client.signIn(seedJob(code).reporter.email, seedPassword);
    await openJob(client, code);
    await expect(client.page.getByText('Title block corrected.')).toBeVisible();
    await expect(client.page.getByRole('button', { name: 'Add deliverable' })).toHaveCount(0);
    const results = client.page.getByRole('region', { name: 'Deliverables' });
    const file = await client.downloads(results.getByRole('button', { name: /^Download/ }).first());
    expect(file.name).toBe('final set.pdf');
    expect(file.bytes.equals(samples.pdf.bytes)).toBe(true);
    await client.findsNoBarrier();

    await test.step('what is withdrawn is gone from the client’s page, which says why', async () => {
      await page.getByRole('button', { name: 'Withdraw final set.pdf, revision 3' }).click();
      const question = page.getByRole('dialog', { name: 'Withdraw this deliverable?' });
      await question.getByLabel(/^Reason for the withdrawal/).fill('The county changed its code.');
      await staff.findsNoBarrier();
      await question.getByRole('button', { name: 'Withdraw' }).click();
      await expect(question).toBeHidden();
      await staff.goTo('/messages');
      await expect(results.getByText(/^Withdrawn on .*: The county changed its code\.$/)).toBeVisible({
        timeout: 90_000,
      });
      await expect(results.getByText('final set.pdf')).toHaveCount(1);
      await expect(results.getByRole('button', { name: /final set/ })).toHaveCount(0);
      await client.findsNoBarrier();
    });
  },
);

beforeRelease(
  'a duplicate becomes a linked revision, with everything typed and chosen',
  async ({ newPerson }, { project }) => {
    const old = corrected[project.name === 'desk' ? 2 : 3];
    if (!old) throw new Error('The demo data has too few corrected deliverables.');
    const client = await newPerson('client');
    const { page } = client;
    await client.signIn(old.reporter.email, seedPassword);
    await openJob(client, old.report.jobCode);
    await client.press(/^More actions for /);
    await page.getByRole('link', { name: 'Use as template' }).click();
    await client.sees(/^New job from/);
    await client.fill('Project name', 'Second array');
    await client.field('Files').setInputFiles(pdf);
    await client.press('Submit job');
    const waiting = page.getByRole('region', { name: 'Not sent yet' });
    await expect(waiting).toContainText("There's an existing job for with same requested services");
    await expect(page.getByRole('link', { name: 'View that job' })).toBeVisible();
    await client.findsNoBarrier();

    await client.press('Start a revision');
    await client.sees(`Revision of ${old.report.project}`);
    await expect(client.field('Project name')).toHaveValue('Second array');
    await expect(page.getByText(pdf.name)).toBeVisible();
    await submits(client, 'Second array');

    const chain = page.getByRole('region', { name: 'Revisions' });
    await expect(chain.getByRole('listitem')).toHaveCount(2);
    await expect(chain.locator('[aria-current="page"]')).toHaveText('Second array');
    await client.findsNoBarrier();
    await chain.getByRole('link', { name: old.report.project }).click();
    await client.sees(old.report.project);
    await expect(chain.locator('[aria-current="page"]')).toHaveText(old.report.project);
  },
);
