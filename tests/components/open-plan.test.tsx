import { afterEach, beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { pdfOf } from '../../server/seed/pdf.ts';
import { responseMark } from '../../src/contract/calls.ts';
import { incompleteMark } from '../../src/contract/files/previewSizes.ts';
import type { Message } from '../../src/contract/messages/message.ts';
import { findsNoBarrier } from './support/axe.ts';
import { answering, goTo, marked, openApp } from './support/openApp.ts';

/** Sheets of one color each. */
const colors = ['1 0 0', '0 0.5 0', '0 0 1', '0 0.5 0.5', '0.5 0 0.5'];

function coloredPdf(): Uint8Array<ArrayBuffer> {
  const kids = colors.map((_, at) => `${3 + 2 * at} 0 R`).join(' ');
  const sheets = colors.flatMap((color, at) => {
    const content = `${color} rg 20 20 1184 752 re f`;
    return [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1224 792] /Contents ${4 + 2 * at} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ];
  });
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${colors.length} >>`,
    ...sheets,
  ]);
}

const bytes = coloredPdf();
const jobId = 'job-9';
let stop: (() => void)[] = [];

function file(name: string, contentType: string, size = 1000) {
  return {
    key: name,
    link: `/attachments/${name}/${name}`,
    fileName: name,
    size,
    contentType,
    communicationId: null,
    uploadedBy: 'ada@ev.test',
    uploadedByName: 'Ada A.',
    createdTimestamp: 1_767_000_000,
  };
}

const attachments = [
  file('roof.png', 'image/png'),
  file('set.pdf', 'application/pdf', bytes.length),
  file('all.zip', 'application/zip'),
  file('meter.jpg', 'image/jpeg'),
];
const delivered = {
  key: 'deliverable-1',
  file: file('stamped.pdf', 'application/pdf', bytes.length),
  revision: 1,
  supersedes: null,
  superseded: false,
  deliveryMode: 'DIGITAL_COPY',
  copiesNumber: null,
  carrier: '',
  trackingNumber: '',
  note: '',
  addedBy: 'ada@ev.test',
  addedByName: 'Ada A.',
  createdTimestamp: 1_767_000_000,
};

beforeAll(() => openApp('employee', '/jobs/listing/all'));
afterEach(async () => {
  for (const one of stop) one();
  stop = [];
  await page.viewport(1280, 800);
});

/** Opens a job with photos, a ZIP file and a PDF, and a PDF that was delivered. */
async function openJob(): Promise<void> {
  stop.push(
    answering(/\/api\/jobs\/job-9$/, async (_, send) => {
      const { body } = (await (await send()).json()) as { body: object };
      return marked({ body: { ...body, attachments, deliverables: [delivered] } });
    }),
    answering(
      /\/api\/attachments\/(set|stamped)\.pdf\/[^/]+$/,
      async () =>
        new Response(bytes, { headers: { 'content-type': 'application/pdf', [responseMark]: '1' } }),
    ),
  );
  const { queryClient } = await import('../../src/api/queries.ts');
  await queryClient.cancelQueries({ queryKey: ['job', jobId] });
  queryClient.removeQueries({ queryKey: ['job', jobId] });
  await goTo(`/jobs/update/${jobId}`, 'Project 9');
  await expect.element(page.getByRole('link', { name: 'Open set.pdf' })).toBeVisible();
}

/** Whether an element can be seen as a whole, and pressed in its middle. */
function isInReach(element: Element): boolean {
  const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
  if (width === 0 || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return false;
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

/** Returns the color in the middle of the page on screen. */
function shownColor(): number[] {
  const canvas = [...document.querySelectorAll<HTMLCanvasElement>('[role="application"] canvas')].at(-1);
  const box = canvas?.getBoundingClientRect();
  if (!canvas || !box || box.top < 0 || box.bottom > innerHeight) return [];
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
  copy?.drawImage(canvas, 0, 0);
  const pixel = copy?.getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1).data;
  return [...(pixel ?? [])].slice(0, 3);
}

test.each([
  [1280, 800],
  [1440, 900],
  [390, 844],
  [844, 390],
])('at %i × %i a PDF opens its plan at once, and page 3 is one press away', async (width, height) => {
  await page.viewport(width, height);
  await openJob();
  await page.getByRole('link', { name: 'Open set.pdf' }).click();
  await expect.poll(() => location.pathname).toBe(`/plans/${jobId}/set.pdf`);
  await expect.poll(shownColor).toEqual([255, 0, 0]);
  const third = page.getByRole('button', { name: 'Page 3', exact: true });
  await expect.element(third).toBeVisible();
  for (const button of [third, page.getByRole('button', { name: 'Next page' })]) {
    await expect.poll(() => isInReach(button.element())).toBe(true);
  }
  const stage = page.getByRole('application').element().getBoundingClientRect();
  expect(stage.height).toBeGreaterThan(height / 2);
  expect(stage.bottom).toBeLessThanOrEqual(height);
  await third.click();
  await expect.poll(shownColor).toEqual([0, 0, 255]);
  await expect.element(third).toHaveAttribute('aria-current', 'page');
  await findsNoBarrier();
});

test('a tap on the name of a card opens its file, and one on its download does not', async () => {
  await openJob();
  const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Open set.pdf' }) });
  card.element().scrollIntoView({ block: 'center', behavior: 'instant' });
  const name = card.getByText('set.pdf', { exact: true }).element().getBoundingClientRect();
  const hit = document.elementFromPoint(name.left + 4, name.top + name.height / 2);
  expect(hit?.getAttribute('aria-label')).toBe('Open set.pdf');
  const download = card.getByRole('button', { name: 'Download set.pdf' });
  expect(isInReach(download.element())).toBe(true);
});

/** Creates a preview, as the server makes it: what it lacks is said behind its pixels. */
async function previewOf(what: string): Promise<Response> {
  const canvas = new OffscreenCanvas(64, 48);
  canvas.getContext('2d')?.fillRect(0, 0, 32, 48);
  const pixels = await canvas.convertToBlob({ type: 'image/webp' });
  return new Response(new Blob([pixels, what]), {
    headers: { 'content-type': 'image/webp', [responseMark]: '1' },
  });
}

test('a delivered PDF is a link to its plan, and the viewer goes through photos only', async () => {
  await openJob();
  await expect
    .element(page.getByRole('link', { name: 'Open stamped.pdf' }))
    .toHaveAttribute('href', `/plans/${jobId}/stamped.pdf`);
  await page.getByRole('button', { name: 'Preview roof.png' }).click();
  const viewer = page.getByRole('dialog', { name: 'roof.png' });
  await expect.element(viewer.getByRole('status')).toMatchTextContent('1 of 2');
  await viewer.getByRole('button', { name: 'Next file' }).click();
  await expect.element(page.getByRole('dialog', { name: 'meter.jpg' })).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Next file' }))
    .toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Close viewer' }).click();
});

test('a photo that has left the screen before it could be drawn on does not come back', async () => {
  const held = Promise.withResolvers<void>();
  stop.push(
    answering(/\/attachments\/roof\.png/, async () => {
      await held.promise;
      // As many bytes as its job says.
      const headers = { 'content-type': 'image/png', [responseMark]: '1' };
      return new Response(new Uint8Array(1000), { headers });
    }),
  );
  await openJob();
  await page.getByRole('button', { name: 'Preview roof.png' }).click();
  await page.getByRole('button', { name: 'Draw on roof.png' }).click();
  await page.getByRole('button', { name: 'Next file' }).click();
  const viewer = page.getByRole('dialog', { name: 'meter.jpg' });
  await expect.element(viewer).toBeVisible();
  held.resolve();
  const { queryClient } = await import('../../src/api/queries.ts');
  await expect.poll(() => queryClient.getQueryData(['attachment', 'roof.png'])).toBeDefined();
  await new Promise(requestAnimationFrame);
  await expect.element(viewer).toBeVisible();
  await expect.element(page.getByRole('dialog', { name: /^Draw on/ })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Close viewer' }).click();
});

test('in a chat the picture of a PDF is a link to its plan, and a message with nothing else has no other page', async () => {
  const info = (...files: ReturnType<typeof file>[]) =>
    Object.fromEntries(files.map((one) => [one.key, one]));
  stop.push(
    answering(/\/communication$/, async (_, send) => {
      const { body } = (await (await send()).json()) as { body: Message[] };
      const said = (content: string, fileAttachmentsInfo: Message['fileAttachmentsInfo']) => ({
        ...(body[0] as Message),
        communicationId: content,
        content,
        fileAttachmentsInfo,
      });
      const [photo, pdf] = attachments as [ReturnType<typeof file>, ReturnType<typeof file>];
      return marked({ body: [said('Both', info(photo, pdf)), said('Alone', info(pdf))] });
    }),
  );
  await goTo('/jobs/listing/all?chat=job-31');
  const bubble = (words: string) => page.getByRole('article').filter({ hasText: words });
  const both = bubble('Both');
  await expect
    .element(both.getByRole('link', { name: 'Open set.pdf' }))
    .toHaveAttribute('href', '/plans/job-31/set.pdf');
  await expect.element(both.getByRole('link', { name: 'Preview 2 files' })).toBeVisible();
  await both.getByRole('button', { name: 'View roof.png' }).click();
  await expect.element(page.getByRole('button', { name: 'Close viewer' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Next file' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Close viewer' }).click();
  await expect
    .element(bubble('Alone').getByRole('link', { name: 'Open document' }))
    .toHaveAttribute('href', '/plans/job-31/set.pdf');
});

test('a preview that lacks parts of its page says so beside it: on a card, in a chat and on the page of a message', async () => {
  stop.push(
    answering(/\/preview\//, async ({ url }) => previewOf(/set\.pdf/.test(url) ? incompleteMark : '')),
    answering(/\/communication$/, async (_, send) => {
      const { body } = (await (await send()).json()) as { body: Message[] };
      const pdf = attachments[1] as ReturnType<typeof file>;
      const said = { communicationId: 'one', content: 'One', fileAttachmentsInfo: { [pdf.key]: pdf } };
      return marked({ body: [{ ...(body[0] as Message), ...said }] });
    }),
  );
  const { queryClient } = await import('../../src/api/queries.ts');
  await goTo('/jobs/listing/all');
  queryClient.removeQueries({ queryKey: ['preview'] });
  await openJob();
  const note = page.getByText('Preview incomplete', { exact: true });
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name: `Open ${name}` }) });
  await expect.element(card('set.pdf').getByText('Preview incomplete')).toBeVisible();
  expect(note.elements()).toHaveLength(1);
  await findsNoBarrier();
  await goTo('/jobs/listing/all?chat=job-30');
  const bubble = page.getByRole('article').filter({ hasText: 'One' });
  await expect.element(bubble.getByText('Preview incomplete')).toBeVisible();
  await goTo('/attachments/one?job=job-30');
  await expect.element(page.getByRole('link', { name: /^Open document/ })).toBeVisible();
  await expect.element(note).toBeVisible();
});

test('a plan that was sent since its job was stored is not called missing while the job is read anew', async () => {
  await openJob();
  const { queryClient } = await import('../../src/api/queries.ts');
  const before = queryClient.getQueryData<object>(['job', jobId]);
  await goTo('/jobs/listing/all');
  queryClient.setQueryData(
    ['job', jobId],
    { ...before, attachments: [], deliverables: [] },
    { updatedAt: 1 },
  );
  const gate = Promise.withResolvers<void>();
  stop.push(
    answering(/\/api\/jobs\/job-9$/, async () => {
      await gate.promise;
      return marked({ body: { ...before, attachments } });
    }),
  );
  await goTo(`/plans/${jobId}/set.pdf`);
  await expect.element(page.getByText('Loading plan')).toBeVisible();
  await expect.element(page.getByText('Page not found')).not.toBeInTheDocument();
  gate.resolve();
  await expect.element(page.getByRole('heading', { level: 1, name: 'set.pdf' })).toBeVisible();
  await goTo(`/plans/${jobId}/gone.pdf`, 'Page not found');
});
