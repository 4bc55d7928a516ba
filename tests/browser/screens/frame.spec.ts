import { expect } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { isAll } from '../../support/amount.ts';
import { test } from '../support/product.ts';

const beforeRelease = isAll ? test : test.skip;

// Playwright cannot answer the service worker's own requests in the server's place.
test.use({ serviceWorkers: 'block' });

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
