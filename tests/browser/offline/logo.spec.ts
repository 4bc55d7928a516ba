import { writeFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { printedPages } from '../../support/files/printedPages.ts';
import { logoSvg } from '../../support/firm/logos.ts';
import { startTcpProxy } from '../../support/network/tcpProxy.ts';
import { isInstalled, test } from '../support/device.ts';

const name = 'Harbor & Vance, P.E.';
const logoPath = /^\/firm\/[0-9a-f]{16}\/logo\.png$/;

/** Returns the address of the logo that the frame of a page shows, once the browser can draw it. */
async function logoOf(page: Page): Promise<string> {
  const read = () =>
    page.evaluate(async () => {
      const [brand] = document.querySelectorAll('.brand');
      const background = brand ? getComputedStyle(brand, '::before').backgroundImage : '';
      const [, address = ''] = /url\("(.+)"\)/.exec(background) ?? [];
      const image = new Image();
      image.src = address;
      return address !== '' &&
        (await image.decode().then(
          () => true,
          () => false,
        ))
        ? new URL(address).pathname
        : '';
    });
  await expect.poll(read).toMatch(logoPath);
  return read();
}

async function picture(page: Page, called: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (!folder) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await writeFile(`${folder}/${called}-${colorScheme}.png`, await page.screenshot());
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

test('a firm’s logo is in the app, its icons, on paper and in emails, for others and without a connection too', async ({
  deviceAt,
  newPerson,
  product,
}) => {
  const proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(product.url).port) });
  const device = await deviceAt(`http://127.0.0.1:${proxy.port}`);
  let admin = await device.open();
  await admin.signIn('admin@ev.test', seedPassword);

  await test.step('an admin names the firm, and chooses a drawing as its logo by mouse', async () => {
    const { page } = admin;
    await admin.goTo('/settings', 'Settings');
    const firm = page.getByRole('region', { name: 'Your firm' });
    await firm.getByLabel('Name').fill(name);
    await firm.getByLabel(/^Address/).fill('12 Pier Road\nTampa, FL 33601');
    await firm.getByLabel(/^Color/).fill('#14532d');
    await firm.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved. Others see it')).toBeVisible();
    await expect(firm.getByLabel(/^Color/)).toHaveValue('#14532d');
    const chooser = page.waitForEvent('filechooser');
    await firm.getByText('Choose logo').click();
    await (await chooser).setFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: logoSvg('wide') });
    await expect(firm.getByRole('img', { name: `Logo of ${name}` })).toBeVisible();
    await admin.waitsUntilStill();
    await picture(page, 'settings');
    await admin.findsNoBarrier();
  });
  const logo = await logoOf(admin.page);

  await test.step('the very first page of another browser is the firm’s, before any script', async () => {
    const visitor = await newPerson('visitor');
    const { page } = visitor;
    const response = await page.request.get(`${product.url}/auth/signin`, {
      headers: { accept: 'text/html' },
    });
    const html = await response.text();
    expect(html).toContain('<title>Sign in · Harbor &#38; Vance, P.E.</title>');
    expect(html).toContain(logo.replace('logo.png', 'apple-180.png'));
    await visitor.goTo('/auth/signin');
    await expect(visitor.field('Email')).toBeVisible();
    expect(await logoOf(page)).toBe(logo);
    await expect(page).toHaveTitle(new RegExp(`${name}$`));
    await picture(page, 'sign-in');
    await visitor.findsNoBarrier();
  });

  await test.step('the icons of the manifest are made of it', async () => {
    const { request } = admin.page;
    const manifest = await (await request.get(`${product.url}/manifest.webmanifest`)).json();
    const made = (manifest.icons as { src: string }[]).filter(({ src }) => src.startsWith('/firm/'));
    expect(made).toHaveLength(3);
    for (const { src } of made) {
      const icon = await request.get(product.url + src);
      expect([icon.status(), icon.headers()['content-type']]).toEqual([200, 'image/png']);
    }
  });

  await test.step('a job and a list have the letterhead on paper', async () => {
    const { page } = admin;
    await admin.goTo('/jobs/listing/all', 'Jobs');
    await admin.waitsUntilStill();
    await picture(page, 'list');
    for (const sheet of ['list', 'job'] as const) {
      if (sheet === 'job') {
        await page.locator('main a[href^="/jobs/update/"]').first().click();
        await expect(page.getByRole('button', { name: 'Open chat', exact: true })).toBeVisible();
        await admin.waitsUntilStill();
      }
      // What only paper shows comes behind the first screen.
      await expect(page.locator('#main > [data-on-paper]')).toBeAttached();
      const pdf = await page.pdf({ format: 'letter' });
      if (process.env.PICTURES) await writeFile(`${process.env.PICTURES}/${sheet}.pdf`, pdf);
      const [first] = await printedPages(pdf);
      expect(first?.lines, sheet).toEqual(expect.arrayContaining([name, '12 Pier Road', 'Tampa, FL 33601']));
      expect(first?.pictures, sheet).toBeGreaterThan(0);
      // Staff change it where it stands: a button, which is on paper all the same.
      expect(first?.lines.join(' '), sheet).toContain('In progress');
    }
  });

  await test.step('an email has it', async () => {
    await admin.goTo('/settings');
    await admin.press('Send a test email');
    await expect(async () => {
      await admin.goTo('/dev/mail');
      await expect(admin.page.getByText('With the firm’s logo').first()).toBeVisible({ timeout: 3000 });
    }).toPass();
  });

  await test.step('it is there when the app starts without a connection', async () => {
    await admin.goTo('/', 'Jobs');
    await isInstalled(admin);
    await expect
      .poll(() => admin.page.evaluate(async (path) => Boolean(await caches.match(path)), logo))
      .toBe(true);
    await device.close();
    proxy.cut();
    admin = await device.open();
    await admin.goTo('/', 'Jobs');
    expect(await logoOf(admin.page)).toBe(logo);
    await expect(admin.page).toHaveTitle(new RegExp(`${name}$`));
  });
  await device.close();
  await proxy.close();
  // Other stories on this product expect the app’s own name.
  await product.whileStopped((db) => db.tx((tx) => tx.script('delete from firm_pictures; delete from firm')));
});
