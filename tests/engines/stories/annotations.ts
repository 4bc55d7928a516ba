import { deepEqual, equal } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';
import { pdfjsFiles } from '../../../server/build/pdfjsFiles.ts';
import { filesOf } from '../../../src/contract/messages/message.ts';
import type { AppUser } from '../../support/engines/appUser.ts';
import { annotatedPdf, annotatedSize, cells, paper } from '../../support/files/annotatedPdf.ts';
import { type Counted, missingAnnotations, partings } from '../../support/files/annotationCounts.ts';
import type { annotationCounts } from '../../support/files/countAnnotations.ts';
import type { Story } from '../story.ts';

/** Pixels per point; at the last one the whole page is as large as a canvas may be. */
const scales = [1, 2, 4, 8];
/** Presses of *Zoom in*, one after the other. */
const zooms = [1, 2, 3];

/** Builds and serves the page that counts, with the code of the app that draws. @param outDir a folder for it */
async function servePage(outDir: string): Promise<{ url: string; close(): Promise<void> }> {
  const root = fileURLToPath(new URL('../pages', import.meta.url));
  const worker = { format: 'es', plugins: () => [pdfjsFiles()] } as const;
  const common = { configFile: false, logLevel: 'error', root, worker } as const;
  const input = join(root, 'annotations.html');
  await build({ ...common, plugins: [pdfjsFiles()], build: { outDir, rolldownOptions: { input } } });
  const server = await preview({ ...common, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
  const [url = ''] = server.resolvedUrls?.local ?? [];
  return { url: `${url}annotations.html`, close: () => server.close() };
}

function tableOf(counts: ReadonlyMap<number, readonly Counted[]>): string {
  const head = [
    'zoom',
    'annotation',
    'whole page',
    ...partings.map((parting) => `${parting.join(' × ')} parts`),
  ];
  const rows = [...counts].flatMap(([scale, counted]) =>
    counted.map(({ name, whole, parts }) => [scale, name, whole, ...parts]),
  );
  return [head, ...rows].map((row) => `${row.join('\t')}\n`).join('');
}

type Shown = { name: string; pixels: number; toMiddle: { x: number; y: number }; isWhole: boolean };

/** Counts the pixels of each annotation that are on the screen, in the page. */
async function shownAnnotations(user: AppUser): Promise<Shown[]> {
  let shown: Shown[] | null = null;
  await user.until('the plan is drawn', async () => {
    // Drawing begins when the page has rested, and again where the view gets another size.
    await wait(300);
    shown = await countShown(user);
    return shown !== null;
  });
  return shown ?? [];
}

/** Counts them at once; null while the page is drawn. */
function countShown(user: AppUser): Promise<Shown[] | null> {
  return user.window.evaluate(
    (all, size, background) => {
      const view = document.querySelector('[role="application"]');
      const sheet = view?.querySelector(':scope > div');
      const canvas =
        view?.querySelector<HTMLCanvasElement>(':scope > canvas') ?? sheet?.querySelector('canvas');
      const context = canvas?.getContext('2d');
      if (!view || !sheet || !canvas || !context || view.ariaBusy === 'true') return null;
      const [inView, page, drawn] = [view, sheet, canvas].map((element) => element.getBoundingClientRect());
      if (!inView || !page || !drawn) throw new Error('Nothing has a place.');
      const zoom = page.width / size.width;
      const density = canvas.width / drawn.width;
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      return all.map(({ name, x, y, width, height }) => {
        const left = Math.ceil((page.x + x * zoom - drawn.x) * density);
        const top = Math.ceil((page.y + y * zoom - drawn.y) * density);
        const [columns, rows] = [Math.floor(width * zoom * density), Math.floor(height * zoom * density)];
        const isWhole =
          left >= 0 && top >= 0 && left + columns <= canvas.width && top + rows <= canvas.height;
        let pixels = 0;
        for (let row = Math.max(0, top); row < Math.min(canvas.height, top + rows); row += 1) {
          for (let column = Math.max(0, left); column < Math.min(canvas.width, left + columns); column += 1) {
            const at = 4 * (row * canvas.width + column);
            if (background.some((value, channel) => Math.abs((data[at + channel] ?? 0) - value) > 8))
              pixels += 1;
          }
        }
        const toMiddle = {
          x: inView.x + inView.width / 2 - (page.x + (x + width / 2) * zoom),
          y: inView.y + inView.height / 2 - (page.y + (y + height / 2) * zoom),
        };
        return { name, pixels, toMiddle, isWhole };
      });
    },
    cells,
    annotatedSize,
    paper,
  );
}

/** Brings each annotation into view, and returns the pixels that were on the screen then. */
async function lookAtAll(user: AppUser): Promise<Map<string, number>> {
  const seen = new Map<string, number>();
  const { middle, reach } = await user.window.evaluate(() => {
    const box = document.querySelector('[role="application"]')?.getBoundingClientRect() ?? new DOMRect();
    return {
      middle: { x: box.x + box.width / 2, y: box.y + box.height / 2 },
      reach: { x: box.width / 2 - 20, y: box.height / 2 - 20 },
    };
  });
  for (let moves = 0; seen.size < cells.length; moves += 1) {
    const shown = await shownAnnotations(user);
    for (const { name, pixels, isWhole } of shown) if (isWhole) seen.set(name, pixels);
    const next = shown.find(({ name }) => !seen.has(name));
    if (!next) break;
    if (moves > 3 * cells.length) throw new Error(`${next.name} cannot be brought into view.`);
    const [x, y] = (['x', 'y'] as const).map((axis) =>
      Math.max(-reach[axis], Math.min(reach[axis], next.toMiddle[axis])),
    );
    await user.window.drag(middle, { x: middle.x + (x ?? 0), y: middle.y + (y ?? 0) });
  }
  return seen;
}

/** Annotations of every kind and blend mode are on the screen at every zoom, and drawn in parts as on the whole page. */
export const annotations: Story = async ({ user, job, office }) => {
  const folder = await mkdtemp(join(tmpdir(), 'ev-jobs-annotations-'));
  const page = await servePage(folder);
  try {
    const counts = new Map<number, Counted[]>();
    await user.window.goTo(page.url);
    await user.until('the page can count', () => user.window.evaluate(() => 'annotationCounts' in window));
    for (const scale of scales) {
      const counted = await user.window.evaluate(
        (pixels) =>
          (window as unknown as { annotationCounts: typeof annotationCounts }).annotationCounts(pixels),
        scale,
      );
      counts.set(scale, counted);
      await writeFile(join(user.pictures, 'annotations.tsv'), tableOf(counts));
    }
    for (const [scale, counted] of counts) {
      equal(counted.length, cells.length);
      deepEqual(missingAnnotations(counted, scale), [], `${scale} pixels per point`);
    }
  } finally {
    await page.close();
    await rm(folder, { recursive: true, force: true });
  }

  const file = new File([annotatedPdf()], 'S-1 sealed.pdf', { type: 'application/pdf' });
  const { communicationId } = await office.say(job.jobId, 'The sealed sheet', { files: [file] });
  const message = (await office.conversation(job.jobId)).find(
    (one) => one.communicationId === communicationId,
  );
  await user.signIn('client@ev.test', 'stamped-2026');
  await user.goTo(`/plans/${job.jobId}/${message && filesOf(message)[0]?.key}`);
  await user.sees({ role: 'application' });
  for (const presses of [0, ...zooms]) {
    if (presses > 0) await user.press('Zoom in');
    const seen = await lookAtAll(user);
    await user.picture(`zoomed-${presses}-times`);
    const absent = cells.filter(({ name }) => (seen.get(name) ?? 0) < 10).map(({ name }) => name);
    deepEqual(absent, [], `zoomed ${presses} times`);
  }
};
