import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { badFiles, goodFiles, takenName } from '../support/files/anyFiles.ts';
import { field, goTo, openApp } from './support/openApp.ts';

type Content = { text?: string; html?: string; files?: File[] };

const picture = goodFiles.find(({ name }) => name === 'panel 1.png');
const png = (name = 'image.png') => new File([picture?.bytes ?? ''], name, { type: 'image/png' });
const pdf = () => new File(['%PDF-1.7\n'], 'E-101.pdf', { type: 'application/pdf' });

const box = () => page.getByRole('textbox', { name: 'Message' });
const attached = () => page.getByRole('list', { name: 'Attached files' });

beforeAll(() => openApp('client', '/jobs/listing/all'));
beforeEach(async () => {
  await page.viewport(1280, 800);
  await goTo('/jobs/update/job-31?chat=job-31');
  await expect.element(box()).toBeVisible();
  const { changeDraft } = await import('../../src/features/chat/chatDrafts.ts');
  changeDraft('clara@ev.test', 'job-31', { text: '', files: [] });
  await expect.element(attached()).not.toBeInTheDocument();
});

function dataOf({ text, html, files = [] }: Content): DataTransfer {
  const data = new DataTransfer();
  if (text) data.setData('text/plain', text);
  if (html) data.setData('text/html', html);
  for (const file of files) data.items.add(file);
  return data;
}

/** Pastes, and returns whether the browser inserts the text, as it does for a paste that nothing prevents. */
function paste(target: Locator, content: Content): boolean {
  const clipboardData = dataOf(content);
  return target
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}

/** Drags over an element and drops, and returns whether the browser does with it what it does by itself. */
function drop(at: Locator | Element, content: Content): boolean {
  const target = at instanceof Element ? at : at.element();
  const dataTransfer = dataOf(content);
  const [, isLeft = true] = ['dragover', 'drop'].map((type) =>
    target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })),
  );
  return isLeft;
}

test.each<[string, Content]>([
  [
    'cells of a workbook',
    {
      text: 'Inverter\tQty\nSE7600H\t2\n',
      html: '<table><tr><td>Inverter</td></tr></table>',
      files: [png()],
    },
  ],
  [
    'a slide with words',
    { text: 'Relocate the\rjunction box.', html: '<p>Relocate the</p>', files: [png('PastedImage.png')] },
  ],
  ['a word that is no file', { text: 'roof', files: [png('roof.png')] }],
  ['an address in words', { text: 'https://maps.example/7', html: '<a href="x">Map</a>', files: [png()] }],
  ['a mail', { text: 'SE7600H\t2', html: '<table></table>' }],
])('of %s the words are pasted', async (_, content) => {
  expect(paste(box(), content)).toBe(true);
  await expect.element(attached()).not.toBeInTheDocument();
});

test.each<[string, string, Content]>([
  ['a screenshot', 'image.png', { files: [png()] }],
  ['a picture of a page', 'image.png', { html: '<img src="https://x.example/a.png">', files: [png()] }],
  [
    'a picture with its address',
    'image.png',
    { text: 'https://x.example/a.png', html: '<meta charset="utf-8"><img src="a.png">', files: [png()] },
  ],
  ['a file with its name', 'Größe 1.png', { text: 'Gro\u0308ße 1.png', files: [png('Größe 1.png')] }],
  [
    'files with their paths',
    'E-101.pdf',
    { text: '/home/ada/a b.png\n/home/ada/E-101.pdf', files: [png('a b.png'), pdf()] },
  ],
  ['a file with its address', 'a b.png', { text: 'file:///home/ada/a%20b.png', files: [png('a b.png')] }],
])('%s is attached', async (_, name, content) => {
  expect(paste(box(), content)).toBe(false);
  await expect.element(attached().getByText(name)).toBeVisible();
});

test('words that are dropped into a message are the browser’s to insert, in notes and forms too', async () => {
  expect(drop(box(), { text: 'gate code 4711' })).toBe(true);
  expect(drop(page.getByRole('log', { name: 'Messages' }), { text: 'gate code 4711' })).toBe(true);
  await goTo('/jobs/create', 'New job');
  await expect.element(field('Project name')).toBeVisible();
  expect(drop(field('Project name'), { text: 'Dock 4' })).toBe(true);
});

test('a file that is dropped anywhere stays out of the browser, and the page says where it can be dropped', async () => {
  await userEvent.fill(box(), 'typed before');
  expect(drop(document.body, { files: [pdf()] })).toBe(false);
  await expect.element(page.getByText(/^Files can’t be dropped here\./)).toBeVisible();
  expect(drop(page.getByRole('heading', { level: 1 }), { files: [pdf()] })).toBe(false);
  expect(drop(page.getByRole('navigation', { name: 'Main' }), { files: [pdf()] })).toBe(false);
  await expect.element(box()).toHaveValue('typed before');
  await expect.element(attached()).not.toBeInTheDocument();
  expect(drop(page.getByRole('log', { name: 'Messages' }), { files: [pdf()] })).toBe(false);
  await expect.element(attached().getByText('E-101.pdf')).toBeVisible();
});

test('files are taken in a message, and each that is refused is named with its reason', async () => {
  const files = [...goodFiles, ...badFiles].map(({ name, type, bytes }) => new File([bytes], name, { type }));
  drop(box(), { files });
  for (const name of goodFiles.map(takenName))
    await expect.element(attached().getByText(name, { exact: true })).toBeInTheDocument();
  const alert = page.getByRole('alert').filter({ hasText: 'run 1.exe' });
  for (const { name } of badFiles)
    await expect.poll(() => alert.element().textContent).toMatch(new RegExp(`${name}: [A-Z].{20}`));
});

test('files are taken in a form, and each that is refused is named with its reason', async () => {
  await goTo('/jobs/create', 'New job');
  const files = [...goodFiles, ...badFiles].map(({ name, type, bytes }) => new File([bytes], name, { type }));
  await expect.element(page.getByText('or drag and drop')).toBeVisible();
  drop(page.getByText('or drag and drop'), { files });
  for (const name of goodFiles.map(takenName))
    await expect.element(page.getByRole('button', { name: `Remove ${name}`, exact: true })).toBeVisible();
  const refused = page.getByRole('list', { name: 'Files that weren’t added' });
  for (const { name } of badFiles)
    await expect.element(refused.getByText(new RegExp(`${name} wasn’t added\\. [A-Z].{20}`))).toBeVisible();
});

/** Holds the reading of files, as of those in a cloud. @returns that one has begun, and what ends it */
function holdReading(): { begun: Promise<void>; end: () => void } {
  const { arrayBuffer } = Blob.prototype;
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  Blob.prototype.arrayBuffer = async function () {
    begun.resolve();
    await held.promise;
    return arrayBuffer.call(this);
  };
  onTestFinished(() => {
    Blob.prototype.arrayBuffer = arrayBuffer;
    held.resolve();
  });
  return { begun: begun.promise, end: held.resolve };
}

test('a message that is sent while its file is still being read waits for it', async () => {
  const messages = page.getByRole('log', { name: 'Messages' });
  await userEvent.fill(box(), 'The panel schedule is attached.');
  const { begun, end } = holdReading();
  drop(messages, { files: [new File(['%PDF-1.7\n'], 'E-102.pdf', { type: 'application/pdf' })] });
  await begun;
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  end();
  await expect.poll(() => messages.element().textContent).toContain('The panel schedule is attached.');
  await expect.poll(() => messages.element().textContent).toContain('E-102.pdf');
  await expect.element(box()).toHaveValue('');
  await expect.element(attached()).not.toBeInTheDocument();
});

test('what is typed while a message waits for its file is not sent with it', async () => {
  const messages = page.getByRole('log', { name: 'Messages' });
  await userEvent.fill(box(), 'The one-line diagram is attached.');
  const { begun, end } = holdReading();
  drop(messages, { files: [new File(['%PDF-1.7\n'], 'E-103.pdf', { type: 'application/pdf' })] });
  await begun;
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await send.click();
  await userEvent.fill(box(), 'The one-line diagram is attached. Could you al');
  end();
  await expect.poll(() => messages.element().textContent).toContain('E-103.pdf');
  await expect.element(box()).toHaveValue('Could you al');
  expect(messages.element().textContent).not.toContain('Could you al');
});

test('a message that is edited while it waits for its file is not sent', async () => {
  const messages = page.getByRole('log', { name: 'Messages' });
  await userEvent.fill(box(), 'Two sheets are attached.');
  const { begun, end } = holdReading();
  drop(messages, { files: [new File(['%PDF-1.7\n'], 'E-104.pdf', { type: 'application/pdf' })] });
  await begun;
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await send.click();
  await userEvent.fill(box(), 'Three sheets');
  end();
  await expect.element(attached()).toMatchTextContent(/E-104\.pdf/);
  await expect.element(page.getByText(/^You changed the message meanwhile/)).toBeVisible();
  await expect.element(send).not.toHaveAttribute('aria-busy');
  await expect.element(box()).toHaveValue('Three sheets');
  expect(messages.element().textContent).not.toContain('Three sheets');
});

test('a file that is still being read as its form is left is said not to be added', async () => {
  await goTo('/jobs/create', 'New job');
  await expect.element(page.getByText('or drag and drop')).toBeVisible();
  const { begun, end } = holdReading();
  drop(page.getByText('or drag and drop'), { files: [pdf()] });
  await begun;
  await goTo('/jobs/listing/all', 'Jobs');
  end();
  await expect.element(page.getByText(/^Couldn’t add E-101\.pdf: /)).toBeVisible();
});
