import { expect, type Page } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import { Keyboard } from '../support/keyboard.ts';
import { test } from '../support/line.ts';
import { hashOf, Office } from '../support/outbox/office.ts';

const soon = { timeout: 180_000 };
const photo = { name: 'rail.png', mimeType: 'image/png', buffer: Buffer.from(samples.png.bytes) };

/** Shows the shots that have photos, which a phone folds. */
async function opensAnswered(page: Page): Promise<void> {
  const photos = page.getByRole('region', { name: 'Photos' });
  const fold = photos.locator('summary', { hasText: 'with photos' });
  await expect(fold.or(photos.getByRole('list', { name: /^Photos of/ })).first()).toBeVisible(soon);
  if ((await fold.count()) > 0) await fold.click();
}

test('a shot that an admin adds is asked for by staff, answered by a client offline, and there once', async ({
  newPerson,
  personOnLine,
  line,
  product,
}, { project }) => {
  const office = await Office.open(product.url);
  const job = await office.newJob(`Rails ${project.name}`, 0);
  const shot = `Rail ends ${project.name}`;
  const admin = await newPerson('admin');
  const staff = await newPerson('staff');

  await test.step('an admin adds a shot with an example, and moves it by keyboard', async () => {
    const { page } = admin;
    await admin.signIn('admin@ev.test', seedPassword);
    await admin.goTo(`/jobs/update/${job.jobId}`);
    await page.getByRole('link', { name: 'Edit list of Electrical Review' }).click();
    await admin.sees('Photo checklists');
    await page.getByLabel('Service', { exact: true }).selectOption('PIL');
    await expect(page.getByRole('heading', { name: 'Post Install Letter' })).toBeVisible();
    await page.getByLabel('Service', { exact: true }).selectOption('EE');
    await expect(page.getByRole('heading', { name: 'Electrical Review' })).toBeVisible();
    await admin.press('Add shot');
    const dialog = page.getByRole('dialog', { name: 'Add shot' });
    await dialog.getByRole('button', { name: 'Add shot' }).click();
    await expect(dialog.getByText('Name is a required field').first()).toBeVisible();
    await admin.findsNoBarrier();
    await dialog.getByLabel(/^Name/).fill(shot);
    await dialog.getByLabel(/^Hint/).fill('Both ends of one rail.');
    await dialog.getByLabel('Photos for the example', { exact: true }).setInputFiles(photo);
    await expect(dialog.getByText(photo.name)).toBeVisible();
    await dialog.getByRole('button', { name: 'Add shot' }).click();
    await expect(dialog).toBeHidden();
    const row = page.getByRole('listitem').filter({ hasText: shot });
    await expect(row).toContainText('Both ends of one rail.');
    await row.getByRole('button', { name: `Move ${shot} up` }).focus();
    const keyboard = new Keyboard(page);
    await keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'is now' })).toContainText(/ is now \d+ of \d+/);
    await expect.poll(() => keyboard.focused()).toMatchObject({ name: `Move ${shot} up` });
    await expect(page.getByText(/^(Waiting to send|Sending)/)).toHaveCount(0, soon);
    await admin.findsNoBarrier();
  });

  await test.step('staff asks for what is missing', async () => {
    const { page } = staff;
    await staff.signIn('employee@ev.test', seedPassword);
    await staff.goTo(`/jobs/update/${job.jobId}`, job.project);
    const slot = page.getByRole('region', { name: 'Photos' }).getByRole('listitem').filter({ hasText: shot });
    await expect(slot).toContainText('Missing');
    await staff.findsNoBarrier();
    await slot.getByRole('button', { name: `Example of ${shot}` }).click();
    await expect(page.getByRole('dialog')).toContainText('rail');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await staff.press('Ask for missing shots');
    await expect
      .poll(async () => (await office.conversation(job.jobId))[0]?.content, soon)
      .toContain(`• ${shot}`);
  });

  await test.step('a client answers in the chat while offline, and the photo waits', async () => {
    const client = await personOnLine('client@ev.test');
    const { page } = client;
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await client.goTo(`/jobs/update/${job.jobId}?chat=${job.jobId}`);
    const asked = client.chat.getByRole('list', { name: 'Photos asked for' });
    const line1 = asked.getByRole('listitem').filter({ hasText: shot });
    await expect(line1).toContainText('Missing');
    await client.waitsUntilStill();
    await client.findsNoBarrier();
    line.cut();
    await line1.getByLabel(`Photos for ${shot}`, { exact: true }).setInputFiles(photo);
    await expect(line1).toContainText('On its way');
    await page.goto(`${client.url}/jobs/update/${job.jobId}`);
    const slot = page.getByRole('region', { name: 'Photos' }).getByRole('listitem').filter({ hasText: shot });
    await expect(slot.first()).toContainText('On its way', soon);
    await expect(slot.first()).toContainText('Waiting to send');
    expect(await office.arrived(job.jobId)).toEqual([]);

    line.restore();
    const answer = { content: `Photo for: ${shot}`, sha256: [hashOf(photo.buffer)] };
    await expect.poll(() => office.arrived(job.jobId), soon).toEqual([answer]);
    await opensAnswered(page);
    await expect(slot.first()).toContainText('1 photo', soon);
    await client.findsNoBarrier();
  });

  await test.step('staff sees it arrive, also once the shot has left its list', async () => {
    const photos = staff.page.getByRole('region', { name: 'Photos' });
    await opensAnswered(staff.page);
    await expect(photos.getByRole('list', { name: `Photos of ${shot}` })).toBeVisible(soon);
    const row = admin.page.getByRole('listitem').filter({ hasText: shot });
    await row.getByRole('button', { name: `Remove ${shot}` }).click();
    await admin.press('Remove shot');
    await expect(row).toHaveCount(0);
    await expect(photos.getByRole('region', { name: 'No longer on a list' })).toContainText(shot, soon);
    expect(await office.arrived(job.jobId)).toHaveLength(1);
  });
});
