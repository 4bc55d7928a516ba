import { expect } from '@playwright/test';
import sharp from 'sharp';
import { seedPassword } from '../../../server/seed/people.ts';
import { pagesPdf } from '../../support/files/pdfs.ts';
import { layoutShift, watchLayoutShift } from '../support/layout.ts';
import { bearerOf } from '../support/onBadLine.ts';
import { clientEmail, Office } from '../support/outbox/office.ts';
import { test } from '../support/product.ts';

const megabyte = 1024 * 1024;

const xmp =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>';

/** Creates a photo as a phone does: large, on its side with an orientation tag, with its location and with XMP. */
async function phonePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 25 };
  return sharp({ create: { width: 2880, height: 2160, channels: 3, background: '#777', noise } })
    .jpeg({ quality: 88 })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withXmp(xmp)
    .toBuffer();
}

test('a phone sends photos resized, and the app shows them as thumbnails', async ({ newPerson, product }) => {
  const bytes = await phonePhoto();
  expect(bytes.length).toBeGreaterThan(2.5 * megabyte);
  const photo = { name: 'north wall.jpg', mimeType: 'image/jpeg', buffer: bytes };
  const plan = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: pagesPdf(3) };
  const office = await Office.open(product.url);
  const { jobId } = await office.newJob('Photos', 1);
  const person = await newPerson('client');
  const { page } = person;
  await watchLayoutShift(page);
  await person.signIn(clientEmail, seedPassword);
  await person.goTo(`/jobs/listing/all?chat=${jobId}`);
  const files = page.getByRole('list', { name: 'Attached files' });
  const choice = page.getByRole('checkbox', { name: /^Reduce photo size/ });

  async function attach(...chosen: (typeof photo)[]): Promise<void> {
    await page.getByLabel('Files to attach', { exact: true }).setInputFiles(chosen);
  }

  /** Returns the server's addresses of the files of a message. */
  async function linksOf(content: string, headers: Record<string, string>): Promise<string[]> {
    const answer = await fetch(`${product.url}/api/jobs/${jobId}/communication`, { headers });
    const { body } = (await answer.json()) as {
      body: { content: string; fileAttachmentsInfo: Record<string, { link: string }> }[];
    };
    const infos = Object.values(body.find((one) => one.content === content)?.fileAttachmentsInfo ?? {});
    return infos.map(({ link }) => `${product.url}/api${link}`);
  }

  async function send(content: string): Promise<Buffer[]> {
    await page.getByPlaceholder('Type your message…').fill(content);
    await person.press('Send');
    const headers = { authorization: `Bearer ${await bearerOf(person)}` };
    const links = () => linksOf(content, headers);
    await expect.poll(async () => (await links()).length, { timeout: 180_000 }).toBeGreaterThan(0);
    const answers = (await links()).map((link) => fetch(link, { headers }));
    return Promise.all(answers.map(async (answer) => Buffer.from(await (await answer).arrayBuffer())));
  }

  await test.step('a photo arrives smaller, upright, and without its location, and a PDF unchanged', async () => {
    await attach(photo, plan);
    await expect(choice).toBeChecked();
    await expect(files).toContainText(/originally \d/);
    await person.findsNoBarrier();
    const [sent = Buffer.alloc(0), document] = await send('The north wall');
    expect(sent.length).toBeLessThan(bytes.length * 0.8);
    const metadata = await sharp(sent).metadata();
    expect(metadata).toMatchObject({ format: 'jpeg', width: 1920, height: 2560 });
    expect(metadata.exif).toBeUndefined();
    expect(document).toEqual(plan.buffer);
  });

  await test.step('both are shown as thumbnails from the server', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    const pictures = person.bubble('The north wall').locator(':is(a, button) img');
    await expect(pictures).toHaveCount(2, { timeout: 90_000 });
    await expect
      .poll(() => pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth)))
      .toEqual([640, 640]);
    await person.waitsUntilStill();
    const { total, moved } = await layoutShift(page);
    expect(total, moved.join('\n')).toBeLessThan(0.02);
    const ofFiles = asked.filter((path) => path.startsWith('/api/attachments/'));
    expect(ofFiles.length).toBeGreaterThan(0);
    expect(ofFiles.every((path) => path.endsWith('/preview/thumb'))).toBe(true);
  });

  await test.step('the first page of the PDF is shown in place, and a tap opens the whole file', async () => {
    await page.getByRole('link', { name: 'Preview 2 files' }).click();
    await page.getByRole('heading', { name: /^plan/ }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('img', { name: /^First page of plan/ })).toBeVisible({ timeout: 90_000 });
    await expect(page.getByRole('img', { name: /^north wall/ })).toBeVisible();
    await person.findsNoBarrier();
    await page.getByRole('link', { name: /^Open document/ }).click();
    await expect(page.getByRole('application', { name: /^plan.*, page 1 of 3$/ })).toBeVisible();
    // From the document to the message's files, and from there to the chat.
    await page.goBack();
    await person.sees('Message attachments');
    await page.goBack();
  });

  await test.step('one photo can be sent in its original size, and the choice for all is remembered', async () => {
    await attach(photo);
    await expect(files).toContainText(/originally \d/);
    await person.press(/^Send original/);
    await expect(files).not.toContainText(/originally \d/);
    await expect(choice).toBeChecked();
    const [sent = Buffer.alloc(0), ...others] = await send('As it is');
    expect(others).toEqual([]);
    // Every pixel, and nothing that the camera wrote but which side is up.
    const pixels = (picture: Buffer) => sharp(picture).raw().toBuffer();
    expect((await pixels(sent)).equals(await pixels(bytes))).toBe(true);
    const { exif, orientation } = await sharp(sent).metadata();
    expect(orientation).toBe((await sharp(bytes).metadata()).orientation);
    expect(exif?.length ?? 0).toBeLessThan(100);
    await attach(photo);
    await expect(files).toContainText(/originally \d/);
    await choice.uncheck();
    await expect(files).not.toContainText(/originally \d/);
    await person.goTo('/account');
    await expect(page.getByRole('radio', { name: 'Original' })).toBeChecked();
  });
});
