import { expect, type Locator } from '@playwright/test';
import sharp from 'sharp';
import { seedPassword } from '../../../server/seed/people.ts';
import { croppedHeic, croppedSize } from '../../support/photos/croppedHeic.ts';
import { heicCorners, heicPhoto } from '../../support/photos/heicPhoto.ts';
import { bearerOf } from '../support/onBadLine.ts';
import { Office } from '../support/outbox/office.ts';
import { test } from '../support/product.ts';

test.use({
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
});

function picture(width: number, height: number, background: string): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}

const broken = Buffer.concat([heicPhoto().subarray(0, 900), Buffer.alloc(4000, 7)]);

test('on site: the camera, a HEIC photo, the viewer, directions and a call are one tap away', async ({
  newPerson,
  product,
}) => {
  const office = await Office.open(product.url);
  const { jobId } = await office.newJob('At hand', 1);
  const person = await newPerson('engineer');
  const { page } = person;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await person.signIn('employee@ev.test', seedPassword);
  await person.goTo(`/jobs/update/${jobId}?chat=${jobId}`);
  const message = page.getByPlaceholder('Type your message…');
  const attached = page.getByRole('list', { name: 'Attached files' });
  const alert = person.chat.getByRole('alert');
  const viewer = page
    .locator('dialog:modal')
    .filter({ has: page.getByRole('button', { name: 'Close viewer' }) });
  const position = viewer.getByRole('status');

  async function attach(...files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
    await page.getByLabel('Files to attach', { exact: true }).setInputFiles(files);
  }

  async function shows(step: string): Promise<void> {
    await expect(position).toContainText(step);
  }

  await test.step('a camera that is closed or denied changes nothing, and a shot is attached', async () => {
    await message.fill('As built');
    const opened = page.waitForEvent('filechooser');
    await person.press('Take photo');
    const camera = (await opened).element();
    expect(await camera.getAttribute('capture')).toBe('environment');
    await camera.dispatchEvent('cancel');
    await expect(message).toHaveValue('As built');
    await expect(attached).toBeHidden();
    const shot = await picture(40, 30, '#345');
    await (await opened).setFiles({ name: 'image.png', mimeType: 'image/png', buffer: shot });
    await expect(attached).toContainText('image.png');
    await expect(message).toHaveValue('As built');
  });

  await test.step('a HEIC photo waits in the draft while its decoder cannot be loaded, also after a reload', async () => {
    await page.context().route(/\.wasm$/, (route) => route.fulfill({ status: 404, body: '' }));
    // As an iPhone names it.
    await attach({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: croppedHeic });
    await expect(attached).toContainText('Converts when you’re back online');
    await person.press('Send');
    await expect(alert).toContainText('A HEIC photo isn’t converted yet.');
    await page.reload();
    await expect(attached).toContainText('Converts when you’re back online');
    await expect(message).toHaveValue('As built');
    await page.context().unroute(/\.wasm$/);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(attached).not.toContainText('Convert');
    await expect(attached).toContainText('IMG_0001.jpg');
  });

  await test.step('a HEIC photo that is broken or empty is refused in a sentence, and the rest stays', async () => {
    await attach({ name: 'broken.heic', mimeType: 'image/heic', buffer: broken });
    await expect(alert).toContainText('broken.heic: HEIC photos aren’t supported.');
    await expect(attached).not.toContainText('broken');
    await attach({ name: 'empty.heic', mimeType: 'image/heic', buffer: Buffer.alloc(0) });
    await expect(alert).toContainText('empty.heic: This file is empty.');
    await expect(attached.getByRole('listitem')).toHaveCount(2);
    await expect(message).toHaveValue('As built');
  });

  await test.step('a readable one is sent as a JPEG, upright, cropped as it says, and in its colors', async () => {
    await attach(
      { name: 'thin.png', mimeType: 'image/png', buffer: await picture(1, 30_000, '#c00') },
      { name: 'all.zip', mimeType: 'application/zip', buffer: Buffer.from('PK\x05\x06'.padEnd(22, '\0')) },
    );
    await expect(attached.getByRole('listitem')).toHaveCount(4);
    await person.findsNoBarrier();
    await person.press('Send');
    await expect(person.bubble('As built').getByRole('button', { name: /^View IMG_0001/ })).toBeVisible({
      timeout: 120_000,
    });
    const headers = { authorization: `Bearer ${await bearerOf(person)}` };
    const answer = await fetch(`${product.url}/api/jobs/${jobId}`, { headers });
    const { attachments } = (
      (await answer.json()) as { body: { attachments: { fileName: string; link: string }[] } }
    ).body;
    const link = attachments.find(({ fileName }) => fileName.startsWith('IMG_0001'))?.link;
    const sent = Buffer.from(await (await fetch(`${product.url}/api${link}`, { headers })).arrayBuffer());
    expect(await sharp(sent).metadata()).toMatchObject({ format: 'jpeg', ...croppedSize });
    // Without its profile, the numbers would mean other colors.
    const { data, info } = await sharp(sent).raw().toBuffer({ resolveWithObject: true });
    const corner = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * info.channels).subarray(0, 3),
    ];
    const [right, bottom] = [info.width - 20, info.height - 20];
    const found = {
      topLeft: corner(20, 20),
      topRight: corner(right, 20),
      bottomLeft: corner(20, bottom),
      bottomRight: corner(right, bottom),
    };
    for (const [place, color] of Object.entries(heicCorners)) {
      const shown = found[place as keyof typeof found];
      for (const [at, value] of color.entries())
        expect(Math.abs((shown[at] ?? 0) - value), place).toBeLessThan(15);
    }
  });

  await test.step('a tap on a picture opens the viewer, and a swipe shows the next file', async () => {
    await person
      .bubble('As built')
      .getByRole('button', { name: /^View image/ })
      .tap();
    await shows('1 of 3');
    await expect(viewer.getByRole('img', { name: /^image/ })).toBeVisible();
    await person.findsNoBarrier();
    const touch = await page.context().newCDPSession(page);
    const finger = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number }[]
    ) => touch.send('Input.dispatchTouchEvent', { type, touchPoints });
    await finger('touchStart', { x: 330, y: 350 });
    for (let x = 330; x >= 50; x -= 20) await finger('touchMove', { x, y: 350 });
    await finger('touchEnd');
    await shows('2 of 3');
    await expect(viewer.getByRole('heading', { name: /^IMG_0001/ })).toBeVisible();
    await expect(viewer.getByRole('img', { name: /^IMG_0001/ })).toHaveJSProperty(
      'naturalWidth',
      croppedSize.width,
    );
  });

  await test.step('keys and buttons do the same, and a picture of one pixel is visible', async () => {
    await page.keyboard.press('ArrowRight');
    await shows('3 of 3');
    const thin = viewer.getByRole('img', { name: /^thin/ });
    const widthOf = async (one: Locator) => (await one.boundingBox())?.width ?? 0;
    await expect.poll(() => widthOf(thin)).toBeGreaterThan(4);
    await person.press('Zoom in');
    await expect(thin).toHaveJSProperty('naturalHeight', 30_000);
    await expect.poll(async () => (await thin.boundingBox())?.height).toBeGreaterThan(10_000);
    await person.findsNoBarrier();
    // The ZIP file is none of them.
    await expect(viewer.getByRole('button', { name: 'Next file' })).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Home');
    await shows('1 of 3');
    const { name } = await person.downloads(viewer.getByRole('button', { name: /^Download/ }));
    expect(name).toMatch(/^image/);
  });

  await test.step('Escape and back close the viewer alone, and focus returns to the picture', async () => {
    const picture = person.bubble('As built').getByRole('button', { name: /^View image/ });
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
    await expect(picture).toBeFocused();
    // Back leads to a page of the app only after a step within it.
    await person.press('Close chat');
    await person.press('Open chat');
    await picture.focus();
    await page.keyboard.press('Enter');
    await shows('1 of 3');
    await page.goBack();
    await expect(viewer).toBeHidden();
    await expect(message).toBeVisible();
    await expect(picture).toBeFocused();
  });

  await test.step('the name of a file still downloads it', async () => {
    const { name } = await person.downloads(
      person.bubble('As built').getByRole('button', { name: /^thin.*Download$/ }),
    );
    expect(name).toMatch(/^thin/);
    await person.press('Close chat');
  });

  await test.step('on the job’s page the viewer goes through all of its photos', async () => {
    await page.getByRole('button', { name: /^Preview thin/ }).click();
    await shows(' of 3');
    await person.press('Close viewer');
    await expect(page.getByRole('button', { name: /^Preview thin/ })).toBeFocused();
  });

  await test.step('where no maps app opens, the address is copied; the client is called by a link', async () => {
    const directions = page.getByRole('link', { name: 'Directions' });
    expect(await directions.getAttribute('href')).toMatch(
      /^geo:0,0\?q=\d+%20At%20hand%20Street%2C%20Springfield/,
    );
    await expect(page.getByRole('link', { name: /^Call client/ })).toHaveAttribute('href', /^tel:\+1/);
    await directions.click();
    await expect(
      page.getByText(/^Couldn’t open a maps app\. Address copied: \d+ At hand Street/),
    ).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /At hand Street, Springfield, IL 62701$/,
    );
    await person.findsNoBarrier();
  });
});
