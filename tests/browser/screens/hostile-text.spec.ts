import { expect, type Locator } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { isAll } from '../../support/amount.ts';
import { cutTexts } from '../support/layout.ts';
import { opensSections, submits } from '../support/newJob.ts';
import type { Person } from '../support/person.ts';
import { test } from '../support/product.ts';

const beforeRelease = isAll ? test : test.skip;

const markup = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
const hebrew = 'שלום, זה הגג של הבית ברחוב 12';
/** Text with an unclosed mark that reverses the direction of everything after it. */
const turned = 'abc \u202edef ghi';
const emoji = '👩🏽‍🔧🏗️ 🇺🇸 👍🏿';
const oneWord = 'W'.repeat(10_000);
const long = 'Ten thousand characters of text. '.repeat(400).slice(0, 10_000).trim();
const lineOfMarkup = `${markup} ${hebrew} ${emoji}`;
const longLine = 'W'.repeat(100);
const name = `<b>${hebrew}`;

const said = [markup, hebrew, turned, emoji, long, oneWord, 'javascript:alert(1) https://ok.test/a'];

async function runsNothing(person: Person): Promise<void> {
  expect(await person.page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(await person.page.locator('main img[src="x"], dialog img[src="x"]').count()).toBe(0);
}

async function lookIsWhole(person: Person): Promise<void> {
  await person.waitsUntilStill();
  await runsNothing(person);
  expect(await cutTexts(person.page), person.page.url()).toEqual([]);
}

async function fitsIn(inner: Locator, outer: Locator): Promise<void> {
  const [a, b] = [await inner.boundingBox(), await outer.boundingBox()];
  if (!a || !b) throw new Error('not on the page');
  expect(a.x).toBeGreaterThanOrEqual(b.x - 1);
  expect(a.x + a.width).toBeLessThanOrEqual(b.x + b.width + 1);
}

beforeRelease('any typed text is shown as text and laid out well', async ({ newPerson }, { project }) => {
  const client = await newPerson('client');
  const { page } = client;
  const street = `Hostile Street ${project.name}`;
  await client.signIn('client@ev.test', seedPassword);

  await test.step('in a job', async () => {
    await client.goTo('/jobs/create', 'New job');
    await opensSections(client);
    await client.fill('Project name', lineOfMarkup);
    await client.fill('Street address', street);
    await client.fill('City', longLine);
    await client.fill('State', 'MA');
    await client.fill('Zip code', '02110');
    await client.choose('Property type', 'Commercial');
    await client.choose('Request type', 'Stamp');
    await client.tick('Stamp services', 'Structural Review');
    await client.choose('Delivery method', 'Digital copy');
    await client.choose('Priority', 'Normal');
    await client.field('Document links').fill('https://files.test/plan');
    await submits(client, lineOfMarkup);
    await lookIsWhole(client);
  });

  await test.step('in messages', async () => {
    await page
      .getByRole('button', { name: /^Open chat/ })
      .first()
      .click();
    const list = page.getByRole('log', { name: 'Messages' });
    for (const text of said) {
      await page.getByPlaceholder('Type your message…').fill(text);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      const bubble = list.getByRole('article').last();
      await expect(bubble).toContainText(text);
      await expect(bubble).toContainText('From Brightline Solar to EV');
      await fitsIn(bubble, list);
    }
    await expect(list.getByText(hebrew)).toHaveCSS('direction', 'rtl');
    await expect(list.getByRole('link')).toHaveCount(1);
    const link = list.getByRole('link', { name: 'https://ok.test/a' });
    await expect(link).toHaveAttribute('rel', /noopener/);
    await expect(list.getByRole('article').filter({ hasText: long })).toContainText(long);
    await lookIsWhole(client);
    await client.findsNoBarrier();
  });

  await test.step('in the lists of clients and staff', async () => {
    for (const path of ['/messages?list=waiting', '/jobs/listing/all']) {
      await client.goTo(path);
      // Of a job that waits for the other side, the inbox has the newest last, and of each its first message below its name.
      const more = page.getByRole('region', { name: /^Waiting/ }).getByRole('button', { name: 'Show more' });
      const isInbox = path.startsWith('/messages');
      if (isInbox) await expect(page.getByRole('list', { name: /^Jobs: Waiting/ })).toBeVisible();
      while (isInbox && !(await page.getByText(hebrew).first().isVisible())) await more.click();
      await expect(page.getByText(hebrew).first()).toBeVisible();
      await lookIsWhole(client);
    }
    const employee = await newPerson('employee');
    await employee.signIn('employee@ev.test', seedPassword);
    for (const path of ['/messages', '/jobs/listing/all', '/users/listing/all']) {
      await employee.goTo(path);
      await lookIsWhole(employee);
    }
  });

  await test.step('in a name', async () => {
    await client.goTo('/account');
    await client.waitsUntilStill();
    const lastName = client.field('Last name');
    if ((await lastName.count()) === 0) await client.press(/^(Change|Edit)/);
    await lastName.fill(name);
    await client.press(/^Save/);
    await expect(page.getByRole('button', { name: /^Save/ }).and(page.locator('[aria-busy]'))).toHaveCount(0);
    await lookIsWhole(client);
    const admin = await newPerson('admin');
    await admin.signIn('admin@ev.test', seedPassword);
    await admin.goTo('/users/listing/clients');
    await expect(admin.page.getByText(hebrew).first()).toBeVisible();
    await lookIsWhole(admin);
  });
});
