import { equal } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { pdfSheet } from '../../../server/seed/pdf.ts';
import { heicPhoto, heicSize } from '../../support/photos/heicPhoto.ts';
import { joinedNames } from '../joinedNames.ts';
import { fillInJob } from '../newJob.ts';
import type { Story } from '../story.ts';

const roofColour = [181, 101, 29] as const;

function photo(): Promise<Buffer> {
  const [r, g, b] = roofColour;
  return sharp({ create: { width: 1200, height: 900, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer();
}

/** A new job with two documents and a HEIC photo: errors first, a reload in between, and the viewer shows them. */
export const formWithFiles: Story = async ({ user, tag }) => {
  const project = `Barn ${tag}`;
  const folder = await mkdtemp(join(tmpdir(), 'ev-jobs-files-'));
  const files = [join(folder, 'plan.pdf'), join(folder, 'roof.png'), join(folder, 'IMG_1.heic')] as const;
  await writeFile(files[0], pdfSheet('Plan of the barn', ['North wall', 'Sheet 2']));
  await writeFile(files[1], await photo());
  await writeFile(files[2], heicPhoto());
  try {
    await user.signIn('client@ev.test', 'stamped-2026');
    await user.goTo('/jobs/create');
    await user.seesPage('New job');
    await user.press('Submit job');
    await user.seesText('Project name is a required field');
    await user.picture('errors');
    await fillInJob(user, project);
    await user.window.setFiles('input[type=file][multiple]', files);
    await user.sees({ role: 'button', name: 'Remove plan.pdf' });
    await user.sees({ role: 'button', name: 'Remove roof.png' });
    await user.sees({ role: 'button', name: 'Remove IMG_1.jpg' });
    await user.fill('Note to EV', 'The drawings are revision B.');
    // The draft is saved while typing.
    await new Promise((resolve) => setTimeout(resolve, 2000));

    await user.restart();
    await user.goTo('/jobs/create');
    await user.seesPage('New job');
    await user.sees({ role: 'button', name: 'Remove plan.pdf' });
    await user.sees({ role: 'button', name: 'Remove roof.png' });
    await user.sees({ role: 'button', name: 'Remove IMG_1.jpg' });
    await user.picture('draft-is-back');
    await user.press('Submit job');
    await user.seesPage('Jobs');
    await user.press('View job');
    await user.seesPage(project);
    equal(await user.window.evaluate(joinedNames), '');

    for (const [kind, shown, colour, most] of [
      ['roof', 'img[alt^="roof"]', roofColour, 1],
      // A page without content is white all over.
      ['plan', '[role="application"] canvas', [255, 255, 255], 0.995],
    ] as const) {
      if (kind === 'plan') await user.click({ role: 'link', name: { pattern: '^Open plan' } });
      else await user.press({ pattern: `^Preview ${kind}` });
      await user.until(`${kind} is shown`, () =>
        user.window.evaluate((selector) => document.querySelector(selector) !== null, shown),
      );
      await user.until(`${kind} is drawn`, async () => {
        // Measured anew each time: the image gets its height once it is decoded.
        const box = await user.window.evaluate((selector) => {
          const element = document.querySelector(selector);
          element?.scrollIntoView({ block: 'center', behavior: 'instant' });
          const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
          return {
            left: Math.ceil(x) + 4,
            top: Math.ceil(y) + 4,
            width: Math.floor(width) - 8,
            height: Math.floor(height) - 8,
          };
        }, shown);
        if (box.width <= 0 || box.height <= 0) return false;
        const share = await user.shareOf(colour, box);
        return share > 0.25 && share <= most;
      });
      await user.picture(kind);
      if (kind === 'roof') {
        await user.press('Next file');
        await user.until('the converted photo is shown upright', () =>
          user.window.evaluate((width) => {
            const image = document.querySelector<HTMLImageElement>('img[alt^="IMG_1"]');
            return image?.naturalWidth === width;
          }, heicSize.width),
        );
        await user.press('Close viewer');
      }
    }

    await user.press('Zoom in');
    await user.until('the enlarged plan is drawn sharply', () =>
      user.window.evaluate(() => {
        const canvases = [...document.querySelectorAll('[role="application"] canvas')];
        const detail = canvases[1] as HTMLCanvasElement | undefined;
        return detail !== undefined && detail.width / detail.getBoundingClientRect().width > 0.98;
      }),
    );
    await user.press('Search this plan');
    await user.fill('Search this plan', 'north wall');
    await user.seesText('1 of 1');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
