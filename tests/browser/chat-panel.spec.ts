import { expect, type Page } from '@playwright/test';
import { seedPassword } from '../../server/seed/people.ts';
import type { Person } from './support/person.ts';
import { test } from './support/product.ts';

// What the service worker asks for itself, a test could not answer in the server's place.
test.use({ serviceWorkers: 'block' });

async function openFirstChat({ page, chat }: Person): Promise<void> {
  await page
    .getByRole('button', { name: /^Open chat of/ })
    .first()
    .click();
  await expect(chat).toBeVisible();
}

/** Answers about one job as if it had no name, which no form lets through but the specification knows. */
async function takeNameOf(page: Page): Promise<void> {
  await page.route(/\/api\/jobs\/[\w-]+$/, async (route) => {
    const response = await route.fetch();
    const { body } = await response.json();
    await route.fulfill({ response, json: { body: { ...body, project: '' } } });
  });
}

test('the chat floats at the lower right, and widens where there is room for it', async ({ newPerson }, {
  project,
}) => {
  const person = await newPerson('client');
  const { page } = person;
  await person.signIn('client@ev.test', seedPassword);
  await openFirstChat(person);
  const box = async () => (await person.chat.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };

  if (project.name === 'phone') {
    await expect(page.getByRole('button', { name: 'Expand' })).toHaveCount(0);
    expect((await box()).width).toBeCloseTo(width);
    expect((await box()).height).toBeCloseTo(height);
    return;
  }
  const narrow = await box();
  expect(narrow.x + narrow.width).toBeGreaterThan(width - 40);
  expect(narrow.y + narrow.height).toBeGreaterThan(height - 40);
  await person.press('Expand');
  await expect.poll(async () => (await box()).width).toBeGreaterThan(narrow.width * 1.4);
  await expect.poll(async () => (await box()).height).toBeGreaterThan(height * 0.9);
  await person.findsNoBarrier();
  await person.press('Collapse');
  await expect.poll(async () => (await box()).width).toBe(narrow.width);
});

test('a job without a name is called "No job Name", and its title leads to it', async ({ newPerson }) => {
  const person = await newPerson('client');
  const { page } = person;
  await takeNameOf(page);
  await person.signIn('client@ev.test', seedPassword);
  await openFirstChat(person);
  const title = person.chat.getByRole('heading', { name: 'No job Name' });
  await expect(title).toBeVisible();
  await title.getByRole('link').click();
  await expect(page).toHaveURL(/\/jobs\/update\/[\w-]+$/);
  await person.sees('No job Name');
  await expect(person.chat).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
