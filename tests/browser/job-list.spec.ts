import { expect, type Page } from '@playwright/test';
import { seedPassword } from '../../server/seed/people.ts';
import type { Message } from '../../src/contract/message.ts';
import { test } from './support/product.ts';

// What the service worker asks for itself, a test could not answer in the server's place.
test.use({ serviceWorkers: 'block' });

const rows = (page: Page) => page.locator('main [data-index]');

test('a job of the list is the template of a new one', async ({ newPerson }) => {
  const person = await newPerson('client');
  const { page } = person;
  await person.signIn('client@ev.test', seedPassword);
  const row = rows(page).first();
  const name = (await row.getByRole('link').first().textContent()) ?? '?';
  const more = row.getByRole('button', { name: `More about ${name}` });
  await more.click();
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Use as template' })).toBeHidden();
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Use as template' })).toBeFocused();
  await page.keyboard.press('Enter');
  await person.sees('New job');
  await expect(person.field('Project name')).toHaveValue(name);
});

test('the exported list has the order of the one on the screen', async ({ newPerson }) => {
  const person = await newPerson('employee');
  const { page } = person;
  await person.signIn('employee@ev.test', seedPassword);
  await person.goTo('/jobs/listing/in-progress?sort=project');
  await expect(rows(page).first()).toBeVisible();
  const { bytes } = await person.downloads(page.getByRole('button', { name: 'Export CSV' }));
  const codes = bytes
    .toString('utf8')
    .split('\r\n')
    .flatMap((line) => /^"(\w+)",/.exec(line)?.[1] ?? []);
  const shown = await rows(page).locator('.code').allTextContents();
  expect(shown.length).toBeGreaterThan(3);
  expect(codes.slice(0, shown.length)).toEqual(shown);
});

test('whoever begins to search while a tab still changes goes on typing', async ({ newPerson }) => {
  const person = await newPerson('employee');
  const { page } = person;
  await person.signIn('employee@ev.test', seedPassword);
  const tab = await page
    .getByRole('navigation', { name: /^Jobs by/ })
    .getByRole('link', { name: /^On hold/ })
    .elementHandle();
  const search = page.getByRole('searchbox', { name: 'Search jobs' });
  await expect(rows(page).first()).toBeVisible();
  await search.evaluate((field, link) => {
    (link as HTMLElement).click();
    field.focus();
  }, tab);
  await expect(page).toHaveTitle(/On hold/);
  await person.waitsUntilStill();
  await page.keyboard.type('main 3');
  await expect(search).toHaveValue('main 3');
});

test('a finger that rests on a card selects it', async ({ newPerson }, { project }) => {
  test.skip(project.name === 'desk', 'Rows of a desk have boxes to tick.');
  const person = await newPerson('employee');
  const { page } = person;
  await person.signIn('employee@ev.test', seedPassword);
  const card = rows(page).nth(1);
  await expect(card).toBeVisible();
  const touch = await page.context().newCDPSession(page);
  /** Puts a finger on the card, where it stands by now, clear of the bar along the lower edge. */
  const touchCard = async () => {
    await person.waitsUntilStill();
    await card.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const { x, y, width } = (await card.boundingBox()) ?? { x: 0, y: 0, width: 0 };
    const touchPoints = [{ x: x + width / 2, y: y + 60 }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  };
  const letGo = () => touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });

  await test.step('a short touch opens the job', async () => {
    await touchCard();
    await letGo();
    await expect(page).toHaveURL(/\/jobs\/update\//);
    await page.goBack();
    await expect(card).toBeVisible();
  });

  await test.step('a long one selects it, and a press on another adds that', async () => {
    await touchCard();
    await expect(page.getByText('1 selected')).toBeVisible();
    await letGo();
    await expect(page).toHaveURL(/\/jobs\/listing\/all$/);
    await expect(card.getByRole('checkbox')).toBeChecked();
    await rows(page).nth(0).locator('label').click();
    await expect(page.getByText('2 selected')).toBeVisible();
    await person.press('End selection');
    await expect(page.getByText('2 selected')).toBeHidden();
  });
});

test('staff write down a tracking number where it is read', async ({ newPerson }) => {
  const person = await newPerson('employee');
  const { page } = person;
  await person.signIn('employee@ev.test', seedPassword);
  await rows(page).filter({ hasText: 'Wet stamps' }).first().getByRole('link').first().click();
  const fact = page.getByRole('definition').filter({ hasText: /tracking number$/ });
  await fact.getByRole('button', { name: /(Add|Change) the tracking number/ }).click();
  await expect(person.field('Tracking number')).toBeFocused();
  await person.fill('Tracking number', '1Z999AA10123456784');
  await expect(page.getByText('UPS: the client gets a link to follow it.')).toBeVisible();
  await person.findsNoBarrier();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: /Follow with UPS/ })).toBeVisible();
  await person.press('Change the tracking number');
  await person.fill('Tracking number', '');
  await person.press('Save');
  await expect(page.getByText('None yet')).toBeVisible();
});

test('when the last message that waits is marked, the focus stays in its part of the page', async ({
  newPerson,
}) => {
  const person = await newPerson('client');
  const { page } = person;
  // Of all that wait, only one: the first.
  let one = '';
  await page.route('**/api/evcommunications', async (route) => {
    const response = await route.fetch();
    const { body } = await response.json();
    if (route.request().postDataJSON().order !== 'oldest') return route.fulfill({ response, json: { body } });
    one ||= body.items[0]?.communicationId ?? '';
    const items = body.items.filter(({ communicationId }: Message) => communicationId === one);
    await route.fulfill({ response, json: { body: { items, startAfter: null } } });
  });
  await person.signIn('client@ev.test', seedPassword);
  await person.goTo('/messages');
  const waiting = page.getByRole('region', { name: 'Needs an answer' });
  const mark = waiting.getByRole('button', { name: 'Addressed' });
  await expect(mark).toHaveCount(1);
  await mark.focus();
  await page.keyboard.press('Enter');
  await expect(waiting.getByText('Nothing waits for your answer.')).toBeVisible();
  await expect(waiting.getByRole('heading', { name: /^Needs an answer/ })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
