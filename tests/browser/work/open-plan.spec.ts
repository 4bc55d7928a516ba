import { expect, type Locator, type Page } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { planSetPdf } from '../../support/files/planSetPdf.ts';
import { Keyboard } from '../support/keyboard.ts';
import { clientEmail, Office } from '../support/outbox/office.ts';
import type { Person } from '../support/person.ts';
import { test } from '../support/product.ts';

const plan = new File([planSetPdf(7, 200)], 'S-1 set.pdf', { type: 'application/pdf' });
const phone = { width: 390, height: 844 };

/** Signs a client in who has a new job with a plan, and opens the list. */
async function atTheList(person: Person, url: string): Promise<string> {
  const office = await Office.open(url);
  const { jobId, project } = await office.newJob(`Plan ${crypto.randomUUID().slice(0, 8)}`, 30);
  await office.say(jobId, 'The sheets', { files: [plan] });
  await person.signIn(clientEmail, seedPassword);
  await person.goTo('/jobs/listing/all', 'Jobs');
  return project;
}

/** Returns the middle of an element, which must be in view as a whole, with nothing above it. */
async function placeOf(element: Locator): Promise<{ x: number; y: number }> {
  await expect(element).toBeInViewport({ ratio: 1 });
  const place = () =>
    element.evaluate((target) => {
      const { left, top, width, height } = target.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const hit = document.elementFromPoint(x, y);
      return hit && target.contains(hit) ? { x, y } : null;
    });
  await expect.poll(place).not.toBeNull();
  return (await place()) as { x: number; y: number };
}

/** Returns the share of the canvas on screen that is neither white nor empty. */
function drawnShare(page: Page): Promise<number> {
  return page.getByRole('application').evaluate((view) => {
    const canvas = [...view.querySelectorAll('canvas')].at(-1);
    const box = canvas?.getBoundingClientRect();
    if (!canvas || !box || box.top < 0 || box.bottom > innerHeight) return 0;
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
    copy?.drawImage(canvas, 0, 0);
    const { data } = copy?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    let dark = 0;
    for (let at = 0; at < data.length; at += 4)
      if ((data[at] ?? 255) < 200 && (data[at + 3] ?? 0) > 0) dark += 1;
    return dark / (data.length / 4);
  });
}

/** Sees one page of the plan, drawn, and as large as there is room. */
async function shows(page: Page, number: number): Promise<void> {
  const stage = page.getByRole('application', { name: new RegExp(`page ${number} of 7$`) });
  await expect(stage).not.toHaveAttribute('aria-busy', /./);
  await expect(stage).toBeInViewport({ ratio: 1 });
  await expect.poll(() => drawnShare(page)).toBeGreaterThan(0.02);
  const box = await stage.boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect((box?.height ?? 0) / height).toBeGreaterThan(0.5);
  expect((box?.width ?? 0) / width).toBeGreaterThan(0.6);
}

/** Goes from the list to page 3 of the plan in three presses, without scrolling once the plan is open. */
async function threePresses(person: Person, project: string, press: (element: Locator) => Promise<void>) {
  const { page } = person;
  await press(page.getByRole('link', { name: project }).first());
  await person.sees(project);
  const card = page.getByRole('link', { name: /^Open S-1 set/ });
  await card.scrollIntoViewIfNeeded();
  await press(card);
  await shows(page, 1);
  await press(page.getByRole('button', { name: 'Page 3', exact: true }));
  await shows(page, 3);
}

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  phone,
  { width: 844, height: 390 },
]) {
  test(`three clicks lead from the list to page 3 of a plan at ${viewport.width} × ${viewport.height}, and back leads to where one was`, async ({
    newPerson,
    product,
  }) => {
    const person = await newPerson('mouse');
    const { page } = person;
    await page.setViewportSize(viewport);
    const project = await atTheList(person, product.url);
    await threePresses(person, project, async (element) => {
      const { x, y } = await placeOf(element);
      await page.mouse.click(x, y);
    });
    await page.goBack();
    await page.goBack();
    await person.sees(project);
    await expect(page.getByRole('link', { name: /^Open S-1 set/ })).toBeInViewport();
  });
}

test('a middle click opens a plan in a tab of its own', async ({ newPerson, product }) => {
  const person = await newPerson('mouse');
  const { page } = person;
  const project = await atTheList(person, product.url);
  await page.getByRole('link', { name: project }).first().click();
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: /^Open S-1 set/ }).click({ button: 'middle' });
  await shows(await opened, 1);
  await person.sees(project);
});

test('a plan opens from the middle of a chat, and back opens the chat at its message', async ({
  newPerson,
  product,
}) => {
  const person = await newPerson('mouse');
  const { page } = person;
  const office = await Office.open(product.url);
  const { jobId } = await office.newJob('Plan in a chat', 6);
  await office.say(jobId, 'The sheets', { files: [plan] });
  for (let n = 1; n <= 12; n += 1) await office.say(jobId, `Later ${n}`);
  await person.signIn(clientEmail, seedPassword);
  await person.goTo(`/jobs/listing/all?chat=${jobId}`);
  const bubble = person.bubble('The sheets');
  await bubble.getByRole('link', { name: /^Open S-1 set/ }).click();
  await shows(page, 1);
  await page.goBack();
  await expect(bubble.getByRole('link', { name: /^Open S-1 set/ })).toBeInViewport();
  await expect(person.bubble('Later 12')).not.toBeInViewport();
});

test('Enter opens a plan, and its third page, without a mouse', async ({ newPerson, product }) => {
  const person = await newPerson('keyboard');
  const keyboard = new Keyboard(person.page);
  const project = await atTheList(person, product.url);
  await keyboard.activate('link', new RegExp(project));
  await person.sees(project);
  await keyboard.activate('link', /^Open S-1 set/);
  await shows(person.page, 1);
  await keyboard.tabTo('button', 'Page 1');
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await person.page.keyboard.press(key);
  await shows(person.page, 3);
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: phone });

  test('three taps lead from the list to page 3 of a plan', async ({ newPerson, product }) => {
    const person = await newPerson('touch');
    const project = await atTheList(person, product.url);
    await threePresses(person, project, async (element) => {
      const { x, y } = await placeOf(element);
      await person.page.touchscreen.tap(x, y);
    });
  });
});
