import { writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { services } from '../../../src/contract/enums.ts';
import { pagesPdf } from '../../support/files/pdfs.ts';
import { type PrintedPage, printedPages } from '../../support/files/printedPages.ts';
import { newLongestJob, photo } from '../support/outbox/longestJob.ts';
import { clientEmail, Office } from '../support/outbox/office.ts';
import type { Person } from '../support/person.ts';
import { test } from '../support/product.ts';

function plan(name: string): File {
  return new File([Uint8Array.from(pagesPdf(2))], name, { type: 'application/pdf' });
}

/** Marks the page once the app has called the browser's print dialog, which is not shown. */
function printsItself({ page }: Person): Promise<void> {
  return page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
}

/** Chooses *Print* in the menu of a job, and returns once the app has called the browser's print dialog. */
async function choosesPrint(person: Person, project: string): Promise<void> {
  const { page } = person;
  await printsItself(person);
  await page.getByRole('button', { name: `More actions for ${project}` }).click();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page.locator('body[data-printed]')).toBeAttached();
}

/** Prints the page as the browser's own menu does. */
async function printed({ page }: Person, name: string, format = 'letter'): Promise<PrintedPage[]> {
  const pdf = await page.pdf({ format });
  if (process.env.PICTURES) await writeFile(`${process.env.PICTURES}/${name}.pdf`, pdf);
  return printedPages(pdf);
}

const names = [
  'Lot 12 east gable seen from the driveway.jpg',
  'main panel with cover off (225 A).jpg',
  'S-101 Roof framing plan and attachment details - issued for permit.pdf',
];

test('a printed job is a sheet of its facts, files and pictures, on one page', async ({
  newPerson,
  product,
}) => {
  const office = await Office.open(product.url);
  const { jobId, project } = await office.newJob('Harbor Lane', 0);
  const [east = '', panel = '', framing = ''] = names;
  const files = [await photo(east, '#a44'), await photo(panel, '#46a'), plan(framing)];
  await office.say(jobId, 'What we have so far', { files });
  const staff = await newPerson('staff');
  const { page } = staff;
  await staff.signIn('employee@ev.test', seedPassword);
  await staff.goTo(`/jobs/update/${jobId}`, project);
  const sheet = page.locator('[data-paper-sheet]');
  // A print waits 20 s for pictures, and on a busy machine the server takes longer to make that of a plan.
  const pictures = page.locator('main img');
  const countShown = (all: Element[]) =>
    all.filter((one) => (one as HTMLImageElement).naturalWidth > 0).length;
  await expect.poll(() => pictures.evaluateAll(countShown)).toBe(3);

  await test.step('the menu of the job prints it once its pictures are here', async () => {
    await choosesPrint(staff, project);
    await expect(sheet.locator('img')).toHaveCount(3);
    await expect(sheet).toBeHidden();
  });

  await test.step('the browser prints the same', async () => {
    await page.reload();
    await staff.sees(project);
    await staff.waitsUntilStill();
    let pages: Awaited<ReturnType<typeof printed>> = [];
    // It waits for nothing: until its pictures are drawn, a slow machine prints it without them.
    await expect
      .poll(async () => {
        pages = await printed(staff, 'job');
        return pages[0]?.pictures;
      })
      .toBe(3);
    expect(pages).toHaveLength(1);
    const [{ lines } = { lines: [] }] = pages;
    const code = await page.evaluate(() => document.title.match(/\((.+?)\)/)?.[1]);
    // The code of this job is longer than a line of the head.
    expect(lines.join('')).toContain(code);
    for (const name of names) expect(lines.filter((line) => line.startsWith(name))).not.toEqual([]);
    expect(lines).toContain(project);
    expect(lines.join('\n')).toMatch(/Printed \d\d\/\d\d\/\d\d \d+:\d\d.[AP]M E[SD]T/);
    expect(lines.join('\n')).toContain(`EE ${services.EE}`);
    expect(lines.join('\n')).not.toMatch(/Skip to|Download|Open chat|Timeline/);
  });
});

test('the longest job fits two printed pages', async ({ newPerson, product }) => {
  const office = await Office.open(product.url);
  const { jobId, project } = await newLongestJob(office);
  const person = await newPerson('client');
  await person.signIn(clientEmail, seedPassword);
  await person.goTo(`/jobs/update/${jobId}`, project);
  await choosesPrint(person, project);
  await expect(person.page.locator('[data-paper-sheet] img')).toHaveCount(8);
  const pages = await printed(person, 'long-job');
  const text = pages.map(({ lines }) => lines.join('\n')).join('\n');
  expect(pages.length).toBeLessThanOrEqual(2);
  expect(pages.reduce((sum, { pictures }) => sum + pictures, 0)).toBe(8);
  expect(text).toContain('And 40 more files in EV Jobs.');
  expect(text).toContain('Signature');
});

test('other screens are printed without what is for the screen only', async ({ newPerson, product }) => {
  const office = await Office.open(product.url);
  const { jobId, project } = await office.newJob('Paper Mill Road', 2);
  const file = plan('E-201 One-line diagram with calculations.pdf');
  await office.say(jobId, 'Please look at the one-line diagram.', { files: [file] });
  const staff = await newPerson('staff');
  await staff.signIn('employee@ev.test', seedPassword);
  const screens: [path: string, heading: string | RegExp, text: string][] = [
    ['/jobs/listing/all', 'Jobs', project],
    ['/messages', 'Messages', ''],
    ['/users/listing/all', 'Users', clientEmail],
    [`/jobs/listing/all?chat=${jobId}`, 'Jobs', project],
    ['/account', 'Account', 'employee@ev.test'],
  ];
  for (const [path, heading, text] of screens) {
    await staff.goTo(path, heading);
    await staff.waitsUntilStill();
    const pages = await printed(staff, path.replaceAll(/\W+/g, '-'));
    const lines = pages.flatMap((one) => one.lines);
    expect(lines.join('\n'), path).toContain(text);
    expect(lines.join('\n'), path).not.toContain('Skip to main content');
    // Words in a column that is too narrow for them leave a few letters on each line.
    const fragments = lines.filter((line) => line.length > 0 && line.length < 4);
    expect(fragments.length, `${path}: ${fragments.join(' | ')}`).toBeLessThan(lines.length / 3);
  }
});

/** Jobs of the demo data; other tests add some with codes of other forms. */
const demoJobs = 60;

test('a printed list has every job whole, on A4 and Letter, and no empty page', async ({ newPerson }) => {
  const staff = await newPerson('staff');
  const { page } = staff;
  await staff.signIn('employee@ev.test', seedPassword);
  await staff.goTo('/jobs/listing/all');
  await staff.waitsUntilStill();

  await test.step('of a list that is not loaded whole, the browser says how much it prints', async () => {
    const text = (await printed(staff, 'list-first')).flatMap(({ lines }) => lines).join(' ');
    expect(text).toMatch(/The first \d+ of \d+ jobs\. To print all, use Print in the menu of the list\./);
    expect(text).not.toContain('Scroll');
  });

  await test.step('Print in the menu of the list loads all of it', async () => {
    await printsItself(staff);
    await staff.chooseFromMenu('Print');
    await expect(page.locator('body[data-printed]')).toBeAttached();
  });

  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await staff.waitsUntilStill();
    for (const format of ['letter', 'A4']) {
      const pages = await printed(staff, `list-${size.width}-${format}`, format);
      const text = pages.flatMap(({ lines }) => lines).join('\n');
      const codes = new Set(text.match(/EV[A-Z0-9]{6}/g));
      expect(codes.size, format).toBe(demoJobs);
      expect(pages.filter(({ lines }) => lines.join('').trim() === '')).toEqual([]);
      expect(text).toMatch(/Showing all \d+ jobs/);
      expect(text).not.toMatch(/Filters|Sort by|Print in the menu|…/);
    }
  }

  await test.step('its columns fit the width between the margins', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(page.getByRole('table')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    for (const between of ['182mm', '7.4in']) {
      const [width, most = 0] = await page.getByRole('table').evaluate((table, inlineSize) => {
        const element = table as HTMLElement;
        const around = element.parentElement as HTMLElement;
        around.style.inlineSize = inlineSize;
        return [element.offsetWidth, around.clientWidth];
      }, between);
      expect(width, between).toBeLessThanOrEqual(most);
    }
    await expect(page.getByRole('columnheader', { name: 'Updated' })).toBeVisible();
  });
});
