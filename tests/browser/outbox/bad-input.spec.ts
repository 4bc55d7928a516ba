import { expect, type Page } from '@playwright/test';
import { isAll } from '../../support/amount.ts';
import { test } from '../support/line.ts';
import { files, fillIn } from '../support/newJob.ts';

const beforeRelease = isAll ? test : test.skip;

const hostile = '<img src=x onerror="alert(1)"> قارب 🏠';

/** Reloads right after the last key, before the draft is saved by its timer. */
async function reload(page: Page): Promise<void> {
  await page.reload();
  await expect(page.getByText('Draft restored.')).toBeVisible();
}

beforeRelease(
  'an edit survives a reload, and shows both versions when someone else has saved one',
  async ({ personOnLine }, { project: { name } }) => {
    const client = await personOnLine('client@ev.test');
    const { page } = client;
    await client.goTo('/jobs/create');
    await client.sees('New job');
    await fillIn(client, { project: `Before ${name}`, street: `31 Edit Street, ${name}`, note: '' });
    await client.press('Submit job');
    await client.sees(`Before ${name}`);
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

    await client.press('Save changes');
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
    await expect(page.getByRole('button', { name: /^Preview plan/ })).toHaveCount(2);
  },
);
