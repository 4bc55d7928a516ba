import { beforeAll, expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { findsNoBarrier } from './support/axe.ts';
import { goTo, openApp } from './support/openApp.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    phonePhoto(): Promise<string>;
  }
}

beforeAll(() => openApp('client', '/jobs/listing/all'));

const question = page.getByRole('dialog', { name: 'Keep time and place of photos?' });
const message = page.getByRole('textbox', { name: 'Message' });

async function phonePhoto(name: string): Promise<File> {
  const bytes = Uint8Array.from(atob(await commands.phonePhoto()), (letter) => letter.charCodeAt(0));
  return new File([bytes], name, { type: 'image/jpeg' });
}

async function sendPhoto(job: string, name: string): Promise<void> {
  await goTo(`/jobs/update/${job}?chat=${job}`);
  await message.fill(`Here is ${name}`);
  await userEvent.upload(page.getByLabelText('Files to attach'), await phonePhoto(name));
  await expect.element(page.getByRole('list', { name: 'Attached files' })).toMatchTextContent(name);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

/** Returns what the server says of a file of a job. */
async function storedPhoto(job: string, name: string) {
  const { call } = await import('../../src/api/client.ts');
  const { attachments } = await call('job', { params: { jobId: job } });
  return attachments.find(({ fileName }) => fileName.startsWith(name.replace('.jpg', '')));
}

test('the first photo that says where it was taken asks whether to keep that; later ones do not', async () => {
  await sendPhoto('job-20', 'north.jpg');
  await expect.element(question).toBeVisible();
  // Browsers on Android get photos without it.
  await expect
    .element(question)
    .toMatchTextContent(/when and, if your phone lets them, where they were taken/);
  await findsNoBarrier();
  await question.getByRole('button', { name: 'Keep them' }).click();
  await expect
    .poll(() => storedPhoto('job-20', 'north.jpg'))
    .toMatchObject({
      taken: '2026-11-27T16:20:05-05:00',
      place: { latitude: 42.3601, longitude: -71.0589 },
    });
  await sendPhoto('job-20', 'south.jpg');
  await expect.poll(() => storedPhoto('job-20', 'south.jpg')).toHaveProperty('place');
  await expect.element(question).not.toBeInTheDocument();
});

test('it is shown with the photo, and leads to a map', async () => {
  await goTo('/jobs/listing/all');
  await goTo('/jobs/update/job-20');
  const file = page.getByRole('listitem').filter({ hasText: 'north.jpg' }).first();
  await expect
    .element(file)
    .toMatchTextContent(/Taken 11\/27\/26, 4:20 PM \(UTC-05:00\) · 42\.36010, -71\.05890/);
  await page.getByRole('button', { name: 'Preview north.jpg' }).click();
  const viewer = page.getByRole('dialog', { name: 'north.jpg' });
  const map = viewer.getByRole('link', { name: '42.36010, -71.05890 on a map' });
  await expect.element(map).toHaveAttribute('href', expect.stringContaining('42.3601,-71.0589'));
  await findsNoBarrier();
  await page.getByRole('button', { name: 'Close viewer' }).click();
});

test('the account page changes the answer for later photos', async () => {
  await goTo('/account');
  const choice = page.getByRole('radiogroup', { name: 'Time and place of photos' });
  await expect.element(choice.getByRole('radio', { name: 'Keep them' })).toBeChecked();
  await choice.getByRole('radio', { name: 'Leave them out' }).click();
  await sendPhoto('job-20', 'west.jpg');
  await expect.poll(() => storedPhoto('job-20', 'west.jpg')).toBeDefined();
  expect(await storedPhoto('job-20', 'west.jpg')).not.toHaveProperty('taken');
  expect(await storedPhoto('job-20', 'west.jpg')).not.toHaveProperty('place');
});
