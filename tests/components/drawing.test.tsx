import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { cdp, type Locator, page, userEvent } from 'vitest/browser';
import { saveEveryDraft } from '../../src/outbox/drafts/saveNow.ts';
import { people } from '../support/server/people.ts';
import { findsNoBarrier } from './support/axe.ts';
import { goTo, openApp } from './support/openApp.ts';
import { padPinch } from './support/padPinch.ts';

const dialog = () => page.getByRole('dialog', { name: /^Draw on/ });
const button = (name: string | RegExp, exact = true) =>
  dialog().getByRole('button', typeof name === 'string' ? { name, exact } : { name });
const status = () => dialog().getByRole('status');
const alert = () => dialog().getByRole('alert');

/** Makes a gray picture. */
async function picture(name: string, width = 600, height = 400): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.fillStyle = '#777777';
  context.fillRect(0, 0, width, height);
  const type = name.endsWith('.png') ? 'image/png' : 'image/jpeg';
  return new File([await canvas.convertToBlob({ type })], name, { type });
}

async function attach(file: File): Promise<void> {
  await page.getByLabelText('Files to attach').upload(file);
  await expect.element(page.getByRole('button', { name: `Remove ${file.name}` })).toBeVisible();
}

async function drawOn(file: File): Promise<void> {
  await attach(file);
  await page.getByRole('button', { name: `Draw on ${file.name}` }).click();
}

/** Returns the color of a picture at a point. */
async function colorAt(file: File, x: number, y: number): Promise<readonly number[]> {
  const bitmap = await createImageBitmap(file);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.drawImage(bitmap, 0, 0);
  return [...context.getImageData(x, y, 1, 1).data.slice(0, 3)];
}

async function filesOfDraft(): Promise<readonly File[]> {
  const { chatDraft } = await import('../../src/features/chat/chatDrafts.ts');
  return chatDraft(people.client.email, 'job-7').files;
}

async function emptyDraft(): Promise<void> {
  const { changeDraft } = await import('../../src/features/chat/chatDrafts.ts');
  changeDraft(people.client.email, 'job-7', { text: '', files: [] });
  await saveEveryDraft();
}

/** Waits for a text: `toHaveTextContent` compares with strings only. */
async function reads(locator: Locator, pattern: RegExp): Promise<void> {
  await expect.poll(() => locator.query()?.textContent ?? '').toMatch(pattern);
}

const input = (locator: Locator) => locator.element() as HTMLElement;

beforeAll(() => openApp('client', '/jobs/listing/all'));
beforeEach(async () => {
  await page.viewport(1280, 800);
  await goTo('/jobs/listing/all?chat=job-7', 'Jobs');
  await expect.element(page.getByPlaceholder('Type your message…')).toBeVisible();
});
afterEach(async () => {
  await emptyDraft();
  await goTo('/jobs/listing/all');
});

test('an arrow, an ellipse and a text are placed, moved, changed and removed by keys alone', async () => {
  await drawOn(await picture('roof.jpg'));
  await expect.element(dialog()).toBeVisible();
  await expect
    .element(dialog().getByRole('img', { name: 'roof.jpg with nothing drawn' }))
    .toBeInTheDocument();

  await userEvent.keyboard('a');
  await expect.element(button('Arrow')).toHaveAttribute('aria-pressed', 'true');
  input(button('Add arrow in the center')).focus();
  await userEvent.keyboard('{Enter}');
  await reads(status(), /^Arrow 1, red added in the center\./);
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}');
  await reads(status(), /^Arrow 1: \d+% from left, \d+% from top$/);
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  await reads(status(), /^Arrow 1: \d+% wide, \d+% high$/);
  // The steps of one key after another count as one.
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(status()).toHaveTextContent('Undone. 1 shape.');
  await userEvent.keyboard('{Control>}z{/Control}{Control>}z{/Control}');
  await expect.element(status()).toHaveTextContent('Nothing to undo.');
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await expect.element(status()).toHaveTextContent('Redone. 1 shape.');

  await userEvent.keyboard('t');
  const text = dialog().getByRole('textbox', { name: 'Text' });
  await text.fill('x'.repeat(10_000));
  await reads(dialog(), /Text must have 200 characters or fewer\. This has 10,000\./);
  await button('Add text').click();
  await expect.element(text).toHaveValue('x'.repeat(10_000));
  await text.fill('Crack, 3 mm');
  await button('Add text').click();
  await reads(status(), /^Text 1, red added/);
  await button('Move left').click();
  await reads(status(), /^Text 1: \d+% from left/);
  await button('Yellow').click();
  await expect.element(status()).toHaveTextContent('Text 1, yellow, medium');
  await findsNoBarrier(dialog().element());

  await dialog().getByText('Shapes (2)').click();
  await button(/^Arrow 1, red/).click();
  await reads(status(), /^Arrow 1, red selected/);
  await userEvent.keyboard('{Delete}');
  await expect.element(status()).toHaveTextContent('Arrow 1, red removed.');
  await expect.element(dialog().getByText('Shapes (1)')).toBeVisible();
  await button('Close drawing').click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Discard drawing on roof.jpg' }).click();
});

test('editing a text takes the place of none that is typed, and leaving it leaves nothing to be added', async () => {
  await drawOn(await picture('roof.jpg'));
  await button('Text').click();
  const text = dialog().getByRole('textbox', { name: 'Text' });
  await text.fill('Crack');
  await button('Add text').click();
  await text.fill('Rust');
  await button('Edit text').click();
  await reads(dialog(), /This text isn’t on the picture yet\./);
  await expect.element(text).toHaveValue('Rust');
  await text.fill('');
  await button('Edit text').click();
  await expect.element(text).toHaveValue('Crack');
  await button('Pen').click();
  await expect.element(text).not.toBeInTheDocument();
  // What was changed in it is not lost, and the field is there as soon as it is asked for.
  await button('Select and move').click();
  await dialog().getByText('Shapes (1)').click();
  await button(/^Text 1, red/).click();
  await button('Edit text').click();
  await text.fill('Crack, 3 mm');
  await button('Pen').click();
  await button('Add to message').click();
  await reads(dialog(), /Add the text to the picture first/);
  await button('Save text').click();
  // One that is edited, and says what it did, is on the picture.
  await button('Edit text').click();
  await expect.element(text).toHaveValue('Crack, 3 mm');
  await button('Add to message').click();
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('a text that is typed after another one was edited, cleared and left is one of its own', async () => {
  await drawOn(await picture('roof.jpg'));
  await button('Text').click();
  const text = dialog().getByRole('textbox', { name: 'Text' });
  await text.fill('Crack');
  await button('Add text').click();
  await button('Edit text').click();
  await expect.element(text).toHaveValue('Crack');
  await text.fill('');
  await button('Pen').click();
  await button('Text').click();
  await text.fill('Rust');
  await button('Add text').click();
  await expect.element(dialog().getByText('Shapes (2)')).toBeVisible();
  await button('Close drawing').click();
  await page.getByRole('button', { name: 'Discard drawing on roof.jpg' }).click();
});

test('a text that was being edited is still that one when its drawing is continued', async () => {
  await drawOn(await picture('roof.jpg'));
  await button('Text').click();
  const text = dialog().getByRole('textbox', { name: 'Text' });
  await text.fill('Crack');
  await button('Add text').click();
  await button('Edit text').click();
  await expect.element(text).toHaveValue('Crack');
  await text.fill('Crack, 3 mm');
  await button('Close drawing').click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Continue drawing on roof.jpg' }).click();
  await button('Text').click();
  await expect.element(text).toHaveValue('Crack, 3 mm');
  await button('Save text').click();
  await expect.element(dialog().getByText('Shapes (1)')).toBeVisible();
  await button('Close drawing').click();
  await page.getByRole('button', { name: 'Discard drawing on roof.jpg' }).click();
});

test('the tool that is pressed has a frame where the reader chooses the colours', async () => {
  const session = cdp() as unknown as { send(method: string, params: object): Promise<unknown> };
  await drawOn(await picture('roof.jpg'));
  // The focus is in the field then, and its ring in no button.
  await button('Text').click();
  await expect.element(dialog().getByRole('textbox', { name: 'Text' })).toHaveFocus();
  const frames = () => ['Text', 'Pen'].map((name) => getComputedStyle(button(name).element()).outlineStyle);
  expect(frames()).toEqual(['none', 'none']);
  const features = [{ name: 'forced-colors', value: 'active' }];
  await session.send('Emulation.setEmulatedMedia', { media: '', features });
  try {
    await expect.poll(frames).toEqual(['solid', 'none']);
  } finally {
    await session.send('Emulation.setEmulatedMedia', { media: '', features: [] });
  }
  await button('Close drawing').click();
});

test('what is drawn is in a copy of full size and of the same type, and the original is what it was', async () => {
  for (const [name, width, height] of [
    ['wall.jpg', 1200, 800],
    ['plan.png', 900, 700],
  ] as const) {
    const original = await picture(name, width, height);
    await drawOn(original);
    await button('Arrow').click();
    await button('Add arrow in the center').click();
    await button('Add to message').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    const [kept, copy] = (await filesOfDraft()) as [File, File];
    expect(await kept.arrayBuffer()).toEqual(await original.arrayBuffer());
    expect(copy.type).toBe(original.type);
    expect(copy.name).toBe(name.replace('.', '-drawing.'));
    const { width: w, height: h } = await createImageBitmap(copy);
    expect([w, h]).toEqual([width, height]);
    // The tip of the arrow is in the center.
    const [red = 0, green = 255] = await colorAt(copy, width / 2 - 3, height / 2 - 3);
    expect(red - green).toBeGreaterThan(80);
    const corner = await colorAt(copy, 5, 5);
    expect(corner.every((part) => Math.abs(part - 0x77) < 4)).toBe(true);
    await emptyDraft();
  }
});

test('a drawing that is closed stays with its message, is continued, and may leave the original out', async () => {
  await drawOn(await picture('door.jpg'));
  await button('Add to message').click();
  await expect.element(alert()).toHaveTextContent('Draw something on the picture first.');
  await button('Ellipse').click();
  await button('Add ellipse in the center').click();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  // The chat below it stays open, with the focus where it was.
  await expect.element(page.getByRole('button', { name: 'Draw on door.jpg', exact: true })).toHaveFocus();
  const unfinished = page.getByRole('list', { name: 'Unfinished drawings' });
  await reads(unfinished, /Unfinished drawing on door\.jpg/);
  await unfinished.getByRole('button', { name: 'Continue drawing on door.jpg' }).click();
  await expect.element(dialog().getByRole('img', { name: 'door.jpg with 1 shape' })).toBeInTheDocument();
  await dialog().getByRole('checkbox', { name: 'Also attach the original' }).click();
  await button('Add to message').click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect((await filesOfDraft()).map(({ name }) => name)).toEqual(['door-drawing.jpg']);
  await expect.element(unfinished).not.toBeInTheDocument();
});

test('pictures that cannot be drawn on say why, and stay attached', async () => {
  for (const [file, words] of [
    [
      new File([new Uint8Array([0xff, 0xd8, 0xff]), 'no picture'], 'broken.jpg', { type: 'image/jpeg' }),
      /^Couldn’t open this picture\. It may be damaged/,
    ],
    [
      await picture('pole.png', 1, 30_000),
      /^This picture is 1 × 30,000 pixels\. Drawing needs at least 16 pixels/,
    ],
  ] as const) {
    await drawOn(file);
    await reads(alert(), words);
    await reads(alert(), /The file stays as it is\.$/);
    await findsNoBarrier(dialog().element());
    await button('Close drawing').click();
    await expect.element(page.getByRole('button', { name: `Remove ${file.name}` })).toBeVisible();
    await emptyDraft();
  }
});

test('a drawing stays above the chat when a phone is turned, and is not closed by it', async () => {
  await page.viewport(390, 844);
  await drawOn(await picture('turned.jpg'));
  await button('Arrow').click();
  await button('Add arrow in the center').click();
  for (const [width, height] of [
    [844, 390],
    [390, 844],
  ] as const) {
    await page.viewport(width, height);
    await expect.poll(() => innerWidth).toBe(width);
    const isOnTop = () =>
      dialog()
        .query()
        ?.contains(document.elementFromPoint(width / 2, height / 2));
    await expect.poll(isOnTop, { message: `${width} × ${height}` }).toBe(true);
    await expect.element(dialog().getByRole('img', { name: 'turned.jpg with 1 shape' })).toBeVisible();
  }
  await button('Add to message').click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Remove turned-drawing.jpg' })).toBeVisible();
});

test('a pinch on a touchpad enlarges the picture in Safari, which sends no wheel', async () => {
  await drawOn(await picture('pinched.jpg'));
  const paper = dialog().getByRole('img', { name: /^pinched\.jpg with/ });
  await expect.element(paper).toBeInTheDocument();
  const { width } = paper.element().getBoundingClientRect();
  expect(padPinch(paper.element(), 2)).toBe(true);
  await expect.poll(() => paper.element().getBoundingClientRect().width / width).toBeCloseTo(2, 1);
  await button('Close drawing').click();
});

test('keys go on after a stroke by the mouse', async () => {
  await drawOn(await picture('keyed.jpg'));
  const paper = dialog().getByRole('img', { name: 'keyed.jpg with nothing drawn' });
  await expect.element(paper).toBeInTheDocument();
  await paper.click({ position: { x: 10, y: 10 } });
  await expect.element(dialog().getByRole('img', { name: 'keyed.jpg with 1 shape' })).toBeInTheDocument();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(paper).toBeInTheDocument();
  await button('Close drawing').click();
});

test('a stroke for which a drawing has no room is not gone without a word', async () => {
  await drawOn(await picture('full.jpg'));
  await button('Ellipse').click();
  const add = input(button('Add ellipse in the center'));
  for (let shapes = 0; shapes < 300; shapes += 1) add.click();
  const full = dialog().getByRole('img', { name: 'full.jpg with 300 shapes' });
  await expect.element(full).toBeInTheDocument();
  await button('Pen').click();
  await full.click({ position: { x: 10, y: 10 } });
  await expect
    .element(alert())
    .toHaveTextContent('A drawing has up to 300 shapes. Remove one to add another.');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => alert().query()?.textContent ?? '').toBe('');
  await button('Close drawing').click();
  await page.getByRole('button', { name: 'Discard drawing on full.jpg' }).click();
});

test('a stroke of a pen is drawn whole although the hand that holds it touches the screen before or meanwhile', async () => {
  await drawOn(await picture('penned.jpg'));
  const paper = dialog().getByRole('img', { name: 'penned.jpg with nothing drawn' });
  await expect.element(paper).toBeInTheDocument();
  const { x, y } = paper.element().getBoundingClientRect();
  const surface = paper.element();
  // Pointers that are made here cannot be captured.
  const captured = vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue(undefined);
  const point = (type: string, pointerType: 'pen' | 'touch', right: number) => {
    const place = { clientX: x + right, clientY: y + 100, buttons: type === 'pointerup' ? 0 : 1 };
    const pointerId = pointerType === 'pen' ? 21 : 22;
    surface.dispatchEvent(new PointerEvent(type, { ...place, pointerId, pointerType, bubbles: true }));
  };
  for (const hand of ['before', 'meanwhile']) {
    if (hand === 'before') point('pointerdown', 'touch', 300);
    point('pointerdown', 'pen', 100);
    point('pointermove', 'pen', 150);
    if (hand === 'meanwhile') point('pointerdown', 'touch', 300);
    point('pointermove', 'touch', 320);
    point('pointermove', 'pen', 200);
    point('pointerup', 'pen', 200);
    point('pointerup', 'touch', 320);
  }
  captured.mockRestore();
  await expect.element(dialog().getByRole('img', { name: 'penned.jpg with 2 shapes' })).toBeInTheDocument();
  const widths = Array.from(document.querySelectorAll<SVGGElement>('[data-shape]'), (shape) =>
    Math.round(shape.getBoundingClientRect().width),
  );
  expect(widths[0]).toBeGreaterThan(99);
  expect(widths[1]).toBe(widths[0]);
  await button('Close drawing').click();
  await page.getByRole('button', { name: 'Discard drawing on penned.jpg' }).click();
});

test('an ellipse whose release went to a menu has a usual size, wherever the mouse comes back', async () => {
  await drawOn(await picture('menu.jpg'));
  await button('Ellipse').click();
  const paper = dialog().getByRole('img', { name: 'menu.jpg with nothing drawn' });
  await expect.element(paper).toBeInTheDocument();
  const surface = paper.element();
  const { x, y } = surface.getBoundingClientRect();
  // Pointers that are made here cannot be captured.
  const captured = vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue(undefined);
  const mouse = (type: string, right: number, buttons: number) => {
    const place = { clientX: x + right, clientY: y + 100, buttons };
    surface.dispatchEvent(
      new PointerEvent(type, { ...place, pointerId: 31, pointerType: 'mouse', bubbles: true }),
    );
  };
  mouse('pointerdown', 100, 1);
  mouse('pointermove', 300, 0);
  captured.mockRestore();
  await expect.element(dialog().getByRole('img', { name: 'menu.jpg with 1 shape' })).toBeInTheDocument();
  const path = document.querySelector<SVGPathElement>('[data-shape] path');
  expect(path?.getTotalLength()).toBeGreaterThan(100);
  await button('Close drawing').click();
  await page.getByRole('button', { name: 'Discard drawing on menu.jpg' }).click();
});
