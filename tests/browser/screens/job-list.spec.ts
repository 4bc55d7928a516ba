import { expect, type Page } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { isAll } from '../../support/amount.ts';
import { test } from '../support/product.ts';

const beforeRelease = isAll ? test : test.skip;

// Playwright cannot answer the service worker's own requests in the server's place.
test.use({ serviceWorkers: 'block' });

const rows = (page: Page) => page.locator('main [data-index]');

beforeRelease('the exported list has the order of the one on the screen', async ({ newPerson }) => {
  const person = await newPerson('employee');
  const { page } = person;
  await person.signIn('employee@ev.test', seedPassword);
  await person.goTo('/jobs/listing/in-progress?sort=project');
  await expect(rows(page).first()).toBeVisible();
  await person.press('More actions');
  const { bytes } = await person.downloads(page.getByRole('button', { name: 'Export CSV' }));
  const codes = bytes
    .toString('utf8')
    .split('\r\n')
    .flatMap((line) => /^"([\w-]+)",/.exec(line)?.[1] ?? []);
  const shown = await rows(page).locator('.code').allTextContents();
  expect(shown.length).toBeGreaterThan(3);
  expect(codes.slice(0, shown.length)).toEqual(shown);
});

beforeRelease('a long press on a card selects it', async ({ newPerson }, { project }) => {
  test.skip(project.name === 'desk', 'Rows of a desk have boxes to tick.');
  const person = await newPerson('employee');
  const { page } = person;
  await person.signIn('employee@ev.test', seedPassword);
  const card = rows(page).nth(1);
  await expect(card).toBeVisible();
  const touch = await page.context().newCDPSession(page);
  /** Touches the card where it is now, above the bar along the lower edge. */
  const touchCard = async () => {
    await person.waitsUntilStill();
    await card.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const { x, y, width } = (await card.boundingBox()) ?? { x: 0, y: 0, width: 0 };
    const touchPoints = [{ x: x + width / 2, y: y + 60 }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  };
  const release = () => touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });

  await test.step('a tap opens the job', async () => {
    await touchCard();
    await release();
    await expect(page).toHaveURL(/\/jobs\/update\//);
    await page.goBack();
    await expect(card).toBeVisible();
  });

  await test.step('a long press selects the job, and a tap on another adds that', async () => {
    await touchCard();
    await expect(page.getByText('1 selected')).toBeVisible();
    await release();
    await expect(page).toHaveURL(/\/jobs\/listing\/all$/);
    await expect(card.getByRole('checkbox')).toBeChecked();
    // For a moment after a long press, a click still counts as its end.
    await person.waitsUntilStill();
    await rows(page).nth(0).locator('label').click();
    await expect(page.getByText('2 selected')).toBeVisible();
    await person.press('Clear selection');
    await expect(page.getByText('2 selected')).toBeHidden();
  });
});
