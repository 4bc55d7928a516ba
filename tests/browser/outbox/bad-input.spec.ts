import { expect, type Page } from '@playwright/test';
import { isAll } from '../../support/amount.ts';
import { test } from '../support/line.ts';
import { expectAllThere, files, fillIn, hasArrived, sendJob, submits } from '../support/newJob.ts';

const beforeRelease = isAll ? test : test.skip;

const hostile = '<img src=x onerror="alert(1)"> قارب 🏠';

/** Reloads right after the last key, before the draft is saved by its timer. */
async function reload(page: Page): Promise<void> {
  await page.reload();
  await expect(page.getByText('Draft restored.')).toBeVisible();
}

beforeRelease(
  'a new job survives mistakes, a refusal, a lost connection and a reload, and is created once',
  async ({ personOnLine, line }, { project: { name } }) => {
    const client = await personOnLine('client@ev.test');
    const { page } = client;
    const first = { project: `Refused ${name}`, street: `5 Twin Street, ${name}`, note: '' };
    const typed = {
      project: `${hostile} (${name})`,
      street: `9 Harbor Street, ${name}`,
      note: `שלום 🏗️ ${'long text '.repeat(900)}`.trim(),
    };

    await test.step('every error is shown beside its field, and the first field has the focus', async () => {
      await client.goTo('/jobs/create', 'New job');
      await client.press('Submit job');
      await expect(page.getByRole('heading', { name: /^There’s a problem with \d+ fields$/ })).toBeVisible();
      // The first of the page: the documents come before what they are for.
      await expect(client.field('Files')).toBeFocused();
      for (const label of ['Project name', 'Street address', 'City', 'State', 'Zip code', 'Document links']) {
        await expect(client.field(label)).toHaveAttribute('aria-invalid', 'true');
        await expect(client.field(label)).toHaveAccessibleDescription(/is a required field/);
      }
      await client.fill('Zip code', '1234');
      await expect(client.field('Zip code')).toHaveAccessibleDescription(
        /Zip code is not valid \(12345-6789\)/,
      );
      await client.findsNoBarrier();
    });

    await test.step('a job with the same services at the same address is created first', async () => {
      await fillIn(client, first);
      await submits(client, first.project);
    });

    const waiting = page.getByRole('region', { name: 'Not sent yet' });

    await test.step('the server refuses a second one, and all values are still there, also after a reload', async () => {
      await client.goTo('/jobs/create', 'New job');
      await expect(client.field('Project name')).toHaveValue('');
      const again = { ...typed, street: first.street.toUpperCase() };
      await fillIn(client, again);
      await client.press('Submit job');
      await expect(
        page.getByText("There's an existing job for with same requested services for the provided address."),
      ).not.toHaveCount(0);
      await page.reload();
      await client.sees('Jobs');
      await client.findsNoBarrier();
      await waiting.getByRole('button', { name: /^Edit/ }).click();
      await client.sees('New job');
      await expectAllThere(client, again);
      await reload(page);
      await expectAllThere(client, again);
      await client.fill('Street address', typed.street);
    });

    await test.step('without a connection the job waits, and returns whole into its form, also after a reload', async () => {
      line.cut();
      await client.press(sendJob);
      await expect(page.getByText(/^Saved in your outbox\./)).toBeVisible();
      await client.sees('Jobs');
      await expect(waiting.getByRole('listitem')).toContainText('Waiting to send');
      await client.findsNoBarrier();
      await waiting.getByRole('button', { name: /^Edit/ }).click();
      await client.sees('New job');
      await expectAllThere(client, typed);
      line.restore();
      await page.reload();
      await expectAllThere(client, typed);
      await client.findsNoBarrier();
    });

    await test.step('after a lost response the job is sent again by itself and not created twice', async () => {
      line.cutAnswerTo('9 Harbor Street');
      await client.press(sendJob);
      await client.sees('Jobs');
      await expect(waiting.getByRole('listitem')).toContainText('Checking if it was sent');
      line.restore();
      await page.reload();
      await client.sees('Jobs');
      await expect(waiting).toHaveCount(0, { timeout: 180_000 });
      await client.goTo(`/jobs/listing/all?q=${encodeURIComponent(typed.street)}`);
      await expect(page.getByRole('button', { name: `Open chat for ${typed.project}` })).toHaveCount(1);
      await page.getByRole('link', { name: typed.project }).click();
      await client.sees(typed.project);
      await expect(page.getByRole('link', { name: /^Open plan/ })).toHaveCount(1);
      await expect(page.getByRole('button', { name: /^Preview roof/ })).toHaveCount(1);
      await client.findsNoBarrier();
    });

    await test.step('the draft is deleted after sending', async () => {
      await client.goTo('/jobs/create', 'New job');
      await expect(client.field('Project name')).toHaveValue('');
      await expect(page.getByText('Draft restored.')).toHaveCount(0);
    });
  },
);

beforeRelease(
  'an edit survives a reload, and shows both versions when someone else has saved one',
  async ({ personOnLine }, { project: { name } }) => {
    const client = await personOnLine('client@ev.test');
    const { page } = client;
    await client.goTo('/jobs/create', 'New job');
    await fillIn(client, { project: `Before ${name}`, street: `31 Edit Street, ${name}`, note: '' });
    await submits(client, `Before ${name}`);
    const address = new URL(page.url()).pathname;

    await client.press('Edit job');
    await client.field('Add files').setInputFiles(files.slice(0, 1));
    await expect(page.getByRole('button', { name: `Remove ${files[0]?.name}` })).toBeVisible();
    await client.fill('Project name', `Mine ${name}`);
    await client.fill('Description', hostile);
    await reload(page);
    await expect(client.field('Project name')).toHaveValue(`Mine ${name}`);
    await expect(client.field('Description')).toHaveValue(hostile);
    await expect(page.getByRole('button', { name: `Remove ${files[0]?.name}` })).toBeVisible();

    const employee = await personOnLine('employee@ev.test');
    await employee.goTo(address);
    await employee.press('Edit job');
    await employee.fill('Project name', `Theirs ${name}`);
    await employee.press('Save changes');
    await employee.sees(`Theirs ${name}`);
    await hasArrived(employee);

    await client.press('Save changes');
    const waiting = page.getByRole('region', { name: 'Not sent yet' });
    await expect(waiting).toContainText(
      'Not sent: Someone else updated this job while you were working on it.',
    );
    await waiting.getByRole('button', { name: /^Compare versions/ }).click();
    const both = page.getByRole('alert', { name: 'Conflicting changes' });
    await expect(both).toContainText(`Mine ${name}`);
    await expect(both).toContainText(`Theirs ${name}`);
    await expect(client.field('Project name')).toHaveValue(`Mine ${name}`);
    await expect(client.field('Description')).toHaveValue(hostile);
    await client.findsNoBarrier();
    await both.getByRole('button', { name: /^Use this version of Project name: Saved by / }).click();
    await expect(client.field('Project name')).toHaveValue(`Theirs ${name}`);
    await both.getByRole('button', { name: 'Use this version of Project name: Yours' }).click();
    await expect(client.field('Project name')).toHaveValue(`Mine ${name}`);
    await client.press('Save changes');
    await client.sees(`Mine ${name}`);
    await expect(page.getByText(hostile).first()).toBeVisible();
    await expect(page.getByRole('link', { name: /^Open plan/ })).toHaveCount(2);
  },
);
