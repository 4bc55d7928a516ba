import { expect, type Locator, type Page } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { layoutShift, watchLayoutShift } from '../support/layout.ts';
import { test } from '../support/product.ts';

const phone = { width: 390, height: 844 };
const targetPx = 44;

/** Returns those of the elements that are fully visible between the head and the bar at the lower edge. */
async function fullyVisible(page: Page, elements: Locator): Promise<{ top: number; text: string }[]> {
  const head = await page.locator('[data-head]').first().boundingBox();
  const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
  const from = (head?.y ?? 0) + (head?.height ?? 0);
  const to = bar?.y ?? 0;
  const boxes = await elements.evaluateAll((all) =>
    all.map((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return { top, bottom, text: element.textContent?.slice(0, 40) ?? '' };
    }),
  );
  return boxes.filter(({ top, bottom }) => top >= from && bottom <= to);
}

/** Returns what can be pressed and is smaller than a thumb, a line each. A word within a sentence may be. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const found: string[] = [];
    for (const control of document.querySelectorAll('a[href], button, select, input, textarea, summary')) {
      if (!control.checkVisibility({ visibilityProperty: true })) continue;
      if (control.closest('time, .visually-hidden') || getComputedStyle(control).display === 'inline')
        continue;
      const { width, height, top } = (control.closest('label') ?? control).getBoundingClientRect();
      if (top < 0 || top >= innerHeight) continue;
      if (width < least - 0.5 || height < least - 0.5)
        found.push(`${width} × ${height}: ${control.outerHTML.slice(0, 80)}`);
    }
    return found;
  }, targetPx);
}

test('a phone shows four jobs, six conversations and five users at first, and on a job what is needed outside', async ({
  newPerson,
}) => {
  const person = await newPerson('admin');
  const { page } = person;
  await page.setViewportSize(phone);
  await person.signIn('admin@ev.test', seedPassword);
  await watchLayoutShift(page);

  async function opens(path: string, who = person): Promise<void> {
    await test.step(`nothing moves on ${path}, axe finds nothing, and a thumb can press everything`, async () => {
      await who.goTo(path);
      await who.waitsUntilStill();
      const { total, moved } = await layoutShift(who.page);
      expect(total, moved.join('\n')).toBeLessThanOrEqual(0.01);
      expect(await smallTargets(who.page)).toEqual([]);
      await who.findsNoBarrier();
    });
  }

  let job = '';
  await test.step('at least four jobs, the first above a third of the height', async () => {
    await opens('/jobs/listing/all');
    const cards = page.locator('main article');
    const visible = await fullyVisible(page, cards);
    expect(visible.length, JSON.stringify(visible)).toBeGreaterThanOrEqual(4);
    expect(visible[0]?.top).toBeLessThan(phone.height / 3);
    job = (await cards.first().getByRole('link').first().getAttribute('href')) ?? '';
  });

  await test.step('at least six conversations, of somebody who has jobs to answer', async () => {
    const employee = await newPerson('employee');
    await employee.page.setViewportSize(phone);
    await employee.signIn('employee@ev.test', seedPassword);
    await watchLayoutShift(employee.page);
    await opens('/messages', employee);
    const conversations = employee.page
      .getByRole('list', { name: 'Jobs: Needs your answer' })
      .locator('> li');
    const visible = await fullyVisible(employee.page, conversations);
    expect(visible.length, JSON.stringify(visible)).toBeGreaterThanOrEqual(6);
  });

  await test.step('at least five users', async () => {
    await opens('/users/listing/all');
    const users = page.getByRole('list', { name: 'Users' }).locator('> li');
    const visible = await fullyVisible(page, users);
    expect(visible.length, JSON.stringify(visible)).toBeGreaterThanOrEqual(5);
  });

  await test.step('what is needed outside of a job, and its photos or what its status can become', async () => {
    await opens(job);
    const needed = page
      .getByRole('button', { name: 'Open chat' })
      .or(page.getByRole('link', { name: /^(Directions|Call client)/ }))
      .or(page.getByRole('button', { name: /^Photos/ }))
      .or(page.locator('main').getByRole('link', { name: 'Plans' }))
      .or(page.locator('main').getByRole('button', { name: 'Plans' }));
    expect(await fullyVisible(page, needed)).toHaveLength(5);
    const first = page
      .getByRole('region', { name: 'Photos' })
      .getByRole('listitem')
      .or(page.getByRole('region', { name: 'Status' }));
    expect((await fullyVisible(page, first)).length).toBeGreaterThan(0);
  });
});

test('the head hides while the page scrolls down, and comes back for a scroll up and for the focus', async ({
  newPerson,
}) => {
  const person = await newPerson('client');
  const { page } = person;
  await page.setViewportSize(phone);
  await person.signIn('client@ev.test', seedPassword);
  await person.waitsUntilStill();
  const head = page.locator('[data-head]').first();
  const search = page.getByRole('searchbox', { name: 'Search jobs' });
  /** Scrolls in steps, as a thumb does. */
  const scrollBy = async (px: number) => {
    for (let at = 0; at < 10; at += 1) await page.mouse.wheel(0, px / 10);
  };

  await scrollBy(600);
  await expect(head).not.toBeInViewport();
  await expect(search).not.toBeInViewport();
  await test.step('a scroll up shows it, with the search', async () => {
    await scrollBy(-100);
    await expect(head).toBeInViewport({ ratio: 1 });
    await expect(search).toBeInViewport({ ratio: 1 });
  });
  await test.step('the focus shows it, and it stays while it has the focus', async () => {
    await scrollBy(200);
    await expect(search).not.toBeInViewport();
    await search.focus();
    await expect(search).toBeInViewport({ ratio: 1 });
    // Some browsers scroll to the top for the focus.
    await scrollBy(600);
    await person.waitsUntilStill();
    await expect(search).toBeInViewport({ ratio: 1 });
    await search.blur();
    await scrollBy(50);
    await expect(search).not.toBeInViewport();
  });
  await test.step('the next page begins with it', async () => {
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /^Messages/ })
      .click();
    await person.sees('Messages');
    await expect(head).toBeInViewport({ ratio: 1 });
  });
});
