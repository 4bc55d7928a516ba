import { expect, type Locator, type Page } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { planSetPdf } from '../../support/files/planSetPdf.ts';
import { printedPages } from '../../support/files/printedPages.ts';
import { startTcpProxy } from '../../support/network/tcpProxy.ts';
import { isInstalled, test } from '../support/device.ts';
import { clientEmail, Office } from '../support/outbox/office.ts';

const plan = {
  name: 'E-100 set.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(planSetPdf(180, 300)),
};

function stageOf(page: Page): Locator {
  return page.getByRole('application');
}

async function shows(page: Page, number: number): Promise<void> {
  const stage = stageOf(page);
  await expect(stage).toHaveAccessibleName(new RegExp(`^E-100 set.*\\.pdf, page ${number} of 180$`));
  await expect(stage).not.toHaveAttribute('aria-busy', /./);
}

/** Returns the pixels of the uppermost canvas for each of the screen, and whether anything is drawn on it. */
function sharpness(stage: Locator) {
  return stage.evaluate((view) => {
    const canvas = [...view.querySelectorAll('canvas')].at(-1);
    if (!canvas) return { density: 0, isDrawn: false };
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
    copy?.drawImage(canvas, 0, 0);
    const pixels = copy?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    const width = canvas.getBoundingClientRect().width * devicePixelRatio;
    return { density: canvas.width / width, isDrawn: pixels.some((value) => value < 128) };
  });
}

/** Keeps what the app prints, in place of the print dialog. Runs in the page. */
function keepPaper(): void {
  window.print = () => {
    const paper = document.querySelector('[data-paper-sheet]')?.cloneNode(true);
    const sheets = [...document.adoptedStyleSheets];
    Object.assign(window, {
      showPaper() {
        if (paper) document.querySelector('main')?.append(paper);
        document.adoptedStyleSheets = sheets;
      },
    });
  };
}

test('a plan set is read page by page, searched and asked about, and the link of the message opens its page', async ({
  deviceAt,
  product,
}) => {
  const proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(product.url).port) });
  const device = await deviceAt(`http://127.0.0.1:${proxy.port}`);
  const office = await Office.open(product.url);
  const { jobId } = await office.newJob('Plans', 1);
  let person = await device.open();
  let { page } = person;
  let address = '';
  try {
    await person.signIn(clientEmail, seedPassword);
    await isInstalled(person);

    await test.step('it opens from the message it came with, and a page by its address', async () => {
      await person.goTo(`/jobs/listing/all?chat=${jobId}`);
      await page.getByLabel('Files to attach', { exact: true }).setInputFiles([plan]);
      await page.getByPlaceholder('Type your message…').fill('The whole set');
      await person.press('Send');
      await page.getByRole('link', { name: 'Open document' }).click({ timeout: 120_000 });
      await shows(page, 1);
      address = new URL(page.url()).pathname;
      await person.press('Next page');
      await shows(page, 2);
      expect(new URL(page.url()).search).toBe('?page=2');
      await person.goTo(`${address}?page=12`);
      await shows(page, 12);
      await person.findsNoBarrier();
    });

    await test.step('it is sharp at every zoom', async () => {
      const stage = stageOf(page);
      const sees = async () => {
        await expect(stage).not.toHaveAttribute('aria-busy', /./);
        await expect.poll(async () => (await sharpness(stage)).density).toBeGreaterThan(0.98);
        expect((await sharpness(stage)).isDrawn).toBe(true);
      };
      await sees();
      for (let times = 0; times < 4; times += 1) {
        await person.press('Zoom in');
        await sees();
      }
      await stage.hover();
      await page.mouse.wheel(0, -1200);
      await sees();
      await stage.focus();
      await page.keyboard.press('0');
      await expect(stage.locator('canvas')).toHaveCount(1);
    });

    await test.step('a search counts the matches of all pages and opens them', async () => {
      await person.press('Search this plan');
      await page.getByRole('searchbox', { name: 'Search this plan' }).fill('combiner  BOX cb-7');
      await shows(page, 60);
      await expect(page.getByText('1 of 3', { exact: true })).toBeVisible();
      await person.press('Next match');
      await shows(page, 120);
      await expect(page.getByText('2 of 3', { exact: true })).toBeVisible();
      await page.goBack();
      await shows(page, 60);
      await person.press('Close search');
    });

    await test.step('a part of a page goes into the composer, with a link to the page', async () => {
      await person.goTo(`${address}?page=12`);
      await shows(page, 12);
      await person.press('Ask about this page');
      await person.press('Select area');
      const box = await stageOf(page).boundingBox();
      if (!box) throw new Error('The plan has no place.');
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 2 + 120, box.y + box.height / 2 + 90, { steps: 4 });
      await page.mouse.up();
      const composer = page.getByPlaceholder('Type your message…');
      await expect(composer).toHaveValue(/^E-100 set.*\.pdf, page 12\nhttp.*\/plans\/.*\?page=12\n$/);
      await expect(page.getByRole('list', { name: 'Attached files' })).toContainText('E-100 set page 12.png');
      await composer.press('End');
      await composer.pressSequentially('Is this wire right?');
      await person.press('Send');
      const question = person.bubble('Is this wire right?');
      await expect(question.getByRole('link', { name: 'Preview file' })).toBeVisible({ timeout: 120_000 });
    });

    await test.step('a page is printed to scale', async () => {
      await person.goTo(`${address}?page=12`);
      await shows(page, 12);
      await page.evaluate(keepPaper);
      await page.keyboard.press('Control+p');
      await person.press('Whole page');
      const dialog = page.getByRole('dialog', { name: 'Print' });
      await dialog.getByLabel('11 × 17 in.').check();
      await dialog.getByLabel('Half size').check();
      await expect(
        dialog.getByText('2 pages (2 across, 1 down), at 50% of the plan’s own size.'),
      ).toBeVisible();
      await dialog.getByRole('button', { name: 'Print', exact: true }).click();
      await expect(dialog).toBeHidden();
      await page.evaluate('showPaper()');
      const pages = await printedPages(await page.pdf({ preferCSSPageSize: true }));
      expect(pages.map(({ width, height }) => [width, height].map(Math.round))).toEqual([
        [792, 1224],
        [792, 1224],
      ]);
      for (const { lines, pictures } of pages) {
        expect(lines.join(' ')).toMatch(/1 in\..*E-100 set.*, page 12.*50%/);
        expect(pictures).toBe(1);
      }
      await page.reload();
    });

    await test.step('the job is saved for offline', async () => {
      await person.goTo(`/jobs/update/${jobId}`);
      await page.getByRole('switch', { name: 'Available offline' }).check({ timeout: 120_000 });
      const saved = page.locator('label', { hasText: /^Available offline · \d/ });
      await expect(saved).toBeVisible({ timeout: 120_000 });
      await expect.poll(() => page.evaluate(() => caches.keys().then(String))).toContain('precache-pdfjs');
    });

    await test.step('the link of the message opens its page without a connection', async () => {
      await device.close();
      proxy.cut();
      person = await device.open();
      page = person.page;
      await person.goTo(`/jobs/listing/all?chat=${jobId}`);
      await person
        .bubble('Is this wire right?')
        .getByRole('link', { name: 'Open page 12', exact: true })
        .click();
      await shows(page, 12);
      expect((await sharpness(stageOf(page))).isDrawn).toBe(true);
      await person.press('Next page');
      await shows(page, 13);
    });
  } finally {
    await proxy.close();
  }
});
