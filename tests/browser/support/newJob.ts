import { expect } from '@playwright/test';
import { samples } from '../../support/files/sampleFiles.ts';
import type { Person } from './person.ts';

/** The two documents of a new job. */
export const files = [samples.pdf, samples.png].map(({ name, type = '', bytes }) => ({
  name,
  mimeType: type,
  buffer: Buffer.from(bytes),
}));

/** The label of the button that sends a new job. */
export const sendJob = 'Submit job';

/** Sends the job that is filled in, and opens it once the server has it. */
export async function submits(client: Person, project: string | RegExp): Promise<void> {
  await client.press(sendJob);
  await client.sees('Jobs');
  await client.press('View job');
  await client.sees(project);
}

/** Opens what the form of a job folds on a phone. */
export async function opensSections({ page }: Person): Promise<void> {
  await expect(page.locator('main form [type="submit"]')).toBeVisible();
  const folded = page.locator('main form h2 > button[aria-expanded="false"]');
  while ((await folded.count()) > 0) await folded.first().click();
  const links = page.getByRole('button', { name: 'Add links' });
  if ((await links.count()) > 0) await links.click();
}

type Typed = { project: string; street: string; note: string };

export async function fillIn(client: Person, { project, street, note }: Typed): Promise<void> {
  await opensSections(client);
  await client.fill('Project name', project);
  await client.fill('Street address', street);
  await client.fill('City', 'Boston');
  await client.fill('State', 'MA');
  await client.fill('Zip code', '02110-1234');
  await client.choose('Property type', 'Commercial');
  await client.choose('Request type', 'Stamp');
  await client.tick('Stamp services', 'Structural Review');
  await client.tick('Stamp services', 'Fault Study');
  await client.choose('Delivery method', 'Wet stamps');
  await client.fill('Number of copies', '3');
  await client.page.getByLabel('Same as property address').check();
  await client.choose('Delivery speed', 'Overnight');
  await client.field('Files').setInputFiles(files);
  await client.fill('Reference links', 'https://maps.test/77');
  await client.fill('Note to EV', note);
}

export async function expectAllThere(client: Person, { project, street, note }: Typed): Promise<void> {
  const { page } = client;
  await opensSections(client);
  await expect(client.field('Project name')).toHaveValue(project);
  await expect(client.field('Street address')).toHaveValue(street);
  await expect(client.field('Zip code')).toHaveValue('02110-1234');
  await expect(page.getByRole('radio', { name: 'Commercial' })).toBeChecked();
  await expect(
    page.getByRole('group', { name: 'Stamp services' }).getByRole('checkbox', { checked: true }),
  ).toHaveCount(2);
  await expect(client.field('Number of copies')).toHaveValue('3');
  await expect(page.getByLabel('Same as property address')).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Overnight' })).toBeChecked();
  await expect(client.field('Reference links')).toHaveValue('https://maps.test/77');
  await expect(client.field('Note to EV')).toHaveValue(note);
  for (const { name } of files) {
    await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
  }
}

/** Waits until what was sent last can no longer be undone, and has arrived. */
export async function hasArrived({ page }: Person): Promise<void> {
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Not sent yet' })).toHaveCount(0);
}
