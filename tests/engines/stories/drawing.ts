import { deepEqual, equal, ok } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { filesOf } from '../../../src/contract/messages/message.ts';
import { conversation, send } from '../chat.ts';
import { joinedNames } from '../joinedNames.ts';
import type { Story } from '../story.ts';

/** A gray photo, which is 600 × 800 once it is upright. */
function photo(): Promise<Buffer> {
  return sharp({ create: { width: 800, height: 600, channels: 3, background: '#777777' } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/** A drawing on a photo: with buttons and a tap, a restart in between, and the copy arrives beside the photo. */
export const drawing: Story = async ({ user, job, office, tag }) => {
  const folder = await mkdtemp(join(tmpdir(), 'ev-jobs-drawing-'));
  const file = join(folder, 'roof.jpg');
  await writeFile(file, await photo());
  try {
    await user.signIn('client@ev.test', 'stamped-2026');
    await user.goTo(`/jobs/listing/all?chat=${job.jobId}`);
    await user.sees(conversation);
    await user.window.setFiles('input[type=file][aria-label="Files to attach"]', [file]);
    await user.press('Draw on roof.jpg');
    await user.sees({ role: 'img', name: 'roof.jpg with nothing drawn' });
    await user.press('Arrow');
    await user.press('Add arrow in the center');
    await user.sees({ role: 'img', name: 'roof.jpg with 1 shape' });
    equal(await user.window.evaluate(joinedNames), '');
    await user.press('Ellipse');
    await user.press('Yellow');
    const box = await user.window.evaluate(() => {
      const { x, y, width, height } =
        document.querySelector('dialog [role=img]')?.getBoundingClientRect() ?? new DOMRect();
      return { x, y, width, height };
    });
    await user.window.clickAt(box.x + box.width / 2, box.y + box.height * 0.75);
    await user.sees({ role: 'img', name: 'roof.jpg with 2 shapes' });
    await user.picture('drawn');
    // The drawing is saved while it is made.
    await new Promise((resolve) => setTimeout(resolve, 2000));

    await user.restart();
    await user.goTo(`/jobs/listing/all?chat=${job.jobId}`);
    await user.press('Continue drawing on roof.jpg');
    await user.sees({ role: 'img', name: 'roof.jpg with 2 shapes' });
    await user.press('Add to message');
    await user.sees({ role: 'button', name: 'Remove roof-drawing.jpg' });
    await user.picture('added');
    await send(user, `Roof ${tag}`);
    const files = await user.until('the drawing has arrived', async () => {
      const messages = await office.conversation(job.jobId);
      const sent = messages.find(({ content }) => content === `Roof ${tag}`);
      return sent && filesOf(sent);
    });
    deepEqual(files.map(({ fileName }) => fileName.split('.')[0]).sort(), ['roof', 'roof-drawing']);
    const copy = files.find(({ fileName }) => fileName.startsWith('roof-drawing'));
    const { data, info } = await sharp(await office.bytesOf(copy?.link ?? ''))
      .raw()
      .toBuffer({ resolveWithObject: true });
    deepEqual([info.width, info.height], [600, 800]);
    const colorAt = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
    ];
    // The tip of the arrow, the left end of the ellipse, and a place with nothing.
    const [[red = 0, green = 0], [, yellow = 0, blue = 0], gray] = [
      colorAt(297, 397),
      colorAt(200, 600),
      colorAt(40, 40),
    ];
    ok(red - green > 80, `the arrow is red: ${red} ${green}`);
    ok(yellow - blue > 80, `the ellipse is yellow: ${yellow} ${blue}`);
    ok(
      gray?.every((part) => Math.abs(part - 0x77) < 6),
      `the rest is gray: ${gray}`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
