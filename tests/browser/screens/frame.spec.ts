import { expect } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { isAll } from '../../support/amount.ts';
import { test } from '../support/product.ts';

const beforeRelease = isAll ? test : test.skip;

// Playwright cannot answer the service worker's own requests in the server's place.
test.use({ serviceWorkers: 'block' });

beforeRelease(
  'back closes what is open over the page, and leaves the page only then',
  async ({ newPerson }, { project }) => {
    test.skip(project.name === 'desk', 'The back gesture is a phone’s.');
    const person = await newPerson('client');
    const { page } = person;
    // Like iOS, a platform that does not close sheets by itself.
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, 'CloseWatcher');
    });
    await person.signIn('client@ev.test', seedPassword);
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /^Messages/ })
      .click();
    await person.sees('Messages');

    await test.step('back closes the sheet behind “More”', async () => {
      await person.press('More');
      const sheet = page.getByRole('group', { name: 'More' });
      await expect(sheet).toBeVisible();
      // The listener for the gesture is loaded after the first screen.
      await person.waitsUntilStill();
      await page.goBack();
      await expect(sheet).toBeHidden();
      await expect(page).toHaveURL(/\/messages/);
    });

    await test.step('back closes a dialog', async () => {
      await person.press('More');
      await page.getByRole('group', { name: 'More' }).getByRole('link', { name: 'Account' }).click();
      await person.sees('Account');
      await person.press('View shortcuts');
      const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await expect(dialog).toBeVisible();
      await page.goBack();
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL(/\/account/);
    });

    await test.step('back closes the chat', async () => {
      await person.goTo('/jobs/listing/all');
      await page
        .getByRole('button', { name: /^Open chat for/ })
        .first()
        .click();
      await expect(page).toHaveURL(/chat=/);
      await page.goBack();
      await expect(page).toHaveURL(/\/jobs\/listing\/all$/);
      await expect(page.getByRole('log', { name: 'Messages' })).toHaveCount(0);
    });

    await test.step('back leaves the page when nothing is open', async () => {
      await page.goBack();
      await expect(page).toHaveURL(/\/account/);
    });
  },
);

beforeRelease(
  'a printed job shows the job alone, black on white, with its links spelled out',
  async ({ newPerson }) => {
    const person = await newPerson('client');
    const { page } = person;
    await person.signIn('client@ev.test', seedPassword);
    await page.emulateMedia({ colorScheme: 'dark' });
    const href = await page.locator('main a[href^="/jobs/update/"]').first().getAttribute('href');
    await person.goTo(href ?? '');
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('button')).toHaveCount(0);
    const colours = await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = 'https://carrier.test/1';
      document.querySelector('main')?.append(link);
      const { color } = getComputedStyle(document.querySelector('h1') as Element);
      const { backgroundColor } = getComputedStyle(document.documentElement);
      return [color, backgroundColor, getComputedStyle(link, '::after').content];
    });
    expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)', '" (https://carrier.test/1)"']);
  },
);

beforeRelease(
  'a notice stays while the pointer is on it, and Escape closes it',
  async ({ newPerson }, { project }) => {
    test.skip(project.name === 'phone', 'Nothing points on a phone.');
    const person = await newPerson('admin');
    const { page } = person;
    await person.signIn('admin@ev.test', seedPassword);
    await page.clock.install();
    await person.goTo('/account');
    await person.sees('Account');
    await person.press('Save profile');
    const notice = page.getByText('Profile saved.');
    await expect(notice).toBeVisible();
    await notice.hover();
    await page.clock.fastForward(60_000);
    await expect(notice).toBeVisible();
    await page.mouse.move(0, 0);
    await page.clock.fastForward(10_000);
    await expect(notice).toBeHidden();

    await person.press('Save profile');
    await expect(notice).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(notice).toBeHidden();
  },
);
