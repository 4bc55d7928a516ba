import { expect } from '@playwright/test';
import { needed, oldestBrowsers } from '../../../src/supportedBrowsers.ts';
import { isAll } from '../../support/amount.ts';
import { test } from '../support/product.ts';

/** Missing features of a browser that is too old: an API, a selector, a style. */
const lacks = isAll
  ? [needed.apis[0], 'HTMLElement.prototype.showPopover', ...needed.selectors, needed.styles[0]]
  : [needed.apis[0], needed.selectors[0]];

test('a browser that lacks a required feature shows the supported versions, and a complete one shows the app', async ({
  browser,
  product,
}) => {
  for (const missing of lacks.filter((one) => one !== undefined)) {
    await test.step(`without ${missing}, the supported versions are shown`, async () => {
      const page = await browser.newPage();
      await page.addInitScript((lacking) => {
        const path = lacking.split('.');
        const name = path.pop() ?? '';
        let owner: unknown = window;
        for (const one of path) owner = (owner as Record<string, unknown>)[one];
        if (name in (owner as object)) Reflect.deleteProperty(owner as object, name);
        const { supports } = CSS;
        CSS.supports = (...condition: string[]) =>
          !condition[0]?.includes(lacking) && Reflect.apply(supports, CSS, condition);
      }, missing);
      await page.goto(product.url);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('EV Jobs needs a newer browser');
      const text = await page.locator('main').innerText();
      for (const version of Object.values(oldestBrowsers)) expect(text).toContain(version);
      expect(text).toContain(missing);
      await page.close();
    });
  }
  await test.step('with all features, the app is shown', async () => {
    const page = await browser.newPage();
    await page.goto(product.url);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
    await page.close();
  });
});
