import { expect } from '@playwright/test';
import { test } from '../support/product.ts';

/** Pages that the server draws by itself, and the app's own, as a signed-out user sees them. */
const pages: [path: string, heading: string | RegExp][] = [
  ['/auth/signin', 'Sign in'],
  ['/share', /./],
  ['/dev/mail', 'Mail'],
  ['/api/mail/unsubscribe/nothing', 'This link is no longer valid'],
];

/** Returns what a page may do with text, and with its window. */
function attempts() {
  function outcomeOf(work: () => unknown): string {
    try {
      work();
      return 'done';
    } catch (error) {
      return (error as Error).name;
    }
  }
  const { trustedTypes } = globalThis as unknown as {
    trustedTypes: { createPolicy(name: string, rules: object): unknown };
  };
  return {
    markup: outcomeOf(() => {
      document.createElement('div').innerHTML = '<b>bold</b>';
    }),
    script: outcomeOf(() => {
      document.createElement('script').src = '/elsewhere.js';
    }),
    policy: outcomeOf(() => trustedTypes.createPolicy('another', {})),
  };
}

test('the security headers let every page work, and let no text become markup or a script on any page', async ({
  browser,
  newPerson,
  product,
}) => {
  const ada = await newPerson('Ada');
  for (const [path, heading] of pages) {
    await ada.goTo(path);
    await expect(ada.page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
  await ada.goTo('/api/docs');
  await ada.page.locator('#operations-Jobs-reportJob').getByRole('button').first().click();
  await expect(ada.page.locator('#operations-Jobs-reportJob .opblock-description')).toBeVisible();

  // Policy violations are expected here and do not fail the test.
  const page = await browser.newPage();
  for (const [path] of pages) {
    await page.goto(product.url + path);
    const refused = { markup: 'TypeError', script: 'TypeError', policy: 'TypeError' };
    expect(await page.evaluate(attempts), path).toEqual(refused);
  }
  await page.close();
});
