import { expect } from '@playwright/test';
import sharp from 'sharp';
import { seedPassword } from '../../../server/seed/people.ts';
import { filesOf } from '../../../src/contract/messages/message.ts';
import { clientEmail, Office } from '../support/outbox/office.ts';
import type { Person } from '../support/person.ts';
import { test } from '../support/product.ts';

/** Creates a photo as a phone does: on its side with an orientation tag, and with its location. Upright, it is 600 × 800. */
function phonePhoto(): Promise<Buffer> {
  return sharp({ create: { width: 800, height: 600, channels: 3, background: '#777777' } })
    .jpeg({ quality: 90 })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .toBuffer();
}

/** Returns the color at a point of a picture, given as shares of its edges. */
async function colorAt(bytes: Buffer, x: number, y: number): Promise<[number, number, number]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at =
    (Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1))) * info.channels;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}

const isRed = ([red, green]: number[]) => (red ?? 0) - (green ?? 0) > 80;
const isGray = (color: number[]) => color.every((part) => Math.abs(part - 0x77) < 6);

const dialogOf = ({ page }: Person) => page.getByRole('dialog', { name: /^Draw on/ });

/** Draws with the pointer from one point of the picture to another, given as shares of its edges. */
async function drag(person: Person, from: [number, number], to: [number, number]): Promise<void> {
  // The picture has its place once it is drawn and the dialog has opened.
  await person.waitsUntilStill();
  const box = await dialogOf(person).getByRole('img').boundingBox();
  if (!box) throw new Error('There is no picture.');
  const at = ([x, y]: [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const;
  await person.page.mouse.move(...at(from));
  await person.page.mouse.down();
  await person.page.mouse.move(...at(to), { steps: 8 });
  await person.page.mouse.up();
}

test('a drawing on a photo survives a reload, and arrives in a copy beside the photo', async ({
  newPerson,
  product,
}) => {
  const bytes = await phonePhoto();
  const office = await Office.open(product.url);
  const { jobId } = await office.newJob('Drawings', 1);
  const person = await newPerson('client');
  const { page } = person;
  await person.signIn(clientEmail, seedPassword);
  await person.goTo(`/jobs/listing/all?chat=${jobId}`);
  const dialog = dialogOf(person);

  async function send(content: string): Promise<Map<string, Buffer>> {
    await page.getByPlaceholder('Type your message…').fill(content);
    await person.press('Send');
    const sent = async () =>
      (await office.conversation(jobId)).find((message) => message.content === content);
    await expect.poll(async () => (await sent()) !== undefined, { timeout: 180_000 }).toBe(true);
    const message = await sent();
    const files = message ? filesOf(message) : [];
    const read = files.map(
      async ({ link, fileName }) =>
        [fileName.replace(/\.\d{8}T\d{6}/, ''), await office.bytesOf(link)] as const,
    );
    return new Map(await Promise.all(read));
  }

  await test.step('strokes by the pointer are there after a reload in the middle', async () => {
    await page
      .getByLabel('Files to attach', { exact: true })
      .setInputFiles([{ name: 'north wall.jpg', mimeType: 'image/jpeg', buffer: bytes }]);
    await person.press('Draw on north wall.jpg');
    await drag(person, [0.2, 0.5], [0.8, 0.5]);
    await expect(dialog.getByRole('img', { name: 'north wall.jpg with 1 shape' })).toBeVisible();
    await person.findsNoBarrier();
    // Half a stroke: the pointer is still down.
    const box = await dialog.getByRole('img').boundingBox();
    if (!box) throw new Error('There is no picture.');
    await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.8);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.8, { steps: 8 });
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)));
    await page.reload();
    await page.mouse.up();
    const unfinished = page.getByRole('list', { name: 'Unfinished drawings' });
    await unfinished.getByRole('button', { name: 'Continue drawing on north wall.jpg' }).click();
    await expect(dialog.getByRole('img', { name: 'north wall.jpg with 2 shapes' })).toBeVisible();
  });

  await test.step('the copy has what was drawn, and the photo is sent as it was', async () => {
    await dialog.getByRole('button', { name: 'Add to message' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('list', { name: 'Unfinished drawings' })).toHaveCount(0);
    const files = await send('The north wall');
    expect([...files.keys()].sort()).toEqual(['north wall-drawing.jpg', 'north wall.jpg']);
    const [copy = bytes, original] = [files.get('north wall-drawing.jpg'), files.get('north wall.jpg')];
    expect(original?.equals(bytes)).toBe(true);
    const { width, height, format, exif } = await sharp(copy).metadata();
    expect({ width, height, format, exif }).toEqual({
      width: 600,
      height: 800,
      format: 'jpeg',
      exif: undefined,
    });
    expect(isRed(await colorAt(copy, 0.5, 0.5))).toBe(true);
    expect(isRed(await colorAt(copy, 0.4, 0.8))).toBe(true);
    expect(isGray(await colorAt(copy, 0.5, 0.2))).toBe(true);
  });

  await test.step('a received picture is drawn on too, as a new file of the next message', async () => {
    await person
      .bubble('The north wall')
      .getByRole('button', { name: /north wall-drawing/ })
      .first()
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Draw on north wall-drawing/ })
      .click();
    await expect(dialog.getByRole('img')).toBeVisible();
    await dialog.getByRole('button', { name: 'Ellipse' }).click();
    await dialog.getByRole('button', { name: 'Yellow' }).click();
    await drag(person, [0.3, 0.1], [0.7, 0.3]);
    await dialog.getByRole('button', { name: 'Add to message' }).click();
    await expect(dialog).toBeHidden();
    const files = await send('And above it');
    expect(files.size).toBe(1);
    const [copy = bytes] = [...files.values()];
    const [red, , blue] = await colorAt(copy, 0.3, 0.2);
    expect(red - blue).toBeGreaterThan(80);
    expect(isRed(await colorAt(copy, 0.5, 0.5))).toBe(true);
  });
});
