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
    await person.goTo('/account', 'Account');
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

test('a job is read without the code of its forms; a dialog that cannot be loaded says so, and opens once it can', async ({
  newPerson,
}) => {
  const person = await newPerson('employee');
  const { page } = person;
  const asked: string[] = [];
  let isDown = false;
  // Without data saver, the code of the pages that links on screen lead to is loaded ahead: a new job has the fields of the form too.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', {
      value: Object.assign(new EventTarget(), { saveData: true }),
    }),
  );
  await page.route(/\/assets\/(JobEdit|\w+Dialog|jobForm|saving)-[^/]*\.js$/, (route) => {
    asked.push(route.request().url());
    return isDown ? route.fulfill({ status: 404 }) : route.continue();
  });
  await person.signIn('employee@ev.test', seedPassword);
  await person.goTo('/jobs/listing/in-progress');
  // Not by the pointer: it would rest on what comes in the place of the row, such as a link whose page is then loaded ahead.
  await page.mouse.move(0, 0);
  await page.locator('main a[href^="/jobs/update/"]').first().press('Enter');
  const hold = page.getByRole('button', { name: 'Put on hold' });
  await expect(hold).toBeVisible();
  await person.waitsUntilStill();
  expect(asked).toEqual([]);

  await test.step('a dialog does not open over what the user has gone on to meanwhile', async () => {
    const code = Promise.withResolvers<void>();
    await page.route('**/assets/DeliverableDialog-*.js', async (route) => {
      await code.promise;
      await route.continue();
    });
    const add = page.getByRole('button', { name: 'Add deliverable' });
    const form = page.getByRole('dialog', { name: 'Add deliverable' });
    await add.click();
    await expect(add).toHaveAttribute('aria-busy', 'true');
    await page.getByRole('button', { name: 'Edit job' }).focus();
    code.resolve();
    await expect(add).not.toHaveAttribute('aria-busy', 'true');
    await expect(form).toBeHidden();
    await add.click();
    await expect(form).toBeVisible();
    await page.keyboard.press('Escape');
  });

  isDown = true;
  await hold.click();
  const failure = page.getByText(/^Couldn’t open this\./);
  await expect(failure).toBeVisible();
  await page.getByRole('button', { name: 'Edit job' }).click();
  await expect.poll(() => asked.some((url) => /JobEdit|jobForm/.test(url))).toBe(true);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Details' })).toBeVisible();
  isDown = false;
  await hold.click();
  const dialog = page.getByRole('dialog', { name: 'Put this job on hold?' });
  await expect(dialog.getByLabel(/^Reason for the hold/)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(hold).toBeFocused();

  // A browser that has failed to load what a script imports tries again only after a reload.
  await page.reload();
  await page.getByRole('button', { name: 'Edit job' }).click();
  await expect(page.getByRole('form', { name: 'Edit job' })).toBeVisible();
});
